#!/usr/bin/env python3
"""Makes collections out of others: shorter and longer documents, and topics out of labelled texts.

Every command writes OUT/docs.jsonl and OUT/qrels.txt. The same input and seed give the same files.
"""

import argparse
import json
import random
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path


def read_documents(path):
    return {d["id"]: d["contents"] for d in map(json.loads, open(path, encoding="utf-8"))}


def read_judgments(path):
    lines = (line.split() for line in open(path, encoding="utf-8"))
    return [(topic, subtopic, docno) for topic, subtopic, docno, grade in lines if int(grade) > 0]


def write(folder, documents, judgments):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "docs.jsonl", "w", encoding="utf-8") as out:
        for docno, contents in documents.items():
            print(json.dumps({"id": docno, "contents": contents}, ensure_ascii=False), file=out)
    with open(folder / "qrels.txt", "w", encoding="utf-8") as out:
        for topic, subtopic, docno in judgments:
            print(topic, subtopic, docno, 1, file=out)


def first_words(text, count):
    return " ".join(text.split()[:count]) if count else text


def shorten(options):
    """The first words of every document; with --topics without the words of its topic's query."""
    documents, judgments = read_documents(options.docs), read_judgments(options.qrels)
    if options.topics:
        queries = {}
        for topic in ElementTree.parse(options.topics).getroot().iter("topic"):
            queries[topic.get("number")] = set(re.findall(r"\w+", topic.findtext("query").lower()))
        query_of = {docno: queries[topic] for topic, _, docno in judgments}
        for docno, contents in documents.items():
            words = query_of.get(docno, set())
            documents[docno] = " ".join(
                w for w in contents.split() if not words & set(re.findall(r"\w+", w.lower()))
            )
    short = {docno: first_words(text, options.words) for docno, text in documents.items()}
    write(options.out, short, judgments)


def join(options):
    """Documents of --count texts of one subtopic each, which then are the only ones."""
    documents, judgments = read_documents(options.docs), read_judgments(options.qrels)
    subtopics, members = defaultdict(int), defaultdict(list)
    for _, _, docno in judgments:
        subtopics[docno] += 1
    for topic, subtopic, docno in judgments:
        if subtopics[docno] == 1:
            members[topic, subtopic].append(docno)
    chance = random.Random(options.seed)
    joined, relevant = {}, []
    for (topic, subtopic), docnos in members.items():
        chance.shuffle(docnos)
        for start in range(0, len(docnos) - options.count + 1, options.count):
            docno = f"{topic}-{subtopic}-{start // options.count}"
            joined[docno] = " ".join(documents[d] for d in docnos[start : start + options.count])
            relevant.append((topic, subtopic, docno))
    write(options.out, joined, relevant)


def post_text(text):
    """The subject and the own words of a newsgroup post, without quotations and signature."""
    head, _, body = text.partition("\n\n")
    subject = re.search(r"^Subject: (?:Re: )?(.*)$", head, re.MULTILINE)
    own = [l for l in body.split("\n") if not re.match(r"\s*[>|:]|.*(writes|wrote|article).*[:@]", l)]
    body = re.split(r"\n-- ?\n", "\n".join(own))[0]
    return (subject.group(1) if subject else "") + ". " + " ".join(body.split())


def labelled(options):
    """Topics of --classes classes each, from a folder per class with a text per file."""
    chance = random.Random(options.seed)
    texts = {}
    for folder in sorted(p for p in Path(options.folder).iterdir() if p.is_dir()):
        read = [f.read_text(encoding=options.encoding, errors="replace") for f in sorted(folder.iterdir())]
        read = [post_text(text) if options.posts else text for text in read]
        texts[folder.name] = [text for text in read if len(text.split()) >= 10]
    documents, judgments = {}, []
    for topic in range(1, options.topics + 1):
        for subtopic, name in enumerate(chance.sample(sorted(texts), options.classes), 1):
            for number, text in enumerate(chance.sample(texts[name], chance.choice(options.sizes)), 1):
                docno = f"{topic}-{subtopic}-{number}"
                documents[docno] = first_words(text, options.words)
                judgments.append((str(topic), str(subtopic), docno))
    write(options.out, documents, judgments)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=5)
    commands = parser.add_subparsers(required=True)

    def command(work, **arguments):
        made = commands.add_parser(work.__name__, help=work.__doc__)
        made.set_defaults(work=work)
        for name, settings in arguments.items():
            made.add_argument(name if settings.pop("place", False) else f"--{name}", **settings)
        made.add_argument("out")

    texts = {"docs": {"place": True}, "qrels": {"place": True}}
    command(shorten, **{k: dict(v) for k, v in texts.items()}, words={"type": int, "default": 0}, topics={})
    command(join, **{k: dict(v) for k, v in texts.items()}, count={"type": int, "default": 4})
    command(
        labelled,
        folder={"place": True},
        classes={"type": int, "default": 5},
        topics={"type": int, "default": 30},
        sizes={"type": int, "nargs": "+", "default": [6, 10, 14, 20]},
        words={"type": int, "default": 0},
        encoding={"default": "utf-8"},
        posts={"action": "store_true"},
    )
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
