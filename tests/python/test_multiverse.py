"""The shares of the multiverse are those of a loop that makes every analysis by itself."""
import itertools

import pytest
import subintent
from subintent import analyses

DELTAS, CUTOFFS, TESTS = [0.2, 0.5], [5, 10], ["t", "sign"]


@pytest.fixture(scope="module")
def inputs(study, program, tmp_path_factory):
    """Runs, two sets of judgments, and dendrograms of two linkages."""
    folder = tmp_path_factory.mktemp("multiverse")
    runs = {name: str(study / "runs" / name) for name in ("bm25", "pm2", "random", "mmr-03")}
    program("tokenize", study / "web.warc.gz", "--fingerprints", folder / "fingerprints")
    for linkage in ("complete", "average"):
        program("cluster", "--qrels", study / "qrels.txt", "--fingerprints", folder / "fingerprints",
                "--linkage", linkage, "-o", folder / linkage)  # fmt: skip
    lines = (study / "qrels.txt").read_text(encoding="utf-8").splitlines()
    other = [line[:-1] + "1" if number % 2 and line[-1] > "1" else line for number, line in enumerate(lines)]
    (folder / "other").write_text("".join(line + "\n" for line in other), encoding="utf-8")
    return runs, [study / "qrels.txt", folder / "other"], {name: folder / name for name in ("complete", "average")}


def significant(evaluator, runs, test, correction, measure):
    """(run1, run2): (winner, p, low, high) by the analysis of scores."""
    scores = evaluator.evaluate(runs)
    pairs = analyses.of_scores("significance", scores, {"test": [test], "correction": correction})["pairs"]
    p = {"holm": "p_holm", "none": "p"}[correction]
    return {(row.run1, row.run2): (row.winner, getattr(row, p), row.low, row.high, row.difference) for row in pairs if row.measure == measure}


def every_analysis(runs, judgments, dendrograms, correction):
    """What each of all combinations says of all pairs: (judgments, dendrograms, delta, measure, test) and the pairs."""
    for qrels, cutoff, test in itertools.product(judgments, CUTOFFS, TESTS):
        for name in (f"D#-nDCG@{cutoff}", f"alpha-nDCG(alpha=0.3)@{cutoff}", f"alpha-nDCG(alpha=0.7)@{cutoff}"):
            evaluator = subintent.Evaluator(qrels, [name])
            yield (str(qrels), "", None, name, test), significant(evaluator, runs, test, correction, name)
        for (label, path), delta in itertools.product(dendrograms.items(), DELTAS):
            made = subintent.hierarchies(qrels, path, delta=delta)
            name = f"HD#-nDCG_WI@{cutoff}"
            evaluator = subintent.Evaluator(qrels, [name], hierarchies={"WI": made})
            yield (str(qrels), label, delta, name, test), significant(evaluator, runs, test, correction, name)


@pytest.mark.parametrize("correction", ["holm", "none"])
def test_shares_are_those_of_a_naive_loop(inputs, correction):
    runs, judgments, dendrograms = inputs
    tables = analyses.multiverse(
        judgments[0], runs, more=judgments[1:], dendrograms=dendrograms, measures=["D#-nDCG", "alpha-nDCG", "HD#-nDCG_WI"],
        cutoffs=CUTOFFS, alphas=[0.3, 0.7], deltas=DELTAS, test=TESTS, correction=correction, run1="pm2", run2="mmr-03", placebo=0,
    )  # fmt: skip
    expected = dict(every_analysis(runs, judgments, dendrograms, correction))
    assert len(expected) == 2 * 2 * 2 * (3 + 2 * 2)
    decided = 0
    for row in tables["shares"]:
        said = [pairs.get((row.run1, row.run2)) or pairs[row.run2, row.run1] for pairs in expected.values()]
        better = sum(one[0] == row.run1 for one in said) / len(said)
        worse = sum(one[0] == row.run2 for one in said) / len(said)
        assert (row.analyses, row.better, row.worse) == (len(expected), better, worse)
        assert row.neither == pytest.approx(1 - better - worse, abs=1e-12)
        assert row.hierarchy_analyses == 2 * 2 * 2 * 2 * 2
        decided += 0 < better + worse < 1
    assert decided > 0
    curve = tables["specifications"]
    assert [row.difference for row in curve] == sorted(row.difference for row in curve)
    assert len(curve) == len(expected)
    for row in curve:
        pairs = expected[row.judgments, row.dendrograms, row.delta, row.measure, row.test]
        winner, p, low, high, difference = pairs["pm2", "mmr-03"]
        assert (row.run1, row.run2, row.winner, row.p_corrected) == ("pm2", "mmr-03", winner, p)
        assert (row.low, row.high, row.difference) == pytest.approx((low, high, difference), abs=1e-12)
    for row in tables["choices"]:
        column = {"cutoff": lambda one: one.measure.split("@")[1], "test": lambda one: one.test, "judgments": lambda one: one.judgments,
                  "dendrograms": lambda one: one.dendrograms, "delta": lambda one: "" if one.delta is None else f"{one.delta:g}",
                  "measure": lambda one: one.measure.split("@")[0].split("(")[0],
                  "alpha": lambda one: one.measure.partition("alpha=")[2].split(")")[0]}[row.question]  # fmt: skip
        of_choice = [one.winner for one in curve if column(one) == row.answer]
        assert (row.analyses, row.better, row.worse) == (
            len(of_choice), of_choice.count("pm2") / len(of_choice), of_choice.count("mmr-03") / len(of_choice),
        )  # fmt: skip


def test_placebos_are_those_of_delta(inputs):
    """With two runs there is one pair, and the power with placebos is the share in which it is significant."""
    runs, judgments, dendrograms = inputs
    two = {name: runs[name] for name in ("bm25", "pm2")}
    values = {"measures": ["HD#-nDCG_WI", "D#-nDCG"], "cutoffs": [10], "deltas": DELTAS, "test": ["t"], "placebo": 7}
    tables = analyses.of_runs("multiverse", judgments[0], two, values, dendrograms=dendrograms)
    by_delta = {}
    for name, path in dendrograms.items():
        given = {"measures": ["HD#-nDCG_WI@10"], "deltas": DELTAS, "test": ["t"], "placebo": 7}
        found = analyses.of_runs("delta discriminative-power", judgments[0], two, given, dendrograms=path)
        for row in found["placebo"]:
            by_delta[name, row.delta] = row.placebo_power
    counts = 0
    for row in tables["specifications"]:
        if row.delta is None:
            assert (row.placebos, row.placebo_better) == (None, None)
            continue
        assert row.placebos == 7
        assert (row.placebo_better + row.placebo_worse) / 7 == pytest.approx(by_delta[row.dendrograms, row.delta])
        counts += row.placebo_better + row.placebo_worse
    share = tables["shares"][0]
    assert share.placebo_analyses == 4 * 7
    assert share.placebo_better + share.placebo_worse == pytest.approx(counts / 28)
    assert 0 < counts < 28


def test_what_does_not_go_together(inputs):
    runs, judgments, dendrograms = inputs
    with pytest.raises(subintent.Error, match="dendrograms"):
        analyses.of_runs("multiverse", judgments[0], runs, {"measures": ["HD#-nDCG_WI"]})
    with pytest.raises(subintent.Error, match="run2"):
        analyses.of_runs("multiverse", judgments[0], runs, {"measures": ["nDCG"], "run1": "pm2", "run2": "pm2"})
    with pytest.raises(subintent.Error, match="cutoff"):
        analyses.of_runs("multiverse", judgments[0], runs, {"measures": ["nDCG@5"]})
    with pytest.raises(subintent.Error, match="two runs"):
        analyses.of_runs("multiverse", judgments[0], {"pm2": runs["pm2"]}, {"measures": ["nDCG"]})
