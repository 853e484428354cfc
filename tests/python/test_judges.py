"""Judgments of people and of a model: the formulas of PPI++ again, in NumPy, give what the analysis gives."""
import numpy
import pytest
import subintent
from subintent import compare

T95 = {5: 2.570581835636314, 7: 2.364624251592785}  # quantiles .975 of Student's t


@pytest.fixture(scope="module")
def judged(study):
    """Scores of two runs by people for few topics, and by a model that errs for all."""
    people, model = {}, {}
    draw = numpy.random.default_rng(5)
    for line in open(study / "qrels.txt", encoding="utf-8"):
        topic, intent, docno, grade = line.split()
        people.setdefault(topic, {}).setdefault(intent, {})[docno] = int(grade)
        seen = int(grade) if draw.random() < 0.8 else int(draw.integers(0, 3))
        model.setdefault(topic, {}).setdefault(intent, {})[docno] = seen
    few = {topic: people[topic] for topic in sorted(people)[::4]}
    runs = {name: str(study / "runs" / name) for name in ("bm25", "pm2", "random")}
    return few, model, runs


def powered(y, f, g):
    """The mean, half of the 95 % interval, and lambda: leave-one-out lambdas held to 0 to 1."""
    n, others = len(y), len(g)
    lambdas = []
    for i in range(n):
        rest = numpy.arange(n) != i
        variance = numpy.var(numpy.concatenate([f[rest], g]), ddof=1)
        covariance = numpy.cov(y[rest], f[rest])[0, 1]
        lambdas.append(numpy.clip(covariance / ((1 + n / others) * variance), 0, 1))
    lambdas = numpy.array(lambdas)
    mean = lambdas.mean() * g.mean() + numpy.mean(y - lambdas * f)
    of_model = lambdas.mean() ** 2 * numpy.var(numpy.concatenate([f, g]), ddof=1) / others
    error = numpy.sqrt(of_model + numpy.var(y - lambdas * (f - g.mean()), ddof=1) / n)
    people = numpy.std(y, ddof=1) / numpy.sqrt(n)
    if error >= people:
        return y.mean(), T95[n - 1] * people, 0.0
    return mean, T95[n - 1] * error, lambdas.mean()


def test_means_and_differences_are_those_of_numpy(judged):
    few, model, runs = judged
    measures = ["nDCG@10", "alpha-nDCG@10"]
    tables = compare.judges(few, runs, model=model, measures=measures, correction="none")
    by_people = subintent.Evaluator(few, measures).evaluate(runs).to_dict()
    by_model = subintent.Evaluator(model, measures).evaluate(runs).to_dict()

    def scores(of, run, measure, topics):
        return numpy.array([of[run][measure][topic] for topic in topics])

    same, others = sorted(few), sorted(set(model) - set(few))
    relied = 0
    for row in tables["means"]:
        expected = powered(
            scores(by_people, row.run, row.measure, same),
            scores(by_model, row.run, row.measure, same),
            scores(by_model, row.run, row.measure, others),
        )
        assert (row.mean, row.high - row.mean, row.model_weight) == pytest.approx(expected, abs=1e-12)
        assert (row.human_topics, row.model_topics) == (len(same), len(others))
        relied += row.model_weight > 0
    assert relied > 0
    for row in tables["differences"]:
        expected = powered(*(
            scores(of, row.run1, row.measure, topics) - scores(of, row.run2, row.measure, topics)
            for of, topics in ((by_people, same), (by_model, same), (by_model, others))
        ))
        assert (row.difference, row.high - row.difference, row.model_weight) == pytest.approx(expected, abs=1e-12)
        assert (row.winner != "") == (row.low > 0 or row.high < 0)
