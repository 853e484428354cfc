"""`pip install .`, `pip wheel .` and the archive of the sources, without a network; and what is installed has its types, metadata and licences."""
import importlib
import importlib.metadata
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

import subintent

from conftest import ROOT

for package in ("pip", "setuptools", "wheel"):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed", allow_module_level=True)

BUILD = pathlib.Path(subintent.__file__).absolute().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SUBINTENT_PROGRAM", BUILD / "subintent"))
PIP = (sys.executable, "-m", "pip")
LOCAL = ("--no-index", "--no-build-isolation", "--no-deps")
# Folders of a clone that make packages elsewhere.
NOT_IN_THE_ARCHIVE = (".ci/", ".github/")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(autouse=True)
def no_package_from_the_environment(monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    for name in ("CMAKE_BUILD_PARALLEL_LEVEL", "CMAKE_GENERATOR"):
        monkeypatch.delenv(name, raising=False)


def source_in(parent, monkeypatch):
    """What pip needs of the sources, as it builds where they are, and the extension that is built already."""
    monkeypatch.setenv("SUBINTENT_BUILD_FOLDER", str(BUILD))
    folder = parent / "source"
    folder.mkdir()
    for name in ("pyproject.toml", "setup.py", "CMakeLists.txt", "LICENSE", "tools", "python"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture(name="source")
def copied_source(tmp_path, monkeypatch):
    return source_in(tmp_path, monkeypatch)


@pytest.fixture(scope="session", name="archive")
def built_archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, "sdist", "-d", folder / "dist", cwd=ROOT)
    (made,) = (folder / "dist").iterdir()
    return made


@pytest.fixture(name="unpacked")
def unpacked_archive(archive, tmp_path):
    with tarfile.open(archive) as file:
        file.extractall(tmp_path)
    return tmp_path / archive.name[: -len(".tar.gz")]


@pytest.fixture(name="venv_python")
def python_of_a_new_environment(tmp_path):
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    return tmp_path / "venv" / "bin" / "python"


def folder_of_tools(folder, *names):
    """A folder with these programs of the system, to be all of PATH."""
    folder.mkdir()
    for name in names:
        if shutil.which(name):
            (folder / name).symlink_to(shutil.which(name))
    return folder


@pytest.fixture(name="with_cmake")
def cmake_that_is_watched(tmp_path, monkeypatch):
    """Puts a cmake on PATH that does not compile: it notes its words, and installs of our build.

    The function takes the names of programs that are there besides, and words with which the real one configures; it returns what was noted.
    """

    def prepare(*tools, options=""):
        folder = folder_of_tools(tmp_path / "tools", *tools, "sh", "c++", "g++", "gcc", "cc", "ld", "as", "ar", "ranlib", "nm", "strip",
                                 "objcopy", "objdump", "pkg-config", "mkdir", "cp")
        log, real = tmp_path / "words", shutil.which("cmake")
        configure = f'exec {real} "$@" {options}' if options else f'mkdir -p "$4" && exec cp {BUILD}/CMakeCache.txt "$4"'
        (folder / "cmake").write_text(f"""#!/bin/sh
echo "$@" >> {log}
case $1 in
  --build) ;;
  --install) shift 2; exec {real} --install {BUILD} "$@" ;;
  *) {configure} ;;
esac
""")
        (folder / "cmake").chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        return lambda: log.read_text().splitlines()

    return prepare


WORDS_OF_BUILDS = """
import importlib.util, pathlib, sys
spec = importlib.util.spec_from_file_location("setup_of_subintent", sys.argv[1])
build, sys.argv = pathlib.Path(sys.argv[2]), ["setup.py", "--name"]
setup = importlib.util.module_from_spec(spec)
spec.loader.exec_module(setup)
called = []
setup.run = lambda *words: called.append([str(word) for word in words])
for ninja, generator in ((None, ""), ("/first/ninja", ""), ("/second/ninja", "Ninja"), ("/third/ninja", "Unix Makefiles")):
    if generator:
        build.mkdir(exist_ok=True)
        (build / "CMakeCache.txt").write_text(f"CMAKE_GENERATOR:INTERNAL={generator}\\n", encoding="utf-8")
    setup.shutil.which = lambda tool: ninja
    setup.is_on = lambda option, folder: True
    setup.build(build)
    print(*(word for word in called[-2] if "MAKE_PROGRAM" in word or word == "Ninja"), called[-1][4])
"""


def test_ninja_may_be_missing_and_may_move(tmp_path):
    """pip installs ninja into another folder each time, and the folder of the build stays."""
    printed = run(sys.executable, "-c", WORDS_OF_BUILDS, ROOT / "setup.py", tmp_path / "build", cwd=ROOT)
    program, jobs = "-DCMAKE_MAKE_PROGRAM=", str(os.cpu_count())
    assert [line.split() for line in printed.splitlines()[-4:]] == [
        [jobs], ["Ninja", program + "/first/ninja", jobs], [program + "/second/ninja", jobs], [jobs]]


def words_of(lines, first):
    (line,) = [line for line in lines if line.startswith(first)]
    return line


def test_the_archive_holds_what_a_clone_holds(archive):
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this is no clone")
    tracked = {name for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0") if name and (ROOT / name).exists()}
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    assert {name for name in tracked - held if not name.startswith(NOT_IN_THE_ARCHIVE)} == set()
    assert {name for name in held if name.startswith(("build/", "obj-", *NOT_IN_THE_ARCHIVE)) or "node_modules" in name} == set()


@pytest.mark.skipif(not shutil.which("ninja"), reason="ninja is not installed")
def test_the_archive_can_be_built_without_git(unpacked, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(folder_of_tools(tmp_path / "tools", "cmake", "ninja", "c++", "pkg-config", "ld", "as", "ar", "ranlib", "lowdown")))
    run("cmake", "-G", "Ninja", "-S", unpacked, "-B", tmp_path / "made", f"-DPython_EXECUTABLE={sys.executable}", "-DBUILD_TESTING=OFF", "-DSUBINTENT_TOGETHER=OFF")
    inputs = run("ninja", "-C", tmp_path / "made", "-t", "inputs", "subintent", "python").splitlines()
    sources = [pathlib.Path(path) for path in inputs if path.startswith(f"{unpacked}/")]
    assert len(sources) > 200 and [path for path in sources if not path.exists()] == []


@pytest.mark.skipif(not shutil.which("ninja"), reason="ninja is not installed")
def test_pip_installs_the_archive_with_so_many_compilers(archive, venv_python, with_cmake, monkeypatch, tmp_path):
    noted = with_cmake("ninja")
    monkeypatch.setenv("CMAKE_BUILD_PARALLEL_LEVEL", "3")
    run(venv_python, "-m", "pip", "install", *LOCAL, archive, cwd=tmp_path)
    assert "-G Ninja" in words_of(noted(), "-S ")
    assert "--parallel 3 " in words_of(noted(), "--build ")
    code = "import importlib.metadata, subintent; print(subintent.__file__, importlib.metadata.version('subintent'))"
    path, version = run(venv_python, "-c", code, cwd=tmp_path).split()
    assert path.startswith(str(tmp_path / "venv")) and version == subintent.__version__
    assert run(tmp_path / "venv/bin/subintent", "--version", cwd=tmp_path) == run(PROGRAM, "--version")


def test_pip_says_what_is_missing(unpacked, with_cmake, tmp_path):
    with_cmake("ninja", "make", options="-DCMAKE_DISABLE_FIND_PACKAGE_pybind11=ON")
    done = subprocess.run([*PIP, "wheel", *LOCAL, "-w", tmp_path, unpacked], check=False, capture_output=True, text=True, cwd=tmp_path)
    printed = " ".join((done.stdout + done.stderr).split())
    assert done.returncode != 0 and "apt-get install python3-dev pybind11-dev" in printed, printed
    assert "setup.py" not in printed.split("pybind11-dev")[1].split("note:")[0], printed  # no traceback


@pytest.fixture(scope="module", name="wheel")
def built_wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        source = source_in(folder, patch)
        run(*PIP, "wheel", *LOCAL, "-w", folder, source, cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


def test_pip_install(wheel, tmp_path, venv_python):
    run(venv_python, "-m", "pip", "install", *LOCAL, wheel, cwd=tmp_path)
    printed = run(venv_python, "-c", "import subintent; print(subintent.__file__, subintent.__version__)", cwd=tmp_path)
    assert printed.startswith(str(tmp_path / "venv")) and printed.split()[1] == subintent.__version__
    installed = pathlib.Path(printed.split()[0]).parent
    assert all((installed / name).exists() for name in ("py.typed", "_core.pyi", "_analysis_functions.pyi"))


@pytest.mark.skipif(not shutil.which("patchelf"), reason="patchelf is not installed")
def test_a_wheel_carries_its_libraries(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "unpacked")
    # What is loaded from elsewhere belongs to the runtime of C++, or was loaded before by Python itself.
    printed = run(sys.executable, "-c", """
import re
def loaded(): return set(re.findall(r"/\\S+[.]so\\S*", open("/proc/self/maps").read()))
import numpy
before = loaded()
import subintent
for path in sorted(loaded() - before): print(path)
""", cwd=tmp_path / "unpacked")
    outside = [path for path in printed.split() if not path.startswith(str(tmp_path))]
    assert any("/subintent/libs/libtbb-" in path for path in printed.split())
    assert not [path for path in outside if not path.rsplit("/", 1)[1].startswith(("libstdc++", "libgcc_s", "libm.", "_"))], outside

    # The program is there and takes the same libraries.
    program = tmp_path / "unpacked/subintent/bin/subintent"
    program.chmod(0o755)  # which zipfile forgets
    loaded = re.findall(r"=> (/\S+)", run("ldd", program))
    outside = [path for path in loaded if not path.startswith(str(tmp_path))]
    assert not [path for path in outside if not re.match(r"(libstdc\+\+|libgcc_s|libm|libc)\.", path.rsplit("/", 1)[1])], outside
    started = run(sys.executable, "-m", "subintent", "--version", cwd=tmp_path / "unpacked")
    assert started == run(PROGRAM, "--version")

    # Every library and the headers of others have their licence beside them.
    licences = tmp_path / "unpacked/subintent/libs/licences"
    named = dict(re.findall(r"^(\S+)(?: \(headers\))?: (\S.*)$", (licences / "README.txt").read_text(), re.M))
    carried = {path.name for path in (licences.parent).glob("*.so*")}
    assert {"libtbb", "libicuuc", "libfmt"} <= {name.split("-")[0] for name in carried}
    assert set(named) == carried | {"Boost", "pybind11", "xxHash"}
    if shutil.which("dpkg-query"):
        texts = {name: (licences / text).read_text() for name, text in named.items()}
        assert all("icense" in text for text in texts.values())
        for common in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", "".join(texts.values())):
            assert (licences / common).exists(), common


STATIC_EXTENSION = """#include <xxhash.h>
unsigned PyInit__core(void) { return XXH_versionNumber(); }
"""


def build_of_a_static_extension(folder, library):
    """What a build for evaluation alone leaves for setup.py: options, the account of the linker and the extension; a small one."""
    folder.mkdir()
    (folder / "core.c").write_text(STATIC_EXTENSION)
    (folder / "CMakeCache.txt").write_text("SUBINTENT_STATIC:BOOL=ON\nSUBINTENT_PROGRAM:BOOL=OFF\n")
    run("gcc", "-shared", "-fPIC", "-o", folder / "_core.so", folder / "core.c", "-Wl,-Bstatic" if library.endswith(".a") else "-Wl,-Bdynamic",
        "-lxxhash", "-Wl,-Bdynamic", f"-Wl,-Map={folder}/python.linked")
    (folder / "cmake_install.cmake").write_text(f'file(INSTALL DESTINATION "${{CMAKE_INSTALL_PREFIX}}" TYPE FILE FILES "{folder}/_core.so")\n')
    return folder


@pytest.mark.skipif(not pathlib.Path(run("gcc", "-print-file-name=libxxhash.a").strip()).is_absolute(), reason="there is no static xxHash")
def test_a_static_wheel_says_what_it_needs_and_whose_licences_it_carries(source, tmp_path, monkeypatch):
    monkeypatch.setenv("SUBINTENT_BUILD_FOLDER", str(build_of_a_static_extension(tmp_path / "made", "libxxhash.a")))
    run(*PIP, "wheel", *LOCAL, "-w", tmp_path, source, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    major, minor = map(int, re.search(r"-manylinux_(\d+)_(\d+)_\w+\.whl$", wheel.name).groups())
    assert (2, 17) <= (major, minor) <= tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")[:2]))
    held = zipfile.ZipFile(wheel)
    names = [name for name in held.namelist() if name.endswith(".so") or ".so." in name or "/bin/" in name]
    assert [re.sub(r"\..*", "", name) for name in names] == ["subintent/_core"]
    licences = {name.rpartition("/")[2]: held.read(name).decode() for name in held.namelist() if ".dist-info/licenses/" in name}
    assert "libxxhash.a: libxxhash-dev.txt\n" in licences["README.txt"] and "Yann Collet" in licences["libxxhash-dev.txt"]
    assert {"Boost", "pybind11", "xxHash"} <= set(re.findall(r"^(\w+) \(headers\)", licences["README.txt"], re.M))


COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Files-Excluded:
 *.pdf

Files: *
Copyright: Everybody
License: One

Files: libs/a/include/lib/used.hpp
 libs/a/include/lib/unused.hpp
Copyright: Somebody
License: Two and Three

Files: libs/b/include/lib/other.hpp
Copyright: Nobody
License: Four

License: One
 text of one

License: Three
 text of three

License: Four
 text of four
"""


def test_licences_of_many_files_are_those_of_what_was_used(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools" / "packaging")
    kept = importlib.import_module("licences").without_unused(COPYRIGHT, ["/usr/include/lib/used.hpp", "/usr/include/lib/more.hpp"])
    assert "Copyright: Everybody" in kept and "Copyright: Somebody" in kept and "text of one" in kept and "text of three" in kept
    assert not any(word in kept for word in ("unused.hpp", "Nobody", "Four", "text of four", "*.pdf"))


def test_a_text_of_two_libraries_is_there_once(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools" / "packaging")
    for name, text in (("first.a", "the same"), ("second.a", "the same"), ("third.a", "another")):
        folder = tmp_path / "prefix/share/licences" / name
        folder.mkdir(parents=True)
        (folder / "copyright").write_text(text)
    monkeypatch.setenv("CMAKE_PREFIX_PATH", str(tmp_path / "prefix"))
    files = {name: pathlib.Path("/lib", name) for name in ("first.a", "second.a", "third.a")}
    assert importlib.import_module("licences").collect(tmp_path / "made", files) == []
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["README.txt", "first.txt", "third.txt"]
    assert "second.a: first.txt\n" in (tmp_path / "made/README.txt").read_text()


def test_a_static_wheel_that_needs_a_library_is_refused(source, tmp_path, monkeypatch):
    monkeypatch.setenv("SUBINTENT_BUILD_FOLDER", str(build_of_a_static_extension(tmp_path / "made", "libxxhash.so")))
    done = subprocess.run([*PIP, "wheel", *LOCAL, "-w", tmp_path, source], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode != 0 and "the extension needs libxxhash.so.0: a static build links nothing but the C library" in done.stdout + done.stderr


def test_the_package_knows_its_version_and_says_where_the_program_is(monkeypatch, tmp_path):
    assert importlib.metadata.version("subintent") == subintent.__version__
    monkeypatch.setenv("PYTHONPATH", str(BUILD / "python"))
    printed = run(sys.executable, "-m", "subintent", cwd=tmp_path)
    assert subintent.__version__ in printed and "docs/install.md" in printed
    done = subprocess.run([sys.executable, "-m", "subintent", "evaluate"], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1


def test_the_metadata_of_cmake_and_of_pip_agree(source, tmp_path):
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = importlib.metadata.metadata("subintent")
    assert known["Summary"] == project["description"]
    assert known["Requires-Python"] == project["requires-python"]
    assert known.get_all("Requires-Dist") == project["dependencies"]
    assert known["License"] == project["license"]["text"]
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", tmp_path, cwd=source)
    made = (tmp_path / "subintent.egg-info" / "PKG-INFO").read_text(encoding="utf-8")
    assert f"\nVersion: {known['Version']}\n" in made and "\nClassifier: " in made and "\nAuthor: " in made


def test_links_of_the_description_lead_somewhere_on_an_index():
    """A page of Python's package index has no folder of ours beside it."""
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "python" / "README.md").read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://")] == []
