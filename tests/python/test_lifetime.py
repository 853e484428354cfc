"""Objects that live long, are shared, copied, interrupted or go away: memory, threads, signals, pickles, warnings."""
import _thread
import copy
import faulthandler
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
import weakref

import numpy
import pytest
import subintent

pytestmark = pytest.mark.filterwarnings("error")

QRELS = {"1": {"a": {"d1": 1, "d2": 1}, "b": {"d3": 2}}, "2": {"a": {"d1": 1}}}
RUN = {"1": {"d1": 3.0, "d2": 2.0, "d3": 0.5}, "2": {"d9": 1.0, "d1": 0.5}}
MEASURES = ["alpha-nDCG@20", "D#-nDCG@20", "AP"]


@pytest.fixture(scope="module")
def evaluator():
    return subintent.Evaluator(QRELS, MEASURES)


def large_runs(count, documents=1000):
    return {str(i): {topic: {f"d{j}": float((j * 7919 + i) % 1009) for j in range(documents)} for topic in QRELS} for i in range(count)}


def resident_kilobytes():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no /proc")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the address sanitizer keeps what is freed")
def test_memory_does_not_grow(evaluator):
    as_tuples = [(topic, docno, score) for topic, scores in RUN.items() for docno, score in scores.items()]

    def use(times):
        for i in range(times):
            evaluator.calc(RUN)
            if i % 10 == 0:
                evaluator.calc_aggregate(as_tuples)
                subintent.Evaluator(subintent.Judgments(QRELS), MEASURES).calc(subintent.Run(RUN))
                with pytest.raises(subintent.Error):
                    evaluator.calc({"1": {"d1": float("nan")}})

    use(1000)
    gc.collect()
    before = resident_kilobytes()
    use(10_000)
    gc.collect()
    assert resident_kilobytes() - before < 1000  # 100 bytes that are lost each time are 1,000 kB


def references(*values):
    return [sys.getrefcount(value) for value in values]


class Number:
    """A number that may be watched."""

    def __float__(self):
        return 2.0


def test_references_do_not_change():
    # Not literals, whose references the interpreter shares.
    docno, topic, intent, number = "".join(["d", "1"]), "".join(["t", "1"]), "".join(["a", "b"]), Number()
    row = (topic, docno, number)
    run = {topic: {docno: number}}
    qrels = {topic: {intent: {docno: 1}}}
    judged = [(topic, intent, docno, 1), (topic, intent, docno, 2)]
    evaluator = subintent.Evaluator(qrels, MEASURES)
    watched = [docno, topic, intent, number, row, run, qrels, judged, evaluator]
    before = references(*watched)
    for _ in range(10):
        evaluator.calc(run)
        evaluator.calc(iter([row]))
        evaluator.evaluate({"one": run, "two": [row]})
        subintent.Run(run), subintent.Judgments(qrels), subintent.Evaluator(qrels, MEASURES)
        for act in (lambda: evaluator.calc({topic: {docno: None}}), lambda: evaluator.calc([row, row]), lambda: evaluator.calc([row, 3]),
                    lambda: evaluator.calc({topic: [docno, docno]}), lambda: subintent.Judgments(judged),
                    lambda: subintent.Judgments({topic: {intent: {docno: number, None: 1}}})):
            with pytest.raises((subintent.Error, TypeError)):
                act()
    assert references(*watched) == before


def test_what_is_made_does_not_keep_its_inputs(evaluator):
    class Named(str):
        pass

    docno = Named("d1")
    gone = weakref.ref(docno)
    kept = [subintent.Judgments({"1": {"a": {docno: 1}}}), subintent.Run({"1": {docno: 1}}), subintent.Evaluator([("1", "a", docno, 1)], MEASURES),
            evaluator.evaluate({"run": {"1": {docno: 1}, "2": {"d": 1}}})]
    del docno
    gc.collect()
    assert gone() is None and kept


def test_an_evaluator_outlives_what_it_was_made_of(evaluator):
    judgments = subintent.Judgments(QRELS)
    made = subintent.Evaluator(judgments, [str(name) for name in MEASURES])
    run = subintent.Run({topic: dict(scores) for topic, scores in RUN.items()})
    del judgments
    gc.collect()
    assert made.calc(run) == evaluator.calc(RUN)
    scores = iter(made.iter_calc(run))
    table = made.evaluate([run])
    del made, run
    gc.collect()
    assert list(scores) == evaluator.calc(RUN).per_query
    assert (table.values == evaluator.evaluate({"run": RUN}).values).all()


def test_results_are_their_owners_to_change(evaluator):
    table = evaluator.evaluate({"run": RUN})
    evaluator.measures.clear(), evaluator.topics.clear(), table.measures.clear(), table.topics.clear()
    table.values[:] = 7
    assert evaluator.calc(RUN).aggregated.keys() == set(MEASURES) and evaluator.evaluate({"run": RUN}).topics == ["1", "2"]


def test_threads_share_an_evaluator(evaluator):
    runs = large_runs(5)
    as_run = subintent.Run(RUN)
    expected = evaluator.evaluate(runs).values, evaluator.calc(as_run)
    failures = []

    def use():
        try:
            for _ in range(20):
                assert (evaluator.evaluate(runs).values == expected[0]).all()
                assert evaluator.calc(as_run) == expected[1]
                with pytest.raises(subintent.Error):
                    evaluator.calc({"9": ["d1"]})
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_go_on(tmp_path):
    """While the library reads a pipe that nobody has written to, this thread can write to it: nobody holds the GIL."""
    faulthandler.dump_traceback_later(30, exit=True)  # needs no GIL
    path = tmp_path / "run"
    os.mkfifo(path)
    scored = []
    thread = threading.Thread(target=lambda: scored.append(subintent.Evaluator(QRELS, ["P@1"]).calc_aggregate(path)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of topic 2
        thread.start()
        path.write_text("1 Q0 d1 1 1 x\n")  # waits for the reader
        thread.join()
    faulthandler.cancel_dump_traceback_later()
    assert scored == [{"P@1": 0.5}]


def test_a_process_that_was_forked_may_go_on(evaluator):
    runs = large_runs(5)
    expected = evaluator.evaluate(runs)
    ours, theirs = multiprocessing.Pipe()
    child = os.fork()
    if child == 0:
        try:
            theirs.send(evaluator.evaluate(runs).values.tolist())
        finally:
            os._exit(0)
    assert ours.poll(20), "the child does not answer"
    assert ours.recv() == expected.values.tolist()
    os.waitpid(child, 0)


PICKLED = {"Error": subintent.Error("it is wrong", kind="argument", file="qrels", line=3, advice="mend it", argument="gains"),
           "DataWarning": subintent.DataWarning("it is odd"), "Metric": subintent.Metric("1", "AP", 0.5),
           "Results": subintent.Results({"AP": 0.5}, [subintent.Metric("1", "AP", 0.5)])}


@pytest.mark.parametrize("name", PICKLED)
@pytest.mark.parametrize("again", [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy])
def test_pickles_and_copies(name, again):
    value = PICKLED[name]
    made = again(value)
    assert type(made) is type(value)
    if isinstance(value, Exception):
        assert (str(made), made.__dict__) == (str(value), value.__dict__)
    else:
        assert made == value


def run_python(code, **options):
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def test_control_c():
    """A batch of runs is scored to its end, of many runs the rest is not."""
    process = run_python("""
        import subintent, sys
        evaluator = subintent.Evaluator({"1": {"a": {"d1": 1}}}, ["alpha-nDCG@20"])
        run = {"1": {f"d{i}": float(i) for i in range(10_000)}}
        runs = dict.fromkeys(range(100_000), run)
        print("ready", flush=True)
        try:
            evaluator.evaluate(runs)
        except KeyboardInterrupt:
            print("interrupted", evaluator.calc_aggregate({"1": ["d1"]}))
        """)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=20)
    assert (printed, errors) == ("interrupted {'alpha-nDCG@20': 1.0}\n", "")


LACKING = {"1": {"d1": 1.0}}  # has no list for topic 2
NOTHING = {"1": {"a": {"d1": 0}}}  # is relevant
WARN = {"Judgments": lambda evaluator: subintent.Judgments(NOTHING), "Evaluator": lambda evaluator: subintent.Evaluator(NOTHING, MEASURES),
        "evaluate": lambda evaluator: evaluator.evaluate({"run": LACKING}), "calc": lambda evaluator: evaluator.calc(LACKING),
        "calc_aggregate": lambda evaluator: evaluator.calc_aggregate(LACKING), "iter_calc": lambda evaluator: evaluator.iter_calc(LACKING)}


@pytest.mark.parametrize("name", WARN)
def test_warnings_point_to_the_line_that_called(name, evaluator):
    with pytest.warns(subintent.DataWarning) as warned:
        WARN[name](evaluator)
    line = WARN[name].__code__.co_firstlineno
    assert [(warning.filename, warning.lineno) for warning in warned] == [(__file__, line)]


def test_warnings_as_errors_leave_everything_sound(evaluator):
    for _ in range(3):
        with pytest.raises(subintent.DataWarning, match="1 of 2 judged topics"):
            evaluator.calc(LACKING)
        with pytest.raises(subintent.DataWarning, match="no document is relevant"):
            subintent.Judgments(NOTHING)
    assert evaluator.calc_aggregate(RUN)["AP"] == pytest.approx((1 + 0.5) / 2)


def test_a_warning_where_nobody_called(evaluator):
    """A thread that begins in the package has no line outside."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        _thread.start_new_thread(subintent.Evaluator.calc, (evaluator, LACKING))
        for _ in range(1000):
            if warned:
                break
            time.sleep(0.01)
    assert [warning.category for warning in warned] == [subintent.DataWarning]


def test_arrays_are_of_the_types_that_are_told(evaluator):
    table = evaluator.evaluate({"run": RUN, "other": RUN})
    assert table.values.shape == (2, 3, 2) and table.values.dtype == numpy.float64 and table.values.flags.owndata
    assert table.answered.shape == (2, 2) and table.answered.dtype == bool
    none = evaluator.evaluate({})
    assert len(none) == 0 and none.values.shape == (0, 3, 2) and none.to_dict() == {} and none.means().shape == (0, 3)
