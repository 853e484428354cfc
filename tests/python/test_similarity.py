"""Similarity of arrays: of all types and layouts the same, and of bad ones one clear error."""
import gc
import sys

import numpy
import pandas
import pytest
import subintent

DOCNOS = ["a", "b", "c", "d"]
ROWS = numpy.array([[1, 2, 3], [4, 5, 6.5], [-1, 0.25, 0], [0, 0, 0]])


def cosines(similarity):
    return [[similarity(a, b) for b in DOCNOS] for a in DOCNOS]


EXPECTED = cosines(subintent.Similarity.dense(DOCNOS, ROWS))


def test_is_the_cosine():
    similarity = subintent.Similarity.dense(DOCNOS, ROWS)
    assert len(similarity) == 4 and repr(similarity) == "<Similarity: 4 documents>"
    a, b = ROWS[0], ROWS[1]
    assert EXPECTED[0][1] == pytest.approx(a @ b / numpy.linalg.norm(a) / numpy.linalg.norm(b), abs=1e-15)
    assert EXPECTED[0][0] == 1 and EXPECTED[3] == [0, 0, 0, 0]


LAYOUTS = {"float16": lambda x: x.astype("f2"), "float32": lambda x: x.astype("f4"), "Fortran order": lambda x: numpy.asfortranarray(x),
           "every second row": lambda x: numpy.repeat(x, 2, axis=0)[::2], "part of the columns": lambda x: numpy.hstack([x, x]).astype("f4")[:, :3],
           "every second column": lambda x: numpy.repeat(x, 2, axis=1)[:, ::2], "reversed rows": lambda x: x[::-1].copy()[::-1],
           "reversed columns": lambda x: x[:, ::-1].copy()[:, ::-1], "transposed": lambda x: x.T.copy().T,
           "unaligned": lambda x: numpy.frombuffer(b"x" + x.tobytes(), offset=1).reshape(x.shape),
           "part of a record": lambda x: numpy.array([(1, row) for row in x], dtype=[("n", "i1"), ("v", "f8", 3)])["v"],
           "lists": lambda x: x.tolist(), "rows": lambda x: [numpy.array(row) for row in x],
           "mask that hides nothing": lambda x: numpy.ma.array(x, mask=False)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_are_equal(layout):
    assert cosines(subintent.Similarity.dense(DOCNOS, LAYOUTS[layout](ROWS))) == EXPECTED


def test_read_only_and_broadcast():
    array = ROWS.copy()
    array.setflags(write=False)
    assert cosines(subintent.Similarity.dense(DOCNOS, array)) == EXPECTED
    assert subintent.Similarity.dense(DOCNOS, numpy.broadcast_to(ROWS[0], (4, 3)))("a", "d") == 1


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_memory_is_shared_and_kept(dtype):
    array = ROWS.astype(dtype)
    before = sys.getrefcount(array)
    similarity = subintent.Similarity.dense(DOCNOS, array)
    assert sys.getrefcount(array) == before + 1
    array[3] = array[0]
    assert similarity("a", "a") == 1  # lengths are those of before
    array[:] = numpy.nan  # what one is told not to do must not break anything
    assert similarity("a", "b") == 0
    qrels = {"1": {"x": {docno: 1 for docno in DOCNOS}}}
    assert len(subintent.cluster(qrels, similarity)[0].merges) == 3
    copy = subintent.Similarity(similarity)
    del similarity
    assert copy("a", "b") == 0
    del copy
    gc.collect()
    assert sys.getrefcount(array) == before


def test_frames_and_other_docnos():
    frame = pandas.DataFrame(ROWS, index=DOCNOS)
    assert cosines(subintent.Similarity.dense(frame.index, frame)) == EXPECTED
    assert cosines(subintent.Similarity.dense(numpy.array(DOCNOS), frame.to_numpy())) == EXPECTED
    assert subintent.Similarity.dense(["a", "b"], [[3, 0], [3, 4]])("a", "b") == subintent.Similarity.dense({"a": [3, 0], "b": [3, 4]})("a", "b") == 0.6
    numbered = subintent.Similarity.dense(range(4), ROWS)
    assert 3 in numbered and "3" in numbered and "x" not in numbered
    assert numbered(0, 1) == numbered("0", numpy.int64(1)) == EXPECTED[0][1]


def test_extremes_are_equal():
    scaled = ROWS * numpy.array([[2.0**-1000], [2.0**1000], [1], [1]])
    assert cosines(subintent.Similarity.dense(DOCNOS, scaled)) == EXPECTED


def test_equals_the_command_line(tmp_path, program):
    rng = numpy.random.default_rng(1)
    docnos = [f"d{i:02}" for i in range(30)]
    (tmp_path / "docnos").write_text("\n".join(docnos))
    (tmp_path / "qrels").write_text("".join(f"1 {i % 2} {docno} 1\n" for i, docno in enumerate(docnos)))
    for dtype in ("f2", "f4", "f8"):
        array = rng.standard_normal((30, 21)).astype(dtype)
        numpy.save(tmp_path / "v.npy", array)
        files = ["--dense", tmp_path / "v.npy", "--docnos", tmp_path / "docnos"]
        printed = program("cluster", "--qrels", tmp_path / "qrels", *files)
        dendrograms = subintent.cluster(tmp_path / "qrels", subintent.Similarity.dense(docnos, array))
        assert printed == "".join(dendrogram.to_json() + "\n" for dendrogram in dendrograms)
        from_files = subintent.Similarity.read_dense(tmp_path / "v.npy", tmp_path / "docnos")
        assert subintent.cluster(tmp_path / "qrels", from_files) == dendrograms


def test_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    for make in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.lil_matrix, sparse.csr_array):
        for dtype in ("f4", "f8"):
            similarity = subintent.Similarity.sparse(DOCNOS, make(ROWS.astype(dtype)))
            assert numpy.allclose(cosines(similarity), EXPECTED, rtol=0, atol=1e-15)
    counts = sparse.csr_matrix(numpy.array([[1, 2], [2, 4], [0, 1], [0, 0]], dtype="i8"))
    assert subintent.Similarity.sparse(DOCNOS, counts)("a", "b") == 1
    assert subintent.Similarity.sparse(DOCNOS, counts.astype(bool))("a", "b") == 1
    # Unsorted, with a column that is listed twice, and 64-bit indices.
    odd = sparse.csr_matrix((numpy.array([2.0, 1, 1, 2]), numpy.array([1, 0, 0, 2**40]), numpy.array([0, 2, 4, 4, 4])), shape=(4, 2**41))
    assert subintent.Similarity.sparse(DOCNOS, odd)("a", "b") == pytest.approx(1 / 5**0.5 / 5**0.5, abs=1e-15)
    assert len(subintent.Similarity.sparse([], sparse.csr_matrix((0, 5)))) == 0


def test_sparse_terms_equal_the_files(tmp_path):
    vectors = [{"dog": 2, "cat": 1.5}, {"cat": 3}, {}, {"dog": 0.5, "emu": 1}]
    similarity = subintent.Similarity.sparse(DOCNOS, vectors)
    lines = [f'{{"id":"{docno}","vector":{str(vector)}}}\n'.replace("'", '"') for docno, vector in zip(DOCNOS, vectors)]
    (tmp_path / "v").write_text("".join(lines))
    assert cosines(similarity) == cosines(subintent.Similarity.read_vectors(tmp_path / "v"))


def test_fingerprints(tmp_path):
    values = [0, 2**64 - 1, 2**63, 1]
    (tmp_path / "f").write_text("".join(f"{docno}\t{value:016x}\n" for docno, value in zip(DOCNOS, values)))
    for kind in ("cosine", "hamming"):
        expected = cosines(subintent.Similarity.read_fingerprints(tmp_path / "f", kind))
        for given in (values, numpy.array(values, dtype="u8"), numpy.array(values, dtype=">u8"), tuple(values), iter(values)):
            assert cosines(subintent.Similarity.fingerprints(DOCNOS, given, kind)) == expected
    assert subintent.Similarity.fingerprints(["a", "b"], numpy.array([1, 3], dtype="i4"), "hamming")("a", "b") == 1 - 1 / 64
    twice = numpy.repeat(numpy.array(values, dtype="u8"), 2)
    assert cosines(subintent.Similarity.fingerprints(DOCNOS, twice[::2], "hamming")) == expected


@pytest.mark.parametrize("bits", [128, 256])
def test_longer_fingerprints(tmp_path, bits):
    values = [0, 2**bits - 1, 2 ** (bits - 1), 2**100 + 7]
    (tmp_path / "f").write_text("".join(f"{docno}\t{value:0{bits // 4}x}\n" for docno, value in zip(DOCNOS, values)))
    words = [[value >> shift & 2**64 - 1 for shift in range(bits - 64, -1, -64)] for value in values]
    array = numpy.array(words, dtype="u8")
    for kind in ("cosine", "hamming"):
        expected = cosines(subintent.Similarity.read_fingerprints(tmp_path / "f", kind))
        for given in (values, iter(values), array, numpy.asfortranarray(array), numpy.repeat(array, 2, axis=1)[:, ::2]):
            assert cosines(subintent.Similarity.fingerprints(DOCNOS, given, kind, bits=bits)) == expected
        assert cosines(subintent.Similarity.fingerprints(DOCNOS, array, kind)) == expected
    distance = bin(values[0] ^ values[3]).count("1")
    assert subintent.Similarity.fingerprints(DOCNOS, values, "hamming", bits)(DOCNOS[0], DOCNOS[3]) == 1 - distance / bits
    kept = subintent.Similarity.fingerprints(["a", "b"], [None, 2**bits - 1], bits=bits)
    assert len(kept) == 1 and "b" in kept
    for bad in (2**bits, -1):
        with pytest.raises(subintent.Error, match=f"values: int .* is not a whole number of {bits} bits"):
            subintent.Similarity.fingerprints(["a"], [bad], bits=bits)
    for bad in (True, 1.0, "0f"):
        with pytest.raises(TypeError, match="values: expected whole numbers"):
            subintent.Similarity.fingerprints(["a"], [bad], bits=bits)


def test_documents_without_terms_have_no_fingerprint():
    pages = {"a": "one dog", "b": "", "c": "two dogs"}
    terms = [subintent.Tokenizer().terms(text) for text in pages.values()]
    similarity = subintent.Similarity.fingerprints(pages.keys(), map(subintent.simhash, terms))
    assert len(similarity) == 2 and "b" not in similarity and similarity("a", "b") == 0


class Raises:
    def __iter__(self):
        yield "a"
        raise RuntimeError("halfway")

    __array__ = __len__ = lambda self, *_: 1 / 0


def changed(value):
    rows = ROWS.copy()
    rows[1, 2] = value
    return rows


BAD_DENSE = {
    "NaN": (DOCNOS, changed(numpy.nan), subintent.Error, "values: one of b is not a finite number"),
    "float16 overflow": (DOCNOS, changed(numpy.inf).astype("f2"), subintent.Error, "not a finite number"),
    "bytes of bits": (DOCNOS, ROWS.astype("u1"), subintent.Error, "array of uint8.*asarray"),
    "complex": (DOCNOS, ROWS * 1j, subintent.Error, "array of complex128"),
    "long double": (DOCNOS, ROWS.astype(numpy.longdouble), subintent.Error, "array of .f16|array of float"),
    "text": (DOCNOS, ROWS.astype("U"), subintent.Error, "array of <U"),
    "objects": (DOCNOS, ROWS.astype(object), subintent.Error, "array of object"),
    "big-endian": (DOCNOS, ROWS.astype(">f8"), subintent.Error, "array of >f8.*this machine"),
    "docnos last": (ROWS, DOCNOS, subintent.Error, "values: array of <U1, not of numbers; give docnos first"),
    "one dimension": (DOCNOS, ROWS[:, 0], subintent.Error, r"array of shape \(4,\)"),
    "no columns": (DOCNOS, ROWS[:, :0], subintent.Error, r"array of shape \(4, 0\)"),
    "a number": (DOCNOS, 1.0, subintent.Error, r"array of shape \(\)"),
    "nothing": (DOCNOS, None, subintent.Error, "array of object"),
    "ragged": (DOCNOS, [[1.0, 2.0], [1.0]], subintent.Error, "values: not an array|array of object"),
    "empty list": (DOCNOS, [], subintent.Error, r"array of shape \(0,\)"),
    "similarities": (DOCNOS, numpy.eye(4) + 0.1 * (1 - numpy.eye(4)), subintent.Error, "a symmetric matrix, of similarities and not of vectors; give the vectors .* or the matrix to matrix"),
    "products": (DOCNOS, ROWS @ ROWS.T, subintent.Error, "a symmetric matrix"),
    "masked": (DOCNOS, numpy.ma.array(ROWS, mask=ROWS > 5), subintent.Error, "masked"),
    "raises": (DOCNOS, Raises(), ZeroDivisionError, ""),
    "too few docnos": (DOCNOS[:3], ROWS, subintent.Error, "docnos: 3 for 4 documents"),
    "a docno twice": (["a", "b", "b", "d"], ROWS, subintent.Error, "docnos: b is listed twice"),
    "an empty docno": (["a", "", "b", "d"], ROWS, subintent.Error, "docnos: ''"),
    "a docno with a line end": (["a", "b\n", "c", "d"], ROWS, subintent.Error, "docnos: 'b"),
    "a surrogate": (["a", "\ud800", "c", "d"], ROWS, ValueError, "docno: .*surrogates"),
    "bytes as docnos": ([b"a", b"b", b"c", b"d"], ROWS, TypeError, "docno: expected str or a whole number, found bytes"),
    "docnos None": ([None] * 4, ROWS, TypeError, "docno: expected str or a whole number, found NoneType"),
    "docnos float": ([1.5, 2.0, 3.0, 4.0], ROWS, TypeError, "docno: expected str or a whole number, found float"),
    "docnos in a str": ("abcd", ROWS, TypeError, "docnos: expected a list of str, found str"),
    "docnos in a dict": (dict.fromkeys(DOCNOS), ROWS, TypeError, "docnos: expected a list of str, found dict"),
    "no docnos": (None, ROWS, TypeError, "docnos: expected a list of str, found NoneType"),
    "docnos that raise": (Raises(), ROWS, RuntimeError, "halfway")}


def test_matrix_of_similarities():
    rng = numpy.random.default_rng(3)
    docnos, rows = [f"d{i}" for i in range(30)], rng.normal(size=(30, 5))
    dense, unit = subintent.Similarity.dense(docnos, rows), rows / numpy.linalg.norm(rows, axis=1, keepdims=True)
    matrix = subintent.Similarity.matrix(docnos, (unit @ unit.T).astype("f4"))
    assert matrix("d1", "d1") == 1 and matrix("d1", "d2") == matrix("d2", "d1") == pytest.approx(dense("d1", "d2"), abs=1e-6) and matrix("d1", "x") == 0
    judged, run = {"q": {"i": dict.fromkeys(docnos, 1)}}, {"q": dict(zip(docnos, rng.random(30)))}
    measures = ["ILD@10", "Vendi@10", "nDCG_RA@10", "NearDup@10"]
    means = [subintent.evaluate(judged, run, measures, similarity=s).means() for s in (matrix, dense)]
    assert means[0] == pytest.approx(means[1], abs=1e-5)
    lists = [subintent.Diversifier(run, "mmr", similarity=s).run(0.5).lists() for s in (matrix, dense)]
    assert lists[0] == lists[1]
    for options in ({}, {"neighbours": 5}):
        trees = [subintent.cluster(judged, s, linkage="average", **options)[0].linkage() for s in (matrix, dense)]
        numpy.testing.assert_allclose(trees[0], trees[1], atol=1e-5)
    with pytest.raises(subintent.Error, match="needs vectors"):
        subintent.cluster(judged, matrix, contrast=True)


BAD_MATRIX = {"not square": (numpy.eye(4)[:, :3], "4 x 3, not documents x documents"),
              "not symmetric": (numpy.eye(4) + numpy.eye(4, k=1), "0 of b and a, 1 the other way round; give the mean"),
              "distances": (1 - numpy.eye(4), "0 of a and a; similarities are from -1 to 1, and 1 on the diagonal"),
              "percent": (100 * numpy.eye(4), "100 of a and a; similarities"),
              "not finite": (numpy.full((4, 4), numpy.nan), "one of a is not a finite number")}


@pytest.mark.parametrize("case", BAD_MATRIX)
def test_bad_matrix(case, tmp_path):
    values, message = BAD_MATRIX[case]
    with pytest.raises(subintent.Error, match=message):
        subintent.Similarity.matrix(DOCNOS, values)
    numpy.save(tmp_path / "v.npy", numpy.full((4, 4), 0.5))
    (tmp_path / "docnos").write_text("\n".join(DOCNOS))
    with pytest.raises(subintent.Error, match="v.npy: has a symmetric matrix, of similarities and not of vectors; give"):
        subintent.Similarity.read_dense(tmp_path / "v.npy", tmp_path / "docnos")


class Csr:
    """What is taken for a sparse matrix."""

    def __init__(self, indptr=(0, 1, 2), indices=(0, 1), data=(1.0, 2.0), shape=(2, 2)):
        self.indptr, self.indices, self.data, self.shape = map(numpy.array, (indptr, indices, data, shape))

    def tocsr(self):
        return self


BAD_SPARSE = {
    "indptr too short": (Csr(indptr=[0, 2]), subintent.Error, "docnos: 2 for 1"),
    "indptr descends": (Csr(indptr=[0, 3, 2]), subintent.Error, "indptr: does not ascend"),
    "indptr begins late": (Csr(indptr=[1, 1, 2]), subintent.Error, "indptr: does not ascend"),
    "indptr ends early": (Csr(indptr=[0, 1, 1]), subintent.Error, "indptr: does not ascend"),
    "indptr ends late": (Csr(indptr=[0, 1, 9]), subintent.Error, "indptr: does not ascend"),
    "indptr negative": (Csr(indptr=[0, -1, 2]), subintent.Error, "indptr: -1 is below 0"),
    "indptr of floats": (Csr(indptr=[0.0, 1, 2]), subintent.Error, "indptr: array of float64"),
    "index too large": (Csr(indices=[0, 2]), subintent.Error, "indices: 2 is not below the 2 columns"),
    "index negative": (Csr(indices=[0, -2]), subintent.Error, "indices: -2 is below 0"),
    "too few indices": (Csr(indices=[0]), subintent.Error, "indices: 1 for 2 values"),
    "indices in two dimensions": (Csr(indices=[[0, 1]]), subintent.Error, r"indices: .*shape \(1, 2\)"),
    "NaN": (Csr(data=[1, numpy.nan]), subintent.Error, "data: one of b is not a finite number"),
    "sum too large": (Csr(indptr=[0, 2, 2], indices=[0, 0], data=[1e308, 1e308]), subintent.Error, "data: one of a"),
    "text": (Csr(data=["x", "y"]), subintent.Error, "data: array of <U1"),
    "complex": (Csr(data=[1j, 1]), subintent.Error, "data: array of complex128"),
    "dense": (ROWS[:2], TypeError, "matrix: expected a sparse matrix"),
    "one dict": ({"a": 1}, TypeError, "matrix: expected a sparse matrix"),
    "lists": ([[1], [2]], TypeError, "vectors: expected {term: weight}, found list"),
    "weights that are text": ([{"x": "1"}, {}], TypeError, "weight: expected a number, found str"),
    "weights that are NaN": ([{"x": float("nan")}, {}], subintent.Error, "one of a is not a finite number"),
    "terms that are not": ([{None: 1}, {}], TypeError, "term: expected str"),
    "too few dicts": ([{}], subintent.Error, "docnos: 2 for 1")}
BAD_FINGERPRINTS = {
    "negative": ([1, -1], subintent.Error, r"values: int -1 is not from 0 to 2\^64 - 1"),
    "too large": ([1, 2**64], subintent.Error, r"is not from 0 to 2\^64 - 1"),
    "negative array": (numpy.array([1, -1]), subintent.Error, "values: -1 is below 0"),
    "floats": ([1.0, 2.0], TypeError, "values: expected whole numbers, found float"),
    "array of floats": (numpy.array([1.0, 2]), subintent.Error, "values: array of float64"),
    "None for one of none": ([1, 2, None], TypeError, "values: expected whole numbers, found NoneType"),
    "bool": ([True, False], TypeError, "values: expected whole numbers, found bool"),
    "hexadecimal": (["0f", "ff"], TypeError, "values: expected whole numbers, found str"),
    "text": ("12", TypeError, "values: expected whole numbers, found str"),
    "three words": (numpy.zeros((2, 3), "u8"), subintent.Error, r"values: .*shape \(2, 3\), not documents x 1, 2 or 4"),
    "three dimensions": (numpy.zeros((2, 1, 1), "u8"), subintent.Error, r"values: .*shape \(2, 1, 1\)"),
    "words of one document": (numpy.zeros((1, 2), "u8"), subintent.Error, "docnos: 2 for 1"),
    "words of reals": (numpy.zeros((2, 2)), subintent.Error, "values: array of float64"),
    "too few": ([1], subintent.Error, "docnos: 2 for 1")}


BAD = {f"{make.__name__}: {name}": (make, docnos, *case)
       for make, docnos, cases in ((subintent.Similarity.sparse, ["a", "b"], BAD_SPARSE), (subintent.Similarity.fingerprints, ["a", "b"], BAD_FINGERPRINTS))
       for name, case in cases.items()}
BAD.update({f"dense: {name}": (subintent.Similarity.dense, *case) for name, case in BAD_DENSE.items()})


@pytest.mark.parametrize("case", BAD)
def test_bad_values(case):
    make, docnos, values, error, message = BAD[case]
    with pytest.raises(error, match=message):
        make(docnos, values)


def test_other_bad_uses(tmp_path):
    for use, error, message in (
        (lambda: subintent.Similarity.fingerprints(["a"], [1], kind="euclid"), subintent.Error, "kind: unknown value 'euclid'; use cosine or hamming"),
        (lambda: subintent.Similarity.fingerprints(["a"], [1], bits=100), subintent.Error, "bits: 100 is not 64, 128 or 256"),
        (lambda: subintent.Similarity(ROWS), TypeError, "made by Similarity.dense"),
        (lambda: subintent.Similarity.dense(["a", "b"], Csr()), subintent.Error, "sparse.*Similarity.sparse"),
        (lambda: subintent.Similarity.dense(DOCNOS, ROWS)("a", None), TypeError, "docno: expected str")):
        with pytest.raises(error, match=message):
            use()
    (tmp_path / "f").write_text("a\t12\n")
    with pytest.raises(subintent.Error) as caught:
        subintent.Similarity.read_fingerprints(tmp_path / "f")
    assert caught.value.file == str(tmp_path / "f") and caught.value.line == 1


def test_words_of_texts(tmp_path, program):
    texts = {"d1": "jaguar car speed", "d2": "jaguar cat", "d3": "river cat water"}
    frame = pandas.DataFrame({"docno": list(texts), "text": list(texts.values())})
    similarity = subintent.Similarity.read_texts(texts)
    assert 0 < similarity("d1", "d2") < 1 and similarity("d1", "d3") == 0
    assert similarity("d1", "d2") == subintent.Similarity.read_texts(frame)("d1", "d2")
    frame.to_csv(tmp_path / "texts.csv", index=False)
    (tmp_path / "qrels").write_text("1 a d1 1\n")
    (tmp_path / "run").write_text("1 Q0 d1 1 3 t\n1 Q0 d2 2 2 t\n1 Q0 d3 3 1 t\n")
    files = [str(tmp_path / name) for name in ("qrels", "run")]
    scores = subintent.evaluate(*files, "ILD@3", similarity=similarity)
    printed = program("evaluate", "--qrels", files[0], files[1], "-m", "ILD@3", "--texts", str(tmp_path / "texts.csv"))
    assert scores.to_text() == printed
    with pytest.raises(TypeError, match="'texts'; give similarity=Similarity.read_texts"):
        subintent.evaluate(*files, "ILD@3", texts=texts)
    with pytest.raises(subintent.Error, match="documents: d1 is there twice; keep one"):
        subintent.Similarity.read_texts([("d1", "a"), ("d1", "b")])
    with pytest.raises(TypeError, match="it takes evaluator, runs .an Evaluator, or Judgments, with topics"):
        subintent.compare.difference(*files, titles="topics.xml")
