"""Where the tests of the Python package find data and the program; CMake says it in the environment."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def data():
    return ROOT / "data"


@pytest.fixture(scope="session")
def study(data):
    return data / "study"


@pytest.fixture(scope="session")
def made(study, program, tmp_path_factory):
    """The folder of what the program makes of the study's pages."""
    folder = tmp_path_factory.mktemp("made")
    program("tokenize", study / "web.warc.gz", "-o", folder / "vectors", "--fingerprints", folder / "fingerprints", "--texts", folder / "texts")
    program("cluster", "--qrels", study / "qrels.txt", "--fingerprints", folder / "fingerprints", "-o", folder / "dendrograms")
    for delta in ("0.3", "0.6"):
        program("hierarchy", "--qrels", study / "qrels.txt", "--delta", delta, folder / "dendrograms", "-o", folder / f"WI{delta}")
    return folder


@pytest.fixture(scope="session")
def shared():
    """Real collections; tests that need them are skipped where they are not."""
    folder = pathlib.Path(os.environ.get("SUBINTENT_SHARED", ROOT.parent / "shared")) / "collections"
    if not folder.exists():
        pytest.skip("there are no shared collections")
    return folder


@pytest.fixture(scope="session")
def program():
    """Runs the program and returns what it prints."""
    path = os.environ.get("SUBINTENT_PROGRAM", ROOT / "build" / "release" / "subintent")

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments), "--quiet"], check=True, capture_output=True, text=True)
        return done.stdout

    return run
