"""Statistics of collections, TF-IDF weights, and whole files of vectors and fingerprints."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Mapping, NoReturn, Optional, Union

from . import _core
from ._arguments import instance, mapping, text, texts, whole_number
from ._files import path_of, paths_of, written
from ._progress import caller_of
from ._types import PathLike


class Statistics(_core.Statistics):
    """In how many documents of a collection each term occurs, for TF-IDF weights.

    >>> import subintent
    >>> statistics = subintent.Statistics()
    >>> for terms in ({"a": 2, "jaguar": 1}, {"a": 1, "cat": 3}):
    ...     statistics.add(terms)
    >>> statistics.documents, statistics.frequency("a")
    (2, 2)
    >>> statistics.weigh({"a": 1, "cat": 2})
    {'cat': 1.3862943611198906}

    It is not to be changed while another thread uses it, and cannot be pickled.

    Args:
        path: a file that ``subintent tokenize --statistics`` writes; None: of no document.
    """

    def __init__(self, path: Union[PathLike, None] = None) -> None:
        """Reads a file that ``subintent tokenize --statistics`` writes, or makes statistics of no document."""
        if path is None:
            super().__init__()
        else:
            super().__init__(path_of(path, "path"))

    def add(self, terms: Mapping[str, int]) -> None:
        """Counts one more document, its terms once each.

        Args:
            terms: of the document, ``{term: count}``.
        """
        super().add(terms)

    def frequency(self, term: str) -> int:
        """In how many documents a term is.

        Args:
            term: as Tokenizer gives it.
        """
        return super().frequency(term)

    def weigh(self, terms: Mapping[str, int]) -> Dict[str, float]:
        """The weights tf * ln(N / df) of a document's terms, as ``subintent tfidf`` computes them.

        A term that is in no document counts df = 1; those in every document weigh nothing and are left out.

        Args:
            terms: of the document, ``{term: count}``.
        """
        return super().weigh(terms)

    def __reduce__(self) -> NoReturn:
        raise TypeError("Statistics cannot be pickled: give their file")

    def __repr__(self) -> str:
        return f"<Statistics: {self.documents} documents>"


def weigh_vectors(
    vectors: Union[PathLike, Iterable[PathLike]],
    statistics: Union[PathLike, Statistics],
    output: PathLike,
    *,
    without: Optional[Mapping[str, Iterable[str]]] = None,
    progress: Any = None,
) -> None:
    """Writes files of document vectors with TF-IDF weights, in little memory, as ``subintent tfidf`` does.

    Args:
        vectors: paths of vectors of term frequencies.
        statistics: of the collection, or their path.
        output: where the weighted vectors are written: all of them or, where that fails, nothing.
        without: ``{docno: terms}`` that are left out, such as those of the title of the document's topic.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Raises:
        Error: with file and line, for what are not such vectors.

    Warns (DataWarning) of terms that the statistics lack; they count as being in one document.
    """
    if isinstance(statistics, (str, os.PathLike)):
        statistics = Statistics(path_of(statistics, "statistics"))
    instance(statistics, _core.Statistics, "statistics")
    given = mapping(without or {}, "without", "{docno: terms}")
    left_out = {text(docno, "without"): set(texts(terms, "without")) for docno, terms in given.items()}
    with written(output) as file:
        statistics.weigh_vectors(paths_of(vectors, "vectors"), file.write, caller_of(progress), left_out)


def add_statistics(statistics: Union[PathLike, Iterable[PathLike]], output: PathLike) -> None:
    """Writes the sum of files of statistics, such as those of shards, in little memory, as ``subintent statistics`` does.

    Args:
        statistics: paths of the files.
        output: where the sum is written: all of it or, where that fails, nothing.
    """
    with written(output) as file:
        _core.add_statistics(paths_of(statistics, "statistics"), file.write, os.path.dirname(os.fspath(output)) or ".")


def fingerprint_vectors(
    vectors: Union[PathLike, Iterable[PathLike]], output: PathLike, *, bits: int = 64, progress: Any = None
) -> int:
    """Writes the SimHash fingerprints of files of document vectors, in little memory, as ``subintent simhash`` does.

    Args:
        vectors: paths of document vectors.
        output: where the fingerprints are written: all of them or, where that fails, nothing.
        bits: 64, 128 or 256.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        How many documents have no terms, or a vector of zeros, and so no fingerprint.

    Raises:
        Error: with file and line, for what are not such vectors, and for a document that is there twice.
    """
    with written(output) as file:
        return _core.fingerprint_vectors(paths_of(vectors, "vectors"), whole_number(bits, "bits"), file.write, caller_of(progress))
