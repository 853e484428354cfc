# Made by make_stubs.py from the records of analyses.
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union

from ._similarity import Similarity
from ._table import Table
from ._types import PathLike, QrelsLike
from .analyses import EvaluatorLike

_Test = Literal['t', 'bootstrap', 'tukey', 'randomisation', 'maxt', 'sign', 'wilcoxon']
_Correction = Literal['none', 'holm', 'bonferroni', 'bh']
_Family = Literal['pairs', 'measures']
_Of = Literal['runs', 'p-values', 'both']
_Ties = Literal['disagree', 'half', 'ignore']
_Residual = Literal['one-way', 'two-way']
_Kinds = Literal['RPP', 'invRPP', 'dcgRPP', 'lexirecall', 'lexiprecision', 'rrlexiprecision']
_User = Literal['ERR', 'RBP']
_Judged = Literal['pairs', 'documents']
_Weights = Literal['uniform', 'given']
_Correction1 = Literal['none', 'holm', 'bonferroni']

def significance(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction:
    _Correction = 'holm', family: _Family = 'pairs', baseline: Optional[Union[str, Sequence[str]]] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def discriminative_power(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, test: Union[_Test, Sequence[_Test]] = ('bootstrap', 'tukey'), alpha: float = 0.05, trials: Optional[int] = None, seed: int =
    1, correction: _Correction = 'none', by_hierarchy: bool = False, no_overlaps: bool = False, svg_limit: float = 0.15, progress: Any =
    None
) -> Dict[str, Table[Any]]: ...

def correlation(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, of: _Of = 'runs', test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int
    = 1, correction: _Correction = 'none', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def concordance(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, gold: Union[str, Sequence[str]], progress: Any = None
) -> Dict[str, Table[Any]]: ...

def preferences(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, test: Union[_Test, Sequence[_Test]] = ('randomisation',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1,
    correction: _Correction = 'holm', ties: _Ties = 'disagree', agreement: bool = False, disagreements: bool = False, fast: float = 2.0,
    checks_passed: Optional[float] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def battles(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, alpha: float = 0.05, trials: int = 1000, seed: int = 1, prior: Optional[float] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def topic_set_size(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, alpha: float = 0.05, beta: float = 0.2, differences: Union[float, Sequence[float]] = (0.05, 0.1, 0.2), systems: Union[int,
    Sequence[int]] = (10,), residual: _Residual = 'one-way', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def selected(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, folds: int = 5, alpha: float = 0.05, trials: int = 100, seed: int = 1, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def equivalence(
    scores: Any, *, measures: Any = None, missing: str = 'error', preferences: Optional[Mapping[str, Any]] = None, standardise: bool =
    False, margin: float, alpha: float = 0.05, correction: _Correction = 'holm', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def overlap(
    runs: Any, *, persistence: float = 0.9, ignore_ties: bool = False,
    per_topic: bool = False, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_significance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, test: Union[_Test,
    Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'holm',
    family: _Family = 'pairs', baseline: Optional[Union[str, Sequence[str]]] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_discriminative_power(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, test: Union[_Test,
    Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none',
    by_hierarchy: bool = False, no_overlaps: bool = False, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_correlation(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, of: _Of = 'runs', test:
    Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction =
    'none', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_concordance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, gold: Union[str,
    Sequence[str]], progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_topic_set_size(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, alpha: float = 0.05, beta:
    float = 0.2, differences: Union[float, Sequence[float]] = (0.05, 0.1, 0.2), systems: Union[int, Sequence[int]] = (10,), residual:
    _Residual = 'one-way', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_selected(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, folds: int = 5, alpha: float
    = 0.05, trials: int = 100, seed: int = 1, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def pooling_equivalence(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('AP', 'aAP', 'enDCG', 'nDCG'), pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] =
    (5, 10, 20, 50, 100, 200, 500, 1000), rbp_residual: Optional[float] = None, standardise: bool = False, margin: float, alpha: float =
    0.05, correction: _Correction = 'holm', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_significance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed:
    int = 1, correction: _Correction = 'holm', family: _Family = 'pairs', baseline: Optional[Union[str, Sequence[str]]] = None,
    progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_discriminative_power(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed:
    int = 1, correction: _Correction = 'none', by_hierarchy: bool = False, no_overlaps: bool = False, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_correlation(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, of: _Of = 'runs', test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials:
    Optional[int] = None, seed: int = 1, correction: _Correction = 'none', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_concordance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, gold: Union[str, Sequence[str]], progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_topic_set_size(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, alpha: float = 0.05, beta: float = 0.2, differences: Union[float, Sequence[float]] = (0.05, 0.1, 0.2),
    systems: Union[int, Sequence[int]] = (10,), residual: _Residual = 'one-way', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_selected(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, folds: int = 5, alpha: float = 0.05, trials: int = 100, seed: int = 1, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def delta_equivalence(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo: Optional[int] = None,
    standardise: bool = False, margin: float, alpha: float = 0.05, correction: _Correction = 'holm', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def placebo(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Optional[Union[str,
    Sequence[str]]] = None, standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials:
    Optional[int] = None, seed: int = 1, correction: _Correction = 'none', placebo: int = 20, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def hierarchies(
    first: Any, second: Any, evaluator: Optional[EvaluatorLike] = None, runs: Any = None, *, measures: Union[str, Sequence[str]] =
    ('I-rec-LA@20', 'alpha-nDCG-LA@20', 'HD#-nDCG@20'), standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha:
    float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', per_topic: bool = False, progress: Any
    = None
) -> Dict[str, Table[Any]]: ...

def judgments(
    first: EvaluatorLike, second: QrelsLike, runs: Any = None, *, more: Sequence[QrelsLike] = (), measures: Union[str, Sequence[str]] =
    ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float =
    0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def leave_out(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), pool_depths: Union[int, Sequence[int]] = (100,), progress: Any = None
) -> Dict[str, Table[Any]]: ...

def judges(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), alpha: float = 0.05, correction: _Correction = 'holm', progress: Any = None
) -> Dict[str, Table[Any]]: ...

def similarities(
    qrels: QrelsLike, similarities: Optional[Mapping[str, Similarity]] = None, *, dendrograms: Any = None, deltas: Optional[Union[float,
    Sequence[float]]] = None, per_topic: bool = False, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def difference(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('D#-nDCG@20',), topic: Optional[str] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def losses(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, cutoff: int = 20, rel: int = 1,
    weights: _Weights = 'uniform', topic: Optional[str] = None, answer: Optional[str] = None, progress: Any = None
) -> Dict[str, Table[Any]]: ...

def redundancy(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, cutoff: int = 10, rel: int = 1,
    progress: Any = None
) -> Dict[str, Table[Any]]: ...

def gate(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, dendrograms: Any = None, superintents: Optional[PathLike] = None, model:
    Optional[QrelsLike] = None, more: Sequence[QrelsLike] = (), answers: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]]
    = ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), baseline: str, margin: float, strict: bool = False, alpha: float = 0.05, correction:
    _Correction1 = 'holm', progress: Any = None
) -> Dict[str, Table[Any]]: ...

