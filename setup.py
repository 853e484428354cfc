"""Builds the Python package with CMake: `pip install .`, or `pip wheel .` for a file that carries its libraries to other machines.

SUBINTENT_BUILD_FOLDER=FOLDER takes the extension and the program of a build that is there instead of making one in build/python.
CMAKE_BUILD_PARALLEL_LEVEL=N is the number of compilers at a time, by default one for each processor. CMAKE_ARGS="OPTION..." is for CMake:
with -DSUBINTENT_COLLECTIONS=OFF -DSUBINTENT_STATIC=ON it makes the wheel for evaluation alone, which carries no library beside its
extension (tools/packaging/wheel.sh does all of it).
"""
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # older ones leave it to the package wheel
    from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools" / "packaging"))
import licences  # noqa: E402

# Libraries of which no more than headers is in our code.
HEADERS = {"Boost": "boost/version.hpp", "pybind11": "pybind11/pybind11.h", "xxHash": "xxhash.h"}

# Libraries of the C and C++ runtime, which every Linux with Python has (PEP 600), are not carried.
C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread))\.so[.0-9]*$")
RUNTIME = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so[.0-9]*$")


def run(*command):
    """Runs what prints its own messages; a traceback behind them would hide them."""
    try:
        done = subprocess.run([str(word) for word in command], check=False)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is not installed; docs/install.md lists what the build needs")
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command[:2]))} has failed; the messages above say why")


def libraries_of(binary):
    """The shared libraries, except RUNTIME, that `binary` needs itself: soname -> path."""
    needed = subprocess.run(["patchelf", "--print-needed", binary], check=True, capture_output=True, text=True).stdout.split()
    loaded = subprocess.run(["ldd", binary], check=True, capture_output=True, text=True).stdout
    paths = dict(re.findall(r"(\S+) => (/\S+)", loaded))
    missing = [name for name in needed if not RUNTIME.match(name) and name not in paths]
    if missing:
        sys.exit(f"{binary} needs {', '.join(missing)}, which cannot be found; install what provides it")
    return {name: pathlib.Path(paths[name]) for name in needed if not RUNTIME.match(name)}


def carry_libraries(binaries, folder):
    """Copies all libraries that `binaries` need into `folder`, and has them look there.

    Their names get part of a digest, so that other packages in the same process keep their own versions. Returns name -> where it is from.
    """
    folder.mkdir(exist_ok=True)
    carried = {}  # path -> name in the folder

    def carry(binary, search_path):
        for name, path in libraries_of(binary).items():
            if path not in carried:
                stem, ending = path.name.split(".so", 1)
                digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
                carried[path] = f"{stem}-{digest}.so{ending}"
                copy = folder / carried[path]
                shutil.copyfile(path, copy)
                subprocess.run(["patchelf", "--set-soname", copy.name, copy], check=True)
                carry(copy, "$ORIGIN")
            subprocess.run(["patchelf", "--replace-needed", name, carried[path], binary], check=True)
        subprocess.run(["patchelf", "--set-rpath", search_path, binary], check=True)

    for binary in binaries:
        carry(binary, f"$ORIGIN/{os.path.relpath(folder, binary.parent)}")
    return {name: path for path, name in carried.items()}


def build(folder):
    """Has CMake build the extension and the program in `folder`."""
    options = [f"-DPython_EXECUTABLE={sys.executable}", "-DSUBINTENT_PYTHON=REQUIRED", "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Release"]
    try:  # that of `pip install pybind11`; CMake finds the one of the system itself
        import pybind11  # pylint: disable=import-outside-toplevel

        options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
    except ImportError:
        pass
    options += shlex.split(os.environ.get("CMAKE_ARGS", ""))
    ninja, cache = shutil.which("ninja"), folder / "CMakeCache.txt"
    if ninja and "CMAKE_GENERATOR" not in os.environ and not cache.exists():
        options += ["-G", "Ninja"]
    if ninja and (not cache.exists() or "CMAKE_GENERATOR:INTERNAL=Ninja" in cache.read_text()):
        options.append(f"-DCMAKE_MAKE_PROGRAM={ninja}")  # pip installs it into another folder each time
    run("cmake", "-S", ROOT, "-B", folder, *options)
    # Without a number make would start all compilers at once.
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count() or 1
    program = ["subintent"] if is_on("SUBINTENT_PROGRAM", folder) else []
    run("cmake", "--build", folder, "--parallel", jobs, "--target", "python", *program)


def build_folder():
    return pathlib.Path(os.environ.get("SUBINTENT_BUILD_FOLDER", ROOT / "build" / "python"))


def is_on(option, folder):
    """Whether an option of CMake is on in a build; False where there is none yet."""
    if not (folder / "CMakeCache.txt").exists():
        return False
    return re.search(rf"^{option}:\w+=(ON|TRUE|1|YES)$", (folder / "CMakeCache.txt").read_text(), re.M | re.I) is not None


class CMakeExtension(build_ext):
    """Has CMake build the extension and the program, and puts them where the package is put together."""

    def build_extension(self, ext):
        folder = build_folder()
        if "SUBINTENT_BUILD_FOLDER" not in os.environ:
            build(folder)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        program = target.parent / "bin" / "subintent"
        has_program = is_on("SUBINTENT_PROGRAM", folder)
        with tempfile.TemporaryDirectory() as prefix:
            for component in ("python", "program") if has_program else ("python",):
                run("cmake", "--install", folder, "--strip", "--component", component, "--prefix", prefix)
            made = [path for path in pathlib.Path(prefix).rglob("_core.*") if path.suffix != ".pyi"]
            self.copy_file(made[0], target)
            for types in made[0].parent.glob("_analysis_functions.pyi"):
                self.copy_file(types, target.parent)
            if self.inplace:  # the program is where it was built
                return
            if has_program:
                program.parent.mkdir(exist_ok=True)
                self.copy_file(next(pathlib.Path(prefix).rglob("bin/subintent")), program)
        if not sys.platform.startswith("linux") or is_on("SUBINTENT_STATIC", folder):
            return
        if shutil.which("patchelf"):
            carried = carry_libraries([target, program] if has_program else [target], target.parent / "libs")
            licences.collect(target.parent / "libs" / "licences", carried | headers())
        else:
            print("patchelf is not installed: the package will use the libraries of this machine", file=sys.stderr)


def headers():
    return {f"{name} (headers)": pathlib.Path("/usr/include", header) for name, header in HEADERS.items()}


def linked_archives(folder):
    """The static libraries that something in the extension is from, by the linker's own account: name -> path."""
    linked = (folder / "python.linked").read_text(encoding="utf-8", errors="replace")
    members = linked.partition("Discarded input sections")[0]
    return {pathlib.Path(path).name: pathlib.Path(path) for path in re.findall(r"^(\S+\.a)\(", members, re.M) if "/libsubintent" not in f"/{path}"}


def used_headers(folder):
    """The headers that were compiled in a folder of Ninja; none where another program has built there."""
    if not shutil.which("ninja") or not (folder / "build.ninja").exists():
        return []
    told = subprocess.run(["ninja", "-C", folder, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"^    (/\S*/include/\S+)", told, re.M)))


def pack_again(path):
    """The same archive, as small as zlib can make it."""
    with zipfile.ZipFile(path) as made, zipfile.ZipFile(f"{path}.tmp", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as smaller:
        for entry in made.infolist():
            smaller.writestr(entry, made.read(entry), zipfile.ZIP_DEFLATED, 9)
    os.replace(f"{path}.tmp", path)


class StaticWheel(bdist_wheel):
    """A wheel whose extension needs nothing but the C library says which one, and holds the licences of all that is linked into it."""

    def get_tag(self):
        python, abi, platform = super().get_tag()
        made = list(pathlib.Path(self.bdist_dir or "", "subintent").glob("_core.*.so"))
        if not made or not is_on("SUBINTENT_STATIC", build_folder()):
            return python, abi, platform
        needed = subprocess.run(["objdump", "-p", made[0]], check=True, capture_output=True, text=True).stdout
        strange = [name for name in re.findall(r"NEEDED +(\S+)", needed) if not C_LIBRARY.match(name)]
        if strange:
            sys.exit(f"the extension needs {', '.join(strange)}: a static build links nothing but the C library")
        # The newest symbols that it needs are what the tag promises (PEP 600).
        major, minor = max((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", needed))
        return python, abi, f"manylinux_{major}_{max(minor, 17)}_{os.uname().machine}"

    def run(self):
        self.is_made = True  # and not its metadata alone
        super().run()
        if is_on("SUBINTENT_STATIC", build_folder()):
            for _, _, path in self.distribution.dist_files:
                if path.endswith(".whl"):
                    pack_again(path)

    def egg2dist(self, egginfo_path, distinfo_path):
        super().egg2dist(egginfo_path, distinfo_path)
        if hasattr(self, "is_made") and is_on("SUBINTENT_STATIC", build_folder()):
            missing = licences.collect(pathlib.Path(distinfo_path) / "licenses", linked_archives(build_folder()) | headers(),
                                       used_headers(build_folder()))
            if missing:
                sys.exit(f"the licences of {', '.join(missing)} were not found")


class Archive(sdist):
    """An archive of the sources: all of a clone but what serves its host."""

    def make_distribution(self):
        if not (ROOT / ".git").exists():
            sys.exit("setup.py: an archive holds what git has: make it in a clone")
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
        self.filelist.extend(name for name in files if not name.startswith((".ci/", ".github/")) and os.path.exists(name))
        super().make_distribution()


def version():
    """That of CMakeLists.txt, as Python writes it: 0.2.0, or 0.2.0.dev0 before it."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    number = re.search(r"project\(subintent VERSION (\S+)", text)[1]
    stage = re.search(r'set\(SUBINTENT_STAGE "(.*?)"', text)[1]
    return number + stage.replace("-dev", ".dev0")


setup(
    version=version(),
    ext_modules=[Extension("subintent._core", sources=[])],
    extras_require={"frames": ["pandas"], "graphs": ["networkx"]},
    cmdclass={"build_ext": CMakeExtension, "bdist_wheel": StaticWheel, "sdist": Archive},
)
