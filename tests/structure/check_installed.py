#!/usr/bin/env python3
"""check_installed.py CMAKE BUILD_FOLDER [EMULATOR...]: what `cmake --install` puts down names no page or file that does not exist.

Links of the installed pages must lead to installed files, and so must the paths in man pages, under a prefix that was not known when
they were built; the page that `subintent COMMAND --help` names must exist; and what only makes pages is not installed. With a shared library
the program of any prefix looks for the one beside it. The Python that is there finds the package, in a home too, and `uninstall` leaves nothing.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def broken_links(folder):
    for page in sorted(folder.rglob("*.md")):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(folder)}: {target} is not installed"


def missing_documents(root):
    """Paths of the documentation in man pages, as a terminal shows them, that are not installed."""
    pages = list((root / "share" / "man").rglob("*.1"))
    named = set()
    for page in pages:
        text = page.read_text(encoding="utf-8").replace("\\-", "-")
        if "%documents%" in text:
            yield f"{page.name} was installed as it was built"
        named |= set(re.findall(r"(/[\w./-]+/(?:docs|data|tools/bench|README)[\w./-]*[\w/])", text))
    yield from (f"a man page names {path}, which is not installed" for path in sorted(named) if not pathlib.Path(path).exists())
    if pages and not any(path.startswith(f"{root}/") for path in named):
        yield f"no man page names a document below {root}"


def superfluous_files(root):
    for pattern in ("share/doc/*/docs/site/*", "**/Doxyfile"):
        yield from (f"{path} is installed, and of no use there" for path in root.glob(pattern))
    yield from (f"{path} is installed, and empty" for path in root.rglob("*") if path.is_dir() and not any(path.iterdir()))


def wrong_search_paths(cmake, source, folder):
    """Faults of the program and the Python module that an installation with a shared library would have; nothing is built for it."""
    configured = subprocess.run([cmake, "-S", source, "-B", folder, "-G", "Ninja", "-DBUILD_SHARED_LIBS=ON", "-DBUILD_TESTING=OFF"],
                                check=False, capture_output=True, text=True)
    if configured.returncode != 0:
        yield configured.stderr
        return
    script = (folder / "cmake_install.cmake").read_text(encoding="utf-8")
    libraries = re.search(r'INSTALL_PREFIX}/([\w/-]+)" TYPE SHARED_LIBRARY', script)[1]
    for kind in ("EXECUTABLE", "MODULE"):
        script = script.replace("${subintent_packages}", "lib/python3/site-packages")  # of any Python
        place = re.search(rf'INSTALL_PREFIX}}/([\w/.-]+)" TYPE {kind} .*?NEW_RPATH "\\\$ORIGIN/(.*?)"', script, re.S)
        if kind == "MODULE" and f"TYPE {kind}" not in script:  # without Python's headers
            continue
        if not place or os.path.normpath(os.path.join(place[1], place[2])) != os.path.normpath(libraries):
            yield f"what is installed as {kind} does not look for the library in {libraries}: {place[0] if place else 'nowhere'}"


def is_there(root, page):
    if page.startswith("man "):
        return (root / "share" / "man" / "man1" / f"{page[4:]}.1").is_file()
    return pathlib.Path(page).is_file()


def missing_pages(root, program):
    overview = subprocess.run([*program, "--help"], capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"^  ([a-z]+) +\S", overview.split("Commands:")[1].split("\n\n")[0], re.M):
        text = subprocess.run([*program, command, "--help"], capture_output=True, text=True, check=True).stdout
        page = re.search(r"^More: (.*)$", text, re.M)
        if page is None or not is_there(root, page[1]):
            yield f"subintent {command} --help names a page that does not exist: {page[1] if page else 'none'}"


def faults_of_home(cmake, build, home):
    """Faults of an installation in a home, whose name has a blank."""
    prefix = home / ".local"
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, capture_output=True)
    python = re.search(r"^Python_EXECUTABLE:\w+=(.*)$", pathlib.Path(build, "CMakeCache.txt").read_text(encoding="utf-8"), re.M)
    if python and list(prefix.glob("lib*/python*")):
        environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
        done = subprocess.run([python[1], "-c", "import subintent; print(subintent.__file__)"], env=environment, check=False, capture_output=True, text=True)
        if not done.stdout.startswith(str(prefix)) and "numpy" not in done.stderr:
            yield f"Python does not find the package in a home: {done.stdout}{done.stderr}"
    (prefix / "bin" / "other").write_text("of somebody else")
    pathlib.Path(build, "install_manifest_other.txt").write_text(f"{prefix}/bin/gone")  # as an installation of a part leaves it
    done = subprocess.run([cmake, "--build", build, "--target", "uninstall"], check=False, capture_output=True, text=True)
    left = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*"))
    if done.returncode != 0 or left != ["bin", "bin/other"]:
        yield f"uninstall leaves {left[:12]} and says {done.stdout}{done.stderr}"


def main():
    cmake, build, *emulator = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="in-stalled-") as folder:
        root = pathlib.Path(folder) / "prefix"
        done = subprocess.run([cmake, "--install", build, "--prefix", root], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stderr}\nNot all is built that is installed: build the target all first")
        faults = [*broken_links(next(root.glob("share/doc/*"))), *missing_pages(root, [*emulator, root / "bin" / "subintent"]),
                  *missing_documents(root), *superfluous_files(root)]
        if not emulator:
            faults += faults_of_home(cmake, build, pathlib.Path(folder, "a home"))
            faults += wrong_search_paths(cmake, pathlib.Path(__file__).resolve().parents[2], pathlib.Path(folder) / "shared")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
