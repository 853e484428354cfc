#!/usr/bin/env python3
"""check_scripts.py SOURCE: what tools/cmake/prepare.sh, with which demo.sh and test.sh begin, says and does on several systems; what test.sh installs
and builds; and what begins with #! in tests/ can be run.

The system's programs are stand-ins that say how they were called.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BY_HAND = "apt-get update && apt-get install --no-install-recommends g++ mandoc"
# Stand-ins: no package is installed.
DEBIAN = {"dpkg-query": "exit 1", "apt-get": 'echo "apt-get $*" >&2', "id": "echo 1000", "env": 'shift; exec "$@"'}
SUDO = {"sudo": 'echo "sudo $1" >&2; exec "$@"'}


def run(script, programs):
    """Exit code, standard output and standard error of a script, on a system with these programs and a few others."""
    with tempfile.TemporaryDirectory() as folder:
        for tool in ("bash", "cat", "dirname", "env", "find", "getconf", "mktemp", "realpath", "rm"):
            (pathlib.Path(folder) / tool).symlink_to(shutil.which(tool))
        for name, body in programs.items():
            path = pathlib.Path(folder) / name
            path.unlink(missing_ok=True)
            path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
            path.chmod(0o755)
        done = subprocess.run(["bash", "-c", script], env={"PATH": folder}, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def prepare(source, programs):
    return run(f"set -euo pipefail; . {source}/tools/cmake/prepare.sh; install_dependencies g++ mandoc; install_dependencies g++; echo goes on", programs)


def faults_of(source):
    def check(what, found, code, output, *errors):
        if found[0] != code or not re.fullmatch(output, found[1]) or any(error not in found[2] for error in errors):
            yield f"{what}: exit code {found[0]}, prints {found[1]!r} and {found[2]!r}"

    found = prepare(source, {})
    yield from check("another system", found, 0, "goes on\n", "This is not Debian", "docs/install.md")
    if found[2].count("This is not Debian") != 1:
        yield "another system: it is said more than once"
    yield from check("no sudo", prepare(source, DEBIAN), 1, "", "no sudo", BY_HAND)
    # Why sudo asks is said before it does.
    yield from check("sudo", prepare(source, DEBIAN | SUDO), 0, r"Installing: g\+\+ mandoc; sudo may ask .*\nInstalling: g\+\+; .*\ngoes on\n",
                     "sudo env", "apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 g++ mandoc")
    yield from check("no right to it", prepare(source, DEBIAN | {"sudo": "exit 1"}), 1, r"Installing: .*\n", "could not be installed", BY_HAND)
    yield from check("root", prepare(source, DEBIAN | {"id": "echo 0"}), 0, r"Installing: g\+\+ mandoc\nInstalling: g\+\+\ngoes on\n", "apt-get install")
    broken = {"id": "echo 0", "apt-get": '[ $1 = update ] || case $* in *mandoc*) echo "E: no mandoc here" >&2; exit 1 ;; esac'}
    yield from check("a package that is not there", prepare(source, DEBIAN | broken), 1, r"Installing: .*\n", "E: no mandoc here", BY_HAND)
    # Packages for some tests are asked for together, and one by one where that fails.
    readers = f"set -euo pipefail; . {source}/tools/cmake/prepare.sh; install_readers graphviz mandoc fish; echo goes on"
    found = run(readers, DEBIAN | broken)
    yield from check("some packages for tests", found, 0, "Installing: graphviz mandoc fish\ngoes on\n", "mandoc cannot be installed", "E: no mandoc here")
    if "fish cannot" in found[2]:
        yield "a package that can be installed is not, since another cannot"
    # The lists are fetched again where another program did so.
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "calls")
        locked = {"id": "echo 0", "sleep": "true", "apt-get": f'[ -e {log} ] || echo "E: Could not get lock" >&2; echo $1 >>{log}'}
        run(readers, DEBIAN | locked)
        if log.read_text(encoding="utf-8").split() != ["update", "update", "install"]:
            yield f"while lists are locked it calls {log.read_text(encoding='utf-8').split()}"

    # What is quick needs a compiler, libraries, GoogleTest and Python; what it has to build is asked of the build.
    stand_ins = DEBIAN | {"id": "echo 0", "cmake": 'echo "cmake $*"; [ "$1" = --preset ]'}
    for words, target in (("--quick", "quick"), ("core", "test_core")):
        code, output, errors = run(f"{source}/test.sh {words}", stand_ins)
        installed = set(output.split("\n")[0].split())
        if code == 0 or not {"g++", "libgtest-dev", "python3"} <= installed or f"cmake --build --preset developer --target {target}\n" not in errors:
            yield f"test.sh {words}: exit code {code}, prints {output!r} and {errors!r}"
        if named := re.findall(r"npm|\S*(?:browser|chrom|firefox|selenium|doxygen|sphinx|pandas|pytest|scipy|r-cran)\S*", output):
            yield f"test.sh {words} installs {named}"
    yield from check("help of test.sh", run(f"{source}/test.sh --help", {}), 0, r"usage: (.*\n)+.*--quick(.*\n)+")
    yield from check("a room without tests", run(f"{source}/test.sh attic", {}), 2, "", "attic", "--help")

    # An option that a script does not know is refused before anything is installed, built or written.
    ctest = {"ctest": """printf '  -j <jobs>, --parallel <jobs> = x\\n  -N,--show-only[=format] = x\\n  -R <regex>, --tests-regex <regex>\\n'"""}
    for words in ("--qiuck", "--quick --show", "core --help-me=1"):
        yield from check(f"test.sh {words}", run(f"{source}/test.sh {words}", stand_ins | ctest), 2, "", f"unknown option {words.split()[-1]}", "--help")
    for words in ("--quick -R ^docs/ -j2 --parallel 2", "-N --show-only=json-v1"):
        found = run(f"{source}/test.sh {words}", stand_ins | ctest)
        if found[0] == 2 or "unknown option" in found[2]:
            yield f"test.sh {words}: exit code {found[0]}, prints {found[2]!r}"
    yield from check("help of demo.sh", run(f"{source}/demo.sh --help", {}), 0, r"usage: \./demo\.sh \[OUTPUT_FOLDER\]\n(.*\n)+")
    for words in ("--hlep", "-x", "a b"):
        yield from check(f"demo.sh {words}", run(f"cd {source}; ./demo.sh {words}", stand_ins), 2, "", "demo.sh: ", "see ./demo.sh --help")

    for path in sorted((source / "tests").rglob("*")):
        if path.is_file() and "node_modules" not in path.parts and path.open("rb").read(2) == b"#!" and not path.stat().st_mode & 0o100:
            yield f"{path.relative_to(source)} begins with #! and is not executable: chmod +x"


def main():
    faults = list(faults_of(pathlib.Path(sys.argv[1])))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
