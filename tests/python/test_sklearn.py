"""The estimators of scikit-learn: they pass its checks, and agree with SciPy."""
import numpy
import pytest

hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
checks = pytest.importorskip("sklearn.utils.estimator_checks")

from subintent.sklearn import AverageLinkage, CompleteLinkage, SingleLinkage  # noqa: E402

ALL = [(CompleteLinkage, "complete"), (AverageLinkage, "average"), (SingleLinkage, "single")]


@checks.parametrize_with_checks([estimator() for estimator, _ in ALL])
def test_what_scikit_learn_asks_of_estimators(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator, method", ALL)
def test_scipy_makes_the_same_tree(estimator, method):
    vectors = numpy.random.default_rng(7).normal(size=(60, 8))
    expected = hierarchy.linkage(vectors, method, metric="cosine")
    fitted = estimator(n_clusters=7).fit(vectors)
    assert numpy.allclose(fitted.distances_, expected[:, 2], atol=1e-6)
    assert (numpy.sort(fitted.children_, axis=1) == numpy.sort(expected[:, :2], axis=1)).all()
    clusters = hierarchy.fcluster(expected, 7, "maxclust")
    assert ((fitted.labels_[:, None] == fitted.labels_) == (clusters[:, None] == clusters)).all()
    assert fitted.labels_[0] == 0 and set(fitted.labels_) == set(range(7)) and fitted.n_leaves_ == 60
    below = estimator(n_clusters=None, distance_threshold=0.8).fit(vectors)
    assert below.n_clusters_ == 60 - (expected[:, 2] < 0.8).sum() == len(set(below.labels_))


@pytest.mark.parametrize("estimator, _", ALL)
def test_zeros_are_far_from_everything(estimator, _):
    fitted = estimator(n_clusters=2).fit([[0, 0], [1, 0], [2, 0], [3, 1]])
    assert fitted.labels_.tolist() == [0, 1, 1, 1] and fitted.distances_[-1] == 1
    nothing = estimator(n_clusters=1).fit(numpy.zeros((4, 2)))
    assert nothing.labels_.tolist() == [0, 0, 0, 0] and nothing.distances_.tolist() == [1, 1, 1]
    hierarchy.is_valid_linkage(numpy.c_[nothing.children_, nothing.distances_, [2, 3, 4]], throw=True)


@pytest.mark.parametrize("options", [{"n_clusters": 0}, {"n_clusters": None}, {"n_clusters": 2, "distance_threshold": 0.5}])
def test_arguments_that_do_not_go_together(options):
    with pytest.raises(ValueError, match="n_clusters"):
        CompleteLinkage(**options).fit([[1.0, 0], [0, 1]])
