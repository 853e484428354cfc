"""Every analysis gives in Python the tables that the program prints, to the last bit."""
import inspect
import math
import pickle
import re

import pytest

import subintent
from subintent import compare

from conftest import ROOT

STUDY = ROOT / "data" / "study"
QRELS = STUDY / "qrels.txt"
RUNS = sorted((STUDY / "runs").iterdir())


@pytest.fixture(scope="module", name="made")
def made_with_scores(made, program):
    """The files that a command line has, and the values of Python that are the same."""
    measures = "nDCG@10,alpha-nDCG@10,I-rec@10"
    program("evaluate", "--per-topic", "--format", "tsv", "--digits", "full", "--qrels", QRELS, "-m", measures, "-o", made / "scores", *RUNS)
    return made


# Options of an analysis; all others have their defaults. Of its name and a number, the options of one more case.
VALUES = {
    "significance 2": {"test": "bootstrap", "measures": "alpha_nDCG@10", "trials": 500, "seed": 7, "alpha": 0.01, "correction": "bonferroni", "baseline": "pm2"},
    "significance 3": {"test": "wilcoxon", "correction": "bh", "family": "measures"},
    "significance 4": {"standardise": True},
    "preferences 2": {"ties": "half"},
    "preferences 3": {"agreement": True, "trials": 200, "seed": 5, "alpha": 0.1},
    "preferences 4": {"agreement": True, "test": "sign", "correction": "none"},
    "hierarchies 2": {"measures": ["I-rec-LA@10", "HD#-nDCG@10"], "test": "tukey", "trials": 50, "correction": "holm"},
    "placebo 2": {"placebo": 4, "measures": ["I-rec@5", "I-rec-LA_WI@5", "HD#-nDCG_WI@5"], "test": "tukey", "trials": 50, "seed": 3},
    "pooling correlation 2": {"measures": ["RBP", "D#-nDCG"], "rbp_residual": 0.05, "pool_depths": [5, 20], "depths": [50, 5]},
    "pooling discriminative-power 2": {"measures": ["RBP"], "rbp_residual": 0.05, "test": "t"},
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
    "slices": {"slices": str(STUDY / "slices.tsv")},
    "pooling slices": {"slices": str(STUDY / "slices.tsv")},
    "delta slices": {"slices": str(STUDY / "slices.tsv"), "deltas": [0.2, 0.4]},
    "overlap": {"per_topic": True},
    "hierarchies": {"per_topic": True},
    "similarities": {"per_topic": True},
    "difference": {"measures": ["nDCG@10", "alpha-nDCG@10"]}}


def values_of(name):
    return VALUES[name] if name[-1].isdigit() else {**VALUES.get(name.split()[0], {}), **VALUES.get(name, {})}


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
    return next(one for one in compare.records() if one.name == name)


def function_of(name):
    return getattr(compare, name.replace("-", "_").replace(" ", "_"))


def inputs_of(name, made, options):
    """What Python takes besides options, and the words of the program."""
    if record_named(name).of_scores:
        if name in ("preferences", "battles"):
            people = STUDY / "preferences.tsv"
            return [made / "scores", people], {}, [name, made / "scores", "--preferences", people, *options]
        return [made / "scores"], {}, [name, made / "scores", *options]
    if name == "overlap":
        return [RUNS], {}, [name, *RUNS, *options]
    if name == "judgments":
        return [QRELS, QRELS, RUNS], {"more": [QRELS]}, [name, QRELS, QRELS, "--also", QRELS, *RUNS]
    if name == "hierarchies":
        both = [made / "WI0.3", made / "WI0.6"]
        return [*both, QRELS, RUNS], {}, [name, *both, "--qrels", QRELS, *RUNS, *options]
    if name == "similarities":
        similarity = {"fingerprints": subintent.Similarity.read_fingerprints(made / "fingerprints")}
        return [QRELS, similarity], {}, [name, "--qrels", QRELS, "--fingerprints", made / "fingerprints", *options]
    if name == "judges":
        return [QRELS, RUNS], {"model": QRELS}, [name, "--human", QRELS, "--model", QRELS, *RUNS]
    if name == "gate":
        runs = {run.name: run for run in RUNS[:3]}
        words = ["--qrels", QRELS, "--baseline", RUNS[0], "--margin", 0.5, *RUNS[:3]]
        return [QRELS, runs], {"baseline": RUNS[0].name, "margin": 0.5}, words
    if name == "leave-out":
        return [QRELS, RUNS], {}, ["judgments", "--leave-out", QRELS, *RUNS]
    if name in ("difference", "losses"):
        return [QRELS, RUNS[:2]], {}, [name, "--qrels", QRELS, *RUNS[:2], *options]
    words = [*name.split(), "--qrels", QRELS, *RUNS, *options]
    if name == "placebo":
        evaluator = subintent.Evaluator(QRELS, ["I-rec-LA_WI@20", "HD#-nDCG_WI@20"], hierarchies={"WI": made / "WI0.3"})
        return [evaluator, RUNS], {}, [*words, "--hierarchy", f"WI={made / 'WI0.3'}"]
    if name.startswith("delta"):
        return [QRELS, RUNS], {"dendrograms": made / "dendrograms"}, [*words, "--dendrograms", made / "dendrograms"]
    return [QRELS, RUNS], {}, words


def same(value, shown):
    if value is None:
        return shown == ""
    if isinstance(value, float):
        return float(shown) == value or math.isinf(value) and float(shown) == value
    return str(value) == shown


@pytest.mark.parametrize("case", [*(record.name for record in compare.records()), *(name for name in VALUES if name[-1].isdigit())])
def test_tables_are_those_of_the_program(case, made, program):
    name = case.rstrip(" 0123456789")
    inputs, others, words = inputs_of(name, made, options_of(case))
    found = function_of(name)(*inputs, **others, **values_of(case))
    record = record_named(name)
    tables = found.tables if len(record.tables) > 1 else {record.tables[0].name: found}
    main = next(table for title, table in tables.items() if title != "groups")
    assert isinstance(found, subintent.Table) and list(found) == list(main) and found.columns == main.columns
    printed = [[line.split("\t") for line in block.splitlines()] for block in program(record.command, *words, "--format", "tsv").split("\n\n")]
    assert len(tables) >= len(printed)
    of_record = {table.name: [column.name for column in table.columns] for table in record.tables}
    for (title, table), lines in zip(tables.items(), printed):
        assert table.columns == lines[0] == [column for column in of_record[title] if column in lines[0]], title
        assert len(table) == len(lines) - 1, title
        for row, cells in zip(table, lines[1:]):
            assert all(same(value, shown) for value, shown in zip(row, cells)), (title, row, cells)
        if len(record.tables) > 1:
            assert getattr(found, title) == table


def test_records_say_what_there_is():
    records = {record.name: record for record in compare.records()}
    alpha = next(option for option in records["significance"].options if option.name == "alpha")
    assert (alpha.kind, alpha.default, alpha.range) == ("float", "0.05", "between 0 and 1")
    pairs = next(table for table in records["significance"].tables if table.name == "pairs")
    assert [(column.name, column.type) for column in pairs.columns[:2]] == [("group", int), ("measure", str)]
    assert [column.name for column in records["pooling correlation"].tables[1].columns[:3]] == ["pool_depth", "depth", "of"]
    for record in records.values():
        assert all(option.meaning for option in record.options)


@pytest.mark.parametrize("record", compare.records(), ids=lambda record: record.name)
def test_functions_are_those_of_the_records(record):
    """Each analysis is a function: its arguments have the defaults of the options, and its docstring names all there is."""
    function = function_of(record.name)
    assert pickle.loads(pickle.dumps(function)) is function and function.__name__ in dir(compare)
    parameters = inspect.signature(function).parameters
    for option in record.options:
        default = parameters[option.name].default
        if option.required:
            assert default is inspect.Parameter.empty
        elif default is not None and option.kind != "bool":
            values = default if isinstance(default, tuple) else (default,)
            assert [float(value) if option.kind[:3] in ("flo", "int") else value for value in values] == [
                float(value) if option.kind[:3] in ("flo", "int") else value for value in option.default.split(",")]
        meaning = option.meaning.replace("'D#-nDCG@20,alpha-nDCG@20'", "['D#-nDCG@20', 'alpha-nDCG@20']")  # lists are no texts
        assert re.search(rf"^ *{option.name}: {re.escape(meaning)}", function.__doc__, re.M)
    for table in record.tables:
        assert re.search(rf"^ *\* {table.name}, .*: {', '.join(column.name for column in table.columns)};$", function.__doc__, re.M)
    for name in parameters:
        assert re.search(rf"^ +(\w+, )*{name}[,:]", function.__doc__, re.M), name


def test_arguments_that_there_are_not():
    with pytest.raises(TypeError, match="missing a required argument: 'gold'"):
        compare.concordance({})
    with pytest.raises(TypeError, match="unexpected keyword argument 'dendrograms'"):
        compare.placebo({}, {}, dendrograms="x")
    with pytest.raises(AttributeError, match="significance.., which tests and gives intervals"):
        subintent.compare.intervals
    with pytest.raises(AttributeError):
        compare.what


def test_measures_are_those_of_the_evaluator():
    evaluator = subintent.Evaluator(QRELS, ["P@3", "RR"])
    runs = {run.name: run for run in RUNS[:2]}
    values = {"baseline": RUNS[0].name, "margin": 0.1}
    assert compare.gate(evaluator, runs, **values)["measure"] == ["P@3", "RR"]
    assert compare.gate(evaluator, runs, **values, measures="P@1")["measure"] == ["P@1"]
    assert set(compare.judgments(evaluator, QRELS, runs)["rankings"]["measure"]) == {"P@3", "RR"}
    assert set(compare.pooling_significance(evaluator, runs)["measure"]) >= {"P@5"}


def test_slices_are_frames_and_dicts(made, tmp_path):
    library = pytest.importorskip("pandas")
    scores = compare.read_scores(made / "scores")
    lengths = {topic: ("short" if int(topic) % 2 else "long") for topic in scores.topics}
    (tmp_path / "slices.tsv").write_text("topic\tlength\tdepth\n" + "".join(f"{topic}\t{of}\t3\n" for topic, of in lengths.items()))
    expected = compare.slices(scores, slices=tmp_path / "slices.tsv")
    frame = library.DataFrame({"depth": [3.0] * len(lengths), "query_id": list(lengths), "length": list(lengths.values())})
    assert compare.slices(scores, slices=frame) == expected
    assert compare.slices(scores, slices={"length": lengths, "depth": dict.fromkeys(lengths, [3])}) == expected
    of_length = [row[1:] for row in expected.slices if row.slice == "length"]
    assert [row[1:] for row in compare.slices(scores, slices=lengths).slices] == of_length
    assert "length  short" in scores.to_text(slices=frame)
    with pytest.raises(subintent.Error, match="slices: 'a\\\\tb' has a tab or a line end"):
        compare.slices(scores, slices={"1": "a\tb"})
    with pytest.raises(TypeError, match="slices"):
        compare.slices(scores, slices=3)


def test_assignments_are_scored_first(tmp_path):
    file, few = tmp_path / "a.csv", tmp_path / "b.csv"
    for path, answers in ((file, (("x", "support"), ("y", "not_support"))), (few, (("x", "not_support"), ("y", "support")))):
        path.write_text("qid,system,nugget,verdict\n" + "".join(f"{t},{s},n,{v}\n" for t in (1, 2, 3)[: 3 - (path == few)] for s, v in answers))
    scores, both = subintent.evaluate(file), [subintent.read_qrels(few), subintent.read_qrels(file)]
    for given in (file, str(file), [file], pytest.importorskip("pandas").read_csv(file)):
        assert compare.significance(given) == compare.significance(scores)
    assert compare.judges(file, model=file).means == compare.judges(scores, model=scores).means
    by_files = compare.judges(human=few, model=file)
    for runs in (None, both[0].answers(), both[1].answers(), ["x", "y"]):
        assert compare.judges(both[0], runs, both[1]).means == by_files.means
    with pytest.raises(subintent.Error, match="runs: none given; give the runs that both judge"):
        compare.judges({"1": {"a": {"d": 1}}}, model={"1": {"a": {"d": 1}}})
    assert compare.difference(file, ["x", "y"]).means == compare.difference(file, subintent.read_qrels(file).answers()).means == compare.difference(file).means == compare.difference(evaluator=file, measures=None).means
    qrels, runs = {"1": {"a": {"d": 1}}, "2": {"a": {"d": 1}}}, {"x": {"1": ["d"], "2": ["d"]}, "y": {"1": ["e"], "2": ["d"]}}
    by_place = compare.judges(qrels, runs, qrels, measures="RR")
    assert by_place.means == compare.judges(qrels, runs, "RR", model=qrels).means
    assert compare.significance(qrels, runs, "RR") == compare.significance(subintent.evaluate(qrels, runs, "RR"))
    with pytest.raises(TypeError, match=re.escape("give the runs as a list")):
        compare.discriminative_power(qrels, file, few)
    both = [subintent.Run(run, name) for name, run in runs.items()]
    assert compare.difference(qrels, *both, "RR") == compare.difference(qrels, runs, "RR")
    assert compare.difference(qrels, runs, topic=2) == compare.difference(qrels, runs, topic="2")
    with pytest.raises(subintent.Error, match=re.escape("give them as subintent.evaluate(FILE)")):
        compare.read_scores(file)
    with pytest.raises(TypeError, match=re.escape("what evaluate() returns, of assignments, too")):
        compare.significance(assignments=file)


def test_arguments_of_evaluators_stand_beside_judgments(made):
    hierarchies = {"WI": subintent.read_hierarchies(made / "WI0.3")}
    assert hierarchies["WI"]["3"].topic == "3"
    with pytest.raises(KeyError, match="no hierarchy of topic x; there are 1, 2, 3, 4, 5 ..."):
        hierarchies["WI"]["x"]
    with pytest.raises(TypeError, match="expected a number, a slice or a topic, found Hierarchy; that of a hierarchy is its .topic"):
        hierarchies["WI"][hierarchies["WI"][0]]
    asked = ["N-rec_WI@10", "I-rec@10"]
    evaluator = subintent.Evaluator(QRELS, asked, hierarchies=hierarchies)
    found = compare.difference(QRELS, RUNS[:2], asked, hierarchies=hierarchies)
    assert found.to_dicts() == compare.difference(evaluator, RUNS[:2]).to_dicts()
    with pytest.raises(TypeError, match="give hierarchies to the Evaluator"):
        compare.difference(evaluator, RUNS[:2], hierarchies=hierarchies)
    with pytest.raises(AttributeError, match="did you mean topic_set_size"):
        compare.topic_set
    with pytest.raises(subintent.Error, match="'mop'; did you mean MAP. unknown measure 'mip'"):
        subintent.evaluate(QRELS, RUNS, ["mop", "mip"])
    others = {"hit_rate@10": "did you mean Success@10", "hits@5": "did you mean Success@5", "f1@10": "did you mean SetF@10", "F1": "did you mean SetF[?]", "P@10_RA": "write P_RA@10", "alpha_ndcg_cut_20": "write alpha-nDCG@20"}
    for theirs, ours in others.items():
        with pytest.raises(subintent.Error, match=ours):
            subintent.evaluate(QRELS, RUNS, theirs)
    with pytest.raises(subintent.Error, match="unknown value 'tex'; did you mean latex"):
        subintent.evaluate(QRELS, RUNS, "RR").to_text("tex")
