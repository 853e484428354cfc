"""What subintent tokenize is measured beside: rival.py read|extract FILE

read:     the records of a gzip-compressed WARC file, by warcio
extract:  besides, the text of each page by lxml (libxml2), its words by re, and their document frequencies;
          records by warcio if it is there, else by Python's gzip and the lengths in the headers

Prints the number of pages, or "not installed" where a package is missing.
"""

import collections
import gzip
import re
import sys

try:
    from warcio.archiveiterator import ArchiveIterator
except ImportError:
    ArchiveIterator = None
try:
    import lxml.html
except ImportError:
    lxml = None


def pages_by_warcio(path):
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                yield record.content_stream().read()


def pages_by_gzip(path):
    with gzip.open(path, "rb") as file:
        while line := file.readline():
            if not line.startswith(b"WARC/"):
                continue
            kind, length = b"", 0
            while (line := file.readline().strip()) or not length:
                name, _, value = line.partition(b":")
                if name.lower() == b"warc-type":
                    kind = value.strip()
                elif name.lower() == b"content-length":
                    length = int(value)
            block = file.read(length)
            if kind == b"response":
                yield re.split(rb"\r?\n\r?\n", block, maxsplit=1)[-1]


def words(page):
    try:
        tree = lxml.html.document_fromstring(page)
    except (lxml.etree.ParserError, ValueError):
        return set()
    hidden = ("script", "style", "template", "noscript", "iframe")
    for element in tree.xpath("|".join("//" + name for name in hidden)):
        element.drop_tree()
    text = " ".join(part for part in tree.itertext() if isinstance(part, str))
    return set(re.findall(r"\w+", text.casefold()))


def main():
    what, path = sys.argv[1:]
    if (what == "read" and ArchiveIterator is None) or (what == "extract" and lxml is None):
        sys.exit("not installed")
    pages = pages_by_warcio(path) if ArchiveIterator else pages_by_gzip(path)
    frequency = collections.Counter()
    count = 0
    for page in pages:
        count += 1
        if what == "extract" and page.strip():
            frequency.update(words(page))
    print(f"{count} pages, {len(frequency)} terms")


main()
