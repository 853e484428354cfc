"""Terms and fingerprints of texts."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Union

from . import _core
from ._arguments import count, instance
from ._arguments import text as text_of
from ._arguments import texts
from ._errors import Error, warn
from ._files import paths_of
from ._progress import caller_of
from ._types import PathLike, Immutable


class Document(NamedTuple):
    """A document as a collection gives it.

    Attributes:
        docno: its name.
        content: its bytes, in the charset of the collection.
        html: whether it is HTML; else plain text.
        charset: the label in the HTTP header; "" if there is none.
        title: as given by the collection in addition to the content; "" if there is none.
        url: its address; "" if the collection does not give it.
    """

    docno: str
    content: bytes
    html: bool
    charset: str
    title: str = ""
    url: str = ""


class DocumentText(NamedTuple):
    """The text that people see of a document; each part is one line, and "" where it is not known.

    Attributes:
        title: that of the collection, otherwise of the page: the element `title`, or a headline of newswire.
        url: its address.
        excerpt: the first words of the visible text after the title.
    """

    title: str
    url: str
    excerpt: str


def stop_words(language: str) -> List[str]:
    """The function words of a language, which ``subintent tokenize --stopwords LANG`` leaves out.

    Args:
        language: one that there is a stemmer for, by its English name or its ISO 639 code.

    Raises:
        Error: for another one.

    >>> import subintent
    >>> subintent.stop_words("english")[:5]
    ['a', 'an', 'the', 'i', 'me']
    """
    return _core.stop_words(text_of(language, "language"))


class Tokenizer(Immutable, _core.Tokenizer):
    """Makes terms of texts: the words of Unicode (UAX #29), normalised and case folded.

    Args:
        stem: the language of a Snowball stemmer, such as "english"; "" means none. Case is folded as it does:
            in Turkish İ becomes i, and I becomes ı.
        stopwords: words to leave out, or a language, "english", for its stop_words(). Without `stem`, case is folded
            as this language does. They are folded as the text is, and left out before stemming and before n-grams are made.
        ngrams: if not 0, also the runs of so many characters of each word, with ``_`` for its ends and ``~`` before each.
        main_content: of HTML take the terms of the main content only, as visible_text() does.

    Raises:
        Error: for a language that has no stemmer, or no stop words.

    >>> import subintent
    >>> subintent.Tokenizer(stem="english").terms("Two dogs and a dog")
    {'a': 1, 'and': 1, 'dog': 2, 'two': 1}
    >>> subintent.Tokenizer(stem="english", stopwords="english").terms("Two dogs and a dog")
    {'dog': 2, 'two': 1}
    >>> subintent.Tokenizer(stem="turkish").terms("İnternet, internet")
    {'internet': 2}
    """

    def __init__(self, *, stem: str = "", stopwords: Union[str, Iterable[str]] = (), ngrams: int = 0, main_content: bool = False) -> None:
        words = stop_words(stopwords) if isinstance(stopwords, str) else texts(stopwords, "stopwords")
        language = text_of(stem, "stem") or (stopwords if isinstance(stopwords, str) else "")
        super().__init__(text_of(stem, "stem"), words, count(ngrams, "ngrams"), bool(main_content), language)

    def terms(self, text: Union[str, bytes, Document], *, html: Optional[bool] = None, charset: str = "") -> Dict[str, int]:  # type: ignore[override]
        """The terms of a text with their counts, sorted by their bytes in UTF-8.

        Args:
            text: str, or bytes in a charset that is detected unless `charset` says it; or a Document,
                which says all of this.
            html: of HTML the visible text is taken, or the main content if the tokenizer was made so. None: of a text that
                is a whole page, which begins with a doctype of HTML or with ``<html>``, ``<head>`` or ``<body>``. Warns of tags in others.
            charset: a label such as "windows-1252", as an HTTP header gives it; one that is not
                known says nothing.
        """
        if isinstance(text, Document):
            return super().terms(text.content, text.html, text.charset)
        if isinstance(text, str) and charset:
            raise Error("charset: a str has none", kind="argument", argument="charset", advice="give bytes")
        if html is None:
            html = isinstance(text, (str, bytes)) and _core.is_page(text)
            if not html and isinstance(text, (str, bytes)) and _core.has_pieces_of_html(text):
                warn("html-as-text", "text", 0, "looks like HTML, and its tags are read as words", "give html=True if it is HTML, else html=False")
        return super().terms(text, bool(html), text_of(charset, "charset"))


class CollectionSummary(NamedTuple):
    """Counts of what was read: records of any kind, those that are documents, and those that are not or cannot be read."""

    records: int
    documents: int
    skipped: int


def read_collection(
    paths: Any,
    use: Callable[[Document], Any],
    *,
    format: str = "",
    html: bool = False,
    docno: str = "",
    text: Union[str, Iterable[str], None] = None,
    progress: Any = None,
) -> CollectionSummary:
    """Reads the documents of collections, and calls `use` for each, one after another.

    >>> documents = []
    >>> subintent.read_collection("crawl.warc.gz", documents.append)  # doctest: +SKIP

    Args:
        paths: of WARC, ARC, TREC text, JSON, CSV or TSV, compressed or not; of files of text or HTML, whose names
            without ending are docnos; and of folders of all of these. Or documents as make_hierarchies() takes them.
        use: called with each Document, in the order of the files. What it raises ends the reading.
        format: "warc", "arc", "trec", "jsonl", "csv", "tsv" or "text"; "" is found from the first bytes, and the name.
        html: texts of JSON, CSV, TSV and files of text are HTML; those that are whole pages always are.
        docno: the member of JSON objects, or the column, that is the docno; "" means by the names that are usual.
        text: that, or those, that are the text; None means likewise.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Raises:
        Error: for a file that cannot be read at all.

    Warns (DataWarning) of broken records, with the first place of each defect. They are skipped.
    """

    def use_document(*fields: Any) -> None:
        use(Document(*fields))

    from ._documents import documents_of, texts_named

    options = text_of(format, "format"), bool(html), text_of(docno, "docno"), texts_named(text)
    listed, in_memory = documents_of(paths, html=bool(html), docno=docno, text=text)
    if in_memory is not None:
        count = sum(1 for document in in_memory if use(document) or True)
        return CollectionSummary(count, count, 0)
    read = _core.read_collection(listed, use_document, options, caller_of(progress))
    return CollectionSummary(*read)


def visible_text(document: Document, *, main_content: bool = False) -> str:
    """The text of a document: of HTML what a reader sees, with a line feed for tags that separate words.

    >>> import subintent
    >>> page = b"<nav><a href=/>Home</a></nav><p>The two rivers meet in the old town, below the castle hill."
    >>> subintent.visible_text(subintent.Document("d1", page, True, "utf-8"), main_content=True)
    'The two rivers meet in the old town, below the castle hill.'

    Args:
        document: its charset is detected.
        main_content: of HTML the title and the main content only, without menus, footers, lists of links and
            comments; if a heuristic finds none, all of it.
    """
    instance(document, Document, "document")
    return _core.visible_text(document.content, document.html, document.charset, bool(main_content))


def document_text(document: Document, *, main_content: bool = False) -> DocumentText:
    """Title, URL and excerpt of a document, as ``subintent tokenize --texts`` writes them.

    >>> import subintent
    >>> subintent.document_text(subintent.Document("d1", b"<title>A title</title>First words", True, "utf-8"))
    DocumentText(title='A title', url='', excerpt='First words')

    Args:
        document: its charset is detected.
        main_content: whether the excerpt is that of the main content, as visible_text() finds it.
    """
    instance(document, Document, "document")
    return DocumentText(*_core.document_text(*document[1:], bool(main_content)))


def read_texts(
    paths: Union[PathLike, Iterable[PathLike]], docnos: Optional[Iterable[str]] = None
) -> Dict[str, DocumentText]:
    """Reads texts, which ``subintent tokenize --texts`` writes: ``{docno: DocumentText}``.

    Args:
        paths: of the files, compressed or not.
        docnos: those that are wanted; None means all. Memory grows with these only.

    Raises:
        Error: for a line that does not have four columns or is not UTF-8, and for two different texts of a document.
    """
    listed = paths_of(paths)
    wanted = None if docnos is None else set(texts(docnos, "docnos"))
    read = _core.read_texts(listed, wanted)
    return {docno: DocumentText(*text) for docno, text in read.items()}


def simhash(terms: Union[Mapping[str, int], Iterable[str]], bits: int = 64) -> Optional[int]:
    """The SimHash fingerprint of a document [Charikar 2002], as the command line computes it.

    Args:
        terms: ``{term: count}``, or terms, each as often as it is in the document.
        bits: 64, 128 or 256.

    Returns:
        A whole number with this many bits, the first 64 of which are the 64-bit fingerprint, which fits into
        numpy.uint64; None for a document without terms.
    """
    if bits not in (64, 128, 256):
        raise Error(f"bits: {bits!r} is not 64, 128 or 256", kind="argument", argument="bits")
    words = _core.simhash(terms, bits)
    return None if words is None else int.from_bytes(words, "big")
