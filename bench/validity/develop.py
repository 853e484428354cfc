#!/usr/bin/env python3
"""Makes collections whose subtopics are known at two levels, out of public texts: to develop on, or to run a frozen recipe on.

Every collection is a folder with docs.jsonl, qrels.txt (the finer subtopics), upper.txt (the coarser ones, of the same
documents) and topics.xml (the titles of topics, empty where no query was made or given). The same input and seed give the same files. See README.md for the sources.
"""

import argparse
import csv
import json
import random
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

from derive import first_words, post_text, read_documents, read_judgments, write

SHARES = [50, 70, 90, 100]  # of a dominant subtopic, in per cent


# ---- sources: lists of (coarser class, finer class, text) ----

def newsgroups(folder):
    """Posts in a folder per group; the coarser class is the first part of its name."""
    for group in sorted(p for p in Path(folder).iterdir() if p.is_dir()):
        for file in sorted(group.iterdir()):
            text = post_text(file.read_text(encoding="latin-1"))
            if len(text.split()) >= 10:
                yield group.name.split(".")[0], group.name, text


def folders(folder):
    """Texts in a folder per class; the coarser classes are the finer ones."""
    for group in sorted(p for p in Path(folder).iterdir() if p.is_dir()):
        for file in sorted(group.iterdir()):
            yield group.name, group.name, file.read_text(encoding="utf-8", errors="replace")


def questions(folder):
    """What people ask an assistant (clinc/oos-eval): domains and intents."""
    domains = json.loads((Path(folder) / "domains.json").read_text())
    domain_of = {intent: domain for domain, intents in domains.items() for intent in intents}
    data = json.loads((Path(folder) / "data_full.json").read_text())
    for text, intent in data["test"] + data["val"]:
        yield domain_of[intent], intent, text


def lines(path):
    """A text per line, and its class in the same line of a second file."""
    path = Path(path)
    labels = next(p for p in path.parent.iterdir() if p.name.lower() == f"{path.stem}_label.txt".lower())
    for text, label in zip(path.read_text().splitlines(), labels.read_text().splitlines()):
        if text.strip():
            yield label, label, text


FACETS = {"admin", "culture", "field", "game", "hardware", "mail", "security", "web"}


def paragraphs(path):
    """Those of a Debian control file, as dictionaries."""
    opened = subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", path], stdout=subprocess.PIPE, check=True)
    for paragraph in opened.stdout.decode().split("\n\n"):
        fields = re.findall(r"^(\S+?): ?((?:.*)(?:\n .*)*)", paragraph, re.MULTILINE)
        if fields:
            yield dict(fields)


def packages(files):
    """Descriptions of Debian packages, one per source, with exactly one tag of FACETS: PACKAGES TRANSLATION LANGUAGE."""
    available, translation, language = files.split(",")
    tags, seen = {}, set()
    for package in paragraphs(available):
        found = re.findall(r"(\w+)::([\w-]+)", package.get("Tag", ""))
        found = {tag for tag in found if tag[0] in FACETS}
        source = package.get("Source", package["Package"]).split()[0]
        if len(found) == 1 and source not in seen:
            seen.add(source)
            tags[package["Package"]] = found.pop()
    for package in paragraphs(translation):
        tag = tags.pop(package["Package"], None)
        if tag:
            yield tag[0], "::".join(tag), " ".join(package[f"Description-{language}"].split())


def contexts(folder):
    """Sentences with an ambiguous word (CoarseWSD-20): the word and its sense."""
    for word in sorted(p for p in Path(folder).iterdir() if p.is_dir()):
        for part in ("train", "test"):
            senses = (word / f"{part}.gold.txt").read_text().split()
            sentences = (word / f"{part}.data.txt").read_text(encoding="utf-8").splitlines()
            for sense, sentence in zip(senses, sentences, strict=True):
                yield word.name, f"{word.name}-{sense}", sentence.partition("\t")[2]


def papers(path):
    """Titles and abstracts with the question that they answer (CLUSTREC-COVID)."""
    for paper in map(json.loads, open(path, encoding="utf-8")):
        yield paper["topic_name"], paper["topic_name"], f"{paper['title']}. {paper['abstract']}"


def table(columns):
    """Two columns of a table with commas: FILE,TEXT,CLASS."""
    path, text, label = columns.split(",")
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row[text].strip() and row[label].strip():
                yield row[label], row[label], row[text].strip()


def entries(path):
    """Entries of a directory in Markdown, lists of "[name](address) - description" or tables with such columns below headings."""
    upper = lower = ""
    for line in open(path, encoding="utf-8"):
        heading = re.match(r"(##+) +(.*)", line)
        if heading:
            lower = re.sub(r"[\[(<*`].*", "", heading[2]).strip()
            upper = lower if len(heading[1]) == 2 else lower.split(" - ")[0] if " - " in lower else upper
        entry = re.match(r"\s*[-*|]\s*\**\[([^]]+)\]\(http[^)]*\)\**(?:.*?)(?: [-–—] |\|)(.*)", line)
        if entry and lower:
            marks = r"!?\[!?\[?[^]]*\]?(\([^)]*\)|\[[^]]*\])|`[^`]*`|\[[^]]*\]|https?://\S+|\]\(|\([\s,+]*\)|:\w+:"
            description = " ".join(re.sub(marks, " ", entry[2].split("|")[0]).split())
            if len(description) >= 15:
                yield upper or lower, f"{upper}/{lower}", f"{entry[1]}: {description}"


# ---- topics ----

def grouped(texts):
    """coarser -> finer -> texts"""
    groups = defaultdict(lambda: defaultdict(list))
    for upper, lower, text in texts:
        groups[upper][lower].append(text)
    return groups


class Collection:
    def __init__(self, folder, words=0):
        self.folder, self.words = folder, words
        self.documents, self.lower, self.upper, self.titles = {}, [], [], {}

    def add(self, topic, upper, lower, text):
        docno = f"{topic}-{len(self.documents)}"
        self.documents[docno] = first_words(text, self.words)
        self.lower.append((topic, lower.replace(" ", "_"), docno))
        self.upper.append((topic, upper.replace(" ", "_"), docno))

    def write(self):
        write(self.folder, self.documents, self.lower)
        with open(Path(self.folder) / "upper.txt", "w", encoding="utf-8") as out:
            for line in self.upper:
                print(*line, 1, file=out)
        topics = ElementTree.Element("topics")
        for topic in dict.fromkeys(topic for topic, *_ in self.lower):
            element = ElementTree.SubElement(topics, "topic", number=topic)
            ElementTree.SubElement(element, "query").text = self.titles.get(topic, "")
        ElementTree.ElementTree(topics).write(Path(self.folder) / "topics.xml", encoding="utf-8")


def two_levels(options):
    """Topics of 2 to 4 coarser classes with 2 to 4 finer ones each."""
    chance = random.Random(options.seed)
    groups = {
        upper: {lower: t for lower, t in of_upper.items() if len(t) >= max(options.sizes)}
        for upper, of_upper in grouped(SOURCES[options.source](options.input)).items()
    }
    groups = {upper: of_upper for upper, of_upper in groups.items() if len(of_upper) >= 2}
    made = Collection(options.out, options.words)
    for topic in range(1, options.topics + 1):
        for upper in chance.sample(sorted(groups), min(len(groups), chance.randint(2, 4))):
            of_upper = groups[upper]
            for lower in chance.sample(sorted(of_upper), min(len(of_upper), chance.randint(2, 4))):
                for text in chance.sample(of_upper[lower], chance.choice(options.sizes)):
                    made.add(str(topic), upper, lower, text)
    made.write()


def one_level(options):
    """Topics of --classes finer classes."""
    chance = random.Random(options.seed)
    classes = defaultdict(list)
    for _, lower, text in SOURCES[options.source](options.input):
        classes[lower].append(text)
    classes = {lower: texts for lower, texts in classes.items() if len(texts) >= min(options.sizes)}
    made = Collection(options.out, options.words)
    for topic in range(1, options.topics + 1):
        for lower in chance.sample(sorted(classes), options.classes):
            for text in chance.sample(classes[lower], min(len(classes[lower]), chance.choice(options.sizes))):
                made.add(str(topic), lower, lower, text)
    made.write()


def natural(options):
    """A topic of each coarser class, with --count of its texts at random: its subtopics are as large as they are."""
    chance = random.Random(options.seed)
    made = Collection(options.out, options.words)
    for upper, of_upper in sorted(grouped(SOURCES[options.source](options.input)).items()):
        texts = [(lower, text) for lower, found in sorted(of_upper.items()) for text in found]
        made.titles[upper] = upper
        for lower, text in chance.sample(texts, min(len(texts), options.count)):
            made.add(upper, lower, lower, text)
    made.write()


def with_query(text, query, chance):
    """As a search engine finds texts: most contain the words of the query, some several times."""
    words = text.split()
    for _ in range(chance.choice([0, 1, 1, 1, 2, 2])):
        words.insert(chance.randint(0, len(words)), query)
    return " ".join(words)


def dominant(options):
    """Topics with a subtopic of 50, 70, 90 and 100 % of --count texts, the rest from two to five others; half of them with a query."""
    chance = random.Random(options.seed)
    classes = defaultdict(list)
    for _, lower, text in SOURCES[options.source](options.input):
        classes[lower].append(text)
    classes = {lower: texts for lower, texts in classes.items() if len(texts) >= options.count // 2}
    made = Collection(options.out, options.words)
    for number in range(options.topics):
        share, query = SHARES[number % len(SHARES)], number // len(SHARES) % 2
        topic = f"{number + 1}-{share}-{'query' if query else 'plain'}"
        made.titles[topic] = "jaguar" if query else ""
        main, *others = chance.sample(sorted(classes), chance.randint(3, 6))
        count = min(options.count * share // 100, len(classes[main]))
        rest = round(count * (100 - share) / share)
        chosen = [(main, text) for text in chance.sample(classes[main], count)]
        chosen += [(lower, chance.choice(classes[lower])) for lower in chance.choices(others, k=rest)]
        for lower, text in chosen:
            made.add(topic, lower, lower, with_query(text, "jaguar", chance) if query else text)
    made.write()


def read_titles(topics):
    return {t.get("number"): t.findtext("query", "") for t in ElementTree.parse(topics).getroot().iter("topic")}


def dominant_results(options):
    """The same from a collection with judgments, such as AMBIENT: every large subtopic with as many texts of others of its topic."""
    chance = random.Random(options.seed)
    docs, qrels, topics = options.input.split(",")
    titles = read_titles(topics)
    texts, members = read_documents(docs), defaultdict(lambda: defaultdict(list))
    for topic, subtopic, docno in read_judgments(qrels):
        members[topic][subtopic].append(docno)
    made = Collection(options.out, options.words)
    number = 0
    for topic, subtopics in members.items():
        for main, found in sorted(subtopics.items()):
            if len(found) < 12:
                continue
            share = SHARES[number % len(SHARES)]
            number += 1
            rest = sorted({d for s, of_s in subtopics.items() if s != main for d in of_s} - set(found))
            rest = chance.sample(rest, min(len(rest), round(len(found) * (100 - share) / share)))
            name = f"{topic}-{main}-{share}-query"
            made.titles[name] = titles[topic]
            for docno in found:
                made.add(name, main, main, texts[docno])
            for docno in rest:
                subtopic = min(s for s, of_s in subtopics.items() if docno in of_s)
                made.add(name, subtopic, subtopic, texts[docno])
    made.write()


def nuggets(options):
    """A topic per question, with its nuggets as texts and the parts of the question as subtopics (TREC RAG 2025): NUGGETS,TOPICS."""
    made = Collection(options.out)
    path, topics = options.input.split(",")
    made.titles = dict(line.rstrip("\n").split("\t") for line in open(topics, encoding="utf-8"))
    for row in map(json.loads, open(path, encoding="utf-8")):
        parts = sorted({n["mapped_sub_narrative"] for n in row["nuggets"]})
        for nugget in row["nuggets"]:
            part = str(parts.index(nugget["mapped_sub_narrative"]) + 1)
            made.add(row["qid"], part, part, nugget["text"])
    made.write()


def judged(options):
    """A collection with judgments as it is; a document belongs to its first subtopic."""
    docs, qrels, topics = options.input.split(",")
    texts, subtopics = read_documents(docs), defaultdict(set)
    for topic, subtopic, docno in read_judgments(qrels):
        subtopics[topic, docno].add(subtopic)
    made = Collection(options.out)
    made.documents = {docno: texts[docno] for _, docno in subtopics}
    made.lower = [(topic, min(found), docno) for (topic, docno), found in subtopics.items()]
    made.upper = made.lower
    made.titles = read_titles(topics)
    made.write()


def merged(options):
    """Topics of three topics each of a collection with judgments: those are the coarser subtopics."""
    chance = random.Random(options.seed)
    docs, qrels, _ = options.input.split(",")
    texts, members = read_documents(docs), defaultdict(dict)
    for topic, subtopic, docno in read_judgments(qrels):
        members[topic].setdefault(docno, subtopic)
    made = Collection(options.out)
    for number in range(1, options.topics + 1):
        for topic in chance.sample(sorted(members), 3):
            found = sorted(members[topic])
            for docno in chance.sample(found, min(len(found), 25)):
                made.add(str(number), topic, f"{topic}.{members[topic][docno]}", texts[docno])
    made.write()


SOURCES = {
    "newsgroups": newsgroups,
    "folders": folders,
    "questions": questions,
    "lines": lines,
    "packages": packages,
    "contexts": contexts,
    "papers": papers,
    "table": table,
    "entries": entries,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    commands = parser.add_subparsers(required=True)
    for work in (two_levels, one_level, natural, dominant, dominant_results, nuggets, judged, merged):
        made = commands.add_parser(work.__name__.replace("_", "-"), help=work.__doc__)
        made.set_defaults(work=work)
        if work in (two_levels, one_level, natural, dominant):
            made.add_argument("source", choices=sorted(SOURCES))
        made.add_argument("input")
        made.add_argument("out")
        made.add_argument("--topics", type=int, default=30)
        made.add_argument("--classes", type=int, default=6)
        made.add_argument("--count", type=int, default=40)
        made.add_argument("--sizes", type=int, nargs="+", default=[4, 6, 9, 13])
        made.add_argument("--words", type=int, default=0)
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
