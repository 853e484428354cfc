from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple, overload

import numpy

__version__: str

class Judgments:
    def __init__(self, qrels: Any, adhoc_qrels: Any, topics: Any, probabilities: Any, topic_grade: str) -> None: ...
    @property
    def topics(self) -> List[str]: ...
    def relevant(self, topic: Any) -> List[str]: ...
    def rows(self) -> List[Tuple[str, str, str, int]]: ...

class Run:
    @overload
    def __init__(self, data: Any, name: str, ties_ascending: bool) -> None: ...
    @overload
    def __init__(self, *, path: Any, order: str, on_duplicate: str) -> None: ...
    @property
    def name(self) -> str: ...
    def lists(self) -> Dict[str, List[str]]: ...

class Evaluator:
    def __init__(
        self,
        judgments: Judgments,
        measures: Sequence[str],
        hierarchies: Mapping[str, Sequence[Any]],
        similarity: Any,
        max_grade: Optional[int],
        gains: Mapping[int, float],
    ) -> None: ...
    def measures(self) -> List[str]: ...
    def topics(self) -> List[str]: ...
    def score(
        self, names: Tuple[str, ...], runs: Tuple[Any, ...], ties_ascending: bool
    ) -> Tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]: ...

class Measure:
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def identifier(self) -> str: ...

class MeasureParameter:
    @property
    def name(self) -> str: ...
    @property
    def meaning(self) -> str: ...
    @property
    def values(self) -> str: ...
    @property
    def default(self) -> str: ...
    @property
    def words(self) -> List[str]: ...
    @property
    def is_whole(self) -> bool: ...
    @property
    def least(self) -> float: ...
    @property
    def most(self) -> float: ...

class MeasureDescription:
    @property
    def name(self) -> str: ...
    @property
    def identifier(self) -> str: ...
    @property
    def is_graded(self) -> bool: ...
    @property
    def other_names(self) -> List[str]: ...
    @property
    def family(self) -> str: ...
    @property
    def formula(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def parameters(self) -> List[MeasureParameter]: ...
    @property
    def on_topic(self) -> bool: ...
    @property
    def needs_hierarchy(self) -> bool: ...
    @property
    def needs_similarity(self) -> bool: ...

def all_measures() -> List[MeasureDescription]: ...

class Tokenizer:
    def __init__(self, stem: str, stopwords: Sequence[str], ngrams: int, main_content: bool) -> None: ...
    def terms(self, text: Any, html: bool, charset: str) -> Dict[str, int]: ...

def read_collection(paths: Sequence[str], use: Any, format: str, html: bool, progress: Any) -> Tuple[int, int, int]: ...
def document_text(
    content: bytes, html: bool, charset: str, title: str, url: str, main_content: bool
) -> Tuple[str, str, str]: ...
def visible_text(content: bytes, html: bool, charset: str, main_content: bool) -> str: ...
def read_texts(paths: Sequence[str], wanted: Optional[Set[str]]) -> Dict[str, Tuple[str, str, str]]: ...
def stop_words(language: str) -> List[str]: ...
def simhash(terms: Any, bits: int) -> Optional[bytes]: ...

class Similarity:
    def __init__(self, made: Similarity) -> None: ...
    @staticmethod
    def dense(docnos: Any, array: numpy.ndarray[Any, Any]) -> Similarity: ...
    @staticmethod
    def sparse(docnos: Any, indptr: Any, indices: Any, data: Any, columns: int) -> Similarity: ...
    @staticmethod
    def terms(docnos: Any, vectors: List[Any]) -> Similarity: ...
    @staticmethod
    def fingerprints(docnos: Any, values: Any, kind: str, bits: int) -> Similarity: ...
    @staticmethod
    def read_fingerprints(path: str, kind: str) -> Similarity: ...
    @staticmethod
    def read_vectors(paths: Sequence[str]) -> Similarity: ...
    @staticmethod
    def read_dense(npy: str, docnos: str) -> Similarity: ...
    def __len__(self) -> int: ...
    def __contains__(self, docno: object) -> bool: ...
    def __call__(self, a: Any, b: Any) -> float: ...

class Dendrogram:
    def __init__(self, made: Dendrogram) -> None: ...
    @property
    def topic(self) -> str: ...
    @property
    def intent(self) -> str: ...
    @property
    def docs(self) -> List[str]: ...
    def merge_tuples(self) -> List[Tuple[int, int, float, int]]: ...
    def linkage(self) -> numpy.ndarray[Any, Any]: ...
    def to_json(self) -> str: ...

def cluster(
    judgments: Judgments, similarity: Similarity, level: str, linkage: str, contrast: bool, neighbours: int, progress: Any
) -> List[Dendrogram]: ...
def with_stability(
    hierarchies: Sequence[Hierarchy],
    dendrograms: Sequence[Dendrogram],
    similarity: Similarity,
    samples: int,
    seed: int,
    delta: float,
    compress: bool,
    linkage: str,
    contrast: bool,
    neighbours: int,
    progress: Any,
) -> List[Hierarchy]: ...
def mean_similarity(dendrograms: Sequence[Dendrogram]) -> float: ...
def read_dendrograms(path: str) -> List[Dendrogram]: ...
def parse_dendrograms(json: str) -> List[Dendrogram]: ...

class Hierarchy:
    def __init__(self, made: Hierarchy) -> None: ...
    @property
    def topic(self) -> str: ...
    @property
    def layers(self) -> int: ...
    @property
    def docnos(self) -> List[str]: ...
    def node_tuples(self) -> List[Tuple[Any, ...]]: ...
    def to_json(self) -> str: ...
    def to_dot(self) -> str: ...
    def to_newick(self) -> str: ...
    def draw(self, width: int, ascii: bool, all_documents: bool, depth: Optional[int]) -> str: ...
    def draw_svg(self, width: int) -> str: ...

def hierarchies(
    judgments: Judgments,
    dendrograms: Optional[Sequence[Dendrogram]],
    delta: float,
    compress: bool,
    weights: str,
    intent_weights: str,
    superintents: Optional[str],
) -> List[Hierarchy]: ...
def read_hierarchies(path: str) -> List[Hierarchy]: ...
def parse_hierarchies(json: str) -> List[Hierarchy]: ...
def with_labels(hierarchies: Sequence[Hierarchy], texts: Mapping[str, Tuple[str, str, str]]) -> List[Hierarchy]: ...
def to_graphml(hierarchies: Sequence[Hierarchy]) -> str: ...

# The fields of a ScoreTable.
ScoreFields = Tuple[List[str], List[str], List[str], numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]

def significance(
    scores: Any,
    measures: Sequence[str],
    missing: str,
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
    family: str,
    baseline: Optional[str],
    progress: Any,
) -> Tuple[List[Tuple[Any, ...]], Tuple[Any, ...]]: ...
def discriminative_power(
    scores: Any,
    measures: Sequence[str],
    missing: str,
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
    progress: Any,
) -> Tuple[List[Tuple[Any, ...]], List[Tuple[Any, ...]], Tuple[Any, ...]]: ...
def rank_correlation(scores: Any, measures: Sequence[str], missing: str) -> List[Tuple[Any, ...]]: ...
def p_value_correlation(
    scores: Any,
    measures: Sequence[str],
    missing: str,
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
    progress: Any,
) -> List[Tuple[Any, ...]]: ...
def concordance(scores: Any, gold: Sequence[str], measures: Sequence[str], missing: str) -> List[Tuple[Any, ...]]: ...
def consistency(
    scores: Any, measures: Sequence[str], missing: str, trials: int, seed: int, alpha: float, progress: Any
) -> List[Tuple[Any, ...]]: ...
def topic_set_size(
    variance: float, difference: float, systems: Optional[int], alpha: float, beta: float
) -> Tuple[Optional[int], float]: ...
def topic_set_sizes(
    scores: Any,
    measures: Sequence[str],
    missing: str,
    alpha: float,
    beta: float,
    differences: Sequence[float],
    systems: Sequence[int],
    residual: str,
) -> List[Tuple[Any, ...]]: ...
def preference_agreement(
    scores: Any, pools: Mapping[str, Any], ties: str, measures: Sequence[str], missing: str
) -> List[Tuple[Any, ...]]: ...
def user_agreement(
    pools: Mapping[str, Any], ties: str, trials: int, seed: int, alpha: float
) -> Tuple[List[Tuple[Any, ...]], List[Tuple[Any, ...]]]: ...
def preference_tests(
    scores: Any,
    pools: Mapping[str, Any],
    ties: str,
    measures: Sequence[str],
    missing: str,
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
) -> Tuple[List[Tuple[Any, ...]], Tuple[Any, ...]]: ...
def read_scores(path: str, run_name: str, scores_format: str) -> ScoreFields: ...
def standardised(scores: Any, missing: str) -> List[ScoreFields]: ...
def pooling(
    judgments: Judgments,
    names: Sequence[str],
    runs: Sequence[Any],
    measures: Sequence[str],
    pool_depths: Sequence[int],
    depths: Sequence[int],
    pooled_names: Sequence[str],
    pooled_runs: Sequence[Any],
    rbp_residual: float,
    hierarchies: Mapping[str, Sequence[Any]],
    similarity: Any,
    max_grade: Optional[int],
    gains: Mapping[int, float],
    ties_ascending: bool,
    progress: Any,
) -> List[Tuple[int, int, ScoreFields]]: ...
def hierarchy_agreement(first: Any, second: Any, progress: Any) -> List[Tuple[Any, ...]]: ...
def shuffled(hierarchies: Sequence[Any], seed: int, number: int) -> List[Hierarchy]: ...
def exchange(
    judgments: Judgments,
    first: Sequence[Any],
    second: Sequence[Any],
    names: Sequence[str],
    runs: Sequence[Any],
    measures: Sequence[str],
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
    hierarchies: Mapping[str, Sequence[Any]],
    similarity: Any,
    max_grade: Optional[int],
    gains: Mapping[int, float],
    ties_ascending: bool,
) -> Tuple[List[Tuple[Any, ...]], List[Tuple[Any, ...]], Tuple[Any, ...]]: ...
def placebo(
    judgments: Judgments,
    names: Sequence[str],
    runs: Sequence[Any],
    measures: Sequence[str],
    count: int,
    test: str,
    trials: Optional[int],
    seed: int,
    alpha: float,
    correction: str,
    hierarchies: Mapping[str, Sequence[Any]],
    similarity: Any,
    max_grade: Optional[int],
    gains: Mapping[int, float],
    ties_ascending: bool,
    progress: Any,
) -> Tuple[List[Tuple[Any, ...]], Tuple[Any, ...]]: ...
def judgment_agreement(
    first: Judgments, second: Judgments, trials: int, seed: int, alpha: float
) -> Tuple[List[Tuple[Any, ...]], List[Tuple[Any, ...]], List[Tuple[Any, ...]], List[str], List[str]]: ...
def leave_out(
    judgments: Judgments,
    names: Sequence[str],
    runs: Sequence[Any],
    measures: Sequence[str],
    depth: int,
    hierarchies: Mapping[str, Sequence[Any]],
    similarity: Any,
    max_grade: Optional[int],
    gains: Mapping[int, float],
    ties_ascending: bool,
    progress: Any,
) -> List[Tuple[Any, ...]]: ...
def similarities(judgments: Judgments, similarity: Any, progress: Any) -> Tuple[
    float, Optional[float], Optional[float], Tuple[Any, ...], Tuple[Any, ...], List[Any], List[Any]
]: ...
def shapes(judgments: Judgments, dendrograms: Any, deltas: Sequence[float], progress: Any) -> List[Tuple[Any, ...]]: ...
def delta(
    judgments: Judgments,
    dendrograms: Any,
    names: Sequence[str],
    runs: Sequence[Any],
    measures: Sequence[str],
    deltas: Sequence[float],
    superintents: Optional[str],
    hierarchies: Mapping[str, Sequence[Any]],
    similarity: Any,
    max_grade: Optional[int],
    gains: Mapping[int, float],
    ties_ascending: bool,
    progress: Any,
) -> List[Tuple[float, ScoreFields]]: ...
