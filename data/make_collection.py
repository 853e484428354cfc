#!/usr/bin/env python3
"""Builds web.warc.gz from pages/ and pages.tsv.

    python3 make_collection.py            writes web.warc.gz beside this script
    python3 make_collection.py --check    exits 1 if web.warc.gz is not what would be written
    python3 make_collection.py -o FILE    writes FILE (or, with --check, looks at FILE)

Needs Python 3 and nothing else, runs from any folder, and writes the same records each time.

A page is the UTF-8 file pages/DOCNO.html. Its record holds the same text in the charset that pages.tsv gives. A charset
declaration in the HTML (`meta` and `both` in the column `declared`) is already in the source file and names the charset
of the record, not that of the source file; the script only verifies it. The HTTP header is written here.

Every record is a gzip member of its own. How well zlib packs differs between its versions, so --check compares the
records member by member after unpacking where the bytes differ.
"""

import argparse
import datetime
import pathlib
import re
import struct
import sys
import uuid
import zlib

HERE = pathlib.Path(__file__).resolve().parent
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://collection.subintent.example/")
FIRST_DATE = datetime.datetime(2024, 3, 1, tzinfo=datetime.timezone.utc)  # one second later for each page
COLUMNS = ["docno", "url", "charset", "declared", "set"]
DECLARED = {"http", "meta", "both", "bom", "none"}
META = re.compile(r"""<meta\b[^>]*?charset\s*=\s*["']?([\w-]+)""", re.IGNORECASE)

# Records that are not pages, and the page before or after which each stands. Readers must pass over all of them.
REQUEST_BEFORE = {"mer-001", "pyt-001"}
METADATA_AFTER = {"mer-001", "jag-001"}
NOT_FOUND_BEFORE = "jag-001"


class Problem(Exception):
    """Something is wrong with the pages or the manifest."""


def read_manifest():
    """The rows of pages.tsv as dictionaries, verified against pages/."""
    rows, seen = [], set()
    lines = (HERE / "pages.tsv").read_text(encoding="utf-8").splitlines()
    if lines[0].split("\t") != COLUMNS:
        raise Problem("pages.tsv:1: expected the columns " + " ".join(COLUMNS))
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise Problem(f"pages.tsv:{number}: expected {len(COLUMNS)} columns")
        row = dict(zip(COLUMNS, cells))
        if row["docno"] in seen:
            raise Problem(f"pages.tsv:{number}: {row['docno']} is listed twice")
        if row["declared"] not in DECLARED:
            raise Problem(f"pages.tsv:{number}: declared must be one of {' '.join(sorted(DECLARED))}")
        if (row["declared"] == "bom") != (row["charset"] == "utf-8-with-bom"):
            raise Problem(f"pages.tsv:{number}: bom and utf-8-with-bom belong together")
        seen.add(row["docno"])
        rows.append(row)
    files = {path.stem for path in (HERE / "pages").glob("*.html")}
    if files != seen:
        raise Problem("pages/ and pages.tsv differ: " + " ".join(sorted(files ^ seen)))
    return rows


def page_body(row):
    """The bytes of a page as they are stored in the archive."""
    name = f"pages/{row['docno']}.html"
    text = (HERE / name).read_bytes().decode("utf-8")
    found = [label.lower() for label in META.findall(text)]
    expected = [row["charset"]] if row["declared"] in ("meta", "both") else []
    if found != expected:
        raise Problem(f"{name}: meta declarations {found}, pages.tsv wants {expected}")
    codec = {"utf-8-with-bom": "utf-8-sig"}.get(row["charset"], row["charset"])
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        raise Problem(f"{name}: {error}") from None


def record_id(name):
    return f"<urn:uuid:{uuid.uuid5(NAMESPACE, name)}>"


def http_response(status, content_type, body):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode("ascii") + body


def record(kind, name, date, content_type, block, *headers):
    """One WARC record. `name` is what its identifier is made from."""
    lines = ["WARC/1.0", f"WARC-Type: {kind}", *headers, f"WARC-Date: {date:%Y-%m-%dT%H:%M:%SZ}",
             f"WARC-Record-ID: {record_id(name)}", f"Content-Type: {content_type}", f"Content-Length: {len(block)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii") + block + b"\r\n\r\n"


def records():
    """All records of the archive, unpacked, in order."""
    info = ("software: make_collection.py\r\nformat: WARC File Format 1.0\r\n"
            "description: pages written for the subintent project\r\n").encode("ascii")
    yield record("warcinfo", "warcinfo", FIRST_DATE, "application/warc-fields", info, "WARC-Filename: web.warc.gz")
    for number, row in enumerate(read_manifest()):
        docno, url = row["docno"], row["url"]
        date = FIRST_DATE + datetime.timedelta(seconds=number)
        target = f"WARC-Target-URI: {url}"
        host, path = re.fullmatch(r"https?://([^/]+)(/.*)", url).groups()
        if docno == NOT_FOUND_BEFORE:
            missing = b"<!DOCTYPE html>\n<title>Not found</title>\n<p>There is no page about the jaguar here.\n"
            yield record("response", "404", date, "application/http; msgtype=response",
                         http_response("404 Not Found", "text/html; charset=utf-8", missing),
                         f"WARC-Target-URI: https://{host}/no-such-page")
        if docno in REQUEST_BEFORE:
            request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: example-crawler\r\n\r\n".encode("ascii")
            yield record("request", "request " + docno, date, "application/http; msgtype=request", request, target,
                         f"WARC-Concurrent-To: {record_id(docno)}")
        content_type = "text/html"
        if row["declared"] in ("http", "both"):
            content_type += f"; charset={row['charset']}"
        yield record("response", docno, date, "application/http; msgtype=response",
                     http_response("200 OK", content_type, page_body(row)), f"WARC-TREC-ID: {docno}", target)
        if docno in METADATA_AFTER:
            yield record("metadata", "metadata " + docno, date, "application/warc-fields",
                         b"fetchTimeMs: 12\r\nvia: manual\r\n", target, f"WARC-Refers-To: {record_id(docno)}")


def gzip_member(data):
    """A gzip member with modification time 0, the same on all systems."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    header = b"\x1f\x8b\x08\x00" + bytes(4) + b"\x02\xff"
    return header + packed + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def gzip_members(data):
    """The unpacked members of a gzip file."""
    while data:
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        member = unpacker.decompress(data) + unpacker.flush()
        if not unpacker.eof:
            raise Problem("the last gzip member is cut off")
        yield member
        data = unpacker.unused_data


def main():
    parser = argparse.ArgumentParser(description="Builds web.warc.gz from pages/ and pages.tsv.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file is out of date")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE / "web.warc.gz", metavar="FILE")
    options = parser.parse_args()
    try:
        wanted = list(records())
        packed = b"".join(map(gzip_member, wanted))
        if options.check:
            present = options.output.read_bytes()
            if present != packed and list(gzip_members(present)) != wanted:
                raise Problem(f"{options.output} is out of date; run make_collection.py")
        else:
            options.output.write_bytes(packed)
    except (Problem, OSError, UnicodeDecodeError, zlib.error) as error:
        print(f"make_collection.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
