"""Studies for the tests of the pages: made, served and exported by the program."""
import itertools
import json
import pathlib
import random
import socket
import subprocess

from conftest import PROGRAM, STUDY, call


def free_port():
    """Below those that a system gives to connections, so that nobody takes it while the server is away; browsers refuse 10080."""
    while True:
        port = random.randrange(11000, 32000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Study:
    """The folder of a study; with `with` it is served."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.participants = [line.split("\t")[0] for line in (self.folder / "links.tsv").read_text().splitlines()[1:]]
        self.port = free_port()  # the same when the server is started a second time

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "judge", "serve", "--quiet", "--port", str(self.port), str(self.folder)], stdout=subprocess.PIPE, text=True)
        self.links = dict(self.process.stdout.readline().rstrip("\n").split("\t") for _ in self.participants)

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=60)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *unused):
        self.stop()

    def url(self, participant):
        return self.links[participant]

    def events(self, participant):
        """What is in the journal, as it was stored."""
        journal = self.folder / "answers.jsonl"
        lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
        return [event for event in map(json.loads, lines) if event["participant"] == participant]

    def pages(self, folder):
        """participant -> the file of the page"""
        call("judge", "pages", "--quiet", self.folder, "-o", folder)
        return {participant: pathlib.Path(folder) / f"{participant}.html" for participant in self.participants}

    def read_saved(self, *files):
        call("judge", "import", "--quiet", self.folder, *files)


def preferences(folder, *, texts, pairs=6, participants=1, session=50, questions=("Which list is better?",), title="Two lists of results",
                topics=STUDY / "topics.xml", qrels=STUDY / "qrels.txt", runs=tuple(sorted((STUDY / "runs").iterdir())), more=()):
    """Every participant judges the same pairs, each of another topic where there are topics enough."""
    folder.mkdir()
    numbers = sorted({line.split()[0] for line in runs[0].read_text().splitlines()}, key=int)
    names = itertools.cycle(itertools.combinations([run.name for run in runs], 2))
    chosen = [f"{topic}\t{a}\t{b}\trandom\n" for topic, (a, b) in itertools.islice(zip(itertools.cycle(numbers), names), pairs)]
    (folder / "pairs.tsv").write_text("".join(chosen))
    asked = [word for question in questions for word in ("--question", question)]
    call("judge", "sample", "--quiet", "--study", folder / "study", "--from", folder / "pairs.tsv", "--qrels", qrels, "--topics", topics,
         "--texts", texts, "--participants", participants, "--per-pair", participants, "--session", session, *(["--title", title] if title else []), *asked, *more, *runs)
    return Study(folder / "study")


def intents(folder, *, texts, topics=2, more=()):
    """The intents of the first topics, for one participant."""
    folder.mkdir()
    lines = (STUDY / "qrels.txt").read_text().splitlines(keepends=True)
    (folder / "qrels").write_text("".join(line for line in lines if int(line.split()[0]) <= topics))
    call("judge", "intents", "--quiet", "--study", folder / "study", "--qrels", folder / "qrels", "--topics", STUDY / "topics.xml",
         "--texts", texts, "--participants", 1, *more)
    return Study(folder / "study")
