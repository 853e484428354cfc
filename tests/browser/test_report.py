"""subintent report in Chromium: what the page shows, and that every control works by mouse and keyboard."""
import base64
import json
import math
import re
import statistics

import pytest

from conftest import AXE, MEASURES, OF_COLOURS, STUDY, Scores, call

pytest.importorskip("selenium")
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

RUNS = sorted(path.name for path in (STUDY / "runs").iterdir())
NAMES = MEASURES.split(",")


def shown(measure):
    return measure.replace("#", "\u266f")


@pytest.fixture
def page(browser, study):
    browser.open(study.page)
    browser.run("document.getElementById('topic-1').open = true")
    return browser


def test_opens_from_disk_and_asks_for_nothing_else(page, study):
    assert page.messages() == []
    assert page.requests() == [study.page.as_uri()]
    policy = page.one("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    assert policy.startswith("default-src 'none'; style-src 'sha256-") and "unsafe" not in policy
    assert f"this file has {study.page.stat().st_size / 1e6:.2f} MB" in page.one("header").text


def test_means_are_those_of_evaluate(page, study):
    scores = study.table.scores()
    assert page.head("#means")[1:] == [shown(name) for name in NAMES]
    page.run("document.querySelectorAll('#means sup').forEach((mark) => mark.remove())")
    for row in page.table("#means"):
        assert [f"{scores[row[0], 'all', name]:.4f}" for name in NAMES] == row[1:]


@pytest.mark.parametrize("name", NAMES[:2])
def test_heat_map_has_the_scores_of_a_measure(page, study, name):
    scores = study.table.scores()
    page.choose("Measure of topics", shown(name))
    assert page.one("figure:has(#heat) figcaption").text.startswith(shown(name))
    assert page.head("#heat")[2:] == RUNS
    for row in page.table("#heat"):
        assert row[2:] == [f"{scores[run, row[0].split()[0], name]:.2f}" for run in RUNS]
    shades = page.run("return [...document.querySelectorAll('#heat td:not(.d)')].map((cell) => [Number(cell.textContent), Number(cell.className.slice(1))])")
    assert {0, 9} <= {shade for _, shade in shades}
    in_order = [shade for _, shade in sorted(shades)]
    assert sum(a > b for a, b in zip(in_order, in_order[1:])) < 10  # cells of one text may differ by a shade


def test_two_runs_are_compared_as_by_compare(page, study):
    found = study.table.compared("significance")
    page.choose("Run A", "random")
    page.choose("Run B", "bm25")
    assert page.one("#runs .run-a").text == "random" and page.one("#runs .run-b").text == "bm25"
    for row in page.table("#pair"):
        pair = next(p for p in found["pairs"] if shown(p["measure"]) == row[0] and {p["run1"], p["run2"]} == {"bm25", "random"})
        corrected = pair["p_holm"]
        p = "< .0001" if corrected < 0.0001 else f"{corrected:.4f}"
        assert row[5:9] == [p + (" *" if corrected < 0.05 else ""), str(pair["losses"]), str(pair["wins"]), str(pair["ties"])]
        least, heads = min(pair["wins"], pair["losses"]), pair["wins"] + pair["losses"]
        sign = min(1, 2 * sum(math.comb(heads, k) for k in range(least + 1)) / 2**heads)
        assert row[9] == (f"{sign:.4f}" if sign >= 0.0001 else "< .0001")
        numbers = [float(x) for x in row[1:4] + row[4].split(" to ")]  # of scores with six decimals
        expected = [pair["mean2"], pair["mean1"], -pair["difference"], -pair["high"], -pair["low"]]
        assert numbers == pytest.approx(expected, abs=0.000051)
    page.choose("Run B", "random")  # which is as good as itself
    assert {tuple(row[3:]) for row in page.table("#pair")} == {("0", "0 to 0", "1.0000", "0", "0", "24", "1.0000")}


def test_says_how_far_the_conclusions_hold(page, study):
    compared = study.table.compared
    pairs, best = compared("significance")["pairs"], compared("selected")["selected"]
    margin = compared("equivalence", "--margin", "0.1")["equivalence"]
    rows = page.table("#holds")
    assert [row[0] for row in rows] == [shown(name) for name in NAMES]
    for row in rows:
        of_measure = [pair for pair in pairs if shown(pair["measure"]) == row[0]]
        alone, corrected = (sum(pair[p] < 0.05 for pair in of_measure) for p in ("p", "p_holm"))
        assert row[1:3] == [str(alone), str(corrected)]
        finds = [pair["detectable"] for pair in margin if shown(pair["measure"]) == row[0]]
        assert float(row[3]) == pytest.approx(statistics.median(d for d in finds if d is not None), abs=0.000051)
        (found,) = (one for one in best if shown(one["measure"]) == row[0])
        assert row[4:7] == [found["run"], f"{found['mean']:.4f}", f"{found['estimate']:.4f}"]
    claims = page.one("#conclusions ul").text
    assert "a t-test at the level of the correction finds a true difference of" in claims
    assert f"is the best of {len(RUNS)} runs" in claims and "nobody has judged" in claims
    assert re.search(rf"In \d+ of {3 * len(NAMES)} analyses", claims)


def test_topics_are_sorted_by_the_difference_and_then_by_another_measure(page, study):
    head = page.one("#heat thead th.d")
    head.find_element("css selector", "button").click()
    differences = [float(row[1]) for row in page.table("#heat")]
    assert head.get_attribute("aria-sort") == "descending" and differences == sorted(differences, reverse=True)
    page.focus(head.find_element("css selector", "button"))
    page.press(Keys.ENTER)
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(row[1]) for row in page.table("#heat")] == sorted(differences)
    page.press(Keys.SPACE)
    assert head.get_attribute("aria-sort") is None
    topics = [int(row[0].split()[0]) for row in page.table("#heat")]
    assert topics == sorted(topics)

    page.one("#heat thead th.d button").click()
    page.choose("Measure of topics", shown(NAMES[2]))
    scores = study.table.scores()
    for row in page.table("#heat"):
        assert row[2:] == [f"{scores[run, row[0].split()[0], NAMES[2]]:.2f}" for run in RUNS]


def test_tables_stay_sorted_when_other_runs_are_chosen(page):
    page.one("#heat thead th.d button").click()
    page.one("#pair thead th:nth-child(4) button").click()
    page.one("#topic-1 .lists > :nth-child(2) thead th:nth-child(3) button").click()
    for run in ("random", "bm25"):
        page.choose("Run B", run)
        for table, column in (("#heat", 1), ("#pair", 3)):
            differences = [float(row[column]) for row in page.table(table)]
            assert differences == sorted(differences, reverse=True)
        gains = [float(row[2]) for row in page.table("#topic-1 .lists > :nth-child(2) table") if row[2]]
        assert gains == sorted(gains, reverse=True)


def test_no_p_value_is_below_the_least_of_a_random_test(browser, tmp_path):
    judged = [f"{topic} 1 a 1\n" for topic in range(1, 21)]
    (tmp_path / "qrels").write_text("".join(judged), encoding="utf-8")
    for name, docno in (("good", "a"), ("bad", "b"), ("worse", "c")):
        (tmp_path / name).write_text("".join(f"{topic} Q0 {docno} 1 1 x\n" for topic in range(1, 21)), encoding="utf-8")
    call("report", "--quiet", "--qrels", "qrels", "-m", "P@1", "--significance", "tukey", "--trials", "3000", "-o", "page.html",
         "good", "bad", "worse", cwd=tmp_path)
    browser.open(tmp_path / "page.html")
    assert browser.table("#pair")[0][5] == "< .0004 *"
    browser.choose("Run B", "worse")
    assert browser.table("#pair")[0][5] == "< .0004 *"


def test_a_topic_opens_by_its_link_and_by_the_keyboard(page):
    page.one("#heat tbody tr:nth-child(3) a").click()
    assert page.run("return document.getElementById('topic-3').open")
    summary = page.one("#topic-4 > summary")
    page.focus(summary)
    page.press(Keys.ENTER)
    assert page.run("return document.getElementById('topic-4').open")


def boxes(page):
    """Title, x and width of the boxes of the first topic, in percent, by their places."""
    return page.run("return [...document.querySelectorAll('#topic-1 .icicle > svg')].map((box) => "
                    "[box.firstChild.textContent, parseFloat(box.getAttribute('x')), parseFloat(box.getAttribute('width'))])")


def test_boxes_are_as_wide_as_the_table_says(page):
    rows = page.table("#topic-1 details table")
    shown = boxes(page)
    assert len(shown) == len(rows) > 5
    for row, (text, _, width) in zip(rows, shown):
        name, _, label = row[0].partition(" ")  # words of the query are left out, and stand at the end
        assert text.startswith(row[0]) or (text.startswith(name) and text.endswith(f"({label})"))
        assert abs(width - 100 * float(row[2])) < 0.02
        assert f"A {row[5]} · B {row[6]}" in text
    for run, column in ((0, 5), (1, 6)):
        table = page.run("return [...document.querySelectorAll('#topic-1 .lists table')][arguments[0]].tBodies[0].textContent", run)
        assert table
        listed = page.run("return [...[...document.querySelectorAll('#topic-1 .lists table')][arguments[0]].tBodies[0]"
                          ".rows].map((row) => [row.cells[0].textContent, row.cells[4].textContent])", run)
        first = {name: rank for rank, names in listed for name in names.split(", ") if name}
        assert {row[0].split()[0]: row[column] for row in rows if row[column] != "–"} == first


def test_icicle_zooms_by_click_and_by_keyboard(page):
    whole = boxes(page)
    second = page.all("#topic-1 .icicle > svg")[1]
    page.run("arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", second)
    assert [x[2] for x in boxes(page) if x[0] == whole[1][0]] == [100]
    assert page.run("return document.activeElement.getAttribute('aria-selected')") == "true"
    page.press(Keys.ESCAPE)
    assert boxes(page) == whole
    page.press(Keys.ARROW_UP)
    assert page.run("return document.activeElement.getAttribute('aria-level')") == "1"
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.ENTER)
    assert boxes(page)[0][1:] == [0, 100]
    page.press(Keys.ENTER)
    assert boxes(page) == whole
    page.press(Keys.ARROW_DOWN)
    assert page.run("return document.activeElement.getAttribute('aria-level')") != "1"
    assert page.one("#topic-1 .panel li a").get_attribute("href").startswith("http")


def test_another_hierarchy_and_other_runs_change_a_topic(page):
    before = page.table("#topic-1 details table")
    page.choose("Hierarchy", "SUP+WI")
    assert page.table("#topic-1 details table") != before
    page.choose("Run B", "random")
    assert page.one("#topic-1 .lists > :nth-child(2) figcaption").text.split(",")[0] == "B: random"
    assert page.one("#topic-1 .what").text.startswith("Hierarchy SUP+WI: ")
    test_boxes_are_as_wide_as_the_table_says(page)


def test_any_measure_is_plotted_against_any_other(page, study):
    scores = study.table.scores()
    points = "return [...document.querySelectorAll('#plot-area svg:first-of-type circle')].map((x) => [Number(x.getAttribute('cx')), " \
             "-Number(x.getAttribute('cy'))])"
    for across, up in ((NAMES[2], NAMES[3]), (NAMES[1], NAMES[0])):
        page.choose("Horizontal axis", shown(across))
        page.choose("Vertical axis", shown(up))
        assert page.head("#points")[1:] == [shown(across), shown(up)]
        table = page.table("#points")
        assert [row[0].split()[-1] for row in table] == RUNS
        for place, measure in ((0, across), (1, up)):
            means = [scores[run, "all", measure] for run in RUNS]
            assert [row[place + 1] for row in table] == [f"{mean:.4f}" for mean in means]
            found = [point[place] for point in page.run(points)]
            scale = (max(found) - min(found)) / (max(means) - min(means))
            assert [x - min(found) for x in found] == pytest.approx([scale * (x - min(means)) for x in means], abs=0.02)


def test_pictures_have_a_mark_for_each_run_and_curve(page):
    assert len(page.all("#runs details:first-of-type .chart circle")) >= len(RUNS)
    rows = page.table("#runs details table")
    assert {row[0] for row in rows} == set(RUNS)
    assert len(page.all("#measures .chart polyline, #measures .chart path.series")) >= len(NAMES)


@pytest.mark.parametrize("width, shown", [(1280, 0), (390, 1)])
def test_pictures_are_drawn_for_the_screen(browser, study, width, shown):
    browser.open(study.page, width=width)
    of_runs = "#runs details[open] .picture > svg"
    widths = browser.run("return [...document.querySelectorAll(arguments[0])].map((x) => x.getBoundingClientRect().width)", of_runs)
    assert widths[1 - shown] == 0 and 0.85 * width < widths[shown] <= width
    dots = browser.run("return [...document.querySelectorAll(arguments[0])][arguments[1]].querySelectorAll('circle').length", of_runs, shown)
    assert dots == len(RUNS)
    size = browser.run("return [...document.querySelectorAll(arguments[0])][arguments[1]].querySelector('text').getBoundingClientRect().height", of_runs, shown)
    assert size >= 11


def test_shares_of_significant_pairs_at_each_cutoff(page, study):
    found = json.loads(call("compare", "delta", "discriminative-power", "--quiet", "--test", "t", "--qrels", STUDY / "qrels.txt",
                            "--dendrograms", study.folder / "dendrograms.jsonl", "--deltas", "0,0.3", "-m",
                            "HD#-nDCG_WI@20,HD#-nDCG_WD@20", "--format", "json", *study.runs))
    power = {(p["delta"], shown(p["measure"])): p["power"] for p in found["power"]}
    measures = page.head("#delta table")[1:]
    for row in page.table("#delta table"):
        assert row[1:] == [f"{100 * power[float(row[0]), measure]:.1f} %" for measure in measures]
    assert len(page.all("#similarities table tbody tr")) == 2


def test_words_and_answers_are_those_of_the_shown_runs(page, tmp_path):
    words = page.one("#topic-1 .words")
    assert words.text.startswith(shown(NAMES[0]) + ": ") and "rank" in words.text
    page.choose("Run B", "random")
    assert "choose them" in words.text
    assert words.text.startswith(f"In words by {shown(NAMES[0])} for ") and words.text.endswith(f"--topic 1 -m {shown(NAMES[0])}.")
    page.choose("Measure of topics", shown(NAMES[2]))
    assert words.text.endswith(f"--topic 1 -m {NAMES[2]}.")

    call("report", "--quiet", "--assignments", STUDY.parent / "nuggets/verdicts.csv", "-o", tmp_path / "page.html")
    page.open(tmp_path / "page.html")
    page.choose("Run A", "rag-b")
    page.choose("Run B", "rag-a")
    assert [row[-2:] for row in page.table("#topic-1 .intents")] == 2 * [["\u2013", "full"]] and page.messages() == []


def shown_topics(page):
    return page.run("return [...document.querySelectorAll('.topic')].filter((x) => x.checkVisibility()).map((x) => x.id)")


def test_topics_are_filtered(page):
    field = page.one(".controls input")
    page.focus(field)
    page.press("crane")
    status = page.one(".controls [role=status]")
    assert shown_topics(page) == ["topic-2"] and status.text == "1 of 24 topics"
    rows = page.run("return [...document.querySelectorAll('#heat tbody th')].filter((x) => x.checkVisibility()).map((x) => x.textContent)")
    assert [row.split()[:2] for row in rows] == [["2", "crane"]]
    page.write(field, "cranezzz")
    assert shown_topics(page) == [] and status.text == "No topic has it."
    page.write(field, "")
    assert len(shown_topics(page)) == 24 and status.text == ""
    described = page.table("#topic-5 table")[0][1]
    docno = page.run("return document.querySelector('#topic-3 .lists td:nth-child(2)').textContent").split()[0]
    for text, topic in ((described, "topic-5"), (docno, "topic-3")):
        page.write(field, text.upper())
        assert topic in shown_topics(page) and len(shown_topics(page)) < 24


def test_every_control_can_be_reached_by_the_keyboard(page):
    controls = page.run("return document.querySelectorAll('header select, header input, thead button').length")
    assert controls > 20
    assert page.run("return [...document.querySelectorAll('select, input, button, a, summary')].every((x) => x.tabIndex === 0)")
    page.run("document.activeElement.blur()")
    page.press(Keys.TAB)
    assert page.run("return document.activeElement.className") == "skip"


def test_says_the_same_without_script(browser, study):
    browser.open(study.page)
    browser.run("document.getElementById('topic-1').open = true")
    with_script = {name: browser.table(name) for name in ("#means", "#pair", "#heat", "#topic-1 details table")}
    lists = browser.one("#topic-1 .lists").text
    shown = boxes(browser)
    for part in ("Run B", "Run A"):  # there and back: what the script makes is what the program made
        select = browser.run("return [...document.querySelectorAll('.controls label')]"
                             ".find((x) => x.firstChild.textContent === arguments[0]).lastChild.selectedOptions[0].text", part)
        browser.choose(part, "random")
        browser.choose(part, select)
    assert {name: browser.table(name) for name in with_script} == with_script
    assert browser.one("#topic-1 .lists").text == lists
    browser.open(study.page, scripts=False)
    browser.one("#topic-1 > summary").click()
    assert {name: browser.table(name) for name in with_script} == with_script
    assert browser.one("#topic-1 .lists").text == lists
    assert boxes(browser) == shown
    assert browser.all(".controls") == []
    browser.one("#topic-2 > summary").click()
    assert browser.one("#topic-2 .lists").is_displayed()


@pytest.mark.parametrize("width", [1280, 640, 360])
def test_nothing_is_wider_than_the_page(browser, study, width):
    browser.open(study.page, width=width)
    browser.run("document.querySelectorAll('details').forEach((x) => { x.open = true; })")
    assert browser.run("return document.documentElement.scrollWidth") <= width


def printed_pages(browser):
    done = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(done["data"])))


def cut_in_a_word(shown, whole):
    """Is what is shown of a text cut within a word, or without a mark? A word that begins in the first half may be cut."""
    kept = re.sub(r"(…|\.\.\.)$", "", shown)
    if kept == whole:
        return False
    return kept == shown or not whole.startswith(kept) or (re.match(r"[ ,;:]", whole[len(kept):]) is None and kept.rfind(" ") > len(kept) / 2)


@pytest.mark.parametrize("width", [1280, 900])
def test_no_text_is_cut_within_a_word(browser, study, many, width):
    assert cut_in_a_word("the let...", "the letter") is False and cut_in_a_word("where the let...", "where the letter is") is True
    assert cut_in_a_word("where the...", "where the letter is") is False and cut_in_a_word("where the", "where the letter is") is True
    for page in (study.page, many):
        browser.open(page, width=width)
        open_all(browser)
        # Of sentences: what stands in parentheses.
        descriptions = browser.run("return [...document.querySelectorAll('.intents tbody td:nth-child(2)')].map((x) => x.textContent)")
        sentences = browser.run("return [...document.querySelectorAll('.topic .words')].map((x) => x.textContent)")
        cut = [text for sentence in sentences for text in re.findall(r"\(([^()]*\.\.\.)\)", sentence)]
        assert cut or page == many
        for text in cut:
            whole = [one for one in descriptions if one.startswith(text[:10])]
            assert whole and not all(cut_in_a_word(text, one) for one in whole), text
        # Of boxes: all of their text, or whole words of it before an ellipsis, or a first word for which there is no room.
        boxes = browser.run("""
            return [...document.querySelectorAll('.icicle > svg')].map((box) => [box, box.querySelector('p')])
              .filter(([box, line]) => line.offsetWidth > 0 && line.querySelector('span')?.offsetWidth > 0).map(([box, line]) => {
                const right = line.getBoundingClientRect().right, room = right - parseFloat(getComputedStyle(line).fontSize);
                const reach = (text, size) => {
                  const range = document.createRange();
                  range.setStart(text, 0);
                  range.setEnd(text, size);
                  return range.getBoundingClientRect().right;
                };
                const [shown, hidden] = [line.lastChild.firstChild, line.querySelector('i')], text = line.lastChild.textContent;
                const isWhole = !hidden && reach(shown, shown.length) <= right + 1;
                const endsWord = hidden && /^[ ,;:]/.test(hidden.textContent) && reach(shown, shown.length) <= room + 1
                  && hidden.firstChild && getComputedStyle(hidden, '::before').content === '"\u2026"';
                const hasNoRoom = !hidden && reach(shown, text.includes(' ') ? text.indexOf(' ') : text.length) > room;
                return [box.querySelector('title').textContent.startsWith(line.textContent + ' A '), isWhole, endsWord, hasNoRoom];
              })""")
        assert len(boxes) > (100 if page == study.page else 1)
        assert sum(bool(ends_word) for _, _, ends_word, _ in boxes) > 10 or page == many
        assert all(has_all and (whole or ends_word or has_no_room) for has_all, whole, ends_word, has_no_room in boxes)
        # Of pictures: what is shown, and the title with all of it.
        texts = browser.run("return [...document.querySelectorAll('svg.chart text:has(title)')].map((x) => [x.firstChild.data, x.querySelector('title').textContent])")
        assert [pair for pair in texts if cut_in_a_word(*pair)] == []


def test_words_of_boxes_are_whole_on_paper_and_where_there_is_room(browser, study):
    browser.open(study.page)
    open_all(browser)
    cut = "return document.querySelectorAll('#topic-1 .icicle i').length"
    assert browser.run(cut) > 1
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run(cut) == 0
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run(cut) > 1
    browser.look(width=6000)
    browser.run("document.body.style.maxWidth = 'none'")
    WebDriverWait(browser.driver, 60).until(lambda driver: browser.run(cut) == 0)


def on_paper(browser, *selectors):
    """The ids, or the texts, of these elements that are drawn where the page is printed, by selector."""
    browser.run("dispatchEvent(new Event('beforeprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        return browser.run("return arguments[0].map((x) => [...document.querySelectorAll(x)].filter((x) => x.getClientRects().length > 0)"
                           ".map((x) => x.id || x.textContent))", selectors)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        browser.run("dispatchEvent(new Event('afterprint'))")


def test_prints_the_first_topics_and_those_that_are_open(browser, study):
    browser.open(study.page)
    closed = browser.run("return document.querySelectorAll('details:not([open])').length")
    (opened,) = (x.get_attribute("id") for x in browser.all(".topic[open]"))
    assert 8 < printed_pages(browser) < 24  # each of 24 topics takes more than half a page
    assert browser.run("return document.querySelectorAll('details:not([open])').length") == closed
    topics, lists, lists_of_topic, details, says = on_paper(browser, ".topic", ".topic .lists", "#topic-2 .lists", ".topic > details", ".on-paper")
    assert topics == sorted({"topic-1", "topic-2", "topic-3", opened}) and len(lists_of_topic) == 1 and details == []
    assert "For all 24, choose" in says[0] and not browser.one(".on-paper").is_displayed()
    button = browser.one("#topics .all button")
    assert button.text == "Open all topics"
    click = "arguments[0].click()"  # it is far below
    browser.run(click, button)
    WebDriverWait(browser.driver, 60).until(lambda driver: button.text == "Close all topics")
    assert len(on_paper(browser, ".topic")[0]) == 24
    browser.run(click, button)
    assert browser.all(".topic[open]") == []
    browser.open(study.page, scripts=False)
    if browser.run("return CSS.supports('selector(details::details-content)')"):
        assert len(on_paper(browser, ".topic .lists")[0]) == len(lists)


def test_is_laid_out_for_paper(browser, study):
    browser.open(study.page, dark=True)
    browser.run("document.querySelectorAll(':is(#topic-1, #topic-2), details:not(.topic, .topic *)').forEach((x) => { x.open = true; })")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    try:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {  # A4 without its margins
            "width": 718, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert browser.run("return document.documentElement.scrollWidth") <= 718
        # Nothing is larger than the text, but for headings and pictures, and nothing so small that it is not read.
        sizes = browser.run("""
            const texts = [...document.querySelectorAll('p, li, td, th, figcaption, summary, sup, pre, .icicle p')].filter((x) => x.textContent.trim());
            return texts.filter((x) => x.getClientRects().length > 0).map((x) => parseFloat(getComputedStyle(x).fontSize))""")
        assert len(sizes) > 1000 and max(sizes) <= 12.1 and min(sizes) > 6
        # A picture takes at most a third of a page, but for the points, whose names would be too small. Tables of few columns have no
        # turned headings.
        assert max(browser.run("return [...document.querySelectorAll('.chart:not(#plot-area *)')].map((x) => x.getBoundingClientRect().height)")) <= 330
        points = "return [...document.querySelectorAll('#plot-area text')].map((x) => x.getBoundingClientRect().height).filter((x) => x > 0)"
        assert min(browser.run(points)) > 6
        # Chromium does not repeat the boxes of buttons on further pages.
        assert browser.run("return getComputedStyle(document.querySelector('#heat th button')).display") == "contents"
        assert browser.run("return getComputedStyle(document.querySelector('#means thead .n')).writingMode") == "horizontal-tb"
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install in tests/browser")
def test_axe_finds_nothing(browser, study):
    browser.open(study.page)
    browser.run("document.getElementById('topic-1').open = true;document.querySelectorAll('#topic-1 details').forEach((x) => { x.open = true; })")
    assert browser.axe() == []
    browser.look(dark=True)
    assert browser.axe(*OF_COLOURS) == []


# ---- What a reader stumbles over --------------------------------------------------------------------------

@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Two topics, 30 intents with long descriptions, long names of documents, and a tie."""
    folder = tmp_path_factory.mktemp("many")
    docno = "clueweb09-en0011-54-{:05}".format
    judged = [f"2 {intent} {docno(intent)} {intent % 3 + 1}\n" for intent in range(1, 31)] + [f"2 1 {docno(90)} 0\n"]
    (folder / "qrels").write_text(f"1 1 {docno(1)} 1\n1 2 {docno(2)} 1\n" + "".join(judged), encoding="utf-8")
    intents = "".join(f'<subtopic number="{i}" type="inf">what people want to know of meaning {i} of the word</subtopic>' for i in range(1, 31))
    (folder / "topics").write_text(f'<t><topic number="1"><query>one</query><subtopic number="1" type="inf">first</subtopic>'
                                   f'<subtopic number="2" type="inf">second</subtopic></topic>'
                                   f'<topic number="2"><query>two</query>{intents}</topic></t>', encoding="utf-8")
    for name, second in {"some": [1, 2, 90, 91], "none": [90, 91, 92, 93]}.items():
        lists = {1: [1, 2], 2: second}
        lines = [f"{topic} Q0 {docno(n)} {rank} {9 - rank} x\n" for topic, docs in lists.items() for rank, n in enumerate(docs, 1)]
        (folder / name).write_text("".join(lines), encoding="utf-8")
    call("report", "--quiet", "--qrels", "qrels", "--topics", "topics", "-m", "D#-nDCG@4,alpha-nDCG@4,P(rel=9)@1", "-o", "page.html",
         "some", "none", cwd=folder)
    return folder / "page.html"


def open_all(browser):
    browser.run("document.querySelectorAll('details').forEach((x) => { x.open = true; })")


@pytest.mark.parametrize("width", [1280, 700, 390])
def test_no_text_leaves_its_picture_or_box_and_captions_do_not_scroll_with_tables(browser, study, many, width):
    for page in (study.page, many):
        browser.open(page, width=width)
        open_all(browser)
        assert browser.run("""
            const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
            const charts = [...document.querySelectorAll('svg.chart')].flatMap((svg) => [...svg.querySelectorAll('text')]
              .filter((text) => !inside(text.getBoundingClientRect(), svg.getBoundingClientRect())));
            const boxes = [...document.querySelectorAll('.icicle > svg')].flatMap((box) => [...box.querySelectorAll('p')].filter((p) => p.getClientRects().length > 0
              && (!inside(p.getBoundingClientRect(), box.querySelector('rect').getBoundingClientRect())
                  || p.scrollWidth > p.clientWidth && getComputedStyle(p).textOverflow !== 'ellipsis' && !p.querySelector('i'))));
            return [...charts, ...boxes].map((x) => x.textContent)""") == []
        assert browser.all("caption, .wide figcaption") == []
        rights = browser.run("return [...document.querySelectorAll('figcaption')].map((x) => x.getBoundingClientRect().right)")
        assert len(rights) > (24 if page == study.page else 2) and max(rights) <= width


@pytest.mark.parametrize("dark", [False, True])
def test_no_two_intents_have_one_colour(browser, many, dark):
    browser.open(many, dark=dark)
    colours = browser.run("return [...document.querySelectorAll('#topic-2 .intents .key')].map((key) => getComputedStyle(key).backgroundColor)")
    assert len(colours) == 30
    found = [[int(x) for x in re.findall(r"\d+", colour)] for colour in colours]
    for i, one in enumerate(found[:24]):
        assert all(math.dist(one, other) > 20 for other in found[:i] + found[24:]), (i, one)
    assert all(max(one) - min(one) < 10 for one in found[24:])  # further ones have none
    boxes = browser.run("return [...document.querySelectorAll('#topic-2 .icicle > svg')].map((box) => getComputedStyle(box.querySelector('rect')).fill)")
    assert boxes == colours


def test_names_of_documents_wrap_on_a_phone_alone_where_lists_then_fit(browser, many):
    browser.open(many, width=1280)
    open_all(browser)
    assert browser.run("return [...document.querySelectorAll('.lists .id')].map((id) => id.getClientRects().length)") == [1] * 12
    browser.open(many, width=390)
    open_all(browser)
    assert browser.run("return [...document.querySelectorAll('#topic-1 .lists table')].map((x) => x.closest('.wide') ?? x.parentElement)"
                       ".map((x) => x.scrollWidth <= x.clientWidth)") == [True] * 2


def test_a_box_has_its_words_or_a_line_below(browser, many, study):
    browser.open(many)
    unsaid = browser.run("""
        const listed = [...document.querySelectorAll('#topic-2 .tree li')].filter((x) => x.offsetHeight > 0).map((x) => x.querySelector('em').textContent);
        return [...document.querySelectorAll('#topic-2 .icicle > svg')].filter((box) => box.querySelector('span').offsetWidth === 0
          && !listed.includes(box.querySelector('em').textContent)).length""")
    assert unsaid == 0 and len(browser.all("#topic-2 .icicle > svg")) == 30
    assert "1 what people want to know of meaning 1 of the word" in browser.one("#topic-2 .tree").text
    browser.open(study.page, width=390)
    browser.run("document.getElementById('topic-1').open = true")
    nodes = [row[0] for row in browser.table("#topic-1 details table")]
    assert not browser.one("#topic-1 .icicle").is_displayed()
    items = [item for item in browser.all("#topic-1 .tree li") if item.is_displayed()]
    assert [item.text.split(" A ")[0].replace("\n", " ") for item in items] == nodes
    assert len({item.location["x"] for item in items}) == 3  # layers


def test_tells_unjudged_from_irrelevant_documents(browser, many):
    states = {"some": ["", "", "not relevant", "not judged"], "none": ["not relevant"] + 3 * ["not judged"]}
    for scripts in (False, True):
        browser.open(many, scripts=scripts)
        if scripts:
            browser.choose("Run A", "none")
            browser.choose("Run B", "some")
        for place, run in enumerate(sorted(states, reverse=not scripts), 1):
            table = f"#topic-2 .lists > :nth-child({place})"
            assert [row[3] if "not " in row[3] else "" for row in browser.table(table + " table")] == states[run]
            letter = "AB"[place - 1]
            assert browser.one(table + " figcaption").text == f"{letter}: {run}, {states[run].count('not judged')} of 4 not judged"


def test_notes_are_warnings(browser, tmp_path):
    (tmp_path / "qrels").write_text("".join(f"{topic} 1 a 1\n{topic} 2 a 1\n{topic} 1 b 0\n" for topic in range(10)), encoding="utf-8")
    (tmp_path / "run").write_text("".join(f"{topic} Q0 {'a' if n == 1 else n} {n} {30 - n} x\n" for topic in range(10) for n in range(1, 21)), encoding="utf-8")
    call("report", "--quiet", "--qrels", "qrels", "-m", "D#-nDCG@20", "-o", "page.html", "run", cwd=tmp_path)
    browser.open(tmp_path / "page.html")
    assert "95% are not judged" in browser.one("header .panel").text
    assert "95% are not judged" in browser.one("#provenance .warnings").text
    assert "no warnings" not in browser.one("#provenance").text


def test_opens_the_topic_that_tells_most_and_a_measure_by_which_all_runs_tie_agrees_with_none(browser, many):
    browser.open(many)
    assert [x.get_attribute("id") for x in browser.all(".topic[open]")] == ["topic-2"]
    assert "Open is topic 2," in browser.one("#topics").text
    assert browser.table("#heat")[0][1] == "0" != browser.table("#heat")[1][1]

    tau = {row[0]: row[1:] for row in browser.table("#tau")}
    assert tau == {"D\u266f-nDCG@4": ["1.000", "1.000", "\u2013"], "\u03b1-nDCG@4": ["1.000", "1.000", "\u2013"], "P(rel=9)@1": 3 * ["\u2013"]}


def test_many_measures_fit_the_screen(browser, tmp_path):
    measures = ",".join(f"{name}@{cutoff}" for name in ("D#-nDCG", "I-rec", "alpha-nDCG", "ERR-IA", "D-nDCG") for cutoff in (5, 10, 15, 20))
    call("report", "--quiet", "--qrels", STUDY / "qrels.txt", "-m", measures, "-o", tmp_path / "page.html", *sorted((STUDY / "runs").iterdir())[:6])
    browser.open(tmp_path / "page.html", width=1300)
    assert len(browser.head("#tau")) == 21
    assert browser.run("const x = document.querySelector('#tau').closest('.wide'); return x.scrollWidth <= x.clientWidth")


def test_on_a_phone_a_topic_fits_and_names_of_rows_stay_where_a_table_is_scrolled(browser, study):
    browser.open(study.page, width=390, touch=True)
    for table in ("#means", "#heat"):
        left = browser.run("const x = document.querySelector(arguments[0]), scroller = x.closest('.wide');"
                           "scroller.scrollLeft = 100; const head = x.querySelector('tbody th').getBoundingClientRect();"
                           "return [scroller.scrollLeft, head.left - scroller.getBoundingClientRect().left]", table)
        assert left == [100, 0]
        heights = browser.run("return [...document.querySelectorAll(`${arguments[0]} tbody tr`)].map((x) => x.getBoundingClientRect().height)", table)
        assert all(height % 1 == 0 for height in heights)  # else a column that stays hides lines
    browser.run("document.getElementById('topic-1').open = true")
    assert browser.run("const x = document.querySelector('#topic-1 .intents').closest('.wide'); return x.scrollWidth <= x.clientWidth")


def test_long_names_of_runs_keep_their_letters(browser, tmp_path):
    names = [f"{letter}-run-whose-name-is-longer-than-there-is-room-for" for letter in "xyz"]
    for name, run in zip(names, sorted((STUDY / "runs").iterdir())):
        (tmp_path / name).write_bytes(run.read_bytes())
    call("report", "--quiet", "--qrels", STUDY / "qrels.txt", "-m", "D#-nDCG@10", "-o", "page.html", *names, cwd=tmp_path)
    browser.open(tmp_path / "page.html", width=390, touch=True)
    assert browser.run("return [...document.querySelectorAll('#means tbody th')].map((x) => [x.querySelector('sup').textContent,"
                       "x.querySelector('bdi').scrollWidth > x.querySelector('bdi').clientWidth,"
                       "x.querySelector('sup').getBoundingClientRect().right <= x.getBoundingClientRect().right])"
                       ) == [[letter, True, True] for letter in "abc"]


def test_many_documents_of_a_node_are_folded(browser, study):
    for scripts in (True, False):
        browser.open(study.page, scripts=scripts)
        cells = browser.run("return [...document.querySelectorAll('.topic[open] > details td:last-child')].map((x) => [x.textContent,"
                            "x.previousElementSibling.previousElementSibling.previousElementSibling.textContent, x.querySelector('summary')?.textContent])")
        folded = [(count, summary) for _, count, summary in cells if summary]
        assert folded and all(summary.endswith(f" and {int(count) - 1} more") for count, summary in folded)
        assert all(summary or len(text.split()) <= 3 for text, _, summary in cells)


def test_narrow_boxes_have_upright_numbers(browser, many):
    browser.open(many, width=820)  # 26 pixels for each of 30 intents
    shown = browser.run("return [...document.querySelectorAll('#topic-2 .icicle p:first-child')].filter((x) => x.getClientRects().length > 0)"
                        ".map((x) => [x.firstChild.textContent, getComputedStyle(x).writingMode])")
    assert shown == [[str(intent), "vertical-rl"] for intent in range(1, 31)]


def test_says_where_a_text_is_missing_and_what_cannot_be_known(browser, tmp_path):
    (tmp_path / "qrels").write_text("1 1 a 1\n1 2 c 1\n", encoding="utf-8")  # of relevant documents only
    for name, docnos in (("one", "abc"), ("two", "cb")):
        (tmp_path / name).write_text("".join(f"1 Q0 {docno} {rank} 1 x\n" for rank, docno in enumerate(docnos, 1)), encoding="utf-8")
    (tmp_path / "texts").write_text("a\tTitle\thttp://x.example/\tWords\nc\t\thttp://y.example/\tFirst words\n", encoding="utf-8")
    call("report", "--quiet", "--qrels", "qrels", "--texts", "texts", "-m", "I-rec@5", "-o", "page.html", "one", "two", cwd=tmp_path)
    seen = []
    for scripts in (True, False):
        browser.open(tmp_path / "page.html", scripts=scripts)
        if scripts:
            browser.choose("Run B", "one")
            browser.choose("Run B", "two")
        seen.append([[row[1], row[3]] for row in browser.table("#topic-1 .lists table")])
        assert "not judged" not in browser.one("#topics").text
        assert "The texts given have 2 of the 3 documents; the others have “no text”." in browser.one("#topics").text
    assert seen[0] == seen[1] == [["a Title", "1"], ["b no text", "not relevant"], ["c First words", "2"]]


def test_curves_that_are_not_drawn_are_named(browser, many):
    folder = many.parent  # two runs have one pair, and no curve; three have
    (folder / "third").write_text((folder / "some").read_text(encoding="utf-8").replace("2 Q0", "3 Q0"), encoding="utf-8")
    call("report", "--quiet", "--qrels", "qrels", "-m", "D#-nDCG@4,alpha-nDCG@4,P(rel=9)@1", "-o", "three.html", "some", "none", "third", cwd=folder)
    browser.open(folder / "three.html")
    drawn = browser.run("return [...document.querySelectorAll('#measures .chart text')].map((x) => x.textContent)")
    said = [p.text for p in browser.all("#measures p") if p.text.startswith("Not drawn")]
    for name in browser.head("#tau")[1:]:
        assert (name in drawn) != any(name in text for text in said)


def test_letters_are_written_one_way(browser, study, many):
    for page in (study.page, many):
        browser.open(page)
        open_all(browser)
        browser.run("document.querySelectorAll('pre, .warnings, header .panel').forEach((x) => x.remove())")
        text = browser.run("return document.querySelector('main').textContent")
        assert not re.search(r"alpha|delta|D#", text)


# ---- Large reports ------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """101 topics, 60 runs, each of which finds less than the one before it, and the options of its report."""
    folder = tmp_path_factory.mktemp("large")
    judged = [f"{topic} {1 + n % 3} d{n:02} 1\n" for topic in range(1, 102) for n in range(12)]
    (folder / "qrels").write_text("".join(judged), encoding="utf-8")
    described = "".join(f'<topic number="{t}"><query>query {t}</query><subtopic number="1" type="inf">meaning x{t}x</subtopic></topic>' for t in range(1, 102))
    (folder / "topics").write_text(f"<t>{described}</t>", encoding="utf-8")
    for run in range(60):
        lines = [f"{t} Q0 {'d' if (t * 7 + n * 13) % 61 >= run else 'x'}{(t + run + n * 5) % 23:02} {n} {9 - n} x\n" for t in range(1, 102) for n in range(1, 5)]
        (folder / f"run{run:02}").write_text("".join(lines), encoding="utf-8")
    words = ["--quiet", "--qrels", "qrels", "-m", "D#-nDCG@4,alpha-nDCG@4", *(f"run{run:02}" for run in range(60))]
    call("report", *words, "--topics", "topics", "-o", "page.html", cwd=folder)
    return folder / "page.html", words


def test_a_large_page_has_no_more_than_can_be_seen(browser, large):
    browser.open(large[0])
    assert browser.messages() == []
    assert len(browser.all("#heat tbody tr")) < 80 < 101 == len(browser.all(".topic"))
    assert browser.run("return document.querySelectorAll('.topic:not([open]) table').length") == 0
    browser.run("document.querySelector('.wide:has(#heat)').scrollTop = 1e6")
    browser.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
    last = browser.all("#heat tbody tr")[-1]
    assert last.text.startswith("101 query 101") and int(last.get_attribute("aria-rowindex")) == 102
    marks = [int(x) for x in browser.run("return [...document.querySelectorAll('#means td sup')].map((x) => x.textContent.trim())") if x]
    assert marks and max(marks) <= 59  # of many runs, numbers
    assert browser.all("#means th sup") == [] and "Raised numbers: how many runs" in browser.one("#runs p").text


def test_a_large_page_is_searched_and_sorted(browser, large):
    browser.open(large[0])
    browser.one("#heat thead th.d button").click()
    rows = browser.table("#heat")
    differences = [float(row[1]) for row in rows if len(row) > 1]
    assert differences == sorted(differences, reverse=True) and differences[0] > 0
    browser.focus(browser.one(".controls input"))
    browser.press("MEANING X57X")
    WebDriverWait(browser.driver, 60).until(lambda driver: shown_topics(browser) == ["topic-57"])  # it searches with the next frame
    assert [row[0] for row in browser.table("#heat")] == ["57 query 57"]
    browser.one("#topic-57 > summary").click()
    lists = WebDriverWait(browser.driver, 60).until(lambda driver: driver.find_elements("css selector", "#topic-57 .lists"))  # drawn when it opens
    assert lists[0].is_displayed() and browser.one("#topic-57 .words").is_displayed()


def test_a_large_page_says_what_the_program_says(browser, large):
    page, words = large
    table = Scores(page.with_name("scores.tsv"), *words)
    scores, found = table.scores(), table.compared("significance")
    browser.open(page)
    heads = browser.head("#heat")[2:]
    for row in [row for row in browser.table("#heat") if len(row) > 1][:20]:
        assert row[2:] == [f"{scores[run, row[0].split()[0], NAMES[1].replace('10', '4')]:.2f}" for run in heads]
    for run in ("run07", "run31"):
        browser.choose("Run B", run)
        first = browser.one("#runs .run-a").text
        for row in browser.table("#pair"):
            pair = next(p for p in found["pairs"] if p["measure"].replace("#", "\u266f").replace("alpha", "\u03b1") == row[0]
                        and {p["run1"], p["run2"]} == {first, run})
            wins, losses = (pair["wins"], pair["losses"]) if pair["run1"] == first else (pair["losses"], pair["wins"])
            assert row[6:9] == [str(wins), str(losses), str(pair["ties"])]
            sign = 1 if pair["run1"] == first else -1
            assert float(row[3]) == pytest.approx(sign * pair["difference"], abs=0.00006)
            ends = sorted(sign * pair[end] for end in ("low", "high"))
            assert [float(x) for x in row[4].split(" to ")] == pytest.approx(ends, abs=0.00006)
            assert row[5].strip(" *") == ("< .0001" if pair["p_holm"] < 0.0001 else f"{pair['p_holm']:.4f}")


def test_a_large_page_says_what_it_lacks_without_script(browser, large):
    browser.open(large[0], scripts=False)
    assert "Without JavaScript" in browser.one("header").text
    assert not browser.one("#heat").is_displayed()
    assert browser.one(".topic[open] .lists").is_displayed()


# ---- Names that would act -------------------------------------------------------------------------------

SCRIPT = "<script>window.hit=1</script>"
HOSTILE = [SCRIPT, "]]><svg/onload=window.hit=1>", "</script><script>window.hit=1</script>", "\"'onclick='window.hit=1'\"",
           "a\u202egnp.exe", "x" * 10_000, "<!--", "${window.hit=1}", "&lt;b&gt;"]


def hostile_report(folder, name):
    """A report in which `name` stands in every place that a file gives."""
    escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("]]>", "]]&gt;")
    (folder / "qrels").write_text(f"{name} {name} {name} 1\n{name} 2 c 1\n2 1 a 1\n", encoding="utf-8")
    (folder / "run").write_text(f"{name} Q0 {name} 1 2 x\n2 Q0 a 1 2 x\n", encoding="utf-8")
    (folder / "other").write_text(f"{name} Q0 c 1 2 x\n", encoding="utf-8")
    (folder / "topics").write_text(
        f'<t><topic number="{escaped}"><query>{escaped}</query><description>{escaped}</description>'
        f'<subtopic number="{escaped}" type="inf">{escaped}</subtopic><subtopic number="2" type="inf">x</subtopic></topic>'
        '<topic number="2"><subtopic number="1" type="nav">x</subtopic></topic></t>', encoding="utf-8")
    url = "javascript:window.hit=1//" + name
    (folder / "texts").write_text(f"{name}\t{name}\t{url}\t{name}\nc\t{name}\thttp://h/{name}\t{name}\n", encoding="utf-8")
    nodes = [{"id": i, "parent": None, "layer": 1, "intent": intent, "weight": 0.5, "similarity": None, "dummy": False,
              "docs": [docno]} for i, (intent, docno) in enumerate([(name, name), ("2", "c")])]
    lines = [{"topic": name, "layers": 1, "nodes": nodes}, {"topic": "2", "layers": 1, "nodes": [dict(nodes[0], intent="1", weight=1, docs=["a"])]}]
    (folder / "h").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    vectors = [{"id": docno, "vector": {name: 1.0, "y" + docno[:1]: 2.0}} for docno in (name, "c")]
    (folder / "vectors").write_text("".join(json.dumps(line) + "\n" for line in vectors), encoding="utf-8")
    file = name.replace("/", "_")[:200].replace("\u202e", "_")
    (folder / file).write_text((folder / "run").read_text(encoding="utf-8"), encoding="utf-8")
    hierarchy = "".join(c for c in name if c not in "@(),_=")[:300]
    call("report", "--qrels", "qrels", "--topics", "topics", "--texts", "texts", "--text", "vectors", "--hierarchy", f"{hierarchy}=h",
         "-m", "I-rec@5,D-nDCG@5", "-o", "page.html", f"./{file}", "N" + name.replace("=", "").replace("\u202e", "") + "=other", cwd=folder)
    return folder / "page.html"


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: name[:20].encode("ascii", "replace").decode())
def test_names_are_shown_and_never_run(browser, tmp_path, name):
    browser.open(hostile_report(tmp_path, name))
    open_all(browser)
    for label in ("Run A", "Run B"):
        browser.run("const s = [...document.querySelectorAll('.controls label')].find((x) => x.firstChild.textContent === "
                    "arguments[0]).lastChild; for (let i = 0; i < s.options.length; ++i) { s.selectedIndex = i;"
                    "s.dispatchEvent(new Event('change')); }", label)
    browser.run("document.querySelectorAll('.icicle').forEach((svg) => { for (let i = 0; i < svg.children.length; ++i) "
                "svg.children[i].dispatchEvent(new MouseEvent('click', { bubbles: true })); })")
    assert browser.messages() == []
    assert browser.run("return window.hit") is None
    assert browser.run("return document.querySelectorAll('script').length") == 2
    assert browser.run("return [...document.querySelectorAll('*')].flatMap((x) => [...x.attributes])"
                       ".filter((x) => x.name.startsWith('on') || /^javascript:/i.test(x.value)).length") == 0
    assert browser.run("return document.querySelectorAll('b, img, iframe, object, embed, form').length") == 0
    shown = browser.one("body").text
    seen = name if len(name) <= 100 else name[:90]
    assert shown.count(seen.replace("\u202e", "?")) > 10
    assert browser.run("return document.documentElement.scrollWidth") <= 1280
