"""Collections, terms and fingerprints: equal to those of the program."""
import json

import pytest
import subintent


def test_fingerprints_are_those_of_the_program(data, program, tmp_path):
    archive = data / "web.warc.gz"
    program("tokenize", archive, "-o", tmp_path / "vectors.jsonl", "--fingerprints", tmp_path / "fingerprints.tsv")
    vectors = map(json.loads, (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines())
    terms = {vector["id"]: vector["vector"] for vector in vectors}
    for bits in (64, 128, 256):
        made = tmp_path / f"fingerprints-{bits}.tsv"
        program("simhash", tmp_path / "vectors.jsonl", "--bits", bits, "-o", made)
        fingerprints = {docno: f"{subintent.simhash(counts, bits):0{bits // 4}x}" for docno, counts in terms.items() if counts}
        assert dict(line.split() for line in made.read_text().splitlines()) == fingerprints
    assert (tmp_path / "fingerprints-64.tsv").read_text() == (tmp_path / "fingerprints.tsv").read_text()


@pytest.mark.parametrize("main_content", [False, True])
def test_texts_are_those_of_the_program(data, program, tmp_path, main_content):
    archive, options = data / "web.warc.gz", ["--main-content"] * main_content
    program("tokenize", archive, *options, "-o", tmp_path / "vectors.jsonl", "--texts", tmp_path / "texts.tsv")
    documents = []
    subintent.read_collection(archive, documents.append)
    tokenizer = subintent.Tokenizer(main_content=main_content)
    lines = (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    assert {line["id"]: line["vector"] for line in map(json.loads, lines)} == {d.docno: tokenizer.terms(d) for d in documents}
    texts = subintent.read_texts(tmp_path / "texts.tsv")
    assert texts == {d.docno: subintent.document_text(d, main_content=main_content) for d in documents}
    assert texts["mer-005"].title == "Mariner 10 (print version)" and texts["mer-005"].url.startswith("http")
    assert list(subintent.read_texts([tmp_path / "texts.tsv"], docnos=["mer-005", "none"])) == ["mer-005"]


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
    with pytest.raises(TypeError, match="paths: expected a path or paths, found dict"):
        subintent.read_texts({"a": "text"})
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
    assert [document.docno for document in documents] == ["a", "b"] and (summary.documents, summary.skipped) == (2, 1)
    with pytest.raises(subintent.Error) as error:
        subintent.read_collection(tmp_path / "missing", documents.append)
    assert error.value.kind == "system" and "missing" in error.value.file


def test_statistics_and_weights_are_those_of_the_program(data, program, tmp_path):
    archive = data / "web.warc.gz"
    for shard in (1, 2):
        outputs = ("-o", tmp_path / f"v{shard}", "--statistics", tmp_path / f"s{shard}")
        program("tokenize", archive, "--shard", f"{shard}/2", *outputs)
    shards = [tmp_path / "s1", tmp_path / "s2"]
    subintent.add_statistics(shards, tmp_path / "made")
    assert (tmp_path / "made").read_text(encoding="utf-8") == program("statistics", *shards)
    vectors = [tmp_path / "v1", tmp_path / "v2"]
    printed = program("tfidf", "--statistics", tmp_path / "made", *vectors)
    statistics = subintent.Statistics(tmp_path / "made")
    for given in (statistics, tmp_path / "made"):
        subintent.weigh_vectors(vectors, given, tmp_path / "weighted")
        assert (tmp_path / "weighted").read_text(encoding="utf-8") == printed
    counts = [json.loads(line) for path in vectors for line in path.read_text(encoding="utf-8").splitlines()]
    weighted = [statistics.weigh(line["vector"]) for line in counts]
    assert weighted == [json.loads(line)["vector"] for line in printed.splitlines()]
    counted = subintent.Statistics()
    for line in counts:
        counted.add(line["vector"])
    assert counted.documents == statistics.documents and [counted.weigh(line["vector"]) for line in counts] == weighted
    assert counted.frequency("river") == statistics.frequency("river") > 0


def test_files_of_fingerprints_and_near_duplicates_are_those_of_the_program(data, program, tmp_path):
    program("tokenize", data / "web.warc.gz", "-o", tmp_path / "vectors")
    for bits, within in ((64, 3), (128, 7), (256, 15)):
        fingerprints = tmp_path / f"fingerprints{bits}"
        without_terms = subintent.fingerprint_vectors(tmp_path / "vectors", fingerprints, bits=bits)
        assert fingerprints.read_text() == program("simhash", "--bits", bits, tmp_path / "vectors")
        lines = [line.split("\t") for line in fingerprints.read_text().splitlines()]
        assert without_terms == len((tmp_path / "vectors").read_text(encoding="utf-8").splitlines()) - len(lines)
        values = {docno: int(digits, 16) for docno, digits in lines}
        pairs = program("simhash", "--within", within, fingerprints)
        groups = program("simhash", "--within", within, "--groups", fingerprints)
        for given in (fingerprints, [fingerprints], values):
            found = subintent.near_duplicates(given, within, bits=bits)
            assert "".join(f"{a}\t{b}\t{distance}\n" for a, b, distance in found) == pairs
            made = subintent.near_duplicate_groups(given, within, bits=bits)
            assert "group\tdocno\n" + "".join(f"{group[0]}\t{docno}\n" for group in made for docno in group) == groups
        assert pairs
    for within in (-1, 4):
        with pytest.raises(subintent.Error, match="^within: "):
            subintent.near_duplicates({"a": 1, "b": 2}, within)


def test_a_file_that_cannot_be_made_is_not_there(tmp_path):
    (tmp_path / "vectors").write_text('{"id": "a", "vector": {"b": 1}}\nnone\n')
    with pytest.raises(subintent.Error, match=":2: "):
        subintent.fingerprint_vectors(tmp_path / "vectors", tmp_path / "out")
    with pytest.raises(subintent.Error, match="64, 128 or 256"):
        subintent.fingerprint_vectors(tmp_path / "vectors", tmp_path / "out", bits=65)
    statistics = subintent.Statistics()
    statistics.add({"b": 1})
    with pytest.raises(subintent.Error, match=":2: "):
        subintent.weigh_vectors(tmp_path / "vectors", statistics, tmp_path / "out")
    with pytest.raises(subintent.Error):
        subintent.add_statistics([tmp_path / "vectors"], tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]
