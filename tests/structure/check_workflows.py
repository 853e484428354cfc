#!/usr/bin/env python3
"""check_workflows.py SOURCE: the workflows of .github are in order, as far as that can be seen without running them.

They have few rights and one run at a time, actions of others are named by commit, and the scripts and presets of ours that they run are
there. Exit code 77 where Python cannot read YAML.
"""
import json
import os
import pathlib
import re
import sys


def faults_of(source, workflow):
    presets = {preset["name"] for preset in json.loads((source / "CMakePresets.json").read_text(encoding="utf-8"))["buildPresets"]}
    for part in ("name", True, "permissions", "concurrency", "jobs"):  # YAML takes the word `on` for True
        if part not in workflow:
            yield f"has no {'on' if part is True else part}"
    for name, job in workflow.get("jobs", {}).items():
        if "timeout-minutes" not in job or "runs-on" not in job:
            yield f"{name} has no runs-on or no timeout-minutes"
        for preset in job.get("strategy", {}).get("matrix", {}).get("preset", []):
            if preset not in presets:
                yield f"{name} runs the preset {preset}, which is not there"
        for step in job.get("steps", []):
            if ("uses" in step) == ("run" in step):
                yield f"{name} has a step that neither uses nor runs something: {step}"
            if not re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", step.get("uses", "a/b@" + 40 * "0")):
                yield f"{name} uses {step['uses']}, which is no commit"
            for script in re.findall(r"(?<![\w/.-])(?:\./)?((?:packaging/|tests/[\w/]*)?\w+\.(?:sh|py))\b", step.get("run", "")):
                if not os.access(source / script, os.X_OK):
                    yield f"{name} runs {script}, which is not there or not executable"


def main():
    try:
        import yaml
    except ImportError:
        print("PyYAML is not installed")
        return 77
    source = pathlib.Path(sys.argv[1])
    files = sorted((source / ".github" / "workflows").glob("*.yml"))
    if not files:
        print("there are no workflows here")
        return 77
    faults = [f"{path.name}: {fault}" for path in files for fault in faults_of(source, yaml.safe_load(path.read_text(encoding="utf-8")))]
    print("\n".join(faults) if faults else f"{len(files)} workflows")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
