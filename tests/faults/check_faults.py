#!/usr/bin/env python3
"""Lets the calls of the allocator and of the system fail, one at a time, in small runs of commands (see inject.cpp).

  check_faults.py RUN... --program SUBINTENT --library INJECT.so [--all]

A RUN is one of RUNS below, or one of PARTS, several that go together. Later runs do not try again what earlier ones have. --all tries every call, as
often as it is made; that takes minutes.
"""
import argparse
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "commands"))
from run_case import has_unnamed_files


def zstd(text, window_log):
    """One frame in blocks that are not compressed. Its size is not given: zstd asks for memory for the whole window."""
    data = text.encode()
    frame = bytes.fromhex("28b52ffd") + bytes([0, (window_log - 10) << 3])
    for at in range(0, len(data), 1024):
        block = data[at:at + 1024]
        is_last = at + 1024 >= len(data)
        frame += (is_last | len(block) << 3).to_bytes(3, "little") + block
    return frame


def warc(pages):
    """A response record for each (content coding, body)."""
    records = b""
    for number, (coding, body) in enumerate(pages, 1):
        response = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {coding}\r\n\r\n".encode() + body
        records += (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}\r\n"
                    f"Content-Length: {len(response)}\r\n\r\n").encode() + response + b"\r\n\r\n"
    return records


PAGE = "<title>A river delta</title><p>The jaguar is a large cat of the river."
# Brotli (RFC 7932) of 28 + 8 * 64 bytes with words as those of PAGE.
BROTLI_PAGE = bytes.fromhex("1b3702808dd325b457f92cbde1f5ee7ed7125c12a5157c82a8402e0ed8db45259af8ec714c819b2cbd24"
                            "1a36e62cd89a2e0de5d87a024f7b188a7e1c64f5f5c4c50293dd02b532d4f7c42873d907068787874700")

INPUTS = {
    "qrels": "1 1 a 1\n1 1 b 2\n1 2 c 1\n1 2 d 0\n2 1 a 1\n2 1 c 2\n",
    "run": "1 Q0 a 1 3 me\n1 Q0 c 2 2 me\n1 Q0 x 3 1 me\n2 Q0 c 1 2 me\n9 Q0 c 1 2 me\n",
    "other": "1 Q0 x 1 3 other\n1 Q0 b 2 2 other\n2 Q0 a 1 2 other\n",
    "texts": "a\tThe jaguar is a large cat\nb\tA Jaguar drives fast\nno tab\nc\tA river delta, \u0130stanbul\nd\t...\n",
    "titles": "a\tBig cats\thttp://cats.example/a\tThe jaguar is a large cat\n"
              "b\tThe E-Type\thttp://cars.example/b\tA Jaguar drives \u00e0 l\u2019heure\nc\t\t\t\u6771\u4eac\n",
    "objects": '{"id":"a","contents":"jaguars running"}\n{"id":"b","contents":"<p>A &eacute;t\u00e9"}\n',
    "pages": "<DOC>\n<DOCNO>a</DOCNO>\nthe cat\n</DOC>\n<DOC>\n<DOCNO>b</DOCNO>\nthe \u00e9t\u00e9\n</DOC>\n",
    "vectors": '{"id":"a","vector":{"jaguar":2}}\n{"id":"b","vector":{"car":1,"jaguar":1}}\n'
               '{"id":"c","vector":{"delta":1,"new":1}}\n{"id":"d","vector":{}}\n',
    "statistics": "#documents\t4\ncar\t1\ndelta\t1\njaguar\t2\n",
    "fingerprints": "a\t00000000000000ff\nb\t000000000000000f\nc\tff00000000000000\n",
    "dendrograms": '{"topic":"1","intent":"1","docs":["a","b"],"merges":[[0,1,0.5,2]]}\n'
                   '{"topic":"1","intent":"2","docs":["c"],"merges":[]}\n'
                   '{"topic":"2","intent":"1","docs":["a","c"],"merges":[[0,1,0.2,2]]}\n',
    "trees": '{"topic":"1","intent":"*","docs":["a","b","c"],"merges":[[0,1,0.5,2],[2,3,0.2,3]]}\n'
             '{"topic":"2","intent":"*","docs":["a","c"],"merges":[[0,1,0.2,2]]}\n',
    # Longer than what is decoded at once; and with a second frame, whose window is larger.
    "texts_gzip": gzip.compress(b"a\tThe jaguar\n" + 1_200_000 * b"\n" + b"b\tdrives fast\n", mtime=0),
    "texts_zstd": zstd("a\tThe jaguar\n", 10) + zstd(20_000 * "\n" + "b\tdrives fast\n", 13),
    "coded_pages": warc([("gzip", gzip.compress(PAGE.encode(), mtime=0)), ("deflate", zlib.compress(PAGE.encode())),
                         ("br", BROTLI_PAGE), ("zstd", zstd(PAGE, 13))]),
    "scores": "run\ttopic\tmeasure\tvalue\n" + "".join(
        f"{run}\t{topic}\tP@5\t{value}\n" for run, values in {"x": (0.1, 0.4, 0.2), "y": (0.5, 0.3, 0.6)}.items()
        for topic, value in enumerate(values, 1)),
    "intents": "1 1 a 0.5\n1 2 c 0.3\n1 1 x 0.1\n2 1 c 0.9\n2 1 a 0.2\n",
    "probabilities": "1 1 0.5\n1 2 0.5\n2 1 1\n",
    "topics": '<webtrack2009><topic number="1" type="faceted"><query>q</query><description>d</description>'
              '<subtopic number="1" type="inf">i</subtopic><subtopic number="2" type="nav">n</subtopic></topic>'
              '<topic number="2" type="faceted"><query>q</query><description>d</description>'
              '<subtopic number="1" type="inf">i</subtopic></topic></webtrack2009>\n'}
INPUTS["study.jsonl"] = "".join(line + "\n" for line in (
    '{"study":"s","version":1,"kind":"preferences","title":"t","instructions":"","questions":["Which?"],"cutoff":1,"relevant_only":false,'
    '"seed":1}', '{"document":"a","title":"","url":"","excerpt":""}', '{"topic":"1","query":"q","description":""}',
    '{"list":"x","of":"1","documents":["a"]}', '{"list":"y","of":"1","documents":[]}', '{"pair":["x","y"],"of":"1","pool":"random"}',
    '{"participant":"p1","token":"AAAAAAAAAAAAAAAAAAAAAA","tasks":[{"id":"t1","session":1,"item":1,"swapped":false,"repeat":false}]}'))
INPUTS["saved"] = "".join(
    f'{{"study":"s","participant":"p1","received":"2026-11-22T10:00:00Z","id":"{id}","task":"t1","question":"q1","revision":1,"value":"left",'
    '"seconds":1,"time":"2026-11-22T10:00:00Z","comment":""}\n' for id in "abc")
INPUTS["answers.jsonl"] = INPUTS["saved"].splitlines(keepends=True)[0]
INPUTS["mapped"] = "#" + 5_000_000 * "x" + "\n" + INPUTS["qrels"]  # large enough to be mapped
HIERARCHIES = "hierarchy --qrels {qrels} {dendrograms}"

# Words in braces are inputs. Outputs are files of the current folder; those named first are there already: the input of
# that name, or "old".
RUNS = {
    "make": ([], "make --qrels {qrels} {objects} -o ."),  # what earlier ones wrote goes first
    "tokenize": (["v"], "tokenize {texts} --stem english -o v --statistics s --fingerprints f.zst"),
    "tokenize-jsonl": (["s"], "tokenize {objects} --html --statistics s -o v.gz"),
    "tokenize-trec": ([], "tokenize {pages} -o -"),
    "tokenize-gzip": ([], "tokenize {texts_gzip} -o -"),
    "tokenize-zstd": ([], "tokenize {texts_zstd} -o -"),
    "tokenize-codings": ([], "tokenize {coded_pages} -o -"),
    "tokenize-one": (["v"], "tokenize {texts} -o v --quiet"),
    "check": (["c"], "check {qrels} {run} {hierarchies} {vectors} -o c"),
    "statistics": ([], "statistics {statistics} {statistics} -o s"),
    "tfidf": (["w"], "tfidf --statistics {statistics} {vectors} -o w"),
    "simhash": ([], "simhash {vectors} -o f"),
    "simhash-within": (["p"], "simhash --within 3 {fingerprints} -o p"),
    "cluster": ([], "cluster --qrels {qrels} --fingerprints {fingerprints} -o d"),
    "cluster-vectors": (["d"], "cluster --qrels {qrels} --vectors {vectors} --linkage average -o d"),
    "hierarchy": (["h0.3"], HIERARCHIES + " --delta 0.1,0.3 -o h{{delta}}"),
    "hierarchy-export": ([], HIERARCHIES + " --export graphml -o h"),
    "hierarchy-labels": (["h"], HIERARCHIES + " --make-labels {titles} -o h"),
    "explain": ([], "explain {hierarchies} --topic 1 --text {vectors}"),
    "explain-difference": (["e"], "explain difference --qrels {qrels} --hierarchy H={hierarchies} --fingerprints "
                                  "{fingerprints} -m HD#-nDCG_H@5,nDCG_RA@5 {run} {other} -o e"),
    "explain-losses": (["e"], "explain losses --qrels {qrels} --hierarchy H={hierarchies} {run} {other} -o e"),
    "gate": (["g", "j", "m"], "gate --qrels {qrels} --baseline {other} --margin 0.9 -m P@5 {run} -o g --junit j --markdown m"),
    "explain-redundancy": (["e"], "explain redundancy --qrels {qrels} {run} {other} -o e"),
    "diversify": (["d"], "diversify mmr --fingerprints {fingerprints} --tag t {run} -o d"),
    "diversify-intents": ([], "diversify xquad --intents {intents} --probabilities {probabilities} --tag t {run} -o d"),
    "diversify-search": ([], "diversify pm2 --hierarchy {hierarchies} --search P@1 --qrels {qrels} --folds 2 --tag t {run} -o d"),
    "evaluate": (["e"], "evaluate --qrels {qrels} --hierarchy H={hierarchies} --fingerprints {fingerprints} -m HD#-nDCG_H@5,nDCG_RA@5,P@5 {run} {other} -o e"),
    "evaluate-topics": ([], "evaluate --qrels {qrels} --topics {topics} -m DIN-nDCG@5 --format json {run}"),
    "evaluate-mapped": ([], "evaluate --qrels {mapped} -m P@5 {run}"),
    "evaluate-trec": ([], "evaluate --compat trec_eval --qrels {qrels} {run}"),
    "compare": (["svg"], "compare discriminative-power --test bootstrap --trials 20 {scores} --curves c --svg svg -o t"),
    "compare-similarities": (["svg"], "compare similarities --qrels {qrels} --fingerprints {fingerprints} --svg svg -o t"),
    "compare-hierarchies": ([], "compare hierarchies {hierarchies} {hierarchies} --qrels {qrels} -m HD#-nDCG@5 {run} {other} -o t"),
    "compare-placebo": ([], "compare placebo --qrels {qrels} --hierarchy H={hierarchies} --placebo 2 -m HD#-nDCG_H@5 {run} {other} -o t"),
    "compare-pooling": ([], "compare pooling significance --qrels {qrels} -m P --test t --pool-depths 1,2 --depths 2 {run} {other} -o t"),
    "report": (["r"], "report --qrels {qrels} --hierarchy H={hierarchies} --trials 20 -m HD#-nDCG_H@5,P@5 {run} {other} -o r"),
    "judge-sample": (["p"], "judge sample --qrels {qrels} --pool far:P@1,random {run} {other} -o p"),
    "judge-status": (["study.jsonl", "answers.jsonl", "s"], "judge status . -o s"),
    "judge-export": (["study.jsonl", "answers.jsonl", "p"], "judge export . -o p"),
    "judge-pages": (["study.jsonl"], "judge pages . -o ."),
    "judge-import": (["study.jsonl", "lock", "answers.jsonl"], "judge import . {saved}"),
    "help": ([], "--help")}
# By the first words of their names.
PARTS = {"collections": {"make", "tokenize", "check", "statistics", "tfidf", "simhash", "cluster", "hierarchy", "judge"},
         "evaluations": {"evaluate", "explain", "gate", "diversify"}, "comparisons": {"compare", "report", "help"}}
# Only this function fails, and that makes no difference.
HARMLESS = {"evaluate-mapped": "mmap"}
# Files that may be as after success even after failure: a journal, which is not taken back when it is on the disk, and what
# earlier steps have made.
EITHER = {"judge-import": ["answers.jsonl"],
          "make": ["texts.tsv.gz", "terms.jsonl.gz", "statistics.tsv.gz", "vectors.jsonl.gz", "topic-dendrograms.jsonl", "topic.jsonl",
                   "intent-dendrograms.jsonl", "intent.jsonl", "steps.sh"]}
# The same once more as where there are no unnamed files.
NAMED = {"tokenize-one", "simhash", "hierarchy"}


def call(program, words, folder, environment=None):
    with open(folder.parent / (folder.name + ".stdout"), "wb") as out, \
            open(folder.parent / (folder.name + ".stderr"), "wb") as err:
        code = subprocess.run([program] + words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                              env=dict(os.environ, LC_ALL="C.UTF-8", **(environment or {})), check=False).returncode
    return code


def run(name, options, named, seen):
    """Whether all ends well, and how many calls were tried."""
    old, command = RUNS[name]
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        inputs = {}
        for input_name, content in INPUTS.items():
            (top / input_name).write_bytes(content.encode() if isinstance(content, str) else content)
            inputs[input_name] = str(top / input_name)
        inputs["hierarchies"] = str(top / "hierarchies")
        subprocess.run([options.program] + HIERARCHIES.format(**inputs).split() + ["-o", inputs["hierarchies"]], check=True)
        for folder in ("before", "expected", "work"):
            (top / folder).mkdir()
            for file in old:
                (top / folder / file).write_text(INPUTS.get(file, "old\n"), encoding="utf-8")
        words = command.format(**inputs).split()
        if name != "help":
            words += ["--threads", "1"]
        code = call(options.program, words, top / "expected")
        if code != 0:
            sys.exit(f"{name}: exit code {code} without a fault: {(top / 'expected.stderr').read_text()}")
        for stream in ("stdout", "stderr"):
            (top / f"expected.{stream}").rename(top / "expected" / stream)
        (top / "child").mkdir()
        environment = {"LD_PRELOAD": options.library, "INJECT_EXPECTED": str(top / "expected"), "INJECT_BEFORE": str(top / "before"),
                       "INJECT_CHILD": str(top / "child"), "INJECT_REPORT": str(top / "report"), "INJECT_SEEN": str(seen), "LD_BIND_NOW": "1"}
        environment.update({"INJECT_HARMLESS": HARMLESS[name]} if name in HARMLESS else {})
        environment.update({"INJECT_EITHER": "".join(f" {file} " for file in EITHER[name])} if name in EITHER else {})
        environment.update({"INJECT_ALL": "1"} if options.all else {})
        environment.update({"INJECT_NAMED": "1"} if named else {})
        code = call(options.program, words, top / "work", environment)
        report = (top / "report").read_text(encoding="utf-8", errors="replace")
        summary = report.splitlines()[-1].split()
        print(f"{name}{' without unnamed files' if named else ''}: {summary[0]} calls, {summary[1]} tried, {summary[2]} ended badly")
        if summary[2] != "0":
            print(report)
        return code == 0 and summary[2] == "0" and int(summary[0]) > (1 if name in HARMLESS else 50), int(summary[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="+", choices=[*RUNS, *PARTS], metavar="RUN")
    parser.add_argument("--program", required=True, type=os.path.abspath)
    parser.add_argument("--library", required=True, type=os.path.abspath)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    if left := {name.split("-")[0] for name in RUNS} - set().union(*PARTS.values()):
        sys.exit(f"no part has {left}")
    for path in (options.program, options.library):
        if not os.path.exists(path):
            sys.exit(f"{path} is not there: build the target all first")
    good, tried = True, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in RUNS:
            if name not in options.runs and not any(name.split("-")[0] in PARTS[part] for part in PARTS if part in options.runs):
                continue
            for named in [False] * has_unnamed_files() + [True] * (name in NAMED or not has_unnamed_files()):
                seen = pathlib.Path(folder) / (name if named or name in HARMLESS else "seen")
                ended_well, count = run(name, options, named, seen)
                good, tried = good and ended_well, tried + count
    return 0 if good and tried > 50 else 1


if __name__ == "__main__":
    sys.exit(main())
