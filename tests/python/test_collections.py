"""Collections, terms and fingerprints: equal to those of the program."""
import json

import pytest
import subintent


def test_fingerprints_and_terms_are_those_of_the_program(data, program, tmp_path):
    archive = data / "web.warc.gz"
    program("tokenize", archive, "-o", tmp_path / "vectors.jsonl", "--fingerprints", tmp_path / "fingerprints.tsv")
    tokenizer = subintent.Tokenizer()
    documents = []
    summary = subintent.read_collection(archive, documents.append)
    assert summary.documents == len(documents) > 0
    terms = {document.docno: tokenizer.terms(document) for document in documents}
    vectors = map(json.loads, (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines())
    assert {vector["id"]: vector["vector"] for vector in vectors} == terms
    for bits in (64, 128, 256):
        made = tmp_path / f"fingerprints-{bits}.tsv"
        program("simhash", tmp_path / "vectors.jsonl", "--bits", bits, "-o", made)
        fingerprints = {docno: f"{subintent.simhash(counts, bits):0{bits // 4}x}" for docno, counts in terms.items() if counts}
        assert dict(line.split() for line in made.read_text().splitlines()) == fingerprints
    assert (tmp_path / "fingerprints-64.tsv").read_text() == (tmp_path / "fingerprints.tsv").read_text()


def test_texts_are_those_of_the_program(data, program, tmp_path):
    program("tokenize", data / "web.warc.gz", "--texts", tmp_path / "texts.tsv")
    documents = []
    subintent.read_collection(data / "web.warc.gz", documents.append)
    texts = subintent.read_texts(tmp_path / "texts.tsv")
    assert texts == {document.docno: subintent.document_text(document) for document in documents}
    assert texts["mer-005"].title == "Mariner 10 (print version)"
    assert texts["mer-005"].url == next(document.url for document in documents if document.docno == "mer-005")
    assert list(subintent.read_texts([tmp_path / "texts.tsv"], docnos=["mer-005", "none"])) == ["mer-005"]


def test_main_content_is_that_of_the_program(data, program, tmp_path):
    archive = data / "web.warc.gz"
    program("tokenize", archive, "--main-content", "-o", tmp_path / "vectors.jsonl", "--texts", tmp_path / "texts.tsv")
    documents = []
    subintent.read_collection(archive, documents.append)
    tokenizer = subintent.Tokenizer(main_content=True)
    lines = (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    assert {line["id"]: line["vector"] for line in map(json.loads, lines)} == {d.docno: tokenizer.terms(d) for d in documents}
    texts = {d.docno: subintent.document_text(d, main_content=True) for d in documents}
    assert subintent.read_texts(tmp_path / "texts.tsv") == texts


def test_visible_text():
    sentence = "A bridge of nine arches was built over the wider river."
    page = subintent.Document("d", f"<title>Été</title><nav>Menu</nav><p>{sentence}".encode("latin-1"), True, "")
    assert subintent.visible_text(page).split("\n") == ["Été", "Menu", sentence]
    assert subintent.visible_text(page, main_content=True).split("\n") == ["Été", sentence]
    assert subintent.visible_text(page._replace(html=False), main_content=True).startswith("<title>")
    assert "menu" not in subintent.Tokenizer(main_content=True).terms(page)
    assert subintent.Tokenizer(main_content=True).terms(f"<nav>Menu</nav><p>{sentence}", html=True)["river"] == 1
    with pytest.raises(TypeError, match="document"):
        subintent.visible_text("text")


def test_titles_and_addresses_are_given_beside_the_content(tmp_path):
    (tmp_path / "c.jsonl").write_text('{"id": "a", "title": "T", "text": "x", "url": "http://a/"}\n{"id": "b", "text": "y"}\n')
    documents = []
    subintent.read_collection(tmp_path / "c.jsonl", documents.append)
    assert [(document.title, document.url) for document in documents] == [("T", "http://a/"), ("", "")]
    assert [subintent.document_text(document) for document in documents] == [("T", "http://a/", "x"), ("", "", "y")]


def test_bad_texts(tmp_path):
    (tmp_path / "t").write_text("a\tb\n")
    with pytest.raises(subintent.Error) as error:
        subintent.read_texts(tmp_path / "t")
    assert error.value.line == 1 and error.value.file.endswith("t")
    with pytest.raises(TypeError, match="docnos"):
        subintent.read_texts(tmp_path / "t", docnos="a")
    with pytest.raises(TypeError, match="document"):
        subintent.document_text("text")


def test_what_use_raises_ends_the_reading(data):
    def use(document):
        raise KeyError(document.docno)

    with pytest.raises(KeyError):
        subintent.read_collection([data / "web.warc.gz"], use)


def test_defects_are_warned_of_and_skipped(tmp_path):
    (tmp_path / "broken.jsonl").write_text('{"id": "a", "contents": "x"}\nnot JSON\n{"id": "b", "contents": "y"}\n')
    documents = []
    with pytest.warns(subintent.DataWarning, match="broken.jsonl"):
        summary = subintent.read_collection(tmp_path / "broken.jsonl", documents.append)
    assert [document.docno for document in documents] == ["a", "b"] and summary.skipped == 1
    with pytest.raises(subintent.Error) as error:
        subintent.read_collection(tmp_path / "missing", documents.append)
    assert error.value.kind == "system" and "missing" in error.value.file


def test_progress(data):
    told = []
    subintent.read_collection(data / "web.warc.gz", lambda document: None, progress=told.append)
    assert all(isinstance(progress, subintent.Progress) for progress in told)
