"""The playground in Chromium: the program in the page gives the bytes that the program in a terminal gives, and nothing leaves."""
import gzip
import os
import pathlib
import time

import pytest

from conftest import SOURCE, STUDY, call

pytest.importorskip("selenium")

PAGE = pathlib.Path(os.environ.get("SUBINTENT_PLAYGROUND", str(SOURCE / "build/playground/page")))
if not (PAGE / "subintent.js").exists():
    pytest.skip("the playground is not built: playground/build.sh", allow_module_level=True)

RUNS = sorted((STUDY / "runs").iterdir())
MEASURES = ["alpha-nDCG@20", "ERR-IA@20", "I-rec@20", "D#-nDCG@20"]  # those that are chosen at first
OTHERS = "NRBP,P-IA@5,MAP-IA,nDCG@10,ERR@10,RBP,AP,D-Q@10,D#-Q@10,alpha-nDCG(alpha=0.9)@10,nERR-IA@20"

# What the page saves, by type.
KEEP = """
window.saved = {};
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  blob.text().then((text) => { window.saved[blob.type] = text; });
  return make.call(URL, blob);
};
"""


@pytest.fixture
def page(browser):
    browser.driver.switch_to.default_content()
    browser.open(PAGE / "index.html")
    browser.run(KEEP)
    browser.run("document.querySelector('details').open = true")
    return browser


def give(page, kind, *paths):
    page.one(f"#{kind}").send_keys("\n".join(map(str, paths)))
    wait_for(page, f"return document.querySelector('output[for={kind}]').textContent !== ''")


def wait_for(page, script):
    for _ in range(250):
        if page.run(script):
            return
        time.sleep(0.1)
    raise AssertionError(page.one("#messages").text + str(page.messages()))


def make(page):
    page.one("#make").click()
    wait_for(page, "return !document.querySelector('#make').disabled")


def test_scores_are_those_of_the_program_to_the_last_bit(page):
    give(page, "qrels", STUDY / "qrels.txt")
    give(page, "adhoc", STUDY / "qrels.adhoc.txt")
    give(page, "runs", *RUNS)
    page.one("#others").send_keys(OTHERS)
    make(page)
    assert page.one("#results").is_displayed(), page.one("#messages").text
    expected = call("evaluate", "--quiet", "--qrels", STUDY / "qrels.txt", "--adhoc-qrels", STUDY / "qrels.adhoc.txt",
                    "-m", ",".join([*MEASURES, OTHERS]), "--per-topic", "--format", "tsv", "--digits", "full", *RUNS)
    assert page.run("return saved['text/tab-separated-values']") == expected


def test_hierarchies_are_made_explained_and_used(page, study):
    give(page, "qrels", STUDY / "qrels.txt")
    give(page, "runs", *RUNS[:3])
    give(page, "dendrograms", study.folder / "dendrograms.jsonl")
    page.run("document.querySelectorAll('#measures input').forEach((box) => { box.checked = box.value.startsWith('HD'); })")
    make(page)
    expected = call("evaluate", "--quiet", "--qrels", STUDY / "qrels.txt", "--hierarchy", f"WI={study.folder}/WI.jsonl",
                    "-m", "HD#-nDCG_WI@20", "--per-topic", "--format", "tsv", "--digits", "full", *RUNS[:3])
    assert page.run("return saved['text/tab-separated-values']") == expected
    page.run("const topic = document.querySelector('#topic'); topic.value = '3'; topic.dispatchEvent(new Event('change'))")
    expected = call("explain", study.folder / "WI.jsonl", "--topic", "3")
    found = page.run("return document.querySelector('#tree').textContent")
    assert [line.rstrip() for line in found.splitlines()] == [line.rstrip() for line in expected.splitlines()]


def test_the_report_is_shown_in_a_sandbox_and_nothing_is_asked_for(page):
    page.one("#example").click()
    wait_for(page, "return !document.querySelector('#results').hidden && !document.querySelector('#make').disabled")
    frame = page.one("#report")
    assert frame.get_attribute("sandbox") == "allow-scripts"
    page.driver.switch_to.frame(frame)
    for _ in range(100):
        if page.all("#means"):
            break
        time.sleep(0.1)
    assert [row[0].split()[0] for row in page.table("#means")] == ["diverse", "redundant"]
    page.driver.switch_to.default_content()
    assert page.messages() == []
    assert {address for address in page.requests() if not address.startswith((PAGE.as_uri() + "/", "data:"))} == set()
    assert page.run("return saved['text/html']").startswith("<!DOCTYPE html>")


def test_gzip_is_unpacked(page, tmp_path):
    packed = tmp_path / "qrels.txt.gz"
    packed.write_bytes(gzip.compress((STUDY / "qrels.txt").read_bytes()))
    give(page, "qrels", packed)
    assert page.one("output[for=qrels]").text == "qrels.txt"
    give(page, "runs", RUNS[0])
    make(page)
    assert page.one("#results").is_displayed(), page.one("#messages").text


def test_what_is_wrong_is_said_with_file_and_line(page, tmp_path):
    make(page)
    assert page.one("#messages").text == "choose a file of judgments"
    hostile = tmp_path / "<img src=x onerror=alert(1)> 日本.txt"
    hostile.write_text("1 1 d1 1\n1 1\n")
    give(page, "qrels", hostile)
    assert page.one("output[for=qrels]").text == hostile.name
    give(page, "runs", RUNS[0])
    make(page)
    assert f"/qrels/{hostile.name}:2: " in page.one("#messages").text
    assert not page.one("#results").is_displayed() and page.all("main img") == []


def test_files_are_dropped(page):
    page.run("""
      const files = new DataTransfer();
      files.items.add(new File(["1 1 a 1\\n"], "dropped.txt"));
      const place = document.querySelector("fieldset[data-files=qrels]");
      place.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
    """)
    wait_for(page, "return document.querySelector('output[for=qrels]').textContent === 'dropped.txt'")


def test_licences_of_libraries_are_beside_the_page():
    lines = (PAGE / "licences" / "README.txt").read_text().splitlines()
    named = dict(line.split(": ") for line in lines if line.endswith(".txt"))
    assert set(named) == {"Boost", "Emscripten", "fmt", "xxHash"}
    assert all("icense" in (PAGE / "licences" / name).read_text() for name in named.values())
    assert "Apache License" in (PAGE / "LICENSE").read_text()
