#!/usr/bin/env python3
"""The licences of libraries of others that go into a package of ours, from the copyright files of their Debian packages.

usage: tools/packaging/licences.py FOLDER NAME=FILE...
FILE is a library or a header that was used; FOLDER gets a text for each package that one belongs to, the licences that these refer
to, and README.txt, which says which is whose.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

DOCUMENTS = pathlib.Path("/usr/share/doc")
COMMON = pathlib.Path("/usr/share/common-licenses")  # what copyright files of Debian refer to
BEGINNING = """Third-party libraries in this package, and the files beside this one with their copyright and licence.

"""
UNKNOWN = "not found: add its licence before you give this package to others"


def owner(path):
    """The Debian package of a file, or None."""
    if not shutil.which("dpkg-query"):
        return None
    real = pathlib.Path(path).resolve()
    # Debian's /lib is a link to /usr/lib, and packages name either.
    for name in (real, *([real.relative_to("/usr")] if real.is_relative_to("/usr") else [])):
        found = subprocess.run(["dpkg-query", "--search", pathlib.Path("/", name)], capture_output=True, text=True, check=False).stdout
        if found:
            return found.split(": ", 1)[0].split(",")[0].split(":")[0]
    return None


def licence_of(name, path):
    """What to call the licence of a file and where that is, or None: in a folder of CMAKE_PREFIX_PATH, as tools/packaging/static_libraries.sh
    puts it there by the name of the file or of the library, or with its Debian package."""
    for prefix in os.environ.get("CMAKE_PREFIX_PATH", "").split(os.pathsep):
        for word in (pathlib.Path(path).name, name.partition(" ")[0]):
            own = pathlib.Path(prefix, "share", "licences", word, "copyright")
            if prefix and own.exists():
                return word.partition(".")[0], own
    package = owner(path)
    return (package, DOCUMENTS / package / "copyright") if package else None


def copy(source, folder, name):
    """Copies a text that may be a compressed one or a link; True if it is there."""
    if not source.is_file():
        return False
    shutil.copyfile(source, folder / name)
    return True


def without_unused(text, headers):
    """Of the copyright of many files, in Debian's machine-readable format, what concerns some headers: the paragraphs that name one of
    them ("libs/graph/include/boost/graph/graphml.hpp") or a pattern, and the licences that these refer to."""
    first, *paragraphs = re.split(r"\n\n+", text)
    used = {str(header).partition("/include/")[2] for header in headers}
    kept, names = [re.sub(r"\nFiles-Excluded:(\n .*)+", "", first)], set()
    for paragraph in paragraphs:
        files = re.match(r"Files:((?:.*\n[ \t]+)*.*)", paragraph)
        if files:
            of_used = [word for word in files[1].split() if "*" in word or word.partition("/include/")[2] in used]
            if not of_used:
                continue
            paragraph = "Files:\n " + "\n ".join(of_used) + paragraph[files.end() :]
            names |= set(re.findall(r"^License:\s*(.*)", paragraph, re.M))
        kept.append(paragraph)
    named = set(re.split(r"\s+(?:and|or|with)\s+|,\s*", " and ".join(names)))
    return "\n\n".join(p for p in kept if not p.startswith("License:") or p.partition("\n")[0].partition(":")[2].strip() in named) + "\n"


def collect(folder, files, headers=()):
    """Fills `folder` with the licences of `files` (name as it is in our package -> path). Returns the names without one.

    Where it is known which headers of a library were used, what is said of other files is left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines, missing, same = [], [], {}
    for name, path in sorted(files.items()):
        found = licence_of(name, path)
        if found and found[1].is_file():  # packages of one source have one text
            found = same.setdefault(found[1].read_bytes(), found)
        if found and copy(found[1], folder, f"{found[0]}.txt"):
            lines.append(f"{name}: {found[0]}.txt")
            of_library = [header for header in headers if str(header).startswith(f"{pathlib.Path(path).parent}/")]
            if name.endswith("(headers)") and len(of_library) > 1:
                copied = folder / f"{found[0]}.txt"
                copied.write_text(without_unused(copied.read_text(encoding="utf-8", errors="replace"), of_library), encoding="utf-8")
        else:
            missing.append(name)
            lines.append(f"{name}: {UNKNOWN}")
    for text in sorted(folder.glob("*.txt")):
        # A licence at the end of a sentence has a full stop behind it.
        for common in re.findall(rf"{COMMON}/([\w.+-]*\w)", text.read_text(encoding="utf-8", errors="replace")):
            text_of = (COMMON / common).resolve().name  # GPL is another name of GPL-3
            if copy(COMMON / text_of, folder, text_of) and text_of != common:
                (folder / common).write_text(f"The text of {common} is that of {text_of}.\n", encoding="utf-8")
    (folder / "README.txt").write_text(BEGINNING + "\n".join(lines) + f"\n\nWhere one refers to {COMMON}, the text is here under the same name.\n",
                                   encoding="utf-8")
    return missing


def main():
    if len(sys.argv) < 3 or not all("=" in word for word in sys.argv[2:]):
        sys.exit("usage: tools/packaging/licences.py FOLDER NAME=FILE...")
    missing = collect(pathlib.Path(sys.argv[1]), dict(word.split("=", 1) for word in sys.argv[2:]))
    if missing:
        sys.exit(f"the licence of {', '.join(missing)} was not found in {DOCUMENTS}")


if __name__ == "__main__":
    main()
