#!/usr/bin/env python3
"""check_release.py SOURCE: tools/packaging/release.sh makes a release only of a tree whose files all say so, and says what is missing.

It runs in a copy that has a history of its own. Tests that take long are not run again: test.sh of the copy does nothing. Exit code 77
where Git is not installed, or the sources are no clone.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

VERSION, DAY = "7.8.9", "2031-02-03"


class Copy:
    """The files of the source that Git knows, in a repository of their own."""

    def __init__(self, source, folder):
        self.folder = folder
        names = subprocess.run(["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (source / name).exists() and not name.startswith(("tests/", "data/", "tools/bench/")):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source / name, folder / name)
        (folder / "test.sh").write_text("#!/bin/sh\n")
        self.git("init", "-q")
        self.git("config", "user.name", "Somebody")
        self.git("config", "user.email", "somebody@host.example")
        self.git("config", "commit.gpgsign", "false")
        self.keep()

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def keep(self):
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "--allow-empty", "-m", "state")

    def change(self, name, pattern, text):
        path = self.folder / name
        changed = re.sub(pattern, lambda _: text, path.read_text(encoding="utf-8"), count=1, flags=re.M | re.S)
        path.write_text(changed, encoding="utf-8")
        self.keep()

    def release(self):
        done = subprocess.run(["tools/packaging/release.sh", VERSION], cwd=self.folder, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr


# What is changed, one after the other, and what the message before names.
STEPS = [
    ("CMakeLists.txt has another version", "CMakeLists.txt", r"VERSION [0-9.]+ LANGUAGES", f"VERSION {VERSION} LANGUAGES"),
    ("SUBINTENT_STAGE", "CMakeLists.txt", r'SUBINTENT_STAGE "[^"]*"', 'SUBINTENT_STAGE ""'),
    ("CITATION.cff has another version", "CITATION.cff", r"^version: .*?$", f"version: {VERSION}"),
    ("CHANGELOG.md begins with '## Since", "CHANGELOG.md", r"^## .*", f"## {VERSION}\n\n## Since 7.8.8\n\n## 7.8.8 (unreleased)\n"),
    (f"CHANGELOG.md begins with '## {VERSION}'", "CHANGELOG.md", rf"^## {VERSION}$", f"## {VERSION} (unreleased)"),
    (f"CHANGELOG.md begins with '## {VERSION} (unreleased)'", "CHANGELOG.md", r"\(unreleased\)", f"({DAY})"),
    ("the heading '## Since 7.8.8", "CHANGELOG.md", r"^## Since 7.8.8\n", ""),
    ("the heading '## 7.8.8 (unreleased)'", "CHANGELOG.md", r"7.8.8 \(unreleased\)", "7.8.8 (2031-01-01)"),
    (f"date-released: {DAY}", "CITATION.cff", rf"^version: {VERSION}$", f"version: {VERSION}\ndate-released: 2031-02-04"),
    (f"date-released: {DAY}", "CITATION.cff", "2031-02-04", DAY),
    ("debian/changelog", "debian/changelog", r"^subintent \([^)]*\)", f"subintent ({VERSION})"),
]


def faults_of(copy):
    copy.change("CHANGELOG.md", r"^## [^\n]*", "## Since 7.8.8")
    for message, name, pattern, text in STEPS:
        code, _, errors = copy.release()
        if code != 1 or message not in errors or errors.count("\n") != 1:
            yield f"without '{message}' it exits with {code} and says: {errors}"
        copy.change(name, pattern, text)
    (copy.folder / "README.md").write_text("changed\n")
    if copy.release()[0] != 1:
        yield "changes that are not committed do not matter to it"
    copy.keep()

    signs = shutil.which("ssh-keygen") is not None
    if signs:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", copy.folder / ".git" / "key"], check=True)
        copy.git("config", "gpg.format", "ssh")
        copy.git("config", "user.signingkey", str(copy.folder / ".git" / "key"))
    code, printed, errors = copy.release()
    if code != 0:
        yield f"a tree in order: exit code {code}, {errors}"
        return
    if ("BEGIN SSH SIGNATURE" in copy.git("cat-file", "tag", f"v{VERSION}")) != signs:
        yield "the tag is not signed, though there is a key"
    archive = f"subintent-{VERSION}.tar.gz"
    if subprocess.run(["sha256sum", "-c", "--quiet", f"{archive}.sha256"], cwd=copy.folder / "dist", check=False).returncode != 0:
        yield f"{archive}.sha256 is wrong"
    with tarfile.open(copy.folder / "dist" / archive) as made:
        if f"subintent-{VERSION}/CMakeLists.txt" not in made.getnames():
            yield f"{archive} lacks files"
    shutil.rmtree(copy.folder / "dist")
    if "tag" not in copy.release()[2]:
        yield "it makes a release a second time"


def differing_versions(source):
    """All files of a tree name the same version, with its stage in their own way."""
    text = (source / "CMakeLists.txt").read_text(encoding="utf-8")
    number = re.search(r"project\(subintent VERSION (\S+)", text)[1]
    stage = re.search(r'^set\(SUBINTENT_STAGE "(.*?)"', text, re.M)[1]
    for name, line in [("CITATION.cff", f"version: {number}{stage}"), ("debian/changelog", f"subintent ({number}{stage.replace('-', '~')})"),
                       ("docs/formats.md", f'"version": "{number}"')]:
        if not re.search(re.escape(line) + r"(?![0-9.~-])", (source / name).read_text(encoding="utf-8")):
            yield f"{name} has not {line}, as CMakeLists.txt has it"


def main():
    source = pathlib.Path(sys.argv[1])
    if not shutil.which("git") or not (source / ".git").exists():
        print("Git is not installed, or this is no clone")
        return 77
    faults = list(differing_versions(source))
    with tempfile.TemporaryDirectory() as folder:
        faults += faults_of(Copy(source, pathlib.Path(folder)))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
