"""The page of the playground in Chromium, with a module in place of the program's: what the page asks for, and how it shows what is said."""
import shutil
import time

import pytest

from conftest import SOURCE

pytest.importorskip("selenium")

# It has files, writes what it is told to, and prints as on a terminal.
MODULE = r"""
window.lines = [];
async function createSubintent({print, printErr}) {
  const files = new Map();
  const FS = {
    mkdir() {},
    writeFile: (name, bytes) => files.set(name, bytes),
    readFile: (name) => files.get(name),
  };
  const callMain = (words) => {
    window.lines.push(words.join(" "));
    printErr("\rscoring: 2 runs [########............]  40 %, 0 s left\x1b[K");
    printErr("\rscoring: 2 runs\x1b[K\r\x1b[Ksubintent: " + words[0] + " warns of <b>something</b>");
    if (words[0] === "explain") print("\x1b[1mtopic 1\x1b[0m");
    const text = words[0] === "hierarchy" ? '{"topic":"1"}\n' : "<!DOCTYPE html><title>made</title>";
    files.set(words[words.indexOf("-o") + 1], new TextEncoder().encode(text));
    return 0;
  };
  return {FS, callMain};
}
"""


@pytest.fixture(name="page")
def page_with_a_module(browser, tmp_path):
    shutil.copytree(SOURCE / "docs" / "playground", tmp_path / "page")
    (tmp_path / "page" / "subintent.js").write_text(MODULE)
    browser.driver.switch_to.default_content()
    browser.open(tmp_path / "page" / "index.html")
    browser.run("document.querySelector('details').open = true")
    return browser


def wait_for(page, script):
    for _ in range(100):
        if page.run(script):
            return
        time.sleep(0.1)
    raise AssertionError(page.one("#messages").text + str(page.messages()))


def test_messages_are_those_of_the_program_without_what_is_for_terminals(page, tmp_path):
    dendrograms = tmp_path / "dendrograms.jsonl"
    dendrograms.write_text("{}\n")
    page.one("#dendrograms").send_keys(str(dendrograms))
    page.one("#example").click()
    wait_for(page, "return !document.querySelector('#results').hidden && !document.querySelector('#make').disabled")
    said = [f"subintent: {command} warns of <b>something</b>" for command in ("hierarchy", "evaluate", "report")]
    assert page.one("#messages").text.splitlines() == said
    assert [line.split()[0] for line in page.run("return lines")] == ["hierarchy", "evaluate", "report"]
    page.run("const topic = document.querySelector('#topic'); topic.value = '1'; topic.dispatchEvent(new Event('change'))")
    assert page.run("return document.querySelector('#tree').textContent").splitlines()[-1] == "topic 1"
    assert page.messages() == []
