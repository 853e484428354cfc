"""The documentation's site in Chromium: it opens from disk without a network, is found in by words, and fits a phone."""
import os
import pathlib

import pytest

SITE = pathlib.Path(os.environ.get("SUBINTENT_SITE", "/nowhere"))
if not (SITE / "index.html").exists():
    pytest.skip("there is no site; ctest makes it in docs/site, where Sphinx is installed", allow_module_level=True)
pytest.importorskip("selenium")
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from conftest import AXE, OF_COLOURS, SOURCE  # noqa: E402

PAGES = ["README.html", "docs/measures.html", "docs/formats.html", "docs/man/subintent-compare.html", "docs/python.html"]


def test_begins_with_the_readme(browser):
    browser.open(SITE / "index.html")
    heading = WebDriverWait(browser.driver, 60).until(lambda driver: driver.current_url.endswith("README.html") and browser.one("h1"))
    assert heading.text.startswith("subintent")


@pytest.mark.parametrize("words, found", [
    ("Krippendorff", "docs/methods.html"), ("alpha-nDCG discount", "docs/measures.html"), ("fingerprint hamming", "docs/man/subintent-cluster.html"),
    ("superintent", "docs/man/subintent-hierarchy.html"), ("folder of text files", "docs/i-have.html"), ("own documents", "docs/i-have.html"),
    ("own measure", "docs/faq.html"), ("LLM judge", "docs/nuggets.html"), ("rubric", "docs/nuggets.html")])
def test_search_works_from_disk(browser, words, found):
    results = search(browser, words)
    assert any(found in result for result in results[:3]), results
    assert browser.messages() == []


def search(browser, words):
    """The addresses found, best first."""
    browser.open(SITE / "docs/tutorial.html")
    browser.one("#menu input").send_keys(words, Keys.ENTER)
    WebDriverWait(browser.driver, 60).until(lambda driver: browser.all("#search-results .search li a"))
    WebDriverWait(browser.driver, 60).until(lambda driver: "page" in browser.one("#search-results .search-summary").text)
    return [link.get_attribute("href") for link in browser.all("#search-results .search li a")]


@pytest.mark.parametrize("words, first", [
    ("FAQ", "docs/faq.html"), ("I-rec", "docs/measures.html"), ("alpha-nDCG", "docs/measures.html"), ("xquad", "docs/man/subintent-diversify.html")])
def test_search_has_reference_first_and_development_last(browser, words, first):
    results = search(browser, words)
    assert first in results[0]
    development = [any(f"/{name}" in result for name in ("bench/", "CHANGELOG", "hacking")) for result in results]
    assert development == sorted(development)
    lines = [line.text for line in browser.all("#search-results .search li p")]
    assert len(lines) == len(results)
    assert words.lower() in lines[0].lower()


def test_buttons_hide_no_code(browser):
    for width in 360, 1300:
        browser.open(SITE / "README.html", width=width, touch=width < 500)
        apart = browser.run("""return [...document.querySelectorAll("div.highlight")].map((block) => {
          const code = block.querySelector("pre").getBoundingClientRect(), button = block.querySelector(".copy").getBoundingClientRect();
          return button.left >= code.right || button.bottom <= code.top;
        })""")
        assert apart and all(apart)


@pytest.mark.parametrize("width", [360, 1300])
def test_commands_in_tables_break_between_words(browser, width):
    browser.open(SITE / "docs/i-have.html", width=width, touch=width < 500)
    broken = browser.run("""return [...document.querySelectorAll("td code .pre")].filter((word) => word.textContent.length < 40 &&
      word.getBoundingClientRect().height > 2.2 * parseFloat(getComputedStyle(word).fontSize)).map((word) => word.textContent)""")
    assert broken == []


def test_cells_below_one_another_name_their_columns(browser):
    browser.open(SITE / "docs/measures.html", width=360, touch=True)
    wide = browser.run("return [...document.querySelectorAll('.body table')].filter((table) => table.scrollWidth > table.clientWidth).length")
    labels = browser.run("return [...new Set([...document.querySelectorAll('td[data-label]')].map((cell) => cell.dataset.label))]")
    assert wide == 0 and {"definition", "source", "values", "default"} <= set(labels)


def test_commands_are_children_of_their_page_in_the_menu(browser):
    browser.open(SITE / "docs/man/subintent-evaluate.html")
    above = browser.run("return document.querySelector('#menu a.current').closest('ul').closest('li').querySelector('a').textContent")
    assert above == "Commands"


def test_code_is_copied(browser):
    browser.open(SITE / "docs/tutorial.html")
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });")
    code, button = browser.one("div.highlight pre"), browser.one("div.highlight .copy")
    button.click()
    assert browser.run("return window.copied") == code.get_attribute("textContent").rstrip("\n")
    WebDriverWait(browser.driver, 60).until(lambda driver: button.text == "Copied")
    assert len(browser.all("div.highlight .copy")) == len(browser.all("div.highlight")) > 20


def test_code_is_selected_where_pages_may_not_copy(browser):
    browser.open(SITE / "docs/tutorial.html")
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    browser.one("div.highlight .copy").click()
    WebDriverWait(browser.driver, 60).until(lambda driver: browser.run("return getSelection().toString()").strip())
    assert browser.run("return getSelection().toString()").strip() == browser.one("div.highlight pre").text.strip()


def test_tables_that_scroll_are_reached_by_keys(browser):
    browser.open(SITE / "docs/formats.html", width=360, touch=True)
    scroll = "return [...document.querySelectorAll('.body table')].map((table) => [table.scrollWidth > table.clientWidth, table.tabIndex === 0])"
    WebDriverWait(browser.driver, 60).until(lambda driver: any(reached for _, reached in browser.run(scroll)))
    assert all(scrolls == reached for scrolls, reached in browser.run(scroll))
    browser.look(width=5000)
    WebDriverWait(browser.driver, 60).until(lambda driver: not any(reached for _, reached in browser.run(scroll)))


@pytest.mark.parametrize("path", sorted((SOURCE / "docs/pictures").glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_are_light_or_dark_as_the_page(browser, path):
    browser.open(path)
    for dark in False, True:
        browser.look(dark=dark)
        colours = browser.run("return ['.paper', 'text'].map((one) => getComputedStyle(document.querySelector(one)).fill.match(/\\d+/g)[0] < 128)")
        assert colours == [dark, not dark]


@pytest.mark.parametrize("name", sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html") if path.name != "index.html"))
def test_fits_the_screen_loads_nothing_and_axe_finds_nothing(browser, name):
    """Pages of a kind have one style: of few of them axe looks at all sizes and colours."""
    browser.open(SITE / name)
    assert browser.messages() == []
    assert {request.split(":")[0] for request in browser.requests()} <= {"file", "data"}
    axe = browser.axe if AXE.exists() else lambda *rules: []
    is_light = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((part) => part > 128)"
    fits = lambda width: browser.run("return document.documentElement.scrollWidth") <= width
    assert axe() == [] and fits(1280) and browser.run(is_light)
    browser.look(dark=True)
    assert axe(*OF_COLOURS) == [] and not browser.run(is_light)
    browser.look(width=360, touch=True)
    assert fits(360)
    if name in PAGES:
        assert axe() == []
        browser.look(dark=True, width=360, touch=True)
        assert axe(*OF_COLOURS) == []
