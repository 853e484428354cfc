#!/usr/bin/env python3
"""check_run_case.py: the runner of .test files tells what differs, and takes "..." for any text in standard error alone."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The word before the colon is what becomes of the case.
CASES = r"""~ passed ...

## passed: any text
$ echo 'qrels:5: bad; mend it' >&2; exit 1
! qrels:5: ...; ...
= 1

## passed: three literal dots
$ echo 'a...b'; echo 'and so on ...' >&2
> a...b
! and so on ...

## passed: lines that are counted, and some that are passed over
$ for i in 1 2 3; do echo "f:$i: bad; mend it" >&2; echo passed over >&2; done
!3 f:...: ...; ...

## failed: one line more
$ for i in 1 2 3; do echo bad >&2; done
!2 bad

## failed: no remedy
$ echo 'qrels:5: bad' >&2
! qrels:5: ...; ...

## failed: another line
$ echo 'qrels:4: bad; mend it' >&2
! qrels:5: ...; ...

## failed: nothing for the dots
$ echo 'qrels:5: ; mend it' >&2
! qrels:5: ...; ...

## failed: a control character
$ printf 'qrels:5: \033[2J; mend it\n' >&2
! qrels:5: ...; ...

## failed: two lines for one
$ printf 'qrels:5: bad; mend it\nmore\n' >&2
! qrels:5: ...; ...

## failed: dots in standard output
$ echo text
> ...

## failed: a file is left
$ echo text > out; exit 1
= 1

## failed: another exit code
$ exit 2
= 1

## passed: each line by itself
$ mkdir folder; echo one >&2; exit 1
$ mkdir folder; echo two >&2; exit 1
! one
! two
= 1 each

## failed: a line with another code
$ exit 2
$ exit 1
= 1 each

## failed: a file is left by one
$ exit 1
$ echo text > out; exit 1
= 1 each

## skipped: a program that nobody has
needs a-program-that-nobody-has
$ false
"""


def faults_of(folder):
    runner, file = pathlib.Path(__file__).with_name("run_case.py"), folder / "cases.test"
    file.write_text(CASES, encoding="utf-8")

    def run(*arguments):
        done = subprocess.run([runner, file, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    names = re.findall(r"^## (.+)", CASES, re.M)
    wanted = [name for name in names if not name.startswith("passed")]
    code, shown = run()
    if [f"{word}: {name}" for word, name in re.findall(r"^=== (\w+): (.+)", shown, re.M)] != [f"{name.split(':')[0]}: {name}" for name in wanted]:
        yield f"other cases are passed, failed and skipped than should be:\n{shown}"
    if code != 1 or not shown.endswith("cases: 4 passed, 11 failed, 1 skipped\n"):
        yield f"exit code {code}, and the end is {shown[-50:]!r}"
    code, shown = run("failed: another line", "--keep")
    if code != 1 or "- qrels:5: ...; ...\n+ qrels:4: bad; mend it\n        ^" not in shown:
        yield f"the difference is not marked:\n{shown}"
    kept = re.search(r"its folder: (.+)", shown)
    if not kept or not pathlib.Path(kept[1]).is_dir():
        yield f"--keep leaves no folder:\n{shown}"
    else:
        shutil.rmtree(kept[1])
    for name, word, code in ((names[0], "passed", 0), (names[-1], "skipped", 77)):
        if run(name)[0] != code:
            yield f"a case that is {word} has another exit code than {code}"
    before = file.read_text(encoding="utf-8")
    run(names[0], "--accept")
    if file.read_text(encoding="utf-8").strip() != before.strip():
        yield "--accept writes out a line that agrees"


def main():
    with tempfile.TemporaryDirectory() as folder:
        faults = list(faults_of(pathlib.Path(folder)))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
