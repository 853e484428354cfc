"""Similarities of a topic's documents: the candidates that the benchmark compares.

Each makes, from a Topic, the square matrix of its documents' similarities. Nothing here knows the
official subtopics.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse


@dataclass
class Terms:
    """Term frequencies of a topic's documents, and the documents of the collection with a term."""

    frequencies: sparse.csr_matrix  # documents x terms
    collection_df: np.ndarray
    collection_size: int
    names: list = None  # of the terms

    @property
    def topic_share(self):
        """The share of the topic's documents that have a term."""
        return np.asarray((self.frequencies > 0).mean(axis=0)).ravel()


@dataclass
class Topic:
    name: str
    docnos: list
    subtopics: list  # of each document: the set of its official subtopics
    terms: dict = field(default_factory=dict)  # kind of terms -> Terms
    fingerprints: np.ndarray = None  # documents x 32 bytes, of which the first are those of shorter ones
    word_vectors: np.ndarray = None  # documents x dimensions: means of the vectors of their words

    @property
    def same(self):
        return np.array([[bool(a & b) for b in self.subtopics] for a in self.subtopics])

    @property
    def labels(self):
        """One subtopic per document: of several, the first by name."""
        return np.unique([min(s) for s in self.subtopics], return_inverse=True)[1]


def character_ngrams(vector, n):
    """The n-grams of every term, with _ for its ends, which take over its frequency."""
    grams = {}
    for term, frequency in vector.items():
        padded = f"_{term}_"
        for start in range(max(1, len(padded) - n + 1)):
            gram = padded[start : start + n]
            grams[gram] = grams.get(gram, 0) + frequency
    return grams


def prefixes(vector, n):
    cut = {}
    for term, frequency in vector.items():
        cut[term[:n]] = cut.get(term[:n], 0) + frequency
    return cut


# ---- weights of terms ----

def bm25(matrix, k1=1.2, b=0.75):
    """Of Robertson et al. 1994, with lengths relative to the mean of the topic."""
    lengths = np.asarray(matrix.sum(axis=1)).ravel()
    relative = np.repeat(lengths / lengths.mean(), np.diff(matrix.indptr))
    return matrix.data * (k1 + 1) / (matrix.data + k1 * (1 - b + b * relative))


FREQUENCY = {
    "tf": lambda matrix: matrix.data,
    "log": lambda matrix: 1 + np.log(matrix.data),
    "binary": lambda matrix: np.ones_like(matrix.data),
    "bm25": bm25,
}

SPECIFICITY = {
    "none": lambda t: np.ones(len(t.collection_df)),
    # The collection's IDF, as `subintent tfidf` computes it.
    "idf": lambda t: np.log(t.collection_size / t.collection_df),
    # The IDF of the topic's documents alone, and its geometric mean with the collection's.
    "topic": lambda t: np.log((t.frequencies.shape[0] + 1) / (t.topic_share * t.frequencies.shape[0])),
    "mean": lambda t: np.sqrt(np.maximum(0, -SPECIFICITY["idf"](t) * np.log(t.topic_share))),
    # The collection's IDF times the share of the topic's documents that lack the term.
    "contrast": lambda t: SPECIFICITY["idf"](t) * (1 - t.topic_share),
    "contrast2": lambda t: SPECIFICITY["idf"](t) * (1 - t.topic_share) ** 2,
}


def unit(rows):
    """Rows of length 1; empty rows stay empty."""
    rows = sparse.csr_matrix(rows)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1
    return sparse.diags(1 / lengths) @ rows


def cosines(rows):
    similarity = np.clip((unit(rows) @ unit(rows).T).toarray(), 0, 1)
    np.fill_diagonal(similarity, 1)
    return similarity


def weighted(kinds, frequency="tf", specificity="idf"):
    """Cosines of weighted terms; several kinds of terms make one long vector."""

    def similarity(topic):
        rows = []
        for kind in kinds:
            terms = topic.terms[kind]
            matrix = terms.frequencies.copy()
            matrix.data = FREQUENCY[frequency](matrix)
            rows.append(matrix @ sparse.diags(SPECIFICITY[specificity](terms)))
        return cosines(sparse.hstack(rows).tocsr())

    return similarity


def word_vectors(centred):
    """Cosines of averaged word vectors; centred on the topic's mean, as contrast does."""

    def similarity(topic):
        rows = unit(topic.word_vectors).toarray()
        if centred:
            rows = rows - rows.mean(axis=0)
        matrix = np.clip((unit(rows) @ unit(rows).T).toarray(), -1, 1)
        np.fill_diagonal(matrix, 1)
        return matrix

    return similarity


def mixed(first, second, share):
    """The weighted mean of two similarities; `share` is that of the second."""
    return lambda topic: (1 - share) * first(topic) + share * second(topic)


def simhash(size):
    """cos(pi H / bits), cut at 0, of the fingerprints of term frequencies: with 64 bits [Dou19]'s way."""

    def similarity(topic):
        bits = np.unpackbits(topic.fingerprints[:, : size // 8], axis=1)
        distance = (bits[:, None, :] != bits[None, :, :]).sum(axis=2)
        return np.maximum(np.cos(np.pi * distance / size), 0)

    return similarity


# ---- smoothing by neighbours ----


def nearest(similarity, count):
    """Row i: the similarities to document i's nearest neighbours, 1 for itself, 0 for the others.

    Of equally similar documents the first counts as nearer.
    """
    kept = np.zeros_like(similarity)
    for i, row in enumerate(similarity):
        row = row.copy()
        row[i] = -1
        order = np.argsort(-row, kind="stable")[:count]
        kept[i, order] = np.maximum(row[order], 0)
    np.fill_diagonal(kept, 0)
    np.fill_diagonal(kept, 1)
    return kept


def normalised(gram):
    lengths = np.sqrt(np.diag(gram))
    return np.clip(gram / np.outer(lengths, lengths), 0, 1)


def neighbours(inner, count=15):
    """The cosine of two documents' lists of nearest neighbours."""

    def similarity(topic):
        lists = nearest(inner(topic), count)
        return normalised(lists @ lists.T)

    return similarity


def expanded(inner, count=10):
    """The cosine of documents to which their nearest neighbours are added."""

    def similarity(topic):
        matrix = inner(topic)
        lists = nearest(matrix, count)
        return normalised(lists @ matrix @ lists.T)

    return similarity


def second_order(inner):
    """The cosine of whole rows of similarities."""

    def similarity(topic):
        matrix = inner(topic)
        return normalised(matrix @ matrix.T)

    return similarity


def latent(inner_kinds, dimensions, specificity="contrast"):
    """Latent semantic indexing within the topic."""

    def similarity(topic):
        rows = [
            topic.terms[k].frequencies @ sparse.diags(SPECIFICITY[specificity](topic.terms[k]))
            for k in inner_kinds
        ]
        u, s, _ = np.linalg.svd(unit(sparse.hstack(rows).tocsr()).toarray(), full_matrices=False)
        reduced = u[:, :dimensions] * s[:dimensions]
        gram = reduced @ reduced.T
        gram[np.diag_indices(len(gram))] += 1e-12
        return normalised(gram)

    return similarity


def diffused(inner, time):
    """The heat kernel of the graph of documents."""

    def similarity(topic):
        weights = inner(topic).copy()
        np.fill_diagonal(weights, 0)
        degrees = weights.sum(axis=1)
        degrees[degrees == 0] = 1
        values, vectors = np.linalg.eigh(weights / np.sqrt(np.outer(degrees, degrees)))
        return normalised((vectors * np.exp(time * (values - 1))) @ vectors.T)

    return similarity


STEMS_GRAMS = ("stem", "4-grams")
CONTENT_GRAMS = ("content stem", "content 4-grams")  # without stop words


def contrast(*kinds):
    return weighted(kinds, specificity="contrast")


# name -> (similarity, linkage). The first are what was there before; the recipe stands at the end.
CANDIDATES = {
    "SimHash(tf)": (simhash(64), "complete"),
    "SimHash(tf), 128 bits": (simhash(128), "complete"),
    "SimHash(tf), 256 bits": (simhash(256), "complete"),
    "tf": (weighted(["plain"], specificity="none"), "complete"),
    "TF-IDF": (weighted(["plain"]), "complete"),
    "TF-IDF, stems": (weighted(["stem"]), "complete"),
    "TF-IDF, stems, average": (weighted(["stem"]), "average"),
    "TF-IDF, stems without stop words": (weighted(["content stem"]), "average"),
    "log TF-IDF, stems": (weighted(["stem"], "log"), "average"),
    "IDF, stems": (weighted(["stem"], "binary"), "average"),
    "TF-IDF, 5-letter prefixes": (weighted(["prefixes"]), "average"),
    "TF-IDF, 4-grams": (weighted(["4-grams"]), "average"),
    "TF-IDF, stems + 4-grams": (weighted(STEMS_GRAMS), "average"),
    "BM25, stems": (weighted(["stem"], "bm25"), "average"),
    "stems, topic IDF": (weighted(["stem"], specificity="topic"), "average"),
    "stems, topic × collection IDF": (weighted(["stem"], specificity="mean"), "average"),
    "stems, contrast": (contrast("stem"), "average"),
    "stems without stop words, contrast": (contrast("content stem"), "average"),
    "stems, contrast squared": (weighted(["stem"], specificity="contrast2"), "average"),
    "stems, BM25, contrast": (weighted(["stem"], "bm25", "contrast"), "average"),
    "stems, logarithms, contrast": (weighted(["stem"], "log", "contrast"), "average"),
    "words, contrast": (contrast("plain"), "average"),
    "prefixes, contrast": (contrast("prefixes"), "average"),
    "4-grams, contrast": (contrast("4-grams"), "average"),
    "stems + 4-grams, contrast": (contrast(*STEMS_GRAMS), "average"),
    "stems + 4-grams, 15 neighbours": (neighbours(weighted(STEMS_GRAMS)), "average"),
    "stems, contrast, 15 neighbours": (neighbours(contrast("stem")), "average"),
    "words + 4-grams, contrast, 15 neighbours": (neighbours(contrast("plain", "4-grams")), "average"),
    "stems + 4-grams without stop words, contrast, 15 neighbours": (
        neighbours(contrast(*CONTENT_GRAMS)),
        "average",
    ),
    "stems + 4-grams, contrast, 5 neighbours": (neighbours(contrast(*STEMS_GRAMS), 5), "average"),
    "stems + 4-grams, contrast, 10 neighbours": (neighbours(contrast(*STEMS_GRAMS), 10), "average"),
    "stems + 4-grams, contrast, 30 neighbours": (neighbours(contrast(*STEMS_GRAMS), 30), "average"),
    "stems + 4-grams, contrast, all rows": (second_order(contrast(*STEMS_GRAMS)), "average"),
    "stems + 4-grams, contrast, expanded by 10": (expanded(contrast(*STEMS_GRAMS)), "average"),
    "stems + 4-grams, contrast, LSI 20": (latent(STEMS_GRAMS, 20), "average"),
    "stems + 4-grams, contrast, diffusion 3": (diffused(contrast(*STEMS_GRAMS), 3), "average"),
    "stems + 4-grams, contrast, 15 neighbours, complete": (
        neighbours(contrast(*STEMS_GRAMS)),
        "complete",
    ),
    **{
        f"stems + 4-grams, contrast, 15 neighbours, {linkage}": (neighbours(contrast(*STEMS_GRAMS)), linkage)
        for linkage in ("ward", "centroid", "weighted")
    },
    "stems + 4-grams, contrast, 15 neighbours": (neighbours(contrast(*STEMS_GRAMS)), "average"),
}

# Those that need word vectors.
WORD_VECTOR_CANDIDATES = {
    "word vectors": (word_vectors(False), "average"),
    "word vectors, contrast": (word_vectors(True), "average"),
    "word vectors, contrast, 15 neighbours": (neighbours(word_vectors(True)), "average"),
    "stems + 4-grams and word vectors, contrast, 15 neighbours": (
        neighbours(mixed(contrast(*STEMS_GRAMS), word_vectors(True), 0.2)),
        "average",
    ),
}
