"""Terms and fingerprints of texts."""

from __future__ import annotations

from typing import Dict, Iterable, Mapping, Optional, Union

from . import _core
from ._errors import Error


class Tokenizer(_core.Tokenizer):
    """Makes terms of texts: the words of Unicode (UAX #29), normalised and case folded.

    Args:
        stem: the language of a Snowball stemmer, such as "english"; "" means none.
        stopwords: words to leave out. They are folded as the text is, and left out before stemming.

    Raises:
        Error: for a language that has no stemmer.

    >>> import subintent
    >>> subintent.Tokenizer(stem="english").terms("Two dogs and a dog")
    {'a': 1, 'and': 1, 'dog': 2, 'two': 1}
    """

    def __init__(self, *, stem: str = "", stopwords: Iterable[str] = ()) -> None:
        super().__init__(stem, list(stopwords))

    def terms(self, text: Union[str, bytes], *, html: bool = False, charset: str = "") -> Dict[str, int]:  # type: ignore[override]
        """The terms of a text with their counts, sorted by their bytes in UTF-8.

        Args:
            text: str, or bytes in a charset that is detected unless `charset` says it.
            html: of HTML the visible text is taken.
            charset: a label such as "windows-1252", as an HTTP header gives it.
        """
        return super().terms(text, html, charset)


def simhash(terms: Union[Mapping[str, int], Iterable[str]], bits: int = 64) -> Optional[int]:
    """The SimHash fingerprint of a document [Charikar 2002], as the command line computes it.

    Args:
        terms: ``{term: count}``, or terms, each as often as it is in the document.
        bits: 64.

    Returns:
        A whole number of 64 bits, which fits numpy.uint64; None for a document without terms.
    """
    if bits != 64:
        raise Error(f"bits: fingerprints have 64, not {bits!r}", kind="argument", argument="bits")
    return _core.simhash(terms)
