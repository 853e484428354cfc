#!/usr/bin/env python3
"""large.py SUBINTENT [--runs R] [--topics T] [--measures M] [--keep FOLDER] [--times N]: how large a report gets, how long it takes, how soon it acts.

Makes judgments and runs of R systems (200) for T topics (300): systems are of different quality and share some of what they get wrong, so that
their lists of 20 overlap as those of a pool do. Writes the report by M measures (20), and opens it in Chromium by Selenium, N times (5). Prints the
program's seconds of processor and the size of the file; then medians, by the clock and in processor time of the page's thread, of: opening the
page until it is drawn; the first search among topics, and a later one; the end of the search; a sort by the difference of two runs; another run
A; and opening a topic; each until the next frame is drawn; and how many elements the page has when it is open.
"""
import argparse
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy

MEASURES = ("D#-nDCG@10,I-rec@10,D-nDCG@10,alpha-nDCG@10,ERR-IA@10,nERR-IA@10,NRBP,P-IA@10,MAP-IA,I-rec@20,D-nDCG@20,D#-nDCG@20,"
            "alpha-nDCG@20,ERR-IA@20,nERR-IA@20,P-IA@20,D-Q@10,D#-Q@10,I-rec@5,alpha-nDCG@5")
DEPTH, INTENTS, POOL = 20, 5, 1200


def write_collection(folder, runs, topics, chance):
    """A document is relevant to few intents; systems rank by quality times relevance, plus what all of them get wrong, plus their own."""
    quality = chance.uniform(0.3, 1.3, runs)
    (folder / "runs").mkdir()
    files = [open(folder / "runs" / f"system{run:03}", "w", encoding="utf-8") for run in range(runs)]
    with open(folder / "qrels", "w", encoding="utf-8") as qrels, open(folder / "topics.xml", "w", encoding="utf-8") as described:
        described.write("<topics>\n")
        for topic in range(1, topics + 1):
            words = chance.choice(WORDS, 2 + INTENTS * 6)
            described.write(f'<topic number="{topic}"><query>{words[0]} {words[1]}</query>' + "".join(
                f'<subtopic number="{i}" type="inf">{" ".join(words[2 + 6 * (i - 1):2 + 6 * i])}</subtopic>'
                for i in range(1, INTENTS + 1)) + "</topic>\n")
            docnos = [f"clueweb09-en{a:04}-{b:02}-{c:05}" for a, b, c in zip(
                chance.integers(0, 134, POOL), chance.integers(0, 100, POOL), chance.permutation(40_000)[:POOL])]
            relevant = chance.random((POOL, INTENTS)) < numpy.where(numpy.arange(POOL) < 80, 0.35, 0.004)[:, None]
            for document, intent in zip(*numpy.nonzero(relevant)):
                qrels.write(f"{topic} {intent + 1} {docnos[document]} {chance.integers(1, 4)}\n")
            for document in range(0, POOL, 3):
                qrels.write(f"{topic} 1 {docnos[document]} 0\n" if not relevant[document, 0] else "")
            shared = 0.6 * chance.standard_normal(POOL)
            scores = quality[:, None] * relevant.sum(1) + shared + 1.2 * chance.standard_normal((runs, POOL))
            best = numpy.argsort(-scores, axis=1)[:, :DEPTH]
            for run, file in enumerate(files):
                file.writelines(f"{topic} Q0 {docnos[d]} {rank} {40 - rank} s\n" for rank, d in enumerate(best[run], 1))
        described.write("</topics>\n")
    for file in files:
        file.close()


SYLLABLES = ["ba", "co", "di", "fu", "ga", "he", "ki", "lo", "mu", "ne", "pa", "ri", "so", "tu", "ve", "zo"]
WORDS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in ("", "n", "la")]

# What is done in the page, and the milliseconds until the next frame.
TIMED = """
const [action, done] = [new Function(arguments[0]), arguments[1]];
requestAnimationFrame(() => setTimeout(() => {
  const start = performance.now();
  action();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
}));"""
SEARCH = "const x = document.querySelector('.controls input'); x.value = '%s'; x.dispatchEvent(new Event('input'));"
CHOOSE = "const x = document.querySelector('.controls select'); x.selectedIndex = 77; x.dispatchEvent(new Event('change'));"
ACTIONS = {
    "first search": SEARCH % "lovemu",
    "later search": SEARCH % "clueweb09-en0077-1",
    "no search": SEARCH % "",
    "sort": "document.querySelector('#heat thead th.d button').click();",
    "another run A": CHOOSE,
    "open a topic": "const x = [...document.querySelectorAll('.topic:not([open])')][9]; x.open = true; x.scrollIntoView();",
}


def measure_page(page, times):
    """{what: (milliseconds, milliseconds of processor)}, medians, and the number of elements."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests" / "browser"))
    from conftest import Browser
    browser = Browser()
    browser.driver.set_script_timeout(300)
    browser.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    found = {}

    def processor():
        metrics = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(1000 * metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    for _ in range(times):
        browser.open(page)
        wall = browser.driver.execute_async_script("""
            const done = arguments[0];
            requestAnimationFrame(() => setTimeout(() => done(performance.now())));""")
        found.setdefault("open", []).append((wall, processor()))
        elements = browser.run("return document.querySelectorAll('*').length")
        for name, action in ACTIONS.items():
            before = processor()
            wall = browser.driver.execute_async_script(TIMED, action)
            found.setdefault(name, []).append((wall, processor() - before))
    assert browser.messages() == []
    browser.driver.quit()
    return {name: [statistics.median(column) for column in zip(*values)] for name, values in found.items()}, elements


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--topics", type=int, default=300)
    parser.add_argument("--measures", type=int, default=20)
    parser.add_argument("--keep", type=pathlib.Path, help="where the files are made, and used again")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    if not (folder / "runs").exists():
        folder.mkdir(exist_ok=True)
        write_collection(folder, options.runs, options.topics, numpy.random.default_rng(1))
    page = folder.resolve() / "report.html"
    measures = ",".join(MEASURES.split(",")[:options.measures])
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([options.program, "report", "--quiet", "--threads", "1", "--qrels", folder / "qrels", "--topics", folder / "topics.xml",
                    "-m", measures, "-o", page, *sorted((folder / "runs").iterdir())], check=True)
    print(f"processor {resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before:.2f} s\nsize      {page.stat().st_size / 1e6:.2f} MB")
    if not options.no_browser:
        found, elements = measure_page(page, options.times)
        for name, (wall, processor) in found.items():
            print(f"{name:15} {wall:8.0f} ms {processor:8.0f} ms of processor")
        print(f"{elements} elements")
    if not options.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
