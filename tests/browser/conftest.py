"""A browser for all tests, and the reports that they open."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SUBINTENT_PROGRAM", str(SOURCE / "build/release/subintent"))
STUDY = SOURCE / "data/study"
AXE = pathlib.Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
MEASURES = "HD#-nDCG_WI@10,D#-nDCG@10,I-rec@10,D-nDCG@10"


def call(*words, **options):
    """What the program prints."""
    done = subprocess.run([PROGRAM, *map(str, words)], check=False, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Settled:
    """A driver for which a click, a key or a script is done when the events are that the browser sends after it."""

    has_scripts = True

    def execute(self, command, parameters=None):
        from selenium.common.exceptions import JavascriptException, NoSuchWindowException, UnexpectedAlertPresentException
        from selenium.webdriver.remote.command import Command

        result = super().execute(command, parameters)
        if self.has_scripts and command in (Command.CLICK_ELEMENT, Command.SEND_KEYS_TO_ELEMENT, Command.W3C_ACTIONS, Command.W3C_EXECUTE_SCRIPT):
            try:
                self.execute_async_script("setTimeout(arguments[0])")
            except (JavascriptException, NoSuchWindowException, UnexpectedAlertPresentException):
                pass  # the page is left, closed, or asks
        return result


class Browser:
    """Chromium without a network, or with this machine alone, and what a person does in it."""

    def __init__(self, *, online=False, downloads=None):
        webdriver = pytest.importorskip("selenium.webdriver")
        from selenium.webdriver.chrome.service import Service

        chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
        if not chromium or not driver:
            pytest.skip("there is no chromium with chromedriver")
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--window-size=1280,1000"):
            options.add_argument(argument)
        if downloads:
            options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = type("Chrome", (Settled, webdriver.Chrome), {})(options=options, service=Service(driver))
        self.driver.set_script_timeout(300)  # axe on a large page, where others use the processor
        self.driver.execute_cdp_cmd("Network.enable", {})
        if not online:
            self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})

    def open(self, page, *, scripts=True, dark=False, width=1280, height=1000, touch=False):
        """Opens a file (a path) or an address (text). What the browser has logged before is forgotten."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.driver.has_scripts = scripts
        self.look(dark=dark, width=width, height=height, touch=touch)
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get("about:blank")
        self.driver.get(page if isinstance(page, str) else page.as_uri())

    def look(self, *, dark=False, width=1280, height=1000, touch=False):
        """At what is open, on another screen."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def axe(self, *rules):
        """What axe finds on what is open, by these rules or all: the rule, the element and what is wrong with it."""
        if not self.run("return 'axe' in window"):
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
        found = self.driver.execute_async_script(
            "const [rules, done] = arguments, options = { resultTypes: ['violations'], ...(rules.length ? { runOnly: rules } : {}) };"
            "requestAnimationFrame(() => setTimeout(() => axe.run(options).then((x) => done(x.violations))))", rules)
        return [(x["id"], x["nodes"][0]["html"][:200], x["nodes"][0]["failureSummary"]) for x in found]

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def press(self, *keys):
        """On what has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focus(self, element):
        self.run("arguments[0].focus()", element)

    def choose(self, label, text):
        """An option of a select: from the one beside it by the keyboard, as each step draws the page anew."""
        from selenium.webdriver.common.keys import Keys
        select, step = self.run("""
            const select = [...document.querySelectorAll('.controls label')].find((x) => x.firstChild.textContent === arguments[0]).lastChild;
            const wanted = [...select.options].findIndex((x) => x.text === arguments[1]), step = Math.sign(wanted - select.selectedIndex);
            if (step) select.selectedIndex = wanted - step;
            select.focus();
            return [select, step];""", label, text)
        if step:
            self.press(Keys.ARROW_DOWN if step > 0 else Keys.ARROW_UP)
        assert self.run("return arguments[0].selectedOptions[0].text", select) == text

    def write(self, field, text):
        """Puts a text into a field at once."""
        self.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", field, text)

    def table(self, selector):
        """The texts of all cells of a table, row after row, without the head; hidden ones too."""
        return self.run("return [...document.querySelector(arguments[0]).tBodies[0].rows]"
                        ".map((row) => [...row.cells].map((cell) => cell.textContent.trim()))", selector)

    def head(self, selector):
        return self.run("return [...document.querySelector(arguments[0]).tHead.rows[0].cells].map((cell) => cell.textContent.trim())", selector)

    def messages(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for."""
        sent = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [one["params"]["request"]["url"] for one in sent if one["method"] == "Network.requestWillBeSent"]


# Rules of axe of which light and dark are all that can differ.
OF_COLOURS = ["color-contrast", "link-in-text-block"]


@pytest.fixture(scope="session")
def browser():
    started = Browser()
    yield started
    started.driver.quit()


class Study:
    """A report of the study collection, and the options it was made with."""

    def __init__(self, folder):
        self.folder = folder
        call("tokenize", "--quiet", STUDY / "web.warc.gz", "-o", folder / "frequencies.jsonl", "--statistics",
             folder / "statistics.tsv", "--fingerprints", folder / "fingerprints.tsv", "--texts", folder / "texts.tsv")
        call("tfidf", "--quiet", "--statistics", folder / "statistics.tsv", folder / "frequencies.jsonl", "-o", folder / "vectors.jsonl")
        call("cluster", "--quiet", "--qrels", STUDY / "qrels.txt", "--fingerprints", folder / "fingerprints.tsv", "-o", folder / "dendrograms.jsonl")
        for name, options in {"WI": [], "SUP+WI": ["--superintents", STUDY / "superintents.txt"]}.items():
            call("hierarchy", "--quiet", "--qrels", STUDY / "qrels.txt", *options, folder / "dendrograms.jsonl", "-o", folder / f"{name}.jsonl")
        self.runs = sorted((STUDY / "runs").iterdir())
        self.evaluation = ["--quiet", "--qrels", STUDY / "qrels.txt", "--adhoc-qrels", STUDY / "qrels.adhoc.txt",
                           "--hierarchy", f"WI={folder}/WI.jsonl", "--hierarchy", f"SUP+WI={folder}/SUP+WI.jsonl", "-m", MEASURES]
        self.page = folder / "report.html"
        call("report", *self.evaluation, "--topics", STUDY / "topics.xml", "--texts", folder / "texts.tsv",
             "--text", folder / "vectors.jsonl", "--fingerprints", folder / "fingerprints.tsv",
             "--dendrograms", folder / "dendrograms.jsonl", "--deltas", "0,0.3", "-o", self.page, *self.runs)
        self.table = Scores(folder / "scores.tsv", *self.evaluation, *self.runs)


class Scores:
    """A file of scores as the program gives them to these words."""

    def __init__(self, path, *words):
        self.path = path
        call("evaluate", *words, "--per-topic", "--format", "tsv", "--digits", "full", "-o", path, cwd=path.parent)

    def scores(self):
        """(run, topic, measure) -> score, means under topic "all"."""
        lines = [line.split("\t") for line in self.path.read_text(encoding="utf-8").splitlines()[1:]]
        return {tuple(names): float(score) for *names, score in lines}

    def compared(self, analysis, *options):
        return json.loads(call("compare", analysis, "--quiet", "--format", "json", *options, self.path))


@pytest.fixture(scope="session")
def study(tmp_path_factory):
    return Study(tmp_path_factory.mktemp("study"))
