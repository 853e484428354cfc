"""The notebook in docs runs, and gives what it shows."""
import copy
import json
import warnings

import pytest

from conftest import ROOT

NOTEBOOK = ROOT / "docs" / "study.ipynb"


def shown(cell):
    """What a cell shows, as far as it is the same everywhere."""
    data = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [{kind: "".join(text) for kind, text in one.items() if kind != "text/html"} for one in data]


def test_notebook_gives_what_it_shows(monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    nbformat = pytest.importorskip("nbformat")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)
    ran = copy.deepcopy(notebook)
    client = nbclient.NotebookClient(ran, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries of notebooks
        client.execute()
    assert [shown(cell) for cell in ran.cells] == [shown(cell) for cell in notebook.cells]


def test_code_runs(monkeypatch):
    """The same where there are no notebooks."""
    monkeypatch.chdir(NOTEBOOK.parent)
    names = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert "HD#-nDCG_WI@10" in names["scores"].measures
