"""Documents of all shapes that people hold them in."""
import collections
import dataclasses
import json
import types

import pytest
import subintent

QRELS = {"1": {"animal": {"d1": 1, "d2": 1}, "car": {"d3": 1, "4": 1}}}
TEXTS = {"d1": "the jaguar hunts at night in the forest", "d2": "a jaguar in the forest, asleep",
         "d3": "the new jaguar has a strong engine", "4": "engine and brakes of the jaguar"}


def shape(documents, **arguments):
    made = subintent.make_hierarchies(QRELS, documents, **arguments)
    return [leaf.docs for leaf in made.topic[0].leaves()], {docno: text.excerpt for docno, text in made.texts.items()}


def test_every_shape_gives_the_same(tmp_path):
    wanted = shape(TEXTS)
    assert wanted[1] == TEXTS
    folder = tmp_path / "texts"
    folder.mkdir()
    for docno, text in TEXTS.items():
        (folder / f"{docno}.txt").write_text(text)
    records = [{"docno": docno, "text": text} for docno, text in TEXTS.items()]
    (tmp_path / "c.json").write_text(json.dumps(records))
    Doc = collections.namedtuple("Doc", "doc_id body")
    for documents in (folder, str(folder), [folder], tmp_path / "c.json", TEXTS.items(), iter(TEXTS.items()), records, iter(records),
                      [[4 if docno == "4" else docno, text] for docno, text in TEXTS.items()], [Doc(*pair) for pair in TEXTS.items()],
                      {docno: {"title": "", "contents": text} for docno, text in TEXTS.items()},
                      [subintent.Document(docno, text.encode(), False, "") for docno, text in TEXTS.items()]):
        assert shape(documents) == wanted
    renamed = [{"name": docno, "a": text[:9], "b": text[9:]} for docno, text in TEXTS.items()]
    assert shape(renamed, docno="name", text=["a", "b"])[0] == wanted[0] == shape(renamed, docno="name", text="a,b")[0]


def test_frames_and_series():
    pandas = pytest.importorskip("pandas")
    wanted = shape(TEXTS)
    assert shape(pandas.Series(TEXTS)) == wanted
    frame = pandas.DataFrame({"docid": list(TEXTS), "title": [None, float("nan"), "", ""], "text": list(TEXTS.values())})
    assert shape(frame) [0] == wanted[0]
    assert shape(frame.rename(columns={"docid": "name", "text": "words"}), docno="name", text="words") == wanted
    with pytest.raises(subintent.Error, match="documents:1: has members key, title, text, none of which is known to be the docno; say which is, as with docno='key'"):
        shape(frame.assign(title="x").rename(columns={"docid": "key"}))
    rows = pandas.DataFrame({"id": range(4), "docno": list(TEXTS), "text": list(TEXTS.values())})
    assert shape(rows) == shape(rows.drop(columns="id").set_index("docno")) == shape(rows.to_dict("index")) == wanted
    assert shape(rows.rename(columns={"docno": "name"}).drop(columns="id")) == wanted
    read = []
    assert subintent.read_collection(rows, read.append) == (4, 4, 0) and [document.docno for document in read] == list(TEXTS)
    with pytest.warns(subintent.DataWarning, match="text is text; left out: note; text='text,note'"):
        shape(rows.assign(note="more than two words"))


def test_files_by_docno_and_objects_of_other_libraries(tmp_path):
    (tmp_path / "p.html").write_text("<title>T</title><p>one")
    (tmp_path / "two.csv").write_text("id,text\na,x\nb,y\n")
    for files in ({"a": tmp_path / "p.html"}, [("a", tmp_path / "p.html")]):
        assert read(files) == [("a", "T\none", True)]
    with pytest.raises(subintent.Error, match="two.csv holds 2 documents, not one; give a list of such paths"):
        read({"a": tmp_path / "two.csv"})
    plain, model, slots = types.SimpleNamespace(id="a", page_content="x y"), types.SimpleNamespace(model_dump=lambda: {"id_": "a", "text": "x y"}), dataclasses.make_dataclass("Doc", ["id", "content"])("a", "x y")
    node = types.SimpleNamespace(id="a", parts=[1], get_content=lambda: "x y")
    for each in (plain, model, slots, node):
        assert read([each]) == read({"a": each}) == [("a", "x y", False)]
    assert read({"a": ["x", "y"], "b": ["z"]}) == [("a", "x\ny", False), ("b", "z", False)]
    assert read({"title": dict.fromkeys(map(str, range(20)), "t"), "text": dict.fromkeys(map(str, range(20)), "x")})[1] == ("1", "t\nx", False)


def test_forms_that_were_misread(tmp_path):
    class Data:
        def __len__(self):
            return 2

        def __getitem__(self, place):
            return {"id": "ab"[place], "text": "x"}

    assert read(Data()) == [("a", "x", False), ("b", "x", False)]
    assert read({"id": "a", "text": "x y"}) == [("a", "x y", False)]
    with pytest.raises(subintent.Error, match="say which is, as with docno='metadata.source'"):
        read([types.SimpleNamespace(id=None, page_content="x y", metadata={"source": "s"})])
    pandas = pytest.importorskip("pandas")
    with pytest.raises(subintent.Error, match="documents: the data frame has two columns text; keep one"):
        read(pandas.DataFrame([["a", "x", "y"]], columns=["docno", "text", "text"]))
    catalogue = pandas.DataFrame({"movieId": [1], "genres": [["Children's", "x y"]]})
    assert subintent.Judgments([pandas.DataFrame({"userId": ["u"], "movieId": [1], "rating": [2]}), catalogue]).rows() == [("u", "Children's", "1", 2), ("u", "x y", "1", 2)]


def test_texts_with_tags_are_said_to_have_them(tmp_path):
    texts = {docno: f'<div class="content">{text} &amp; more</div>' for docno, text in TEXTS.items()}
    made = subintent.make_hierarchies(QRELS, TEXTS)
    with pytest.warns(subintent.DataWarning, match="^texts: looks like HTML.*; give document_text"):
        subintent.with_labels(made.topic, texts)
    assert subintent.with_labels(made.topic, {docno: f"<!doctype html><p>{text}" for docno, text in TEXTS.items()})
    file = tmp_path / "t.json"
    file.write_text(json.dumps(texts))
    with pytest.warns(subintent.DataWarning, match="subintent tokenize .*t.json --html --texts texts.tsv.gz, and give what"):
        subintent.report(QRELS, {"a": {"1": ["d1"]}}, tmp_path / "r.html", texts=file, measures=["P@1"])
    file.write_text('{"slug": "a", "prose": "x y z"}\n{"slug": "b", "prose": "x y z w"}\n')
    for call, advice in ((lambda: subintent.read_texts(file), "t.json --texts texts.tsv.gz"),
                         (lambda: subintent.report(QRELS, {"a": {"1": ["d1"]}}, tmp_path / "r.html", texts=file), "t.json --docno slug --text prose --texts texts.tsv.gz")):
        with pytest.raises(subintent.Error, match=advice):
            call()


def test_pages_are_read_as_html():
    page = "<!doctype html><title>T</title><p class=x>{}"
    assert shape({docno: page.format(text) for docno, text in TEXTS.items()})[0] == shape(TEXTS)[0]
    tokenizer = subintent.Tokenizer()
    assert tokenizer.terms(page.format("one")) == {"one": 1, "t": 1}
    assert "doctype" in tokenizer.terms(page.format("one"), html=False)
    assert tokenizer.terms("<p class=x>hello") == {"class": 1, "hello": 1, "p": 1, "x": 1}
    with pytest.warns(subintent.DataWarning, match="give html=True if"):
        assert subintent.Tokenizer().terms("<table><tr><td>cell") == {"cell": 1, "table": 1, "td": 1, "tr": 1}
    with pytest.warns(subintent.DataWarning, match="give html=True if"):
        shape({docno: f"<p>{text}</p>" for docno, text in TEXTS.items()})
    assert shape({docno: f"<p>{text}</p>" for docno, text in TEXTS.items()}, html=True)[0] == shape(TEXTS)[0]


def test_what_is_no_document():
    with pytest.raises(TypeError, match="documents"):
        subintent.make_hierarchies(QRELS, [3])
    with pytest.raises(TypeError, match="documents"):
        subintent.make_hierarchies(QRELS, {"d1": 3})
    with pytest.raises(subintent.Error, match="documents:2: "):
        subintent.make_hierarchies(QRELS, [{"id": "d1", "text": "x"}, {"id": "d2"}])


def read(documents, **arguments):
    made = []
    subintent.read_collection(documents, lambda one: made.append((one.docno, subintent.visible_text(one).strip(), one.html)), **arguments)
    return made


def test_values_of_other_types():
    numpy = pytest.importorskip("numpy")
    Page = collections.namedtuple("Page", "doc_id url http_headers body body_content_type")
    page = "<html><meta charset=shift_jis><title>T</title>caf\u00e9".encode("utf-8")
    assert read([Page("a", "u", b"HTTP/1.1 200 OK", page, "text/html")]) == [("a", "T\ncaf\u00e9", True)]
    page = "<html><meta charset=shift_jis><p>\u65e5\u672c".encode("shift_jis")
    assert read({b"a": page, "b": b"caf\xe9"}) == [("a", "\u65e5\u672c", True), ("b", "caf\u00e9", False)]
    assert read([{"docno": b"a", "text": numpy.array(["x", "y"])}]) == [("a", "x\ny", False)]
    for record, what in (({"docno": "a", "text": object()}, "has text, which is neither a string nor a list"),
                         ({"docno": object(), "text": "x"}, "has docno, which is neither a string nor a whole number")):
        with pytest.raises(subintent.Error, match=what):
            read([record])
    assert read([{"docno": 2**70, "text": "x", "other": object()}]) == [(str(2**70), "x", False)]
    with pytest.warns(subintent.DataWarning, match="^1 document is no text"):
        assert read([{"docno": "a", "text": b"%PDF-1.4\n" + bytes(range(256)) * 9}, {"docno": "b", "text": "x"}]) == [("b", "x", False)]
    with pytest.raises(subintent.Error, match="^text: holds PDF, no text; leave it out"):
        subintent.Tokenizer().terms(b"%PDF-1.4\n")
    with pytest.raises(subintent.Error, match="documents:2: has members .* known to be the text; say which is, as with text='title,story'"):
        read([{"docno": "a", "title": "A", "story": None}, {"docno": "b", "title": "B", "story": "a story of many words"}])
    assert read([{"docno": "a", "title": "A", "text": []}]) == [("a", "A", False)]
    with pytest.raises(subintent.Error, match="^documents:301: object without a text; give each document"):
        read([{"docno": str(i), "text": "x"} for i in range(300)] + [{"docno": "a"}])


def test_missing_texts_are_empty_as_in_files(tmp_path):
    pandas = pytest.importorskip("pandas")
    (tmp_path / "t.csv").write_text("docno,text\na,x y\nb,\n")
    expected = [("a", "x y", False), ("b", "", False)]
    texts = {"a": "x y", "b": float("nan")}
    frame = pandas.DataFrame({"docno": list(texts), "text": list(texts.values())})
    for given in (tmp_path / "t.csv", frame, texts, pandas.Series(texts), list(texts.items()), frame.to_dict("records")):
        assert read(given) == expected


def test_frames_by_their_index():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["x y", "z"]}, index=["d1", "d2"])
    assert read(frame) == [("d1", "x y", False), ("d2", "z", False)]
    assert [docno for docno, _, _ in read(frame.assign(docno=["a", "b"]))] == ["a", "b"]
    with pytest.raises(subintent.Error, match="as with docno='NAME'"):
        read(frame.reset_index(drop=True))
