#!/usr/bin/env python3
"""check_site_cache.py SOURCE: the site is right when it is made again, after pages have come and gone, from what Sphinx has kept.

All pages of it are a title here. Exit code 77 where Sphinx or MyST is not installed.
"""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile


def pages_of(settings):
    spec = importlib.util.spec_from_file_location("conf", settings)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [module.root_doc, *sum(module.PAGES.values(), [])]


def main():
    source = pathlib.Path(sys.argv[1])
    if not shutil.which("sphinx-build"):
        print("Sphinx is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "source"
        shutil.copytree(source / "docs" / "site", copy / "docs" / "site")
        for page in pages_of(source / "docs" / "site" / "conf.py"):
            (copy / page).parent.mkdir(parents=True, exist_ok=True)
            (copy / page).with_name(f"{pathlib.Path(page).name}.md").write_text(f"# {page}\n")
        new = copy / "docs" / "man" / "subintent-new.md"
        for what, change in [("at first", lambda: None), ("with a page more", lambda: new.write_text("# subintent-new\n")), ("without it", new.unlink)]:
            change()
            done = subprocess.run(["sphinx-build", "-q", "-W", "--keep-going", "-c", copy / "docs" / "site", "-d", f"{folder}/cache", copy,
                                   f"{folder}/site"], check=False, capture_output=True, text=True)
            if "Could not import extension" in done.stderr:
                print("MyST is not installed")
                return 77
            if done.returncode != 0:
                print(f"{what}: {done.stdout}{done.stderr}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
