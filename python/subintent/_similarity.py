"""Similarity of documents."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy

from . import _core
from ._arguments import items, refuse, text, whole_number
from ._errors import Error
from ._files import path_of, paths_of
from ._progress import caller_of
from ._types import PathLike, Immutable


def _refuse(message: str, advice: str = "", argument: str = "values") -> Error:
    return Error(f"{argument}: {message}", kind="argument", argument=argument, advice=advice)


def dense_rows(values: Any, argument: str = "values") -> "numpy.ndarray[Any, Any]":
    """A matrix of float32 or float64 whose rows lie without gaps: the one given if it is such."""
    if hasattr(values, "tocsr"):
        raise _refuse("a sparse matrix", "give it to Similarity.sparse()", argument)
    if isinstance(values, numpy.ma.MaskedArray) and numpy.any(values.mask):
        raise _refuse("an array with masked numbers", "leave these documents out", argument)
    try:
        array = numpy.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise _refuse(f"not an array: {error}", argument=argument) from None
    if array.dtype.kind in "UO" and array.ndim == 1 and argument == "values":
        raise _refuse(f"array of {array.dtype}, not of numbers", "give docnos first, behind them the vectors: Similarity.dense(docnos, values)", argument)
    if array.dtype.kind == "i":
        array = array.astype(numpy.float64)
    if array.dtype.kind != "f" or array.dtype.itemsize > 8 or not array.dtype.isnative:
        found = array.dtype.str if array.dtype.kind == "f" else array.dtype
        raise _refuse(
            f"array of {found}, not of float16, float32 or float64 in the order of this machine",
            f"give numpy.asarray({argument}, dtype='float32')",
            argument,
        )
    if array.ndim != 2 or array.shape[1] == 0:
        raise _refuse(f"array of shape {array.shape}, not documents x dimensions", argument=argument)
    if array.dtype == numpy.float16:
        return array.astype(numpy.float32, order="C")
    size = array.dtype.itemsize
    lies_well = array.flags.aligned and array.strides[0] % size == 0 and array.strides[1] == size
    return array if lies_well else array.copy()


def _listed(docnos: Any) -> Any:
    """Those of a series as a list; anything else as it is."""
    return docnos.to_list() if hasattr(docnos, "to_list") else docnos


def similarity_of(given: Any) -> _core.Similarity:
    """An argument `similarity`."""
    if isinstance(given, Mapping) and given or hasattr(given, "to_numpy") and hasattr(given, "columns"):
        return Similarity.dense(given)
    is_path = isinstance(given, (str, os.PathLike))
    advice = "read a file by Similarity.read_vectors(), .read_dense(), .read_fingerprints() or .read_texts()" if is_path else ""
    return given if isinstance(given, _core.Similarity) else refuse("similarity", "Similarity, such as Similarity.dense(docnos, vectors) or .matrix(docnos, similarities)", given, advice)


class Similarity(Immutable, _core.Similarity):
    """How similar documents are, by what represents them: vectors or fingerprints.

    It is made by one of ``dense()``, ``sparse()``, ``matrix()`` and ``fingerprints()``, or of the files of the
    command line. ``similarity(a, b)`` is the similarity of two docnos: the cosine of vectors, 0 where
    one of the documents does not exist. ``len()`` is the number of documents.

    >>> import numpy, subintent
    >>> s = subintent.Similarity.dense(["d1", "d2"], numpy.array([[1.0, 0.0], [1.0, 1.0]]))
    >>> round(s("d1", "d2"), 4)
    0.7071

    A similarity does not change, is cheap to share between threads, and can be pickled, with all its vectors.

    Args:
        made: another Similarity.
    """

    def __init__(self, made: _core.Similarity) -> None:
        if not isinstance(made, _core.Similarity):
            raise TypeError("Similarity is made by Similarity.dense(), .sparse() or .fingerprints()")
        super().__init__(made)

    @classmethod
    def dense(cls, docnos: Union[Iterable[Any], Mapping[Any, Any]], values: Any = None) -> "Similarity":
        """Makes one of dense vectors, such as embeddings.

        Args:
            docnos: str or int, one per row; or ``{docno: vector}``, or a frame of pandas whose index they are, without values.
            values: array of float16, float32, float64 or int, documents x dimensions, of any strides. Its
                memory is shared where it can be (float32 and float64 whose rows have no gaps): then
                it must not be changed as long as the similarity is used.

        Raises:
            Error: for arrays of another type or shape, a number that is not finite, and docnos that
                are there twice or do not fit the rows; and for a symmetric matrix, which has
                similarities: see matrix().
        """
        if values is None and isinstance(docnos, Mapping):
            values, docnos = list(docnos.values()), list(docnos)
        elif values is None and hasattr(docnos, "to_numpy") and hasattr(docnos, "index"):
            values, docnos = docnos.to_numpy(), docnos.index
        rows = dense_rows(values)
        return cls(_core.dense_similarity(_listed(docnos), rows))

    @classmethod
    def matrix(cls, docnos: Iterable[Any], values: Any) -> "Similarity":
        """Makes one of the similarities of all pairs, of any function: a cross-encoder, a kernel.

        >>> s = Similarity.matrix(["d1", "d2"], [[1.0, 0.25], [0.25, 1.0]])
        >>> s("d1", "d2")
        0.25

        Args:
            docnos: str or int, one per row.
            values: array of numbers from -1 to 1, documents x documents, symmetric, 1 on the diagonal.

        Raises:
            Error: for other numbers, and docnos that are there twice or do not fit.
        """
        return cls(_core.matrix_similarity(_listed(docnos), dense_rows(values).astype(numpy.float64, copy=False)))

    @classmethod
    def sparse(cls, docnos: Iterable[Any], matrix: Union[Any, Sequence[Mapping[str, float]]]) -> "Similarity":
        """Makes one of sparse vectors, such as weights of terms.

        Args:
            docnos: str or int, one per row.
            matrix: a matrix of SciPy in any sparse format, documents x terms, or a list with
                ``{term: weight}`` for each document. Repeated terms are added up.

        Raises:
            Error: for a number that is not finite, and docnos that are there twice or do not fit.
        """
        if hasattr(matrix, "tocsr"):
            rows = matrix.tocsr()
            return cls(_core.sparse_similarity(_listed(docnos), rows.indptr, rows.indices, rows.data, rows.shape[1]))
        if isinstance(matrix, (numpy.ndarray, str, bytes, Mapping)):
            raise TypeError(f"matrix: expected a sparse matrix or a list of dicts, found {type(matrix).__name__}")
        return cls(_core.term_similarity(_listed(docnos), items(matrix, "matrix", "a sparse matrix or a list of dicts")))

    @classmethod
    def fingerprints(
        cls,
        docnos: Iterable[Any],
        values: Union["numpy.ndarray[Any, Any]", Iterable[Optional[int]]],
        kind: str = "cosine",
        bits: int = 64,
    ) -> "Similarity":
        """Makes one of SimHash fingerprints.

        Args:
            docnos: str or int, one per fingerprint.
            values: array of numpy.uint64, documents or documents x words, with 1, 2 or 4 words of 64
                bits, the first 64 bits first; or what simhash() returns: whole numbers, and None of
                documents without terms, which are left out.
            kind: what the Hamming distance H of two fingerprints stands for: "cosine", cos(pi H /
                bits), or "hamming", 1 - H / bits.
            bits: of the whole numbers: 64, 128 or 256. The shape of an array says how many it has.
        """
        if bits not in (64, 128, 256):
            raise Error(f"bits: {bits!r} is not 64, 128 or 256", kind="argument", argument="bits")
        if isinstance(values, numpy.ndarray) and values.ndim == 2:
            if values.shape[1] not in (1, 2, 4):
                raise _refuse(f"array of shape {values.shape}, not documents x 1, 2 or 4 words of 64 bits")
            bits, values = 64 * values.shape[1], values.ravel()
        return cls(_core.fingerprint_similarity(_listed(docnos), values, text(kind, "kind"), bits))

    @classmethod
    def read_fingerprints(cls, path: PathLike, kind: str = "cosine") -> "Similarity":
        """Reads a file of ``subintent simhash``.

        Args:
            path: of the file.
            kind: "cosine" or "hamming", as for fingerprints().
        """
        return cls(_core.read_fingerprints(path_of(path, "path"), text(kind, "kind")))

    @classmethod
    def read_vectors(cls, *paths: PathLike) -> "Similarity":
        """Reads files of document vectors, as ``subintent tfidf`` writes them.

        Args:
            paths: of the files.
        """
        return cls(_core.read_vectors([path_of(path, "paths") for path in paths]))

    @classmethod
    def read_texts(
        cls,
        documents: Any,
        *,
        format: str = "",
        html: bool = False,
        docno: str = "",
        text: Union[str, Iterable[str], None] = None,
        progress: Any = None,
    ) -> "Similarity":
        """Makes one of the words of documents, by their TF-IDF weights, as ``--texts`` of the command line does.

        Args:
            documents: as make_hierarchies() takes them: paths, ``{docno: text}``, a data frame or records.
            format, html, docno, text: how they are read, as read_collection() takes them.
            progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        """
        from ._statistics import Statistics
        from ._tokenize import Document, Tokenizer, read_collection

        tokenizer, statistics = Tokenizer(), Statistics()
        terms: Dict[str, Dict[str, int]] = {}

        def use(document: Document) -> None:
            if document.docno in terms:
                raise Error(f"{document.docno} is there twice", kind="input", file="documents", advice="keep one")
            terms[document.docno] = tokenizer.terms(document)
            statistics.add(terms[document.docno])

        read_collection(documents, use, format=format, html=html, docno=docno, text=text, progress=progress)
        docnos = sorted(terms)
        return cls.sparse(docnos, [statistics.weigh(terms[docno]) for docno in docnos])

    @classmethod
    def read_dense(cls, npy: PathLike, docnos: Optional[PathLike] = None) -> "Similarity":
        """Reads dense vectors from files.

        Args:
            npy: path to an array of NumPy, or without `docnos` to JSON lines {"docid": "...", "vector": [number, ...]}.
            docnos: path to a file with the docno of each row of the array, one per line.
        """
        return cls(_core.read_dense(path_of(npy, "npy"), "" if docnos is None else path_of(docnos, "docnos")))

    def __repr__(self) -> str:
        return f"<Similarity: {len(self)} documents>"


class NearDuplicate(NamedTuple):
    """Two documents, in the order of the fingerprints, and in how many bits these differ."""

    first: str
    second: str
    distance: int


_Fingerprints = Union[PathLike, Iterable[PathLike], Mapping[Any, Optional[int]]]


def _fingerprints_of(given: Any, bits: int) -> _core.Fingerprints:
    if isinstance(given, Mapping):
        return _core.Fingerprints(list(given), list(given.values()), whole_number(bits, "bits"))
    return _core.Fingerprints(paths_of(given, "fingerprints"))


def near_duplicates(fingerprints: _Fingerprints, within: int = 3, *, bits: int = 64, progress: Any = None) -> List[NearDuplicate]:
    """All pairs of documents with nearly the same fingerprint, as ``subintent simhash --within`` lists them.

    >>> import subintent
    >>> subintent.near_duplicates({"d1": 0b0111, "d2": 0b0110, "d3": 0b11111111})
    [NearDuplicate(first='d1', second='d2', distance=1)]

    Args:
        fingerprints: paths of files of fingerprints, or what simhash() returns by docno.
        within: in how many bits the fingerprints of a pair differ at most: up to 3 of 64, 7 of 128, 15 of 256.
        bits: of whole numbers: 64, 128 or 256. Files say how many they have.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        The pairs in the order of the fingerprints.
    """
    table = _fingerprints_of(fingerprints, bits)
    return [NearDuplicate(*pair) for pair in table.near_duplicates(whole_number(within, "within"), caller_of(progress))]


def near_duplicate_groups(fingerprints: _Fingerprints, within: int = 3, *, bits: int = 64, progress: Any = None) -> List[List[str]]:
    """The groups of documents that pairs of near_duplicates() connect, which Evaluator takes as ``duplicates``.

    >>> import subintent
    >>> subintent.near_duplicate_groups({"d1": 0b0111, "d2": 0b0110, "d3": 0b11111111})
    [['d1', 'd2']]

    Args:
        fingerprints: paths of files of fingerprints, or what simhash() returns by docno.
        within: in how many bits the fingerprints of a pair differ at most: up to 3 of 64, 7 of 128, 15 of 256.
        bits: of whole numbers: 64, 128 or 256. Files say how many they have.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
    """
    table = _fingerprints_of(fingerprints, bits)
    return table.near_duplicate_groups(whole_number(within, "within"), caller_of(progress))
