#!/usr/bin/env python3
"""check_recipes.py SOURCE: the files by which other systems build, run or cite this are of their form, as far as that can be seen without them.

conda's recipe has the sections of version 1 and names the libraries that CMake looks for; action.yml has the sections of a composite action, and
runs what is there with the variables it reads; codemeta.json and .zenodo.json say what CITATION.cff does; the libraries of vcpkg are
those that a build for evaluation alone looks for. Exit code 77 where Python cannot read YAML.
"""
import json
import pathlib
import re
import sys

# The libraries of CMakeLists.txt, as these systems call them.
CONDA = {"boost": "libboost-devel", "program_options": "libboost-devel", "stemmer": "libstemmer", "tbb": "tbb-devel"}
VCPKG = {"boost": "boost-graph"}


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


def faults_of_vcpkg(source, _):
    given = set(json.loads((source / "packaging/vcpkg-wheel/vcpkg.json").read_text(encoding="utf-8"))["dependencies"])
    wanted = {VCPKG.get(name, name) for name in libraries_of(source, without="COLLECTIONS_ONLY|PROGRAM_ONLY")}
    if given != wanted:
        yield f"vcpkg.json has other libraries than a build for evaluation alone: {sorted(given ^ wanted)}"


def main():
    try:
        import yaml
    except ImportError:
        print("PyYAML is not installed")
        return 77
    source = pathlib.Path(sys.argv[1])
    checks = (faults_of_conda, faults_of_action, faults_of_citations, faults_of_vcpkg)
    faults = [fault for check in checks for fault in check(source, yaml)]
    print("\n".join(faults) if faults else "all of them are in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
