"""The pages of `subintent judge` as people use them, in Chromium and in Firefox, with the server that stores answers."""
import itertools
import json
import shutil
import time

import pytest

import judge_study
from conftest import AXE, STUDY, Browser, call

pytest.importorskip("selenium")
from selenium.webdriver import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

TWO_QUESTIONS = ("Which list is more relevant and diverse?", "Which list would satisfy more people?")
KEYS = {"left": Keys.ARROW_LEFT, "same": "=", "right": Keys.ARROW_RIGHT}


def wait(what, seconds=60):
    """Until it is true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return found


class Person(Browser):
    """Somebody who judges."""

    def __init__(self, driver, browser=None):
        self.driver, self.browser = driver, browser

    def open(self, url, **screen):
        self.browser.open(url, **screen) if screen else self.driver.get(url)
        self.wait_for("Ready", "saved", "file")
        return self

    def press(self, *keys):
        """On what has the focus."""
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()

    def click(self, text):
        """The button that says so."""
        self.run("return [...(document.querySelector('dialog') ?? document).querySelectorAll('button')]"
                 ".find((one) => one.textContent === arguments[0])", text).click()

    def start(self):
        self.one("main .main").click()
        return self

    def heading(self):
        return self.one("h1").text

    def place(self):
        return self.one(".progress").text

    def status(self):
        return self.run("return document.querySelector('.status-box .status').textContent")

    def wait_for(self, *texts):
        wait(lambda: any(text in self.status() for text in texts))

    def saved(self):
        self.wait_for("All answers saved")

    def choose(self, value, question=0):
        """By the mouse."""
        self.all(f"button[data-value={value}]")[question].click()

    def chosen(self):
        return self.run("return [...document.querySelectorAll('.choices [aria-pressed=true]')].map((one) => one.dataset.value)")

    def data(self):
        return json.loads(self.run("return document.getElementById('study').textContent"))

    def task(self):
        """What is shown: the query and the titles of both lists."""
        return self.run("return [document.querySelector('h1').textContent, ...[...document.querySelectorAll('.lists section')]"
                        ".map((list) => [...list.querySelectorAll('.title')].map((one) => one.textContent))]")


@pytest.fixture(scope="session")
def made_texts(tmp_path_factory):
    """As the program makes them, with docnos in the addresses."""
    file = tmp_path_factory.mktemp("texts") / "texts.tsv"
    call("tokenize", "--quiet", STUDY / "web.warc.gz", "--texts", file)
    return file


@pytest.fixture(scope="session")
def texts(made_texts):
    """With addresses that may be shown."""
    file = made_texts.with_name("addresses.tsv")
    rows = [line.split("\t") for line in made_texts.read_text(encoding="utf-8").splitlines()]
    file.write_text("".join(f"{docno}\t{title}\thttps://page{i}.example/\t{excerpt}\n" for i, (docno, title, _, excerpt) in enumerate(rows)), encoding="utf-8")
    return file


@pytest.fixture
def preferences(tmp_path, texts):
    """Makes a study of preferences."""
    folders = (tmp_path / f"preferences-{i}" for i in itertools.count())
    return lambda **options: judge_study.preferences(next(folders), **{"texts": texts, **options})


@pytest.fixture
def intents(tmp_path, texts):
    """Makes a study of intents."""
    folders = (tmp_path / f"intents-{i}" for i in itertools.count())
    return lambda **options: judge_study.intents(next(folders), **{"texts": texts, **options})


@pytest.fixture(scope="session")
def downloads(tmp_path_factory):
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def online(downloads):
    """Chromium that reaches this machine."""
    browser = Browser(online=True, downloads=downloads)
    yield browser
    browser.driver.quit()


def firefox_program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.fixture(scope="session")
def firefox_driver(downloads):
    program = firefox_program()
    if not program:
        pytest.skip("there is no Firefox")
    from marionette import Firefox
    driver = Firefox(program, downloads)
    yield driver
    driver.quit()


@pytest.fixture
def chromium(online):
    online.open("about:blank")
    return Person(online.driver, online)


@pytest.fixture
def firefox(firefox_driver):
    return Person(firefox_driver)


@pytest.fixture
def other_browser(request):
    """Firefox, or Chromium where it is not."""
    return request.getfixturevalue("firefox" if firefox_program() else "chromium")


@pytest.fixture(params=["chromium", "firefox"])
def person(request):
    """In either browser."""
    return request.getfixturevalue(request.param)


def counting(events):
    """(task, question) -> event: of the highest revision, of those the one stored first."""
    best = {}
    for event in events:
        key = (event["task"], event.get("question"))
        if key not in best or event["revision"] > best[key]["revision"]:
            best[key] = event
    return best


def values(study, person):
    """The answers that count, in the order in which the page asks."""
    data = person.data()
    counted = counting(study.events(data["participant"]))
    asked = [(task["id"], question["id"]) for task in data["tasks"] for question in data["questions"]]
    assert set(counted) <= set(asked)
    return [counted[key]["value"] for key in asked if key in counted and counted[key]["value"] is not None]


def open_kept(person, url):
    """With what the browser keeps. Chromium that is busy gives a page from a file now and then a storage that is empty and
    forgets what it gets; the next one has everything."""
    for _ in range(10):
        person.open(url)
        if person.run("const isKept = 'tried' in localStorage; localStorage.setItem('tried', ''); return isKept"):
            return person
        person.driver.get("about:blank")
    raise AssertionError("the browser keeps nothing")


# ---- Answers -----------------------------------------------------------------------------------------


def test_answers_by_keys_and_by_mouse(person, preferences):
    with preferences(questions=TWO_QUESTIONS, pairs=4) as study:
        person.open(study.url("p01")).start()
        person.press(KEYS["left"], KEYS["same"])  # pair 1
        assert person.place() == "Pair 2 of 4"
        person.choose("right", 1)  # the questions in any order
        assert person.place() == "Pair 2 of 4" and person.chosen() == ["right"]
        person.choose("left", 0)
        assert person.place() == "Pair 3 of 4"
        person.press(KEYS["right"], KEYS["right"])
        person.choose("same", 0)
        person.press("=")
        assert person.heading() == "Thank you!"
        person.saved()
        assert values(study, person) == ["left", "same", "left", "right", "right", "right", "same", "same"]
        assert all(event["revision"] == 1 and event["comment"] == "" for event in study.events("p01"))


def test_undo_and_change(chromium, preferences):
    with preferences(questions=TWO_QUESTIONS, pairs=2) as study:
        person = chromium.open(study.url("p01")).start()
        tasks = [task["id"] for task in person.data()["tasks"]]
        person.press("=", "=", "=", "u")
        assert person.place() == "Pair 2 of 2" and person.chosen() == []
        person.press(Keys.BACKSPACE)
        assert person.place() == "Pair 1 of 2" and person.chosen() == ["same"]
        person.press(KEYS["left"], KEYS["right"], KEYS["right"])
        assert person.heading() == "Thank you!"
        person.press("u")
        assert person.place() == "Pair 2 of 2" and person.chosen() == ["right"]
        person.press(KEYS["left"])
        person.click("Look at my answers again")
        person.press("p")
        assert person.chosen() == ["same", "left"]
        person.choose("right", 0)
        assert person.place() == "Pair 1 of 2" and person.chosen() == ["right", "left"]
        person.press("=")
        assert person.heading() == "Thank you!"
        person.saved()
        assert values(study, person) == ["right", "same", "right", "left"]
        counted = counting(study.events("p01"))
        assert counted[tasks[0], "q1"]["revision"] == 2 and counted[tasks[0], "q2"]["revision"] == 4


def test_goes_on_in_another_browser(chromium, firefox, preferences):
    with preferences(pairs=4) as study:
        chromium.open(study.url("p01")).start()
        chromium.press("=", KEYS["left"])
        chromium.saved()
        firefox.open(study.url("p01"))
        assert "You have done 2 of 4 pairs." in firefox.one("main").text
        firefox.start()
        assert firefox.place() == "Pair 3 of 4"
        firefox.press("u", KEYS["right"], "=")
        firefox.saved()
        chromium.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # coming back to the page
        wait(lambda: chromium.place() == "Pair 4 of 4")
        chromium.press("p", "p")
        assert chromium.chosen() == ["right"]


def test_keys_are_not_for_fields_dialogs_and_held_keys(chromium, preferences):
    with preferences(pairs=3) as study:
        person = chromium.open(study.url("p01")).start()
        person.press("c", "u=" + Keys.ARROW_LEFT + "?", Keys.ESCAPE)
        assert person.place() == "Pair 1 of 3" and person.one("textarea").get_property("value") == "u?="
        person.press("?", "=", KEYS["left"], Keys.ESCAPE)
        assert person.place() == "Pair 1 of 3" and not person.all("dialog")
        for held in ({"repeat": True}, {"ctrlKey": True}, {"altKey": True}, {"metaKey": True}):
            person.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '=', bubbles: true, ...arguments[0]}))", held)
        person.run("document.querySelector('[data-value=same]').dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}))")
        assert person.place() == "Pair 1 of 3"
        person.press(Keys.ARROW_DOWN, Keys.PAGE_DOWN, " ")  # to scroll, which a browser does in its own time
        wait(lambda: person.run("return scrollY") > 0)
        assert person.place() == "Pair 1 of 3"
        person.press("?")
        person.one("#keys").click()
        person.press(Keys.ESCAPE)
        person.press("=", KEYS["right"])
        assert person.place() == "Pair 1 of 3"
        person.press("?")
        person.one("#keys").click()
        person.press(Keys.ESCAPE, "=")
        assert person.place() == "Pair 2 of 3"


def test_comments(other_browser, preferences):
    with preferences(questions=TWO_QUESTIONS, pairs=2) as study:
        person = other_browser.open(study.url("p01")).start()
        tasks = [task["id"] for task in person.data()["tasks"]]
        person.press("c", "<b>both</b> are \u05e8\u05e2\u05d9\u05dd", Keys.ESCAPE, "=", "=")
        assert person.one("textarea").get_property("value") == ""
        person.press(KEYS["left"], "c", "later", Keys.ESCAPE, KEYS["left"])
        person.saved()
        counted = counting(study.events("p01"))
        assert counted[tasks[0], "q1"]["comment"] == "<b>both</b> are \u05e8\u05e2\u05d9\u05dd" and counted[tasks[0], "q1"]["value"] == "same"
        assert counted[tasks[1], "q1"]["comment"] == "later" and counted[tasks[1], "q1"]["value"] == "left"
        assert counted[tasks[0], "q2"]["comment"] == counted[tasks[1], "q2"]["comment"] == ""
        person.open(study.url("p01"))
        wait(lambda: person.heading() == "Thank you!")
        person.click("Look at my answers again")
        assert person.one("textarea").get_property("value") == "later"


def test_sessions_breaks_and_pauses(other_browser, preferences):
    with preferences(pairs=4, session=2) as study:
        person = other_browser.open(study.url("p01"))
        assert "4 pairs in 2 sessions" in person.one("main").text
        person.start()
        person.press("=")
        assert person.place() == "Pair 2 of 4, session 1 of 2"
        person.press("b")
        assert person.heading() == "Pause"
        person.press(Keys.ENTER)
        assert person.place() == "Pair 2 of 4, session 1 of 2"
        person.press("=")
        assert person.heading() == "Session 1 of 2 is done"
        person.press("u")
        assert person.place() == "Pair 2 of 4, session 1 of 2"
        person.press(KEYS["left"])
        person.click("Begin session 2")
        assert person.place() == "Pair 3 of 4, session 2 of 2"
        person.press("=", "=")
        assert person.heading() == "Thank you!"


def test_time_counts_while_a_person_is_at_it(chromium, preferences):
    with preferences(pairs=5) as study:
        person = chromium.open(study.url("p01"))
        person.run("window.ahead = 0; const start = performance.now(); performance.now = () => start + 1000 * ahead")  # no other time
        pass_time = lambda seconds: person.run("ahead += arguments[0]; dispatchEvent(new Event('scroll'))", seconds)
        hide = lambda hidden: person.run("Object.defineProperty(document, 'hidden', { configurable: true, value: arguments[0] });"
                                         "document.dispatchEvent(new Event('visibilitychange'))", hidden)
        pass_time(100)
        person.start()
        pass_time(10)
        person.press("=")  # 10 seconds
        pass_time(5)
        person.press("b")
        pass_time(100)
        person.press(Keys.ENTER)
        pass_time(6)
        person.press("=")  # 11, without the pause
        pass_time(7)
        hide(True)
        pass_time(100)
        hide(False)
        pass_time(8)
        person.press("=")  # 15, without what was hidden
        pass_time(170)
        pass_time(181)
        person.press("=")  # 170, without the three minutes
        pass_time(3)
        person.press("p")
        pass_time(4)
        person.press(KEYS["left"])  # pair 4 again: 174
        pass_time(2)
        person.press("=")  # pair 5: 3 and 2
        person.saved()
        seconds = [event["seconds"] for event in counting(study.events("p01")).values()]
        assert seconds == pytest.approx([10, 11, 15, 174, 5])


# ---- A whole study -------------------------------------------------------------------------------------


def taste(titles):
    """What a simulated person likes: long titles at the top."""
    return sum(len(title) / (rank + 1) for rank, title in enumerate(titles))


def opinion(left, right, margin):
    difference = taste(left) - taste(right)
    return "same" if abs(difference) <= margin else "left" if difference > 0 else "right"


def judge_all(person, url, by_mouse):
    """All pairs, each question with a margin of its own."""
    person.open(url).start()
    for _ in range(100):
        while person.heading() != "Thank you!" and not person.all(".lists"):
            person.start()  # after a break
        if person.heading() == "Thank you!":
            break
        _, left, right = person.task()
        for question, margin in enumerate((0, 10)):
            value = opinion(left, right, margin)
            person.choose(value, question) if by_mouse else person.press(KEYS[value])
    person.saved()


def test_a_study_from_the_sample_to_the_comparison(chromium, other_browser, texts, tmp_path):
    """Eight people, half of them by mouse, half by keyboard, the last of either kind in another browser; the server ends in between."""
    collection = ["--qrels", STUDY / "qrels.txt"]
    runs = sorted((STUDY / "runs").iterdir())
    scores = tmp_path / "scores.tsv"
    call("evaluate", *collection, "--quiet", "--per-topic", "--format", "tsv", "-m", "D#-nDCG@10,I-rec@10", "-o", scores, *runs)
    call("judge", "sample", "--quiet", *collection, "--scores", scores, "--pool", "random,disagreed:D#-nDCG@10,I-rec@10", "--pairs", 1,
         "--topics", STUDY / "topics.xml", "--texts", texts, "--study", tmp_path / "study", "--participants", 8, "--per-pair", 1,
         "--session", 4, "--repeats", 1, "--seed", 7, "--question", TWO_QUESTIONS[0], "--question", TWO_QUESTIONS[1], *runs)
    study = judge_study.Study(tmp_path / "study")
    assert len(study.participants) == 8
    for i, participant in enumerate(study.participants):
        if i in (0, 5):
            study.start()
        judge_all(other_browser if i % 4 == 3 else chromium, study.url(participant), by_mouse=i < 4)
        if i in (4, 7):
            study.stop()
    preferences = tmp_path / "preferences.tsv"
    call("judge", "export", "--quiet", study.folder, "-o", preferences)
    header, *rows = [line.split("\t") for line in preferences.read_text(encoding="utf-8").splitlines()]
    rows = [dict(zip(header, row)) for row in rows]
    titles = {line.split("\t")[0]: line.split("\t")[1] for line in texts.read_text(encoding="utf-8").splitlines()}
    lists = {}
    for run in runs:
        for line in run.read_text().splitlines():
            topic, _, docno, *_ = line.split()
            lists.setdefault((run.name, topic), []).append(titles[docno])
    sides = set()
    for row in rows:
        first, second = (lists[row[run], row["topic"]][:10] for run in ("run1", "run2"))
        margin = 0 if row["question"] in ("q1", "1", TWO_QUESTIONS[0]) else 10
        assert row["preference"] == {"left": ">", "same": "=", "right": "<"}[opinion(first, second, margin)]
        sides.add(row["left"] == row["run1"])
    lines = map(json.loads, (study.folder / "study.jsonl").read_text(encoding="utf-8").splitlines())
    assert len(rows) == 2 * sum(len(line["tasks"]) for line in lines if "participant" in line)
    assert sides == {True, False} and {row["repeat"] for row in rows} == {"0", "1"}
    compared = call("compare", "preferences", "--quiet", "--preferences", preferences, scores)
    assert "D#-nDCG@10" in compared and "I-rec@10" in compared


# ---- Nothing is lost -----------------------------------------------------------------------------------


def leaving_is_warned_about(person):
    return person.run("const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented")


def test_a_server_that_is_away(person, preferences):
    with preferences(pairs=5) as study:
        person.open(study.url("p01")).start()
        person.press("=")
        person.saved()
        assert not leaving_is_warned_about(person)
        study.stop()
        person.press(KEYS["left"], KEYS["left"], KEYS["right"])
        person.wait_for("Not yet saved: 3 answers wait, kept in this browser (no connection)")
        assert leaving_is_warned_about(person)
        person.press("u")
        person.wait_for("Not yet saved: 4 answers wait")
        study.start()
        person.click("Try now")
        person.saved()
        assert not leaving_is_warned_about(person)
        assert values(study, person) == ["same", "left", "left"]
        ids = [event["id"] for event in study.events("p01")]
        assert len(ids) == len(set(ids)) == 5
        study.stop()
        person.press(KEYS["right"])
        person.wait_for("Not yet saved: 1 answer waits")
        study.start()
        person.saved()  # by itself


def test_a_window_that_is_closed_before_all_is_saved(person, preferences):
    with preferences(pairs=4) as study:
        person.open(study.url("p01")).start()
        study.stop()
        person.press(KEYS["left"], KEYS["right"])
        person.wait_for("Not yet saved: 2 answers wait")
        person.driver.get("about:blank")
        study.start()
        person.open(study.url("p01"))
        person.saved()
        assert values(study, person) == ["left", "right"]
        person.start()
        assert person.place() == "Pair 3 of 4"


def test_two_tabs(person, preferences):
    with preferences(pairs=4) as study:
        driver = person.open(study.url("p01")).start().driver
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        second = driver.current_window_handle
        person.open(study.url("p01")).start()
        person.press(KEYS["left"])
        driver.switch_to.window(first)
        wait(lambda: person.place() == "Pair 2 of 4")  # as in the other tab
        study.stop()
        person.press(KEYS["right"])
        driver.switch_to.window(second)
        wait(lambda: person.place() == "Pair 3 of 4")
        person.press("=")
        person.wait_for("Not yet saved: 2 answers wait")
        study.start()
        person.saved()
        driver.close()
        driver.switch_to.window(first)
        person.saved()
        assert values(study, person) == ["left", "right", "same"]
        assert all(event["revision"] == 1 for event in study.events("p01"))
        person.press("u", "u", "u")
        person.saved()
        assert values(study, person) == []


def test_an_answer_that_the_server_refuses(chromium, preferences):
    with preferences(pairs=4) as study:
        person = chromium.open(study.url("p01")).start()
        person.run("""
            const real = fetch;
            window.fetch = async (url, options) => {
              if (options.body?.includes('"right"')) return new Response('{"error": "of no <use>"}', { status: 400 });
              return real(url, options);
            }""")
        study.stop()
        person.press(KEYS["left"], KEYS["right"], "=")
        person.wait_for("Not yet saved: 3 answers wait")
        study.start()
        person.wait_for("1 answer cannot be saved: of no <use>")
        assert leaving_is_warned_about(person)
        wait(lambda: values(study, person) == ["left", "same"])


def test_an_id_that_another_answer_has(chromium, preferences):
    """The answer gets another one: both are stored."""
    with preferences(pairs=4) as study:
        person = chromium.open(study.url("p01")).start()
        person.run("let calls = 0; const real = crypto.getRandomValues.bind(crypto);"
                   "crypto.getRandomValues = (bytes) => (++calls > 2 ? real(bytes) : bytes.fill(7))")
        person.press(KEYS["left"])
        person.saved()
        person.press(KEYS["right"])
        person.wait_for("All answers saved; 1 answer had the number of another one, and got a new number")
        person.press("=")
        person.saved()
        assert values(study, person) == ["left", "right", "same"]
        assert len({event["id"] for event in study.events("p01")}) == 3
        assert person.run("return Object.keys(localStorage).filter((key) => key.includes('event')).length") == 0


def test_what_counts_is_shown_where_two_computers_answer(chromium, firefox, preferences):
    with preferences(pairs=3) as study:
        firefox.open(study.url("p01")).start()
        chromium.open(study.url("p01")).start()
        chromium.press(KEYS["left"])
        chromium.saved()
        firefox.press(KEYS["right"])  # of the same revision, and later
        wait(lambda: len(study.events("p01")) == 2)
        firefox.saved()
        firefox.press("p")
        wait(lambda: firefox.chosen() == ["left"])
        assert values(study, firefox) == ["left"]


def test_a_pair_that_was_done_stays_when_another_answer_of_it_arrives(chromium, preferences):
    with preferences(pairs=3) as study:
        person = chromium.open(study.url("p01")).start()
        person.press(KEYS["left"])
        person.saved()
        # What the server says about other computers is held back, then says that the answer was another one.
        person.run("""
            const real = fetch;
            window.fetch = async (url, options) => {
              if (options.method === "POST") return real(url, options);
              await new Promise((resolve) => { window.release = resolve; });
              const said = await (await real(url, options)).json();
              return Response.json({ ...said, events: said.events.map((event) => ({ ...event, id: "of-another", value: "right" })) });
            };
            dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))""")
        person.press("p")
        assert person.place() == "Pair 1 of 3" and person.chosen() == ["left"]
        wait(lambda: person.run("return 'release' in window"))
        person.run("release()")
        wait(lambda: person.chosen() != ["left"])
        assert person.place() == "Pair 1 of 3" and person.chosen() == ["right"]


def test_what_other_pages_keep_is_ignored(person, tmp_path, preferences):
    """They share the storage of the browser, where they are of the same host name or from the same disk."""
    study = preferences(participants=2, pairs=3)
    page = study.pages(tmp_path / "pages")["p01"]
    with study:
        for url in (study.url("p01"), page.as_uri()):
            person.open(url)
            data = person.data()
            forged = {"id": "m0", "task": data["tasks"][0]["id"], "question": "q1", "revision": 9, "value": "right", "seconds": 5,
                      "time": "2026-01-01T00:00:00Z", "comment": ""}
            own = f"subintent/{data['storage']}/event/"
            kept = {f"subintent/{data['study']}/p01/event/m0": json.dumps(forged), f"subintent/{'0' * 32}/event/m0": json.dumps(forged),
                    own + "m1": json.dumps(forged), own + "m2": "{", own + "m3": "null",
                    own + "m4": json.dumps({**forged, "id": "m4", "task": "of somebody else"})}
            set_all = "for (const [key, text] of Object.entries(arguments[0])) localStorage.setItem(key, text)"
            person.run(set_all, kept)
            person.open(url)  # again
            person.run("for (const [key, newValue] of Object.entries(arguments[0])) dispatchEvent(new StorageEvent('storage', { key, newValue }))", kept)
            assert "There are 3 pairs." in person.one("main").text and person.status() == "Ready"
            person.start()
            assert person.place() == "Pair 1 of 3" and person.chosen() == []
            person.press(KEYS["left"])
        wait(lambda: study.events("p01"))
        assert [event["value"] for event in study.events("p01")] == ["left"]


# ---- Without a server ------------------------------------------------------------------------------------


def downloaded(downloads, name):
    file = downloads / name
    wait(lambda: file.exists() and file.stat().st_size > 0)
    time.sleep(0.2)
    return file.rename(downloads / f"{time.monotonic_ns()}-{name}")


def test_a_page_from_a_file(person, downloads, tmp_path, preferences):
    study = preferences(participants=2, pairs=4, questions=TWO_QUESTIONS)
    page = study.pages(tmp_path / "pages")["p02"]
    open_kept(person, page.as_uri())
    assert person.run("return document.documentElement.scrollWidth <= innerWidth")
    person.start()
    person.press("=", "=", KEYS["left"], "c", "why?", Keys.ESCAPE)
    person.wait_for("Kept in this browser; 4 steps not yet in a file")
    assert not leaving_is_warned_about(person)
    person.click("Save my answers")
    person.wait_for("All answers are in your file")
    half = downloaded(downloads, "answers-p02.jsonl")
    open_kept(person, page.as_uri())  # as if it had been closed
    person.start()
    assert person.place() == "Pair 2 of 4" and person.chosen() == ["left"]
    person.press("=", "=", KEYS["right"], "=", "=")
    assert person.heading() == "Thank you!" and leaving_is_warned_about(person)
    person.click("Save my answers")
    assert not leaving_is_warned_about(person)
    whole = downloaded(downloads, "answers-p02.jsonl")
    study.read_saved(half, whole)
    study.read_saved(whole)
    assert values(study, person) == ["same", "same", "left", "same", "same", "right", "same", "same"]
    assert len(study.events("p02")) == 9
    # On another computer it goes on from the file.
    person.run("localStorage.clear()")
    person.open(page.as_uri())
    person.run("document.querySelector('input[type=file]').classList.remove('unseen')")
    person.one("input[type=file]").send_keys(str(half))
    wait(lambda: "You have done 1 of 4 pairs." in person.one("main").text)


def test_a_browser_that_keeps_nothing(chromium, tmp_path, preferences):
    page = preferences(pairs=2).pages(tmp_path / "pages")["p01"]
    script = chromium.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"})
    try:
        chromium.driver.get(page.as_uri())
        chromium.start()
        chromium.press("=")
        assert "do not close the page before you have saved your answers" in chromium.status()
        assert leaving_is_warned_about(chromium)
    finally:
        chromium.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


# ---- Intents -----------------------------------------------------------------------------------------------


def groups(person):
    """[(name, labels of its cards)], those of no group last."""
    return person.run("""
        const labels = (zone) => [...zone.querySelectorAll('.card h3')].map((one) => one.textContent);
        return [...[...document.querySelectorAll('.group')].map((zone) => [zone.querySelector('input').value, labels(zone)]),
                labels(document.querySelector('.pool'))]""")


def card(person, label):
    return person.run("return [...document.querySelectorAll('.card')].find((one) => one.querySelector('h3').textContent === arguments[0])", label)


def drag(person, label, zone):
    handle = card(person, label).find_element("css selector", ".handle h3")
    ActionChains(person.driver, duration=50).click_and_hold(handle).move_by_offset(8, 4).move_to_element(person.one(zone)).release().perform()


def test_intents_by_mouse(person, intents):
    with intents(topics=2) as study:
        person.open(study.url("p01")).start()
        task = person.data()["tasks"][0]
        labels = [one["label"] for one in task["cards"]]
        drag(person, labels[0], ".fresh")
        drag(person, labels[2], ".group")
        assert groups(person) == [["", [labels[0], labels[2]]], labels[1:2] + labels[3:]]
        person.one("#name-0").send_keys("One \u05d0\u05d1 <i>")
        person.click("Done: next topic")
        assert person.place() == "Topic 2 of 2"
        person.saved()
        event = counting(study.events("p01"))[task["id"], None]
        cards = [one["id"] for one in task["cards"]]
        assert event["value"] == {"groups": [{"name": "One \u05d0\u05d1 <i>", "cards": [cards[0], cards[2]]}], "labels": {}, "done": True}
        person.open(study.url("p01"))
        assert "You have done 1 of 2 topics." in person.one("main").text
        person.start()
        person.click("Previous")
        drag(person, labels[0], ".pool")
        assert groups(person) == [["One \u05d0\u05d1 <i>", [labels[2]]], labels[:2] + labels[3:]]
        person.click("Undo")
        assert groups(person)[0][1] == [labels[0], labels[2]]


def test_intents_by_keyboard_alone(person, tmp_path, intents):
    with intents(topics=1) as study:
        person.open(study.url("p01"))
        said = lambda: person.run("return document.getElementById('said').textContent")
        focused = lambda: person.run("return document.activeElement.textContent")
        focus = lambda name: wait(lambda: person.run("document.querySelector(`[data-focus^=${arguments[0]}]`)?.focus(); return true", name))
        person.press(Keys.TAB, Keys.ENTER)
        task = person.data()["tasks"][0]
        labels = [one["label"] for one in task["cards"]]
        cards = [one["id"] for one in task["cards"]]
        for _ in range(20):  # from the heading to the first card's button
            if focused() == "Move\u2026":
                break
            person.press(Keys.TAB)
        person.press("g")  # to a new group
        assert said() == f"{labels[0]}: Moved to a new group, 1 card"
        assert person.run("return document.activeElement.getAttribute('aria-label')") == f"Move {labels[0]}"
        focus(f"move-{cards[1]}")
        person.press("1")
        assert said() == f"{labels[1]}: Moved to Group 1, 2 cards"
        focus(f"move-{cards[2]}")
        person.press(Keys.ENTER)  # a dialog
        wait(lambda: focused() == "1. Group 1")
        person.press(Keys.TAB)
        wait(lambda: focused() == "New group")
        person.press(Keys.ENTER)
        wait(lambda: groups(person) == [["", labels[:2]], ["", labels[2:3]], labels[3:]])
        person.press("r")
        wait(lambda: person.run("return document.activeElement.id === 'label' && getSelection().toString() === arguments[0]", labels[2]))
        person.press("My label", Keys.ENTER)  # in place of the old one
        wait(lambda: said() == "The label is My label.")
        assert groups(person)[1] == ["", ["My label"]]
        focus("name-1")
        person.press("Second", Keys.TAB)
        focus("merge-1")
        person.press(Keys.ENTER)
        wait(lambda: focused() == "1. Group 1")
        person.press(Keys.ENTER)
        wait(lambda: groups(person) == [["Second", [*labels[:2], "My label"]], labels[3:]])
        focus("split-0")
        person.press(Keys.ENTER)
        wait(lambda: person.run("return document.activeElement.type") == "checkbox")
        person.press(" ", Keys.TAB, Keys.TAB, " ", Keys.TAB, Keys.ENTER)  # all but the second
        wait(lambda: groups(person) == [["Second", labels[1:2]], ["", [labels[0], "My label"]], labels[3:]])
        focus("undo")
        person.press(Keys.ENTER)
        assert groups(person)[0] == ["Second", [*labels[:2], "My label"]] and said() == "The last step is undone."
        focus("done")
        person.press(Keys.ENTER)
        assert person.heading() == "Thank you!"
        person.saved()
        assert counting(study.events("p01"))[task["id"], None]["value"] == {
            "groups": [{"name": "Second", "cards": cards[:3]}], "labels": {cards[2]: "My label"}, "done": True}
    superintents, given = tmp_path / "superintents.txt", tmp_path / "labels.txt"
    call("judge", "export", "--quiet", study.folder, "--participant", "p01", "--superintents", superintents, "--labels", given, "-o", tmp_path / "agreement")
    assert sorted(line.split()[2] for line in superintents.read_text().splitlines()) == ["1", "2", "3"]
    assert "Second" in given.read_text() and "My label" in given.read_text()


def test_intents_by_touch(chromium, intents):
    with intents(topics=1) as study:
        person = chromium.open(study.url("p01"), width=360, height=640, touch=True).start()
        labels = [one["label"] for one in person.data()["tasks"][0]["cards"]]

        def touch_drag(start, by):
            at = person.run("const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]", start)
            touch = lambda kind, y: person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [] if kind == "touchEnd" else [{"x": at[0], "y": y}]})
            touch("touchStart", at[1])
            for step in range(1, 6):
                touch("touchMove", at[1] + by * step / 5)
            return lambda: touch("touchEnd", at[1] + by)

        grip = card(person, labels[0]).find_element("css selector", ".grip")
        bottom = person.run("return innerHeight - 40 - arguments[0].getBoundingClientRect().y", grip)
        let_go = touch_drag(grip, bottom)  # held at the lower edge it scrolls, until the place for a new group is there
        wait(lambda: person.run("return scrollY + innerHeight >= document.documentElement.scrollHeight - 1"))
        x, y = person.run("const box = document.querySelector('.fresh').getBoundingClientRect(); return [box.x + 60, box.y + 20]")
        person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        let_go()
        assert groups(person) == [["", labels[:1]], labels[1:]]
        person.run("scrollTo({ top: 0, behavior: 'instant' })")
        touch_drag(card(person, labels[1]).find_element("css selector", "h3"), -150)()  # the title scrolls
        wait(lambda: person.run("return scrollY") > 50)
        assert groups(person) == [["", labels[:1]], labels[1:]] and not person.all(".ghost")


# ---- What is shown --------------------------------------------------------------------------------------------

HEBREW = "\u05d9\u05d2\u05d5\u05d0\u05e8 \u05d4\u05d5\u05d0 \u05d7\u05ea\u05d5\u05dc \u05d2\u05d3\u05d5\u05dc"
HOSTILE = "<script>document.title='x'</script></script><img src=x onerror=alert(1)>&amp;"


@pytest.fixture
def odd(tmp_path, preferences):
    """A study of strange texts."""
    texts = {"a": (HOSTILE, "javascript:alert(1)", HOSTILE), "b": (HEBREW, "https://he.example/" + "x" * 200, HEBREW * 4),
             "c": ("W" * 100, "http://third.example/", "y" * 300), "d": ("", "", ""), "e": ("Plain", "https://last.example/?a=1&b=2", "Words.")}
    (tmp_path / "texts.tsv").write_text("".join(f"{docno}\t" + "\t".join(fields) + "\n" for docno, fields in texts.items()), encoding="utf-8")
    for run, order in (("secretrun1", "abcde"), ("secretrun2", "edcba")):
        (tmp_path / run).write_text("".join(f"1 Q0 {docno} {i + 1} {9 - i} t\n" for i, docno in enumerate(order)), encoding="utf-8")
    (tmp_path / "qrels").write_text("".join(f"1 1 {docno} 1\n" for docno in "abcde"), encoding="utf-8")
    escaped = HOSTILE.replace("&", "&amp;").replace("<", "&lt;")
    (tmp_path / "topics.xml").write_text(
        f'<webtrack><topic number="1" type="ambiguous"><query>{escaped} {"Q" * 100}</query><description>{HEBREW}</description>'
        '<subtopic number="1" type="inf">x</subtopic></topic></webtrack>', encoding="utf-8")
    return preferences(pairs=1, runs=[tmp_path / "secretrun1", tmp_path / "secretrun2"], qrels=tmp_path / "qrels",
                                   topics=tmp_path / "topics.xml", texts=tmp_path / "texts.tsv", title=HOSTILE, questions=(HEBREW + "?", "W" * 200))


def test_texts_stay_texts(chromium, online, odd):
    with odd as study:
        chromium.open(study.url("p01")).start()
        query, *lists = chromium.task()
        titles = [HOSTILE, HEBREW, "W" * 100, "Document", "Plain"]
        titles[3] = "Document 4" if lists[0][0] == HOSTILE else "Document 2"  # the place where it is shown first
        assert query.startswith(HOSTILE) and titles in lists and titles[::-1] in lists
        links = chromium.run("return [...document.querySelectorAll('.lists a')].map((one) => [one.textContent, one.protocol, one.target, one.rel])")
        assert sorted(links) == sorted(2 * [[text, protocol, "_blank", "noreferrer noopener"] for text, protocol in (
            (HEBREW, "https:"), ("W" * 100, "http:"), ("Plain", "https:"))])
        assert not chromium.all("main img, main script")
        rtl = chromium.run("return [...document.querySelectorAll('.lists .title:dir(rtl)')].map((one) => one.textContent)")
        assert rtl == [HEBREW, HEBREW]
        assert "secretrun" not in online.driver.page_source
        assert online.messages() == []
        assert {url.split("/")[2] for url in online.requests() if not url.startswith("about:")} == {f"127.0.0.1:{study.port}"}


def test_docnos_are_never_shown(chromium, online, tmp_path, made_texts, preferences, intents):
    """Documents with a title, an excerpt, an address or nothing, on pages from the server and from the disk."""
    rows = [line.split("\t") for line in made_texts.read_text(encoding="utf-8").splitlines()]
    changed = [(f"{docno}\t{title}\t{url}\t{excerpt}", f"{docno}\t\t{url}\t{excerpt}", f"{docno}\t{docno}\t{url}\t", f"{docno}\t\t\t",
                f"{docno}\t\thttps://page.example/\t")[i % 5] + "\n" for i, (docno, title, url, excerpt) in enumerate(rows)]
    (tmp_path / "texts").write_text("".join(changed), encoding="utf-8")
    for study in (preferences(texts=tmp_path / "texts", pairs=12), intents(texts=tmp_path / "texts", topics=3)):
        pages = study.pages(tmp_path / study.folder.parent.name)
        with study:
            for url in (study.url("p01"), pages["p01"].as_uri()):
                chromium.open(url)
                data = chromium.data()
                assert chromium.run("return document.querySelector('main').textContent.includes('links open the pages')") == ("questions" in data and data["questions"] != [])
                chromium.start()
                titles = chromium.run("return [...document.querySelectorAll('.title, .card li')].map((one) => one.textContent)")
                assert titles and all(titles)
                source = online.driver.page_source
                assert not [docno for docno, *_ in rows if docno in source]
                shown = {one["title"] for one in data["documents"]}
                assert "" in shown and any(title.startswith("Document ") for title in titles) and any(title.endswith("\u2026") for title in shown)


def test_an_excerpt_that_is_cut_says_so(chromium, preferences):
    with preferences(pairs=2) as study:
        chromium.open(study.url("p01")).start()
        excerpts = chromium.run("return [...document.querySelectorAll('.excerpt')].map((one) => one.textContent)")
        assert any(len(text) > 250 and text.endswith("\u2026") for text in excerpts)
        assert not any(len(text) > 250 and text[-1].isalnum() for text in excerpts)


@pytest.mark.parametrize("width, height", [(320, 568), (360, 640), (640, 400), (1280, 800)])
def test_nothing_is_wider_than_the_screen(chromium, odd, width, height):
    with odd as study:
        chromium.open(study.url("p01"), width=width, height=height)
        for _ in range(2):
            assert chromium.run("return document.documentElement.scrollWidth") <= width
            if chromium.all(".main"):
                chromium.start()
        chromium.press("=")
        assert chromium.run("return document.documentElement.scrollWidth") <= width


def test_the_query_and_the_questions_stay_in_place(chromium, preferences):
    with preferences(pairs=1) as study:
        for width, height in ((1280, 800), (640, 400), (360, 640)):
            chromium.open(study.url("p01"), width=width, height=height).start()
            chromium.run("scrollTo(0, 500)")
            box = lambda selector: chromium.run("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                                                "return [box.top, box.bottom]", selector)
            query, choices = box("h1"), box(".question.current .choices")
            assert 0 <= query[0] and query[1] < choices[0] and choices[1] <= height
            # A link that gets the focus is not under them.
            chromium.run("scrollTo(0, 0)")
            chromium.run("document.querySelector('.lists a').focus()")
            for _ in range(8):
                chromium.press(Keys.TAB)
                top, bottom = box(".lists a:focus")
                assert box("h1")[1] <= top and bottom <= box(".questions")[0]


def test_a_phone_shows_one_list_and_then_the_other(chromium, preferences):
    with preferences(pairs=1) as study:
        chromium.open(study.url("p01"), width=360, height=640, touch=True).start()
        shown = lambda: chromium.run("return [...document.querySelectorAll('.lists section')].map((one) => one.getBoundingClientRect())"
                                     ".map((box) => box.left >= 0 && box.right <= innerWidth)")
        pressed = lambda: [one.get_attribute("aria-pressed") for one in chromium.all(".switch button")]
        assert shown() == [True, False] and pressed() == ["true", "false"]
        chromium.click("Right list")
        wait(lambda: shown() == [False, True] and pressed() == ["false", "true"])
        tops = chromium.run("return [...document.querySelectorAll('.lists ol')].map((list) => [...list.children]"
                            ".map((one) => Math.round(one.getBoundingClientRect().top)))")
        assert tops[0] == tops[1]  # rank by rank


def test_without_scripts_a_sentence_says_so(chromium, online, preferences):
    with preferences(pairs=1) as study:
        online.open(study.url("p01"), scripts=False)
        assert "This page needs JavaScript" in online.one("body").text


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install in tests/browser")
@pytest.mark.parametrize("dark, width, height", [(False, 1280, 800), (True, 360, 640)])
def test_axe_finds_nothing(chromium, tmp_path, dark, width, height, preferences, intents):
    show = lambda url: chromium.open(url, dark=dark, width=width, height=height)

    def finds_nothing_after(*keys):
        chromium.press(*keys)
        assert chromium.axe() == []

    with preferences(pairs=2, session=1, questions=TWO_QUESTIONS) as study:
        show(study.url("p01"))
        finds_nothing_after()
        chromium.start()
        finds_nothing_after("=")
        study.stop()
        chromium.press("c", "x", Keys.ESCAPE)
        chromium.wait_for("Not yet saved")
        for keys in ((), "?", (Keys.ESCAPE, "b"), (Keys.ENTER, "=")):
            finds_nothing_after(*keys)
        assert chromium.heading() == "Session 1 of 2 is done"
        chromium.start()
        finds_nothing_after("=", "=")
        assert chromium.heading() == "Thank you!"
        study.start()
    show(study.pages(tmp_path / "pages")["p01"])
    finds_nothing_after()
    with intents() as study:
        show(study.url("p01")).start()
        chromium.run("document.querySelector('[data-focus^=move]').focus()")
        finds_nothing_after("g", "r", "x", Keys.ENTER)
        finds_nothing_after("m")
        chromium.press(Keys.ESCAPE)


# ---- Consent and languages -------------------------------------------------------------------------------------

CONSENT = "You may stop at any time.\n\nWe store your answers, and no names."


@pytest.fixture
def consent(tmp_path):
    (tmp_path / "consent.txt").write_text(CONSENT, encoding="utf-8")
    return ("--consent", tmp_path / "consent.txt")


def test_consent_comes_before_the_first_question(person, tmp_path, consent, preferences):
    study = preferences(pairs=2, participants=2, more=consent)
    page = study.pages(tmp_path / "pages")["p02"]
    with study:
        person.open(study.url("p01"))
        assert person.heading() == "Before you begin"
        assert [one.text for one in person.all(".sheet p")][:2] == CONSENT.split("\n\n")
        person.press("=")
        person.start()  # without the tick
        assert person.heading() == "Before you begin" and "Please tick the box" in person.one("[role=alert]").text
        assert study.events("p01") == []
        person.one("#agree").click()
        person.start()
        assert person.heading() == "Two lists of results"
        person.saved()
        [agreed] = study.events("p01")
        assert agreed["task"] == "consent" and agreed["value"] is True and agreed["received"] and "question" not in agreed
        person.open(study.url("p01"))  # again: it is asked for once
        wait(lambda: person.heading() == "Two lists of results")
        person.start()
        person.press("=", KEYS["left"])
        person.saved()
        tasks = [task["id"] for task in person.data()["tasks"]]
        assert [event["task"] for event in study.events("p01")] == ["consent", *tasks]
        assert [line.split("\t")[-1] != "" for line in call("judge", "status", study.folder, "--format", "tsv").splitlines()[1:]] == [True, False, False]
    open_kept(person, page.as_uri())
    assert person.heading() == "Before you begin"
    person.one("#agree").click()
    person.start()
    assert person.heading() == "Two lists of results"
    open_kept(person, page.as_uri())
    assert person.heading() == "Two lists of results"


def test_consent_that_cannot_be_stored_waits_like_an_answer(other_browser, consent, preferences):
    with preferences(pairs=2, more=consent) as study:
        person = other_browser.open(study.url("p01"))
        study.stop()
        person.one("#agree").click()
        person.start()
        person.wait_for("Not yet saved: 1 answer waits, kept in this browser")
        person.start()
        person.press("=")
        study.start()
        person.saved()
        assert [event["task"] for event in study.events("p01")][0] == "consent" and len(study.events("p01")) == 2


# Of each language, what the buttons say, and the place of a task.
LANGUAGES = {"en": (["Left", "Same", "Right"], "Pair 1 of 2"), "de": (["Links", "Gleich", "Rechts"], "Paar 1 von 2"),
             "zh": (["\u5de6", "\u76f8\u540c", "\u53f3"], "\u7b2c 1 \u5bf9\uff0c\u5171 2 \u5bf9"),
             "ja": (["\u5de6", "\u540c\u3058", "\u53f3"], "2 \u7d44\u4e2d 1 \u7d44\u76ee")}


def shown_words(person):
    person.start()
    return [one.text.split("\n")[-1] for one in person.all(".choices button")], person.place()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_in_every_language(chromium, online, preferences, intents, language, consent):
    """No key is missing, no place is left open, nothing is wider than a phone; what the study says is in its language, too."""
    def sound(person):
        text = person.run("return document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel).join()")
        assert "undefined" not in text and "{" not in text
        assert person.run("return document.documentElement.scrollWidth") <= 360

    def has_met_no_error():
        """But that the server was away, which the browser may say later."""
        return all("ERR_CONNECTION_REFUSED" in one for one in online.messages())

    with preferences(pairs=2, session=1, title=None, questions=(), more=("--language", language, *consent)) as study:
        online.open(study.url("p01"), width=360, height=640)
        wait(lambda: chromium.run("return document.querySelector('main .main')?.disabled === false"))
        sound(chromium)
        assert chromium.run("return document.documentElement.lang") == chromium.data()["language"] == language
        chromium.one("#agree").click()
        chromium.start()
        sound(chromium)
        assert (chromium.heading() == "Which list is better?") == (language == "en")
        buttons, place = shown_words(chromium)
        assert buttons == LANGUAGES[language][0] and place.startswith(LANGUAGES[language][1])
        sound(chromium)
        for keys in ("?", Keys.ESCAPE, "b", Keys.ENTER, "="):  # help, a pause, the break
            chromium.press(keys)
            sound(chromium)
        chromium.start()
        study.stop()
        chromium.press("=")
        wait(lambda: chromium.run("return document.querySelector('.status').dataset.kind") == "bad")
        sound(chromium)
        study.start()
        assert has_met_no_error()
    with intents(topics=1, more=("--language", language)) as study:
        online.open(study.url("p01"), width=360, height=640)
        wait(lambda: chromium.run("return document.querySelector('main .main')?.disabled === false"))
        sound(chromium)
        chromium.start()
        focus = lambda name: chromium.run("document.querySelector(`[data-focus^=${arguments[0]}]`).focus()", name)
        focus("move")
        for keys in ("g", "m", Keys.ESCAPE, "r", Keys.ESCAPE, "?", Keys.ESCAPE):
            chromium.press(keys)
            sound(chromium)
        assert has_met_no_error()


def test_the_language_of_the_browser(chromium, online, preferences):
    with preferences(pairs=2, more=("--language", "browser")) as study:
        for tags, language in ((["ja-JP", "en"], "ja"), (["fr-FR", "de-CH"], "de"), (["fr"], "en"), (["zh-TW"], "zh")):
            script = online.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
                "source": f"Object.defineProperty(Navigator.prototype, 'languages', {{ get: () => {json.dumps(tags)} }})"})
            online.open(study.url("p01"))
            wait(lambda: chromium.run("return document.querySelector('main .main')?.disabled === false"))
            assert chromium.run("return document.documentElement.lang") == language
            assert shown_words(chromium) == LANGUAGES[language]
            online.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
