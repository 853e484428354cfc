#!/usr/bin/env python3
"""check_recipes.py SOURCE: the files by which other systems build, run or cite this are of their form, as far as that can be seen without them.

conda's recipe has the sections of version 1 and names the libraries that CMake looks for; action.yml has the sections of a composite action, and
runs what is there with the variables it reads; codemeta.json and .zenodo.json say what CITATION.cff does; the libraries of vcpkg and Conan are
those that CMake looks for. The portfile of vcpkg and the class of Conan run over stand-ins of what they call, and the options that they
give are options of CMakeLists.txt. Exit code 77 where Python cannot read YAML.
"""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest.mock

# The libraries of CMakeLists.txt, as these systems call them.
CONDA = {"boost": "libboost-devel", "program_options": "libboost-devel", "stemmer": "libstemmer", "tbb": "tbb-devel"}
VCPKG = {"boost": "boost-graph", "stemmer": "libstemmer"}
CONAN = {"tbb": "onetbb"}
# What a portfile calls, each of which writes its words.
VCPKG_FUNCTIONS = ("vcpkg_check_features", "vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup", "vcpkg_fixup_pkgconfig",
                   "vcpkg_install_copyright")
# Modules of Conan 2 and what is imported of them.
CONAN_MODULES = {"conan": ["ConanFile"], "conan.tools": [], "conan.tools.build": ["check_min_cppstd"], "conan.tools.files": ["copy"],
                 "conan.tools.cmake": ["CMake", "CMakeDeps", "CMakeToolchain", "cmake_layout"], "conan.tools.gnu": ["PkgConfigDeps"]}  # fmt: skip


def libraries_of(source, without=""):
    calls = re.findall(r"^subintent_third_party\((\w+) ([^)]*)\)", (source / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    return {name for name, words in calls if not without or not re.search(without, words)}


def faults_of_conda(source, yaml):
    recipe = yaml.safe_load((source / "packaging/conda/recipe.yaml").read_text(encoding="utf-8"))
    if recipe.get("schema_version") != 1 or not {"context", "package", "source", "build", "requirements", "tests", "about"} <= set(recipe):
        yield "recipe.yaml lacks a section of version 1"
    if recipe["package"] != {"name": "subintent", "version": "${{ version }}"} or not isinstance(recipe["context"]["version"], str):
        yield "recipe.yaml takes its version from elsewhere than its context"
    host = {re.split(r"[ <>=]", word)[0] for word in recipe["requirements"]["host"]}
    wanted = {CONDA.get(name, name) for name in libraries_of(source)} | {"numpy", "python"}
    if host != wanted:
        yield f"recipe.yaml asks for other libraries than CMakeLists.txt: {sorted(host ^ wanted)}"


def faults_of_action(source, yaml):
    action = yaml.safe_load((source / "action.yml").read_text(encoding="utf-8"))
    if not {"name", "description", "inputs", "outputs", "runs"} <= set(action) or action["runs"]["using"] != "composite":
        yield "action.yml is no composite action"
    used = set()
    for step in action["runs"]["steps"]:
        if "run" in step and "shell" not in step:
            yield "action.yml has a step without a shell"
        if "${{" in step["run"]:
            yield "action.yml puts an input into a script, where it could be more than a value: use env"
        used |= set(re.findall(r"\$\{\{ inputs\.(\w+) \}\}", str(step.get("env", {}))))
        for script in re.findall(r"\$GITHUB_ACTION_PATH/([\w/.]+)", step["run"]):
            text = (source / script).read_text(encoding="utf-8") if (source / script).exists() else ""
            wanted = set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', text)) - {"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "RUNNER_TEMP"}
            if not wanted or wanted != set(step.get("env", {})):
                yield f"action.yml gives {script} other variables than it reads"
    if used != set(action["inputs"]):
        yield f"action.yml has inputs that are not used, or uses others: {sorted(used ^ set(action['inputs']))}"
    for name, one in action["inputs"].items():
        if not one.get("description") or ("default" in one) == bool(one.get("required")):
            yield f"action.yml: {name} has no description, or neither default nor required"


def faults_of_citations(source, yaml):
    cited = yaml.safe_load((source / "CITATION.cff").read_text(encoding="utf-8"))
    codemeta = json.loads((source / "codemeta.json").read_text(encoding="utf-8"))
    zenodo = json.loads((source / ".zenodo.json").read_text(encoding="utf-8"))
    authors = [author["name"] for author in cited["authors"]]
    said = {
        "CITATION.cff": (cited["title"], cited["abstract"].strip(), cited["license"], authors, cited["keywords"]),
        "codemeta.json": (codemeta["name"], codemeta["description"], codemeta["license"].rpartition("/")[2],
                          [author["name"] for author in codemeta["author"]], codemeta["keywords"]),
        ".zenodo.json": (zenodo["title"], zenodo["description"], zenodo["license"], [one["name"] for one in zenodo["creators"]], zenodo["keywords"]),
    }  # fmt: skip
    for name, words in said.items():
        if words != said["CITATION.cff"]:
            yield f"{name} says another thing than CITATION.cff: {words}"
    if not codemeta["@context"].startswith("https://w3id.org/codemeta/") or zenodo["upload_type"] != "software":
        yield "codemeta.json or .zenodo.json is of another form"


def faults_of_options(source, file, given):
    """Options of CMake that a file of packaging gives and CMakeLists.txt does not know."""
    known = set(re.findall(r"^option\((\w+) ", (source / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)) | {"BUILD_TESTING"}
    if not given or not set(given) <= known:
        yield f"{file} gives options that CMakeLists.txt does not know, or none: {sorted(set(given) - known)}"


def faults_of_vcpkg(source, _):
    given = set(json.loads((source / "packaging/vcpkg-wheel/vcpkg.json").read_text(encoding="utf-8"))["dependencies"])
    lean = {VCPKG.get(name, name) for name in libraries_of(source, without="COLLECTIONS_ONLY|PROGRAM_ONLY")}
    if given != lean:
        yield f"packaging/vcpkg-wheel/vcpkg.json has other libraries than a build for evaluation alone: {sorted(given ^ lean)}"
    port = json.loads((source / "packaging/vcpkg/vcpkg.json").read_text(encoding="utf-8"))
    given = {name for name in port["dependencies"] if isinstance(name, str)}
    if given != lean - {"pybind11"}:
        yield f"packaging/vcpkg/vcpkg.json has other libraries than a build for evaluation alone: {sorted(given ^ lean)}"
    added = set(port["features"]["collections"]["dependencies"])
    whole = {VCPKG.get(name, name) for name in libraries_of(source, without="PROGRAM_ONLY")}
    if added != whole - lean:
        yield f"packaging/vcpkg/vcpkg.json has other libraries of collections than CMakeLists.txt: {sorted(added ^ (whole - lean))}"


def faults_of_the_portfile(source, _):
    with tempfile.TemporaryDirectory() as folder:
        functions = "".join(f'function({name})\nmessage("{name} ${{ARGN}}")\nendfunction()\n' for name in VCPKG_FUNCTIONS)
        script = pathlib.Path(folder, "port.cmake")
        script.write_text(f"set(CURRENT_PACKAGES_DIR {folder}/packages)\n{functions}include({source.resolve()}/packaging/vcpkg/portfile.cmake)\n")
        done = subprocess.run(["cmake", "-P", script], check=False, capture_output=True, text=True)
    words = dict(line.partition(" ")[::2] for line in done.stderr.splitlines() if line.startswith("vcpkg_"))
    if done.returncode != 0 or set(words) != set(VCPKG_FUNCTIONS):
        yield f"portfile.cmake does not run: {done.stderr}"
        return
    if f"SOURCE_PATH;{source.resolve()};" not in words["vcpkg_cmake_configure"]:
        yield "portfile.cmake builds other sources than these"
    given = re.findall(r"-D(\w+)=", words["vcpkg_cmake_configure"]) + words["vcpkg_check_features"].split(";")[-1:]
    yield from faults_of_options(source, "portfile.cmake", given)


def conan_modules():
    """Stand-ins: what is called is noted, and a recipe is a class of its own."""
    made = {}
    for name, members in CONAN_MODULES.items():
        made[name] = types.ModuleType(name)
        for member in members:
            setattr(made[name], member, type("ConanFile", (), {}) if member == "ConanFile" else unittest.mock.MagicMock(name=member))
    return made


def faults_of_conan(source, _):
    modules = conan_modules()
    with unittest.mock.patch.dict(sys.modules, modules), unittest.mock.patch.object(sys, "dont_write_bytecode", True):
        spec = importlib.util.spec_from_file_location("conanfile", source / "packaging/conan/conanfile.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        recipe = module.Subintent()
        asked = []
        recipe.requires = lambda name, **_: asked.append(name)
        recipe.tool_requires = asked.append
        toolchain = modules["conan.tools.cmake"].CMakeToolchain.return_value
        toolchain.cache_variables = {}
        recipe.cpp_info = unittest.mock.MagicMock()
        recipe.source_folder = recipe.package_folder = recipe.export_sources_folder = "folder"
        for method in ("export_sources", "layout", "validate", "requirements", "build_requirements", "generate", "build", "package", "package_info"):
            getattr(recipe, method)()
    named = {name.partition("/")[0] for name in asked} - {"cmake", "pkgconf"}
    wanted = {CONAN.get(name, name) for name in libraries_of(source, without="COLLECTIONS_ONLY|PROGRAM_ONLY|PYTHON_ONLY")}
    if named != wanted:
        yield f"conanfile.py asks for other libraries than a build for evaluation alone: {sorted(named ^ wanted)}"
    if not all(re.fullmatch(r"[a-z0-9]+/\[>=[\d.]+\]", name) for name in asked):
        yield f"conanfile.py asks for something that is no range of versions: {asked}"
    if recipe.cpp_info.libs != ["subintent"]:
        yield "conanfile.py names another library"
    yield from faults_of_options(source, "conanfile.py", toolchain.cache_variables)


def main():
    try:
        import yaml
    except ImportError:
        print("PyYAML is not installed")
        return 77
    source = pathlib.Path(sys.argv[1])
    checks = (faults_of_conda, faults_of_action, faults_of_citations, faults_of_vcpkg, faults_of_the_portfile, faults_of_conan)
    faults = [fault for check in checks for fault in check(source, yaml)]
    print("\n".join(faults) if faults else "all of them are in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
