#!/usr/bin/env python3
"""Makes collections of natural topics: documents and subtopics of a topic as people grouped them. natural.py SOURCES OUT [NAME...]

SOURCES has clones of repositories of GitHub, in folders of their names, available.txt, what `apt-cache dumpavail` prints, and
translation.txt, Debian's Translation-en.
"""

import json
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

MOST = 150  # documents of a topic; of more, so many at random

BOOKS = "psychology introduction-sociology us-history introduction-political-science anatomy-physiology principles-economics-bundle"
BOOKS += " microbiology astronomy introduction-anthropology introduction-philosophy american-government world-history"
BOOKS += " principles-of-management-bundle introduction-business"
CHAPTERS = {"psychology", "introduction-sociology", "us-history", "introduction-political-science"}
LISTS = "awesome-go awesome-rust awesome-cpp awesome-ios awesome-mac awesome-vue awesome-machine-learning awesome-docker free-for-dev"
FACETS = {"admin", "culture", "field", "game", "hardware", "mail", "protocol", "security", "sound", "use", "web", "works-with", "x11"}
sources = Path()


def show(repository, path):
    shown = subprocess.run(["git", "-C", sources / repository, "show", f"HEAD:{path}"], stdout=subprocess.PIPE, check=True)
    return shown.stdout.decode("utf-8", "replace")


def names(repository):
    listed = subprocess.run(["git", "-C", sources / repository, "ls-tree", "-r", "--name-only", "HEAD"], stdout=subprocess.PIPE, check=True)
    return listed.stdout.decode().splitlines()


# ---- collections: (topic, title, upper subtopic or None, subtopic, docno or None, text) ----


def judged(folder):
    """A collection with judgments; of several subtopics of a document, the first counts."""
    path = sources / folder
    texts = {row["id"]: row["contents"] for row in map(json.loads, open(path / "docs.jsonl", encoding="utf-8"))}
    titles = {t.get("number"): t.findtext("query", "").strip() for t in ElementTree.parse(path / "topics.xml").getroot().iter("topic")}
    uppers = {}
    if (path / "superintents.txt").exists():
        for topic, upper, lower in map(str.split, open(path / "superintents.txt", encoding="utf-8")):
            uppers[topic, lower] = upper
    seen = set()
    qrels = next(p for p in (path / "qrels.txt", path / "qrels.diversity.txt") if p.exists())
    for topic, lower, docno, _ in sorted(map(str.split, open(qrels, encoding="utf-8"))):
        if docno in texts and (topic, docno) not in seen:
            seen.add((topic, docno))
            yield topic, titles[topic], uppers.get((topic, lower)), lower, docno, texts[docno]


def nuggets():
    """A topic per question (TREC RAG 2025), its nuggets as documents, the parts of the question as subtopics."""
    titles = dict(line.rstrip("\n").split("\t") for line in open(sources / "rag25/rag25-topics-dev.tsv", encoding="utf-8"))
    for row in map(json.loads, open(sources / "rag25/rag25-dev-nuggets.jsonl", encoding="utf-8")):
        for nugget in row["nuggets"]:
            yield row["qid"], titles[row["qid"]], None, nugget["mapped_sub_narrative"], None, nugget["text"]


def entries(markdown):
    """Of a list of links under headings: (level and text of the headings above, text of the entry)."""
    above = []
    for line in markdown.splitlines():
        heading = re.match(r"(#+) +(.*)", line)
        if heading:
            above = [h for h in above if h[0] < len(heading[1])] + [(len(heading[1]), re.sub(r"[\[(<*`].*", "", heading[2]).strip())]
        entry = re.match(r"\s*[-*|]\s*\**\[([^]]+)\]\(http[^)]*\)\**(.*)", line)
        if entry and above:
            text = re.sub(r"!?\[!?\[?[^]]*\]?(\([^)]*\)|\[[^]]*\])|https?://\S+|[`*]|\([\s,+]*\)|:\w+:", " ", entry[2].split(" | ")[0])
            text = " ".join(text.strip(" -–—:|").split())
            if len(text) >= 15:
                yield tuple(h[1] for h in above), f"{entry[1]}: {text}"


def directories():
    """Lists of links: a topic is a heading with three headings below it or more, which are the subtopics."""
    for name in LISTS.split():
        markdown = show(name, next(n for n in names(name) if n.lower() == "readme.md"))
        below = defaultdict(list)
        for above, text in entries(markdown):
            for depth in range(1, len(above)):
                below[above[:depth]].append((above[depth], text))
        found = {above: of for above, of in below.items() if len({sub for sub, _ in of}) >= 3}
        for above, of in found.items():
            if len({sub for sub, _ in of}) > 40:
                continue  # a list of everything
            for sub, text in of:
                yield f"{name}-{above[-1]}", above[-1], None, sub, None, text


CNX, COL, MD = "{http://cnx.rice.edu/cnxml}", "{http://cnx.rice.edu/collxml}", "{http://cnx.rice.edu/mdml}"


def words_of(element):
    return " ".join("".join(element.itertext()).split())


def chapters(book):
    """(unit, chapter, modules) of a textbook of OpenStax."""
    path = next(n for n in names(book) if n.endswith("collection.xml"))
    content = ElementTree.fromstring(show(book, path)).find(f"{COL}content")

    def walk(content, above):
        modules = [m.get("document") for m in content.findall(f"{COL}module")]
        if above and len(modules) > 1:
            yield above[0] if len(above) > 1 else None, above[-1], modules
        for sub in content.findall(f"{COL}subcollection"):
            yield from walk(sub.find(f"{COL}content"), [*above, sub.findtext(f"{MD}title")])

    yield from walk(content, [])


def module(book, name):
    return ElementTree.fromstring(show(book, f"modules/{name}/index.cnxml"))


def paragraphs():
    """Chapters of textbooks: paragraphs; subtopics are headings, and sections of the chapter above them."""
    for book in sorted(CHAPTERS):
        for _, chapter, modules in chapters(f"osbooks-{book}"):
            for name in modules:
                root = module(f"osbooks-{book}", name)
                title = root.findtext(f"{CNX}title")
                for section in root.find(f"{CNX}content").findall(f"{CNX}section"):
                    heading = section.findtext(f"{CNX}title")
                    if section.get("class") or not heading:
                        continue  # summaries, exercises
                    for text in map(words_of, section.iter(f"{CNX}para")):
                        if len(text.split()) >= 30:
                            yield f"{book}-{chapter}", chapter, title, f"{title}/{heading}", None, text


def pages():
    """Textbooks: pages; subtopics are chapters, and units above them."""
    for book in BOOKS.split():
        for unit, chapter, modules in chapters(f"osbooks-{book}"):
            for name in modules:
                root = module(f"osbooks-{book}", name)
                text = " ".join(words_of(p) for p in root.find(f"{CNX}content").iter(f"{CNX}para"))
                if len(text.split()) >= 100:
                    title = book.removeprefix("introduction-").removeprefix("principles-").removesuffix("-bundle").replace("-", " ")
                    yield book, title, unit, chapter, None, f"{root.findtext(f'{CNX}title')}. {text}"


def manuals():
    """Manuals: pages; subtopics are the parts that tables of contents or folders put them in."""
    part = ""
    for line in show("docs", "documentation.md").splitlines():
        part = line[5:] if line.startswith("- ## ") else part
        page = re.match(r" +- \[(.*)\]\(/docs/\{\{version\}\}/(.*)\)", line)
        if page and f"{page[2]}.md" in names("docs"):
            yield "laravel", "laravel", None, part, None, show("docs", f"{page[2]}.md")
    for path in names("wstg"):
        page = re.match(r"document/4-Web_Application_Security_Testing/(\d\d-[^/]*)/(\d\d-[^/]*)\.md", path)
        if page:
            yield "wstg", "web application security testing", None, page[1], None, show("wstg", path)
    for path in names("symfony-docs"):
        folder = path.split("/")[0]
        if path.endswith(".rst") and "/" in path and folder not in ("reference", "components", "_includes", "bundles", "quick_tour"):
            yield "symfony", "symfony", None, folder, None, show("symfony-docs", path)
    for path in names("ansible-documentation"):
        page = re.match(r"docs/docsite/rst/(?!locales|porting_guides|roadmap|shared|images)([^/]*)/.*\.rst", path)
        if page:
            yield "ansible", "ansible", None, page[1], None, show("ansible-documentation", path)


def control(path):
    for paragraph in open(path, encoding="utf-8").read().split("\n\n"):
        yield dict(re.findall(r"^(\S+?): ?((?:.*)(?:\n .*)*)", paragraph, re.MULTILINE))


def packages():
    """Descriptions of Debian packages, one per source, with exactly one tag of a facet: facets are topics."""
    texts = {p["Package"]: p["Description-en"] for p in control(sources / "translation.txt") if "Package" in p}
    seen = set()
    for package in control(sources / "available.txt"):
        source = package.get("Source", package.get("Package", "")).split(" ")[0]
        description = " ".join(texts.get(package.get("Package"), "").replace("\n .", " ").split())
        if "Tag" not in package or source in seen or len(description.split()) < 30:
            continue
        seen.add(source)
        tags = re.findall(r"([\w-]+)::([\w-]+)", package["Tag"])
        for facet in sorted(FACETS):
            of_facet = [sub for name, sub in tags if name == facet and sub != "TODO"]
            if len(of_facet) == 1:
                yield facet, facet, None, of_facet[0], None, description


def words():
    """Sentences with an ambiguous word (CoarseWSD-20): its senses."""
    for path in names("bert-disambiguation"):
        found = re.match(r"data/CoarseWSD-20/(.*)/test.data.txt", path)
        if found:
            gold = show("bert-disambiguation", path.replace("data.txt", "gold.txt")).split()
            for sense, line in zip(gold, show("bert-disambiguation", path).splitlines()):
                yield found[1], found[1], None, sense, None, line.partition("\t")[2]


COLLECTIONS = {
    "ambient": lambda: judged("ambient"),
    "arguments": lambda: judged("arguments"),
    "perspectives": lambda: judged("perspectives"),
    **{work.__name__: work for work in (nuggets, directories, paragraphs, pages, manuals, packages, words)},
}


def write(folder, rows):
    """Topics with at least 12 documents and three subtopics, of which one has 90 % at most."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(7)
    topics, ids = defaultdict(list), {}
    for row in rows:
        topics[row[0], row[1]].append(row[2:])
    root = ElementTree.Element("topics")
    with open(folder / "docs.jsonl", "w", encoding="utf-8") as docs, open(folder / "qrels.txt", "w", encoding="utf-8") as qrels, open(
        folder / "upper.txt", "w", encoding="utf-8"
    ) as upper_lines:
        for (topic, title), found in topics.items():
            if len(found) > MOST and not found[0][2]:
                found = [found[i] for i in sorted(chance.sample(range(len(found)), MOST))]
            counts = Counter(row[1] for row in found)
            if len(found) < 12 or len(counts) < 3 or (max(counts.values()) > 0.9 * len(found) and not found[0][2]):
                continue
            name = re.sub(r"\W+", "_", topic)
            element = ElementTree.SubElement(root, "topic", number=name)
            ElementTree.SubElement(element, "query").text = title
            for upper, lower, docno, text in found:
                docno = docno or f"{name}-{len(ids)}"
                if docno not in ids:
                    ids[docno] = True
                    print(json.dumps({"id": docno, "contents": text}, ensure_ascii=False), file=docs)
                lower = re.sub(r"\s+", "_", lower)
                print(name, lower, docno, 1, file=qrels)
                if upper:
                    print(name, re.sub(r"\s+", "_", upper), docno, 1, file=upper_lines)
    ElementTree.ElementTree(root).write(folder / "topics.xml", encoding="utf-8")
    topics = len(root)
    print(folder.name, topics, "topics", len(ids), "documents")


def main():
    global sources
    sources, out = Path(sys.argv[1]), Path(sys.argv[2])
    for name in sys.argv[3:] or COLLECTIONS:
        write(out / name, COLLECTIONS[name]())


if __name__ == "__main__":
    main()
