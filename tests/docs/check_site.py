#!/usr/bin/env python3
"""check_site.py SOURCE FOLDER: the site can be made without a warning, and what its pages refer to is there.

It is made in FOLDER. Every page of docs/ is in it, every link within the site leads to a file and a place on it, and nothing is
loaded from a network. Exit code 77 where Sphinx or MyST is not installed.
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

LOADED_RELATIONS = {"stylesheet", "icon", "shortcut icon", "preload", "modulepreload", "manifest"}
MISSING = re.compile(r"Could not import extension (\w+)")


class Page(html.parser.HTMLParser):
    """Places on a page, what it links to, and what a browser loads to show it."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.loaded = set(), set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.places |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and found.get("href"):
            self.links.add(found["href"])
        if tag == "link" and found.get("rel") in LOADED_RELATIONS:
            self.loaded.add(found["href"])
        if tag != "a" and found.get("src"):
            self.loaded.add(found["src"])


def is_elsewhere(address):
    return bool(urllib.parse.urlsplit(address).scheme) or address.startswith("//")


def make(source, folder):
    """What Sphinx complains about."""
    shutil.rmtree(folder, ignore_errors=True)
    done = subprocess.run(["sphinx-build", "-q", "-W", "--keep-going", "-c", source / "docs/site", "-d", folder.with_name("site.cache"),
                           source, folder], capture_output=True, text=True, check=False)
    missing = MISSING.search(done.stderr)
    if missing:
        print(f"{missing[1]} is not installed")
        sys.exit(77)
    return done.stderr.splitlines() or ([f"sphinx-build exits with {done.returncode}"] if done.returncode else [])


def faults_of(path, page, pages, folder):
    for address in sorted(page.loaded):
        if is_elsewhere(address) and not address.startswith("data:"):
            yield f"loads {address}"
    for address in sorted(page.links | page.loaded):
        if is_elsewhere(address):
            continue
        parts = urllib.parse.urlsplit(address)
        target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file() or not target.is_relative_to(folder):
            yield f"{address} leads nowhere"
        elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].places:
            yield f"there is no such place as {address}"


def main():
    source, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if not shutil.which("sphinx-build"):
        print("Sphinx is not installed")
        return 77
    faults = make(source, folder)
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        faults += [f"{path.relative_to(folder)}: {fault}" for fault in faults_of(path, page, pages, folder)]
    for sheet in folder.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)", sheet.read_text(encoding="utf-8")):
            faults.append(f"{sheet.relative_to(folder)}: loads {address}")
    for markdown in [source / "README.md", *source.glob("docs/*.md"), *source.glob("docs/man/*.md"), *source.glob("docs/**/*.ipynb")]:
        page = folder / markdown.relative_to(source).with_suffix(".html")
        if page not in pages:
            faults.append(f"there is no {page.relative_to(folder)}")
    print("\n".join(faults) if faults else f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
