"""Clustering as scikit-learn has it: exact complete, average and single linkage of vectors by their cosine.

>>> import numpy
>>> from subintent.sklearn import CompleteLinkage
>>> CompleteLinkage(n_clusters=2).fit([[1, 0], [0.9, 0.1], [0, 1]]).labels_.tolist()
[0, 0, 1]
"""

from __future__ import annotations

import warnings
from typing import Any, Dict, Optional

import numpy
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_array

from ._hierarchies import cluster
from ._similarity import Similarity


class _Linkage(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Agglomerative clustering by the distance 1 - cosine, with the merges of the command ``subintent cluster``.

    Args:
        n_clusters: how many clusters `labels_` has; fewer where there are fewer samples. None: as many as
            `distance_threshold` leaves.
        distance_threshold: samples are in one cluster if they are merged below this distance; then `n_clusters` must be
            None.

    Attributes:
        labels_: the cluster of each sample, numbered in the order of their first samples.
        children_: array of int, merges x 2: samples, or n_samples + i for what merge i made.
        distances_: of the merges, ascending.
        n_leaves_, n_clusters_, n_features_in_: how many samples, clusters and features there are.

    A sample of zeros alone has the distance 1 to all others.
    """

    _linkage = ""

    def __init__(self, n_clusters: Optional[int] = 2, *, distance_threshold: Optional[float] = None) -> None:
        self.n_clusters = n_clusters
        self.distance_threshold = distance_threshold

    def fit(self, X: Any, y: Any = None) -> "_Linkage":
        """Clusters samples.

        Args:
            X: array, samples x features.
            y: not used.
        """
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise ValueError("n_clusters, distance_threshold: give one of the two, and None for the other")
        if self.n_clusters is not None and self.n_clusters < 1:
            raise ValueError(f"n_clusters: {self.n_clusters} is below 1")
        given = self._validate_data(X, ensure_min_samples=2) if hasattr(self, "_validate_data") else check_array(X, ensure_min_samples=2)
        vectors = numpy.asarray(given, dtype=numpy.float64)
        self.n_features_in_ = vectors.shape[1]
        self.n_leaves_ = len(vectors)
        merges = self._merges(vectors)
        self.children_ = merges[:, :2].astype(numpy.intp)
        self.distances_ = merges[:, 2].copy()
        if self.distance_threshold is not None:
            done = int(numpy.searchsorted(self.distances_, self.distance_threshold, side="left"))
        else:
            done = max(self.n_leaves_ - (self.n_clusters or 1), 0)
        self.n_clusters_ = self.n_leaves_ - done
        self.labels_ = _labels(self.children_[:done], self.n_leaves_)
        return self

    def _merges(self, vectors: "numpy.ndarray[Any, Any]") -> "numpy.ndarray[Any, Any]":
        # Names that sort as their numbers do; a document without similarity has distance 1.
        names = [f"{place:010d}" for place in range(len(vectors))]
        present = numpy.flatnonzero(vectors.any(axis=1))
        if not len(present):
            pairs = [(0 if i == 0 else len(names) + i - 1, i + 1, 1.0, i + 2.0) for i in range(len(names) - 1)]
            return numpy.array([sorted(pair[:2]) + list(pair[2:]) for pair in pairs])
        scaled = vectors[present] / numpy.abs(vectors[present]).max(axis=1, keepdims=True)
        similarity = Similarity.dense([names[place] for place in present], scaled)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of samples of zeros
            (made,) = cluster({"0": {"0": dict.fromkeys(names, 1)}}, similarity, linkage=self._linkage)
        return made.linkage()


def _labels(merges: "numpy.ndarray[Any, Any]", samples: int) -> "numpy.ndarray[Any, Any]":
    """The clusters that these merges leave, numbered by their first samples."""
    parents = list(range(samples + len(merges)))
    for place, (a, b) in enumerate(merges.tolist()):
        parents[a] = parents[b] = samples + place
    for place in range(len(parents) - 1, -1, -1):  # parents stand behind their children
        parents[place] = parents[parents[place]]
    numbers: Dict[int, int] = {}
    return numpy.array([numbers.setdefault(root, len(numbers)) for root in parents[:samples]], dtype=numpy.intp)


class CompleteLinkage(_Linkage):
    __doc__ = f"Complete linkage: clusters are as far apart as their farthest samples. {_Linkage.__doc__}"
    _linkage = "complete"


class AverageLinkage(_Linkage):
    __doc__ = f"Average linkage: clusters are as far apart as their samples on average. {_Linkage.__doc__}"
    _linkage = "average"


class SingleLinkage(_Linkage):
    __doc__ = f"Single linkage: clusters are as far apart as their nearest samples. {_Linkage.__doc__}"
    _linkage = "single"


__all__ = ["AverageLinkage", "CompleteLinkage", "SingleLinkage"]
