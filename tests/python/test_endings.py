"""The interpreter ends while daemon threads work, forks or gets signals: it ends as it would without them."""
import signal
import subprocess
import sys
import textwrap

import pytest

PREAMBLE = """
import os, random, subintent, sys, threading, time

random.seed(1)
qrels = {str(topic): {str(intent): {f"d{intent}-{i}": 1 for i in range(60)} for intent in range(3)} for topic in range(6)}
docnos = [docno for topic in qrels.values() for docnos in topic.values() for docno in docnos][:180]
scores = {run: {"m": {str(topic): random.random() for topic in range(50)}} for run in "abcdefgh"}
similarity = subintent.Similarity.fingerprints(docnos, [random.getrandbits(64) for _ in docnos])
evaluator = subintent.Evaluator(qrels, ["alpha-nDCG@20", "nDCG@20"])
tokenizer = subintent.Tokenizer(stem="english")
run = {topic: {docno: random.random() for docno in docnos} for topic in qrels}
rows = [(topic, docno, score) for topic, docnos in run.items() for docno, score in docnos.items()]
open("collection.tsv", "w").write("".join(f"d{i}\\tsome words of document {i}\\n" for i in range(20_000)))


def for_ever(work):
    while True:
        work()
"""

# What a daemon thread does when the interpreter ends.
WORK = {
    "significance": "for_ever(lambda: subintent.compare.significance(scores, test='randomisation', trials=100_000))",
    "discriminative_power": "for_ever(lambda: subintent.compare.discriminative_power(scores, trials=100_000))",
    "standardised": "for_ever(lambda: subintent.compare.standardised(scores))",
    "progress": "subintent.compare.significance(scores, test='sign', progress=lambda news: [None for _ in range(10**6)])",
    "cluster": "for_ever(lambda: subintent.cluster(qrels, similarity, level='topic'))",
    "hierarchies": "for_ever(lambda: subintent.hierarchies(qrels, subintent.cluster(qrels, similarity)))",
    "evaluate": "for_ever(lambda: evaluator.evaluate({str(i): run for i in range(100)}))",
    "evaluate tuples": "for_ever(lambda: evaluator.calc(row for row in rows))",
    "evaluate a mapping of its own": "for_ever(lambda: evaluator.calc(collections_of_its_own()))",
    "evaluate frames": "frame = frame_of(rows); for_ever(lambda: evaluator.calc(frame))",
    "judgments": "for_ever(lambda: subintent.Judgments((t, i, d, 1) for t, intents in qrels.items() for i, docs in intents.items() for d in docs))",
    "pooling": "for_ever(lambda: subintent.compare.pooling_correlation(qrels, {'a': run, 'b': run}, measures=['AP', 'P']))",
    "tokenizer": "for_ever(lambda: tokenizer.terms('a few words of a text ' * 50_000))",
    "simhash": "for_ever(lambda: subintent.simhash(str(i) for i in range(10_000)))",
    "read_collection": "for_ever(lambda: subintent.read_collection('collection.tsv', lambda document: None))",
    "warnings": "for_ever(lambda: evaluator.calc({'0': ['d0-0']}))"}

MORE = """
class collections_of_its_own:
    def keys(self):
        return run.keys()

    def items(self):
        return ((topic, docnos) for topic, docnos in run.items())


def frame_of(rows):
    import pandas
    return pandas.DataFrame(rows, columns=["qid", "docno", "score"])
"""


def run_python(code, folder, timeout=60, **options):
    return subprocess.run([sys.executable, "-W", "ignore", "-c", PREAMBLE + MORE + textwrap.dedent(code)], capture_output=True, text=True, timeout=timeout,
                          cwd=folder, **options)


@pytest.mark.parametrize("names", [list(WORK)[start::5] for start in range(5)], ids=", ".join)
def test_the_interpreter_ends_while_daemon_threads_work(names, tmp_path):
    code = "".join(f"""
        def work():
            {WORK[name]}

        threading.Thread(target=work, daemon=True).start()
""" for name in names)
    done = run_python(code + "        time.sleep(0.3)\n", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_forked_process_ends_while_daemon_threads_work(tmp_path):
    """The child has no thread but its own: it can compute, and end."""
    done = run_python(f"""
        threading.Thread(target=lambda: {WORK["significance"]}, daemon=True).start()
        time.sleep(0.1)
        child = os.fork()
        if child == 0:
            assert len(subintent.compare.significance(scores, test="randomisation", trials=100)) == 28
            sys.exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "7\n", "")


def test_work_at_the_end(tmp_path):
    """What atexit and destructors call when daemon threads work is done."""
    done = run_python(f"""
        import atexit

        class Last:
            def __del__(self, significance=subintent.compare.significance):
                print("del", len(significance(scores, test="sign")))

        atexit.register(lambda: print("atexit", len(subintent.compare.significance(scores, test="bootstrap", trials=100))))
        threading.Thread(target=lambda: {WORK["significance"]}, daemon=True).start()
        last = Last()
        last.itself = [last]
        time.sleep(0.1)
        del last
        import gc
        gc.collect()
        """, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "del 28\natexit 28\n", "")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_signals_while_daemon_threads_work(sent, tmp_path):
    done = run_python(f"""
        import signal
        threading.Thread(target=lambda: {WORK["significance"]}, daemon=True).start()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
        try:
            threading.Timer(0.2, lambda: os.kill(os.getpid(), {int(sent)})).start()
            {WORK["discriminative_power"]}
        except KeyboardInterrupt:
            sys.exit(3)
        """, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
