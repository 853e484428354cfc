"""The notebooks of docs/gallery, which are listed, and that of the study run and show what they hold."""
import json
import re

import pytest

import notebooks
from conftest import ROOT

GALLERY = ROOT / "docs" / "gallery"
ALL = sorted(GALLERY.glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
@pytest.mark.parametrize("path", [*ALL, ROOT / "docs/study.ipynb"], ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_holds(path, monkeypatch):
    held = json.loads(path.read_text(encoding="utf-8"))
    if "matplotlib" in path.read_text(encoding="utf-8"):
        pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert notebooks.comparable(notebooks.run(path)) == notebooks.comparable(held)


def test_each_has_a_question_a_picture_and_its_line():
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\(([\w-]+\.ipynb)\)", page) and len(ALL) >= 10
    assert sorted(re.findall(r"\]\(([\w-]+\.ipynb)\)", page)) == [path.name for path in ALL]
    for path in ALL:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        first = "".join(notebook["cells"][0]["source"])
        assert first.startswith("# ") and "?" in first, path
        shown = [kind for output in notebooks.comparable(notebook) for kind in output]
        assert {"image/png", "image/svg+xml"} & set(shown), path


def test_a_notebook_that_shows_something_else_is_found(tmp_path, capsys, monkeypatch):
    cells = [{"cell_type": "code", "source": ["x = 20\n", "print(x)\n", "x + 1"], "outputs": []}]
    path = tmp_path / "one.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    monkeypatch.setattr("sys.argv", ["notebooks.py", str(path)])
    assert notebooks.main() == 1 and "one.ipynb shows something else" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["notebooks.py", str(path), "--accept"])
    assert notebooks.main() == 0
    assert notebooks.comparable(json.loads(path.read_text())) == [{"text/plain": "20\n"}, {"text/plain": "21"}]
