#!/usr/bin/env python3
"""How often `tokenize --main-content` keeps text that it should keep, and text that it should not.

Measures on a folder with the layout of `tests` in the public repository of trafilatura: evaldata.json, an object
{URL: {"file": name, "with": [segments], "without": [segments]}}, and the pages cache/NAME or eval/NAME. The measure is that
repository's: a segment is found if the text has it, white space aside; precision, recall and accuracy are over all
segments of all pages.

    PYTHONPATH=build/release/python tools/bench/tokenize/main_content_segments.py FOLDER
"""
import argparse
import json
import pathlib

import subintent


def one_line(text):
    return " ".join(text.split())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    entries = list(json.loads((folder / "evaldata.json").read_text(encoding="utf-8")).values())
    paths = [next(path for path in (folder / "cache" / e["file"], folder / "eval" / e["file"]) if path.is_file()) for e in entries]
    documents = [subintent.Document("page", path.read_bytes(), True, "") for path in paths]
    wanted, unwanted = (sum(len(e[key]) for e in entries) for key in ("with", "without"))
    print(f"{len(entries)} pages, {wanted} segments to keep, {unwanted} to leave out")
    print("text\tF1\tprecision\trecall\taccuracy")
    for label, main_content in (("visible text", False), ("main content", True)):
        texts = [one_line(subintent.visible_text(d, main_content=main_content)) for d in documents]
        kept, wrong = (sum(one_line(s) in text for e, text in zip(entries, texts) for s in e[key]) for key in ("with", "without"))
        precision, recall = kept / (kept + wrong), kept / wanted
        accuracy = (kept + unwanted - wrong) / (wanted + unwanted)
        print(label, *(f"{x:.3f}" for x in (2 * precision * recall / (precision + recall), precision, recall, accuracy)), sep="\t")


if __name__ == "__main__":
    main()
