"""Descriptions of runs that write_run() writes, by ir_metadata."""
import datetime
import re

import pytest
import subintent
from subintent import Run, read_run, write_run

RUN = Run({"1": {"d1": 2.0, "d2": 1.0}}, name="mine")
METADATA = {"tag": "mine", "actor": {"team": "an example", "mail": ["a@host.example", "b: c"]},
            "research goal": {"hypotheses": [{"name": "h1", "alpha": 0.05, "paired": True}, {"name": "h2", "alpha": 0.01, "paired": None}]},
            "data": {"topics": 50, "from": datetime.date(2019, 4, 1), "note": 'says "yes"', "empty": {}},
            "method": {"automatic": "true", "id": "007", "text": "two\nlines # here"}}


def test_a_described_run_is_the_run(tmp_path):
    write_run(RUN, tmp_path / "plain")
    write_run(RUN, tmp_path / "described", metadata=METADATA)
    plain, described = (tmp_path / "plain").read_text(), (tmp_path / "described").read_text()
    assert described.endswith(plain) and described.startswith("# ir_metadata.start\n# tag: mine\n# actor:\n#   team: an example\n")
    assert read_run(tmp_path / "described").lists() == RUN.lists()
    write_run(RUN, tmp_path / "nothing", metadata={})
    assert (tmp_path / "nothing").read_text() == "# ir_metadata.start\n# ir_metadata.end\n" + plain


def test_yaml_reads_it_back(tmp_path):
    yaml = pytest.importorskip("yaml")
    write_run(RUN, tmp_path / "run", metadata=METADATA)
    lines = re.findall(r"^# (?!ir_metadata)(.*\n)", (tmp_path / "run").read_text(), re.M)
    assert yaml.safe_load("".join(lines)) == {**METADATA, "data": {**METADATA["data"], "empty": None}}


def test_the_report_shows_it(tmp_path):
    write_run(RUN, tmp_path / "run", metadata=METADATA)
    evaluator = subintent.Evaluator({"1": {"a": {"d1": 1}}}, ["RR"])
    subintent.report(evaluator, [tmp_path / "run"], tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "an example" in page and "a@host.example, b: c" in page


@pytest.mark.parametrize("given, error, said", [
    ("tag", TypeError, "metadata: expected a mapping, found str 'tag'"),
    ({1: "x"}, TypeError, "metadata: expected str, found int 1"),
    ({"a:b": "x"}, ValueError, "metadata: the key 'a:b' is not of letters"),
    ({"a": {"b": object}}, TypeError, "metadata: expected a mapping, a list, a text, a number or a date, found type"),
    ({"a": float("nan")}, TypeError, "metadata: expected a mapping, a list, a text, a number or a date, found float nan"),
    ({"a": [["b"]]}, TypeError, "metadata: expected items of lists that are no lists, found list"),
    ({"a": "\ud800"}, ValueError, "metadata: '\\ud800' is not Unicode text")])
def test_what_cannot_be_written_leaves_nothing(given, error, said, tmp_path):
    with pytest.raises(error) as raised:
        write_run(RUN, tmp_path / "run", metadata=given)
    assert str(raised.value).startswith(said)
    assert list(tmp_path.iterdir()) == []
