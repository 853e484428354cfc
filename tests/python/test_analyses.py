"""Every analysis gives in Python the tables that the program prints, to the last bit."""
import inspect
import math
import os
import pathlib
import pickle
import re
import subprocess

import pytest

import subintent
from subintent import analyses

STUDY = pathlib.Path(__file__).resolve().parents[2] / "data" / "study"
QRELS = STUDY / "qrels.txt"
RUNS = sorted((STUDY / "runs").iterdir())


def program(*words):
    done = subprocess.run([os.environ["SUBINTENT_PROGRAM"], *map(str, words), "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The files that a command line has, and the values of Python that are the same."""
    folder = tmp_path_factory.mktemp("made")
    program("tokenize", STUDY / "web.warc.gz", "--fingerprints", folder / "fingerprints")
    program("cluster", "--qrels", QRELS, "--fingerprints", folder / "fingerprints", "-o", folder / "dendrograms")
    for delta in ("0.3", "0.6"):
        program("hierarchy", "--qrels", QRELS, "--delta", delta, folder / "dendrograms", "-o", folder / f"WI{delta}")
    measures = "nDCG@10,alpha-nDCG@10,I-rec@10"
    program("evaluate", "--per-topic", "--format", "tsv", "--digits", "full", "--qrels", QRELS, "-m", measures, "-o", folder / "scores", *RUNS)
    return folder


# Options of an analysis; all others have their defaults.
VALUES = {
    "concordance": {"gold": ["nDCG@10"]},
    "pooling": {"depths": [5, 10], "pool_depths": [5]},
    "pooling concordance": {"gold": "nDCG"},
    "delta": {"deltas": [0.2, 0.4]},
    "delta concordance": {"gold": ["HD#-nDCG_WI@20"], "measures": ["HD#-nDCG_WI@20", "HD#-nDCG_WD@20", "D#-nDCG@20"]},
    "equivalence": {"margin": 0.05},
    "pooling equivalence": {"margin": 0.05},
    "delta equivalence": {"margin": 0.05, "deltas": [0.2, 0.4]},
    "placebo": {"placebo": 3},
    "battles": {"prior": 2.0},
    "overlap": {"per_topic": True},
    "hierarchies": {"per_topic": True},
    "similarities": {"per_topic": True},
    "difference": {"measures": ["nDCG@10", "alpha-nDCG@10"]},
}


def values_of(name):
    return {**VALUES.get(name.split()[0], {}), **VALUES.get(name, {})}


def options_of(name):
    words = []
    for option, value in values_of(name).items():
        word = "--" + option.replace("_", "-")
        if value is True:
            words.append(word)
        else:
            value = [value] if isinstance(value, str) or not isinstance(value, list) else value
            words += [word, ",".join(map(str, value))]
    return words


def record_named(name):
    return next(one for one in analyses.records() if one.name == name)


def called(name, made):
    """What Python gives, and what the program prints."""
    values, options = values_of(name), options_of(name)
    record = record_named(name)
    if record.of_scores:
        people = {"preferences.tsv": STUDY / "preferences.tsv"} if name in ("preferences", "battles") else None
        words = ["--preferences", STUDY / "preferences.tsv"] if people else []
        return analyses.of_scores(name, made / "scores", values, preferences=people), [name, made / "scores", *words, *options]
    if name == "overlap":
        return analyses.of_lists(list(RUNS), values), [name, *RUNS, *options]
    if name == "judgments":
        tables = analyses.of_judgments(QRELS, QRELS, list(RUNS), values, more=[QRELS])
        return tables, [name, QRELS, QRELS, "--also", QRELS, *RUNS]
    if name == "hierarchies":
        tables = analyses.of_hierarchies(made / "WI0.3", made / "WI0.6", QRELS, list(RUNS), values)
        return tables, [name, made / "WI0.3", made / "WI0.6", "--qrels", QRELS, *RUNS, *options]
    if name == "similarities":
        similarity = {"fingerprints": subintent.Similarity.read_fingerprints(made / "fingerprints")}
        words = [name, "--qrels", QRELS, "--fingerprints", made / "fingerprints", *options]
        return analyses.of_similarities(QRELS, similarity, values), words
    if name == "judges":
        return analyses.of_runs(name, QRELS, list(RUNS), values, model=QRELS), [name, "--human", QRELS, "--model", QRELS, *RUNS]
    if name == "gate":
        runs = {run.name: run for run in RUNS[:3]}
        tables = analyses.of_runs(name, QRELS, runs, {"baseline": RUNS[0].name, "margin": 0.5})
        return tables, ["--qrels", QRELS, "--baseline", RUNS[0], "--margin", 0.5, *RUNS[:3]]
    if name == "leave-out":
        return analyses.of_runs(name, QRELS, list(RUNS), values), ["judgments", "--leave-out", QRELS, *RUNS]
    if name in ("difference", "losses"):
        return analyses.of_runs(name, QRELS, RUNS[:2], values), [name, "--qrels", QRELS, *RUNS[:2], *options]
    words = [*name.split(), "--qrels", QRELS, *RUNS, *options]
    if name == "placebo":
        evaluator = subintent.Evaluator(QRELS, ["nDCG@10"], hierarchies={"WI": made / "WI0.3"})
        return analyses.of_runs(name, evaluator, list(RUNS), values), [*words, "--hierarchy", f"WI={made / 'WI0.3'}"]
    if name.startswith("delta"):
        return analyses.of_runs(name, QRELS, list(RUNS), values, dendrograms=made / "dendrograms"), [*words, "--dendrograms", made / "dendrograms"]
    return analyses.of_runs(name, QRELS, list(RUNS), values), words


def same(value, shown):
    if value is None:
        return shown == ""
    if isinstance(value, float):
        return float(shown) == value or math.isinf(value) and float(shown) == value
    return str(value) == shown


@pytest.mark.parametrize("name", [record.name for record in analyses.records()])
def test_tables_are_those_of_the_program(name, made):
    tables, words = called(name, made)
    printed = [[line.split("\t") for line in block.splitlines()] for block in program(record_named(name).command, *words, "--format", "tsv").split("\n\n")]
    assert len(tables) >= len(printed)
    for (found, table), lines in zip(tables.items(), printed):
        assert table.columns == lines[0], found
        assert len(table) == len(lines) - 1, found
        for row, cells in zip(table, lines[1:]):
            assert all(same(value, shown) for value, shown in zip(row, cells)), (found, row, cells)


def test_records_say_what_there_is():
    records = {record.name: record for record in analyses.records()}
    alpha = next(option for option in records["significance"].options if option.name == "alpha")
    assert (alpha.kind, alpha.default, alpha.range) == ("float", "0.05", "between 0 and 1")
    pairs = next(table for table in records["significance"].tables if table.name == "pairs")
    assert [(column.name, column.type) for column in pairs.columns[:2]] == [("group", int), ("measure", str)]
    assert [column.name for column in records["pooling correlation"].tables[1].columns[:3]] == ["pool_depth", "depth", "of"]
    for record in records.values():
        assert all(option.meaning for option in record.options)


@pytest.mark.parametrize(
    "name, values, argument",
    [
        ("none", {}, "name"),
        ("significance", {"gold": "x"}, "gold"),
        ("significance", {"alpha": 2}, "alpha"),
        ("significance", {"correction": "x"}, "correction"),
        ("significance", {"family": "measures", "correction": "none"}, "family"),
        ("concordance", {}, "gold"),
        ("preferences", {}, "preferences"),
        ("topic-set-size", {"systems": [1]}, "systems"),
    ],
)
def test_what_makes_no_sense_is_refused(name, values, argument):
    scores = {run: {measure: {"1": 0.5, "2": 0.25, "3": place} for measure in "mn"} for place, run in enumerate("abc")}
    with pytest.raises(subintent.Error) as caught:
        analyses.of_scores(name, scores, values)
    assert caught.value.argument == argument


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="alpha: expected a number"):
        analyses.of_scores("significance", {"a": {"m": {"1": 1}}, "b": {"m": {"1": 0}}}, {"alpha": "x"})
    with pytest.raises(TypeError, match="trials: expected int"):
        analyses.of_scores("selected", {"a": {"m": {"1": 1}}, "b": {"m": {"1": 0}}}, {"trials": 1.5})


@pytest.mark.parametrize("record", analyses.records(), ids=lambda record: record.name)
def test_functions_are_those_of_the_records(record):
    """Each analysis is a function: its arguments have the defaults of the options, and its docstring names all there is."""
    function = getattr(analyses, record.name.replace("-", "_").replace(" ", "_"))
    assert pickle.loads(pickle.dumps(function)) is function and function.__name__ in dir(analyses)
    parameters = inspect.signature(function).parameters
    for option in record.options:
        default = parameters[option.name].default
        if option.required:
            assert default is inspect.Parameter.empty
        elif default is not None and option.kind != "bool":
            values = default if isinstance(default, tuple) else (default,)
            assert [float(value) if option.kind[:3] in ("flo", "int") else value for value in values] == [
                float(value) if option.kind[:3] in ("flo", "int") else value for value in option.default.split(",")
            ]
        meaning = option.meaning.replace("'D#-nDCG@20,alpha-nDCG@20'", "['D#-nDCG@20', 'alpha-nDCG@20']")  # lists are no texts
        assert re.search(rf"^ *{option.name}: {re.escape(meaning)}", function.__doc__, re.M)
    for table in record.tables:
        assert re.search(rf"^ *\* {table.name}, .*: {', '.join(column.name for column in table.columns)};$", function.__doc__, re.M)
    for name in parameters:
        assert re.search(rf"^ +(\w+, )*{name}[,:]", function.__doc__, re.M), name


def test_functions_give_what_their_names_do(made):
    scores = made / "scores"
    of_name = analyses.of_scores("correlation", scores, {"of": "both", "test": ["sign"]}, measures=["nDCG@10", "I-rec@10"])
    assert analyses.correlation(scores, of="both", test="sign", measures=["nDCG@10", "I-rec@10"]) == of_name
    of_name = analyses.of_runs("pooling significance", QRELS, RUNS[:3], {"depths": [5], "pool_depths": [5]})
    assert analyses.pooling_significance(QRELS, RUNS[:3], depths=5, pool_depths=[5]) == of_name
    assert analyses.overlap(RUNS[:2], persistence=0.8) == analyses.of_lists(RUNS[:2], {"persistence": 0.8})
    with pytest.raises(TypeError, match="unexpected keyword argument 'gold'"):
        analyses.significance(scores, gold="x")
    with pytest.raises(TypeError, match="missing a required argument: 'gold'"):
        analyses.concordance(scores)
    with pytest.raises(AttributeError):
        analyses.what


# Functions whose arguments are named as options are, the analysis that makes them, and defaults that differ on purpose.
TYPED = [
    (subintent.compare.significance, "significance", {}),
    (subintent.compare.discriminative_power, "discriminative-power", {"test": "bootstrap"}),
    (subintent.compare.p_value_correlation, "correlation", {}),
    (subintent.compare.concordance, "concordance", {}),
    (subintent.compare.topic_set_sizes, "topic-set-size", {}),
    (subintent.compare.preferences, "preferences", {}),
    (subintent.compare.preference_tests, "preferences", {}),
    (subintent.study.pooling, "pooling significance", {"rbp_residual": 0}),
    (subintent.study.delta, "delta significance", {}),
    (subintent.study.exchange, "hierarchies", {}),
    (subintent.study.placebo, "placebo", {}),
]


@pytest.mark.parametrize("function, name, others", TYPED, ids=lambda value: getattr(value, "__name__", None))
def test_defaults_of_typed_functions_are_those_of_the_records(function, name, others):
    options = {option.name: option for option in record_named(name).options}
    compared = 0
    for key, parameter in inspect.signature(function).parameters.items():
        default, option = parameter.default, options.get(key)
        if option is None or default is None or default is inspect.Parameter.empty:
            continue
        compared += 1
        if key in others:
            assert default == others[key]
        elif option.kind in ("ints", "floats") and ":" in option.default:
            first, last, step = map(float, option.default.split(":"))
            assert list(default) == pytest.approx([first + step * i for i in range(len(default))]) and default[-1] == last
        else:
            shown = default if isinstance(default, (tuple, list)) else [default]
            assert ",".join(map(str, shown)) == option.default, key
    assert compared > 0 or name == "concordance"
