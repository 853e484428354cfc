#!/usr/bin/env python3
"""Makes the collection of this folder from themes.txt.

    python3 make_study.py                   writes the files beside this script
    python3 make_study.py --check           exits 1 if a file is not what would be written
    python3 make_study.py --output FOLDER   writes to FOLDER, which must exist (or, with --check, looks there)

Needs Python 3.9 and nothing else. All that is random comes from the generator below with a fixed seed, so that the
files are the same everywhere. study_runs.py holds the retrieval models.
"""

import argparse
import datetime
import html
import pathlib
import re
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
sys.dont_write_bytecode = True

from make_collection import gzip_member, gzip_members, http_response, record  # noqa: E402
from study_runs import all_runs  # noqa: E402

SEED = 20240301
FIRST_DATE = datetime.datetime(2024, 3, 1, tzinfo=datetime.timezone.utc)  # one second later for each page
OFF_TOPIC = 18  # pages of a topic that only share its word
RUN_LENGTH = 30
PAIRS = 4  # pairs of runs a topic that participants compare
SHOWN = 10  # results that a participant looks at
PARTICIPANTS = {"user-1": 5, "user-2": 10, "user-3": 15, "user-4": 25}  # percent of random answers

PAGE_TITLES = ["{query}: {aspect}", "{aspect} - {query}", "{aspect}", "{query}, {intent}: {aspect}"]
OFF_TOPIC_TITLES = ["{query} Street", "Hotel {query}", "{query} and Sons", "The {query} Inn", "{query} House",
                    "{query} Lane 14", "Community hall {query}", "Family {query}"]


class Problem(Exception):
    """themes.txt cannot be used, or a file is out of date."""


class Random:
    """SplitMix64: random whole numbers that are the same with every Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        word = self.state
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
        return ((word ^ (word >> 31)) * limit) >> 64

    def chance(self, percent):
        return self.below(100) < percent

    def choice(self, items):
        return items[self.below(len(items))]

    def sample(self, items, count):
        """`count` of the items, in a random order."""
        items = list(items)
        for k in range(min(count, len(items))):
            other = k + self.below(len(items) - k)
            items[k], items[other] = items[other], items[k]
        return items[:count]

    def shuffled(self, items):
        return self.sample(items, len(items))


def read_themes():
    """([topic], filler): topic = {query, intents}, intent = {name, group, question, sentences, aspects}."""
    topics, filler, target = [], [], None
    lines = (HERE / "themes.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("%"):
            continue
        marks, _, rest = line.partition(" ")
        if line == "# *":
            target = filler
        elif marks == "#":
            topics.append({"query": rest, "intents": []})
            target = None
        elif marks == "##":
            found = re.fullmatch(r"(.+) \[(.+)\] \? (.+)", rest)
            if not found:
                raise Problem(f"themes.txt:{number}: expected '## INTENT [GROUP] ? QUESTION'")
            target = []
            topics[-1]["intents"].append(dict(zip(("name", "group", "question"), found.groups()),
                                              sentences=target, aspects=[]))
        elif marks == "###":
            target = []
            topics[-1]["intents"][-1]["aspects"].append({"name": rest, "sentences": target})
        elif target is None:
            raise Problem(f"themes.txt:{number}: a sentence before the first intent of its topic")
        else:
            target.append(line)
    return topics, filler


def capital(text):
    return text[:1].upper() + text[1:]


def aspect_page(random, filler, query, intent, aspect):
    """A page about one aspect; its grade is the number of sentences about the aspect."""
    grade = random.choice([1, 2, 2, 3, 3])
    body = random.sample(aspect["sentences"], grade)
    for _ in range(random.choice([1, 2, 2, 3])):
        others = random.choice([intent, random.choice(intent["aspects"]), {"sentences": filler}, {"sentences": filler}])
        body.append(random.choice(others["sentences"]))
    if random.chance(60):
        body.append(f"More pages about {query}.")
    title = random.choice(PAGE_TITLES).format(query=query, intent=intent["name"], aspect=aspect["name"])
    grade = len(set(body) & set(aspect["sentences"]))
    return {"title": capital(title), "body": list(dict.fromkeys(body)), "grade": min(grade, 3)}


def two_intent_page(random, query, intents):
    """A page about an aspect each of two intents, with grade 1 for both."""
    body, aspects = [], []
    for intent in random.sample(intents, 2):
        aspect = random.choice(intent["aspects"])
        aspects.append((intent, aspect))
        body += [intent["sentences"][0]] + random.sample(aspect["sentences"], 2)
    return {"title": f"{capital(query)}: a word of many meanings", "body": body, "grade": 1, "aspects": aspects}


def near_duplicate(random, filler, page):
    """The page of another site: a sentence more at the end, or the sentences in another order."""
    body = page["body"] + [random.choice(filler)] if random.chance(60) else random.shuffled(page["body"])
    return {**page, "title": page["title"] + " (copy)", "body": list(dict.fromkeys(body))}


def off_topic_page(random, filler, query):
    title = random.choice(OFF_TOPIC_TITLES).format(query=capital(query))
    return {"title": title, "body": random.sample(filler, 4 + random.below(3)),
            "grade": 0, "aspects": []}


def topic_pages(random, filler, topic):
    """The pages of a topic in random order, with docno and `aspects`: [(intent, aspect)] that they are about."""
    query, pages = topic["query"], []
    for intent in topic["intents"]:
        for aspect in intent["aspects"]:
            for _ in range(random.choice([2, 2, 3, 4])):
                pages.append(aspect_page(random, filler, query, intent, aspect) | {"aspects": [(intent, aspect)]})
                if random.chance(15):
                    pages.append(near_duplicate(random, filler, pages[-1]))
    pages += [two_intent_page(random, query, topic["intents"]) for _ in range(2)]
    pages += [off_topic_page(random, filler, query) for _ in range(OFF_TOPIC)]
    pages = random.shuffled(pages)
    for number, page in enumerate(pages, 1):
        page["docno"] = f"{query}-{number:03}"
    return pages


def warc(topics):
    """The records of the archive, unpacked."""
    info = b"software: make_study.py\r\nformat: WARC File Format 1.0\r\n"
    yield record("warcinfo", "study", FIRST_DATE, "application/warc-fields", info, "WARC-Filename: web.warc.gz")
    pages = [(topic["query"], page) for topic in topics for page in topic["pages"]]
    for number, (query, page) in enumerate(pages):
        text = "".join(f"<p>{html.escape(sentence)}</p>\n" for sentence in page["body"])
        title = html.escape(page["title"])
        body = f'<!DOCTYPE html>\n<html lang="en">\n<title>{title}</title>\n{text}</html>\n'
        yield record("response", "study " + page["docno"], FIRST_DATE + datetime.timedelta(seconds=number),
                     "application/http; msgtype=response",
                     http_response("200 OK", "text/html; charset=utf-8", body.encode("utf-8")),
                     f"WARC-TREC-ID: {page['docno']}", f"WARC-Target-URI: https://{query}.example/{page['docno']}")


def topics_xml(topics):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<webtrack>"]
    for number, topic in enumerate(topics, 1):
        lines += [f'<topic number="{number}" type="ambiguous">', f"  <query>{topic['query']}</query>",
                  f"  <description>{html.escape(topic['intents'][0]['question'])}</description>"]
        for name, intent in enumerate(topic["intents"], 1):
            lines.append(f'  <subtopic number="{name}" type="inf">{html.escape(intent["question"])}</subtopic>')
        lines.append("</topic>")
    return "\n".join(lines + ["</webtrack>", ""])


def judgments(topics):
    """(diversity, topic-level) judgments. A page that is not relevant is listed with intent 1."""
    diversity, adhoc = [], []
    for number, topic in enumerate(topics, 1):
        lines = []
        for page in topic["pages"]:
            names = sorted({topic["intents"].index(intent) + 1 for intent, _ in page["aspects"]}) or [1]
            lines += [(name, page["docno"], page["grade"]) for name in names]
            adhoc.append(f"{number} 0 {page['docno']} {page['grade']}\n")
        diversity += [f"{number} {name} {docno} {grade}\n" for name, docno, grade in sorted(lines)]
    return "".join(diversity), "".join(adhoc)


def superintents(topics):
    """A superintent for every group with two intents or more, unless it holds the whole topic."""
    lines = []
    for number, topic in enumerate(topics, 1):
        groups = {}
        for name, intent in enumerate(topic["intents"], 1):
            groups.setdefault(intent["group"], []).append(name)
        for group, members in groups.items():
            if 1 < len(members) < len(topic["intents"]):
                lines += [f"{number} {group} {name}\n" for name in members]
    return "".join(lines)


def coverage(topic, ranking):
    """(aspects that the first results of a list are about, minus the sum of the ranks where each appears first)."""
    about = {page["docno"]: page["aspects"] for page in topic["pages"]}
    first_ranks = {}
    for rank, docno in enumerate(ranking[:SHOWN], 1):
        for intent, aspect in about.get(docno, []):
            first_ranks.setdefault((intent["name"], aspect["name"]), rank)
    return len(first_ranks), -sum(first_ranks.values())


def preferences(random, topics, runs):
    """What simulated participants prefer: more aspects, then the same number sooner; some answers are random."""
    lines, names = [], list(runs)
    for number, topic in enumerate(topics):
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:]]
        for first, second in random.sample(pairs, PAIRS):
            ours, theirs = coverage(topic, runs[first][number]), coverage(topic, runs[second][number])
            for participant, noise in PARTICIPANTS.items():
                verdict = "<=>"[(ours > theirs) - (ours < theirs) + 1]
                if random.chance(noise):
                    verdict = random.choice("<=>")
                lines.append(f"{number + 1}\t{first}\t{second}\t{participant}\t{verdict}\n")
    return "".join(lines)


def run_file(name, rankings):
    return "".join(f"{number} Q0 {docno} {rank} {RUN_LENGTH + 1 - rank} {name}\n"
                   for number, ranking in enumerate(rankings, 1) for rank, docno in enumerate(ranking, 1))


def files():
    """All files: name -> text, and the archive as a list of records."""
    random = Random(SEED)
    topics, filler = read_themes()
    for topic in topics:
        topic["pages"] = topic_pages(random, filler, topic)
    runs = all_runs(random, topics, RUN_LENGTH)
    diversity, adhoc = judgments(topics)
    made = {"web.warc.gz": list(warc(topics)), "topics.xml": topics_xml(topics), "qrels.txt": diversity,
            "qrels.adhoc.txt": adhoc, "superintents.txt": superintents(topics),
            "preferences.tsv": preferences(random, topics, runs)}
    made.update((f"runs/{name}", run_file(name, rankings)) for name, rankings in runs.items())
    return made


def up_to_date(path, content):
    """How well zlib packs differs between its versions, so the records of an archive are compared unpacked."""
    if not path.is_file():
        return False
    present = path.read_bytes()
    return list(gzip_members(present)) == content if isinstance(content, list) else present == content.encode("utf-8")


def main():
    parser = argparse.ArgumentParser(description="Makes the collection of this folder from themes.txt.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is out of date")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE, metavar="FOLDER")
    options = parser.parse_args()
    try:
        made = files()
        if options.check:
            old = [name for name, content in made.items() if not up_to_date(options.output / name, content)]
            old += [f"runs/{path.name}" for path in (options.output / "runs").glob("*") if f"runs/{path.name}" not in made]
            if old:
                raise Problem(f"{' '.join(sorted(old))} out of date; run make_study.py")
            return 0
        (options.output / "runs").mkdir(exist_ok=True)
        for name, content in made.items():
            packed = b"".join(map(gzip_member, content)) if isinstance(content, list) else content.encode("utf-8")
            (options.output / name).write_bytes(packed)
    except (Problem, OSError, UnicodeDecodeError, zlib.error) as error:
        print(f"make_study.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
