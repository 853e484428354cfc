"""All forms of judgments, intents and runs give the scores that the program gives for the files, to the last bit."""
import collections
import collections.abc
import decimal
import fractions
import gzip
import json
import random
import types
import warnings

import numpy
import pandas
import pytest
import subintent

from conftest import ROOT

pytestmark = pytest.mark.filterwarnings("error")

STUDY = ROOT / "data" / "study"
MEASURES = ["alpha-nDCG@20", "D#-nDCG@10", "ERR-IA(graded)", "nDCG@5", "AP"]
ROWS = [(topic, intent, docno, int(grade)) for topic, intent, docno, grade in (line.split() for line in (STUDY / "qrels.txt").read_text().splitlines())]
LINES = [line.split() for line in (STUDY / "runs" / "bm25").read_text().splitlines()]
DOCUMENTS = [(topic, docno, float(score)) for topic, _, docno, _, score, _ in LINES]

Qrel = collections.namedtuple("Qrel", "query_id doc_id relevance iteration")
SubtopicQrel = collections.namedtuple("SubtopicQrel", "query_id subtopic_id doc_id relevance")
ScoredDoc = collections.namedtuple("ScoredDoc", "query_id doc_id score")


class OnlyAMapping(collections.abc.Mapping):
    """A mapping that is not a dict."""

    def __init__(self, values):
        self.values_of = dict(values)

    def __getitem__(self, key):
        return self.values_of[key]

    def __iter__(self):
        return iter(self.values_of)

    def __len__(self):
        return len(self.values_of)


class Judged:
    """Neither a tuple nor a mapping: attributes."""

    def __init__(self, topic, intent, docno, grade):
        self.query_id, self.iteration, self.doc_id, self.relevance = topic, intent, docno, grade


def shuffled(rows):
    return random.Random(1).sample(rows, len(rows))


def nested(rows):
    made = {}
    for topic, intent, docno, grade in rows:
        made.setdefault(topic, {}).setdefault(intent, {})[docno] = grade
    return made


def mapped(made, mapping):
    """Nested dicts with another class of mapping at each level."""
    return mapping({key: mapped(value, mapping) if isinstance(value, dict) else value for key, value in made.items()})


def frame(rows, columns="query_id iteration doc_id relevance"):
    return pandas.DataFrame(rows, columns=columns.split())


def freshstack(rows):
    nuggets, topics = {}, {}
    for topic, intent, docno, grade in rows:
        nugget = f"{topic}_{intent}"
        nuggets.setdefault(nugget, {})[docno] = grade
        if nugget not in topics.setdefault(topic, []):
            topics[topic].append(nugget)
    return nuggets, topics


def strided_frame(rows):
    """Columns that are every other element of arrays that nobody may write to."""
    twice = frame([row for row in rows for _ in range(2)])
    columns = {name: twice[name].to_numpy()[::2] for name in twice}
    for column in columns.values():
        column.flags.writeable = False
    return pandas.DataFrame(columns, copy=False)


JUDGMENTS = {
    "levels": nested,
    "frame": frame,
    "frame of PyTerrier": lambda rows: frame(rows, "qid iteration docno label"),
    "frame of pyndeval": lambda rows: frame(rows, "query_id subtopic_id doc_id relevance"),
    "frame, more columns": lambda rows: frame(rows)[["relevance", "doc_id", "iteration", "query_id"]].assign(more=None),
    "frame, any index": lambda rows: frame(rows).set_index(numpy.zeros(len(rows), int)).sample(frac=1, random_state=1),
    "frame with the iteration of TREC": lambda rows: frame(rows, "query_id subtopic_id doc_id relevance").assign(iteration=0),
    "frame with the iteration Q0": lambda rows: frame(rows, "qid intent docno label").assign(iteration="Q0"),
    "frame with the intent twice": lambda rows: (lambda made: made.assign(subtopic=made.iteration))(frame(rows)),
    "frame of strings": lambda rows: frame(rows).astype({"query_id": "string", "doc_id": "string"}),
    "frame of categories": lambda rows: frame(rows).astype({"query_id": "category", "doc_id": "category"}),
    "frame of numbers": lambda rows: frame(rows).astype({"query_id": "int64", "iteration": "uint8"}),
    "frame of floats": lambda rows: frame(rows).astype({"query_id": float, "iteration": float, "relevance": "float32"}),
    "frame, nullable": lambda rows: frame(rows).astype({"query_id": "Int64", "relevance": "Int8"}),
    "frame, big-endian": lambda rows: frame(rows).assign(relevance=numpy.array([row[3] for row in rows], dtype=">i2")),
    "frame, strided": strided_frame,
    "tuples": lambda rows: rows,
    "lists": lambda rows: [list(row) for row in rows],
    "generator": lambda rows: (row for row in shuffled(rows)),
    "records of ir_measures": lambda rows: [Qrel(t, d, g, i) for t, i, d, g in shuffled(rows)],
    "records of pyndeval": lambda rows: [SubtopicQrel(*row) for row in shuffled(rows)],
    "records of a frame": lambda rows: frame(rows, "qid iteration docno label").itertuples(),
    "records with the iteration of TREC": lambda rows: frame(rows, "qid subtopic docno label").assign(iteration=0).itertuples(),
    "objects": lambda rows: map(lambda row: Judged(*row), rows),
    "set": set,
    "FreshStack": freshstack,
    "OrderedDict": lambda rows: mapped(nested(rows), collections.OrderedDict),
    "MappingProxyType": lambda rows: mapped(nested(rows), types.MappingProxyType),
    "defaultdict": lambda rows: mapped(nested(rows), lambda made: collections.defaultdict(dict, made)),
    "Mapping": lambda rows: mapped(nested(rows), OnlyAMapping),
    "int names": lambda rows: [(int(t), int(i), d, g) for t, i, d, g in rows],
    "numpy scalars": lambda rows: [(numpy.int32(t), numpy.str_(i), d, numpy.int64(g)) for t, i, d, g in rows],
    "other numbers": lambda rows: [(t, i, d, decimal.Decimal(g)) for t, i, d, g in rows],
    "Judgments": lambda rows: subintent.Judgments(rows),
    "Judgments as a dict": lambda rows: subintent.Judgments(rows).to_dict(),
    "Judgments as a frame": lambda rows: subintent.Judgments(rows).to_pandas()}


def scored(rows):
    made = {}
    for topic, docno, score in rows:
        made.setdefault(topic, {})[docno] = score
    return made


def with_scores(rows, type_of):
    return [(topic, docno, type_of(score)) for topic, docno, score in rows]


def run_frame(rows, columns="query_id doc_id score"):
    return pandas.DataFrame(rows, columns=columns.split())


def series(rows):
    return {topic: pandas.Series(scores) for topic, scores in scored(rows).items()}


RUNS = {
    "levels": scored,
    "ranked lists": lambda rows: {topic: list(scores) for topic, scores in scored(rows).items()},
    "ranked tuples": lambda rows: {topic: tuple(scores) for topic, scores in scored(rows).items()},
    "frame": run_frame,
    "frame of PyTerrier": lambda rows: run_frame(rows, "qid docno score").assign(query="of words"),
    "frame, any order": lambda rows: run_frame(rows).sample(frac=1, random_state=1),
    "frame of strings": lambda rows: run_frame(rows).astype({"query_id": "string", "doc_id": "category"}),
    "frame of numbers": lambda rows: run_frame(rows).astype({"query_id": "int16", "score": "uint64"}),
    "frame of float16": lambda rows: run_frame(rows).astype({"score": "float16"}),
    "frame of objects": lambda rows: run_frame(with_scores(rows, decimal.Decimal)),
    "frame, nullable": lambda rows: run_frame(rows).astype({"score": "Float64"}),
    "frame, big-endian": lambda rows: run_frame(rows).assign(score=numpy.array([row[2] for row in rows], dtype=">f4")),
    "tuples": lambda rows: rows,
    "generator": lambda rows: (row for row in shuffled(rows)),
    "records of ir_measures": lambda rows: [ScoredDoc(*row) for row in shuffled(rows)],
    "records of a frame": lambda rows: run_frame(rows, "qid docno score").itertuples(),
    "OrderedDict": lambda rows: mapped(scored(rows), collections.OrderedDict),
    "MappingProxyType": lambda rows: mapped(scored(rows), types.MappingProxyType),
    "Counter": lambda rows: mapped(scored(rows), collections.Counter),
    "Mapping": lambda rows: mapped(scored(rows), OnlyAMapping),
    "Series": series,
    "int names": lambda rows: scored([(int(topic), docno, score) for topic, docno, score in rows]),
    "float32": lambda rows: scored(with_scores(rows, numpy.float32)),
    "int": lambda rows: scored(with_scores(rows, int)),
    "Fraction": lambda rows: scored(with_scores(rows, fractions.Fraction)),
    "Run": lambda rows: subintent.Run(rows),
    "lists of a Run": lambda rows: subintent.Run(rows).lists()}


@pytest.fixture(scope="module")
def expected():
    return subintent.Evaluator(STUDY / "qrels.txt", MEASURES).calc(STUDY / "runs" / "bm25")


@pytest.mark.parametrize("form", JUDGMENTS)
def test_judgments(form, expected):
    assert subintent.Evaluator(JUDGMENTS[form](ROWS), MEASURES).calc(STUDY / "runs" / "bm25") == expected


@pytest.mark.parametrize("form", RUNS)
def test_runs(form, expected):
    assert subintent.Evaluator(ROWS, MEASURES).calc(RUNS[form](DOCUMENTS)) == expected


@pytest.mark.parametrize("path_type", [str, lambda path: path])
def test_files(path_type, expected, tmp_path):
    for name, source in [("qrels", STUDY / "qrels.txt"), ("run", STUDY / "runs" / "bm25")]:
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(source.read_bytes()))
    qrels, run = (path_type(tmp_path / f"{name}.gz") for name in ("qrels", "run"))
    assert subintent.Evaluator(qrels, MEASURES).calc(run) == expected
    assert subintent.Evaluator(subintent.read_qrels(qrels), MEASURES).calc(subintent.read_run(run)) == expected
    assert subintent.Evaluator(qrels, MEASURES).evaluate([run]).runs == ["run"]
    assert isinstance(subintent.read_run(run), subintent.Run) and subintent.read_run(run).name == "run"


def test_names_of_files_may_be_any_bytes(tmp_path):
    path = tmp_path / "caf\udce9"
    path.write_text("1 Q0 d1 1 1 x\n")
    evaluator = subintent.Evaluator({"1": {"a": {"d1": 1}}}, ["P@1"])
    assert evaluator.evaluate([str(path), subintent.Run({"1": ["d1"]})]).runs == ["caf\udce9", "run"]
    for docnos in ([("d1", 2.0), ("d2", 1.0)], numpy.array(["d1", "d2"]), pandas.Series({"d1": 2.0, "d2": 1.0})):
        assert evaluator.evaluate({"1": docnos}) == evaluator.evaluate({"1": ["d1", "d2"]}) == evaluator.evaluate(subintent.Run([{"qid": "1", "docnos": ["d2", "d1"], "similarities": [1, 2]}]))
    assert subintent.read_run(path).name == "caf\udce9"


WHOLE = {"levels": {"1": {"d1": 2, "d2": 0}},
         "frame": pandas.DataFrame({"qid": ["1", "1"], "docno": ["d1", "d2"], "label": [2, 0]}),
         "tuples": [("1", "d1", 2), ("1", "d2", 0)], "arrays": [{"qid": "1", "relevant_docs": ["d1", "d2"], "grades": [2, 0]}],
         "intents, which count as one": {"1": {"a": {"d1": 2}, "b": {"d2": 0}}}}


@pytest.mark.parametrize("form", WHOLE)
def test_judgments_of_whole_topics(form):
    run = {"1": ["d2", "d1"]}
    alone = subintent.Evaluator(WHOLE[form], ["nDCG", "ERR(max_grade=2)"])
    beside = subintent.Evaluator({"1": {"a": {"d2": 1}}}, ["nDCG", "ERR(max_grade=2)", "I-rec@1"], adhoc_qrels=WHOLE[form])
    assert alone.calc_aggregate(run) == {"nDCG": 1 / numpy.log2(3), "ERR(max_grade=2)": 0.375}
    assert beside.calc_aggregate(run) == {**alone.calc_aggregate(run), "I-rec@1": 1}


def test_grades_of_topics():
    qrels = {"1": {"a": {"d1": 1, "d2": 1}, "b": {"d1": 1, "d2": 0}, "c": {"d2": 3}}}
    gains = {how: subintent.Evaluator(qrels, ["DCG@1"], topic_grade=how) for how in ("highest", "intents")}
    assert gains["highest"].calc_aggregate({"1": ["d2"]}) == {"DCG@1": 3}
    assert gains["intents"].calc_aggregate({"1": ["d2"]}) == {"DCG@1": 2}
    assert gains["intents"].calc_aggregate({"1": ["d1"]}) == {"DCG@1": 2}


SHARES = [("1", "a", 0.75), ("1", "b", 0.25)]
PROBABILITIES = {"levels": {"1": {"a": 0.75, "b": 0.25}},
                 "tuples": SHARES,
                 "generator": (share for share in SHARES),
                 "types": [(*share, "inf") for share in SHARES],
                 "other numbers": {1: OnlyAMapping({"a": fractions.Fraction(3, 4), "b": numpy.float16(0.25)})}}


@pytest.mark.parametrize("form", PROBABILITIES)
def test_probabilities(form):
    qrels = {"1": {"a": {"d1": 1}, "b": {"d2": 1}}}
    evaluator = subintent.Evaluator(qrels, ["AP-IA"], probabilities=PROBABILITIES[form])
    assert evaluator.calc_aggregate({"1": ["d1"]}) == {"AP-IA": 0.75}


def test_types_of_intents():
    qrels = {"1": {"a": {"d1": 1, "d2": 1}, "b": {"d3": 1}}}
    gains = {}
    for kind in ("inf", "nav"):
        probabilities = [("1", "a", 0.5, kind), ("1", "b", 0.5, "inf")]
        evaluator = subintent.Evaluator(qrels, ["DIN-nDCG@2"], probabilities=probabilities)
        gains[kind] = evaluator.calc_aggregate({"1": ["d1", "d2"]})["DIN-nDCG@2"]
    assert gains["nav"] < gains["inf"] == 1


def test_ties():
    run = {"1": {"d1": 1, "d2": 1, "d0": 2}}
    ranked = {ties: subintent.Run(run, ties=ties).lists() for ties in ("descending", "ascending")}
    assert ranked == {"descending": {"1": ["d0", "d2", "d1"]}, "ascending": {"1": ["d0", "d1", "d2"]}}
    for ties, hit in [("descending", 0), ("ascending", 1)]:
        evaluator = subintent.Evaluator({"1": {"a": {"d1": 1}}}, ["R@2"], ties=ties)
        assert evaluator.calc_aggregate(run) == {"R@2": hit}


def test_gains_and_the_highest_grade():
    qrels, run = {"1": {"a": {"d1": 1, "d2": 2}}}, {"1": ["d1"]}
    assert subintent.Evaluator(qrels, "nDCG@1", gains={1: 3, numpy.int8(2): 4.0}).calc_aggregate(run) == {"nDCG@1": 0.75}
    assert subintent.Evaluator(qrels, "ERR@1").calc_aggregate(run) == {"ERR@1": 0.25}
    assert subintent.Evaluator(qrels, "ERR@1", max_grade=numpy.int64(3)).calc_aggregate(run) == {"ERR@1": 0.125}


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_orders_of_files(tmp_path):
    path = tmp_path / "run"
    path.write_text("1 Q0 a 2 1 x\n1 Q0 b 3 3 x\n1 Q0 c 1 2 x\n")
    assert subintent.read_run(path).lists() == {"1": ["c", "a", "b"]}
    assert subintent.read_run(path, order="score").lists() == {"1": ["b", "c", "a"]}
    assert subintent.read_run(path, order="file").lists() == {"1": ["a", "b", "c"]}
    path.write_text("1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 a 3 1 x\n")
    assert subintent.read_run(path, on_duplicate="first").lists() == {"1": ["a", "b"]}
    assert subintent.read_run(path, on_duplicate="last").lists() == {"1": ["b", "a"]}


def test_what_is_missing_counts_zero():
    evaluator = subintent.Evaluator({1: {"a": {"d1": 1}}, 2: {"a": {"d1": 1}}}, ["P@1"])
    with pytest.warns(subintent.DataWarning, match="1 of 2 judged topics"):
        table = evaluator.evaluate({"bm25": {"1": ["d1"]}})
    assert table.answered.tolist() == [[True, False]] and table.means().tolist() == [[0.5]]


# Names of measures with the parameters that they take, for the comparison with the program.
GAINS = ["gain=exp", "rel=2", "judged_only=True"]
CASCADE = ["alpha=0.3", "alpha=0.95", "rel=2", "judged_only=True"]
FAMILIES = {**dict.fromkeys(["P", "R", "AP", "aAP", "RR", "RBP", "GAP", "nGAP"], ["rel=2", "judged_only=True"]),
            **dict.fromkeys(["DCG", "nDCG", "enDCG"], [*GAINS, "discount=jk"]),
            **dict.fromkeys(["Q", "P+"], [*GAINS, "beta=10"]),
            **dict.fromkeys(["ERR", "nERR", "iRBU", "niRBU"], ["max_grade=5", "judged_only=True"]),
            **dict.fromkeys(["EBR", "nEBR"], [*GAINS, "beta=10", "max_grade=5"]),
            "Compat": ["p=0.7", "normalize=False", "rel=2"],
            **dict.fromkeys(["alpha-DCG", "alpha-nDCG", "ERR-IA", "nERR-IA", "NRBP", "nNRBP"], CASCADE),
            **dict.fromkeys(["I-rec", "P-IA", "MAP-IA"], ["rel=2", "judged_only=True"]),
            **dict.fromkeys(["D-nDCG", "D#-nDCG", "DIN#-nDCG", "nDCG-IA", "Q-IA", "P+Q#"], GAINS)}


def random_measures(draw):
    for name in draw.sample(sorted(FAMILIES), 12):
        chosen = draw.sample(FAMILIES[name], draw.randint(0, 1))
        cutoff = draw.choice(["", "@1", "@7", "@20", "@1000"]) if name not in ("NRBP", "nNRBP") else ""
        yield name + (f"({chosen[0]})" if chosen else "") + cutoff


@pytest.mark.parametrize("seed", range(8))
def test_random_measures_as_the_program(seed, program, tmp_path):
    """Judgments, runs and options that are drawn, too."""
    draw = random.Random(seed)
    measures = list(random_measures(draw))
    rows = draw.sample(ROWS, draw.randint(len(ROWS) // 2, len(ROWS)))
    (tmp_path / "qrels").write_text("".join("{} {} {} {}\n".format(*row) for row in rows))
    (tmp_path / "runs").mkdir()
    runs = {}
    for name in ("one", "two", "three"):
        runs[name] = {}
        for topic, docno, _ in draw.sample(DOCUMENTS, len(DOCUMENTS) // draw.randint(1, 3)):
            runs[name].setdefault(topic, {})[docno] = draw.choice([draw.random(), draw.randint(-2, 2), 1e-300])
        lines = [f"{topic} Q0 {docno} 1 {score!r} x\n" for topic, docs in runs[name].items() for docno, score in docs.items()]
        (tmp_path / "runs" / name).write_text("".join(lines))
    options, values = [], {}
    if draw.random() < 0.5:
        options, values["topics"] = ["--topics", STUDY / "topics.xml"], STUDY / "topics.xml"
    if draw.random() < 0.5:
        options, values["gains"] = [*options, "--gains", "1=2,2=2.5,3=7"], {1: 2, 2: 2.5, 3: 7}
    how = draw.choice(["highest", "intents"])
    paths = [tmp_path / "runs" / name for name in runs]
    printed = program("evaluate", "--qrels", tmp_path / "qrels", "--topic-grades", how, "-m", ",".join(measures), *options, "--order", "score",
                      "--per-topic", "--format", "json", "--digits", "full", *paths)
    expected = {(row["run"], row["topic"]): row["scores"] for row in json.loads(printed)}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "of the first .* are not judged", subintent.DataWarning)
        table = subintent.Evaluator(rows, measures, topic_grade=how, **values).evaluate(runs)
    scores = {(run, topic): dict(zip(measures, table.values[r, :, t].tolist())) for r, run in enumerate(table.runs) for t, topic in enumerate(table.topics)}
    means = {(run, "all"): dict(zip(measures, of_run.tolist())) for run, of_run in zip(table.runs, table.means())}
    assert expected == scores | means


def test_nuggets_are_found_by_name_and_unknown_ones_counted():
    nuggets, topics = {1: {"d1": 1}, "n2": {"d2": 1}}, {"q": ["1", "n2", "n3"]}
    with pytest.warns(subintent.DataWarning, match=r"1 of 3 nuggets of topics have no judgments \(first: n3\)"):
        judgments = subintent.Judgments((nuggets, topics))
    assert judgments.to_dict() == {"q": {"1": {"d1": 1}, "n2": {"d2": 1}}}


BY_RANK = [("1", "a", 1.0, 3), ("1", "b", 2.0, 1), ("1", "c", 3.0, 2), ("2", "a", 5.0, 2), ("2", "d", 1.0, 1)]
Ranked = collections.namedtuple("Ranked", "qid docno score rank")
WITH_RANKS = {
    "frame": lambda rows: run_frame(rows, "qid docno score rank"),
    "frame, any order": lambda rows: run_frame(rows, "qid docno score rank").sample(frac=1, random_state=2),
    "frame of objects": lambda rows: run_frame(rows, "qid docno score rank").astype({"rank": object, "qid": object}),
    "named tuples": lambda rows: [Ranked(*row) for row in rows],
    "records of a frame": lambda rows: run_frame(rows, "qid docno score rank").itertuples()}


@pytest.mark.parametrize("form", WITH_RANKS)
def test_ranks_are_used_or_refused(form, tmp_path):
    (tmp_path / "run").write_text("".join(f"{t} Q0 {d} {rank} {score} x\n" for t, d, score, rank in BY_RANK))
    qrels = [(t, "1", d, g) for t, d, g in [("1", "a", 1), ("1", "b", 2), ("1", "c", 0), ("2", "d", 1), ("2", "a", 0)]]
    run = WITH_RANKS[form]
    by_rank = {"1": ["b", "c", "a"], "2": ["d", "a"]}
    by_score = {"1": ["c", "b", "a"], "2": ["a", "d"]}
    assert subintent.Run(run(BY_RANK), order="rank").lists() == by_rank
    assert subintent.Run(run(BY_RANK), order="score").lists() == by_score
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", subintent.DataWarning)  # rank and score of the file disagree
        for order in ("rank", "score"):
            evaluator = subintent.Evaluator(qrels, MEASURES, order=order)
            assert evaluator.calc(run(BY_RANK)) == evaluator.calc(tmp_path / "run")
            others = subintent.evaluate(qrels, {"x": run(BY_RANK)}, MEASURES, order=order)
            assert (others.values[0] == evaluator.evaluate({"x": tmp_path / "run"}).values[0]).all()
        evaluator = subintent.Evaluator(qrels, MEASURES)
        assert evaluator.calc(tmp_path / "run") == evaluator.calc(by_rank)
    message = "topic .* has ranks and scores that disagree; give order='rank' to order by rank, or order='score'"
    with pytest.raises(subintent.Error, match="^run: " + message):
        evaluator.calc(run(BY_RANK))
    with pytest.raises(subintent.Error, match="^run: " + message):
        subintent.Run(run(BY_RANK))
    with pytest.raises(subintent.Error, match="^x: " + message):
        subintent.compare.pooling_significance(qrels, {"x": run(BY_RANK), "y": by_rank}, measures="P", depths=2, pool_depths=2)


@pytest.mark.parametrize("ranks, message", [
    ((1, 1, 2, 1, 2), "run: topic 1 has two documents at one rank; give each its own, or use order='score'"),
    ((3, 1, 2, 2, 1, 3), "run: topic 1 has document a twice; remove one"),
    ((1, 2, 1.5, 1, 2), "run:3: the rank is not a whole number from 0; number ranks from 1"),
    ((1, 2, -1, 1, 2), "run:3: the rank is not a whole number from 0; number ranks from 1"),
    ((1, 2, float("nan"), 1, 2), "run:3: the rank is not a whole number from 0; number ranks from 1")])
def test_ranks_that_make_no_order_are_refused(ranks, message):
    rows = [(t, d, score, rank) for (t, d, score, _), rank in zip([*BY_RANK, BY_RANK[0]], ranks)]
    for form in ("frame", "named tuples"):
        with pytest.raises(subintent.Error) as error:
            subintent.Run(WITH_RANKS[form](rows), order="rank")
        assert str(error.value) == message


def test_some_documents_without_a_rank_are_refused():
    mixed = [("1", "a", 1.0), Ranked("1", "b", 2.0, 1)]
    with pytest.raises(subintent.Error, match="run: has documents with a rank and documents without; give all a rank"):
        subintent.Run(mixed, order="rank")
    with pytest.raises(subintent.Error, match="order: unknown value 'file'; use rank or score"):
        subintent.Run({"1": ["a"]}, order="file")


def test_values_without_ranks_take_both_orders():
    for order in ("rank", "score", None):
        assert subintent.Run({"1": {"a": 1.0, "b": 2.0}}, order=order).lists() == {"1": ["b", "a"]}
        assert subintent.Run({"1": ["a", "b"]}, order=order).lists() == {"1": ["a", "b"]}
