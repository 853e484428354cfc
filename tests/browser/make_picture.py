#!/usr/bin/env python3
"""make_picture.py [--program SUBINTENT]: docs/pictures/report.png, a topic in the report of data/study."""
import argparse
import base64
import os
import pathlib
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(SOURCE / "build/release/subintent"))
    os.environ["SUBINTENT_PROGRAM"] = parser.parse_args().program
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    import conftest

    with tempfile.TemporaryDirectory() as folder:
        study = conftest.Study(pathlib.Path(folder))
        browser = conftest.Browser()
        browser.open(study.page, width=1040)
        browser.run("document.getElementById('topic-2').open = true")
        top = browser.run("return document.getElementById('topic-2').getBoundingClientRect().top + scrollY")
        shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {"x": 0, "y": top - 8, "width": 1040, "height": 820, "scale": 1}})
        browser.driver.quit()
    path = SOURCE / "docs/pictures/report.png"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
