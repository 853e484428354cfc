from typing import Any, Iterable, List, Mapping, Optional

# Measures have the names of subintent.measures(), and the classes of ir_measures.
def __getattr__(name: str) -> Any: ...

class Evaluator:
    measures: List[Any]
    qrel_qids: List[str]
    def iter_calc(self, run: Any) -> Iterable[Any]: ...
    def calc_aggregate(self, run: Any) -> Any: ...
    def calc(self, run: Any) -> Any: ...

class Provider:
    NAME: str
    def __init__(
        self,
        *,
        hierarchies: Optional[Mapping[str, Any]] = ...,
        similarity: Any = ...,
        adhoc_qrels: Any = ...,
        topics: Any = ...,
        probabilities: Any = ...,
        topic_grade: str = ...,
        all_intents: Optional[bool] = ...,
        max_grade: Optional[int] = ...,
        gains: Optional[Mapping[int, float]] = ...,
        groups: Optional[Mapping[str, Any]] = ...,
        group_targets: Optional[Mapping[str, Any]] = ...,
        ordinal: Any = ...,
        order: str = ...,
        ties: Optional[str] = ...,
    ) -> None: ...
    def use(
        self,
        *,
        hierarchies: Optional[Mapping[str, Any]] = ...,
        similarity: Any = ...,
        adhoc_qrels: Any = ...,
        topics: Any = ...,
        probabilities: Any = ...,
        topic_grade: str = ...,
        all_intents: Optional[bool] = ...,
        max_grade: Optional[int] = ...,
        gains: Optional[Mapping[int, float]] = ...,
        groups: Optional[Mapping[str, Any]] = ...,
        group_targets: Optional[Mapping[str, Any]] = ...,
        ordinal: Any = ...,
        order: str = ...,
        ties: Optional[str] = ...,
    ) -> None: ...
    def evaluator(self, measures: Iterable[Any], qrels: Any) -> Evaluator: ...
    def iter_calc(self, measures: Iterable[Any], qrels: Any, run: Any) -> Iterable[Any]: ...
    def calc_aggregate(self, measures: Iterable[Any], qrels: Any, run: Any) -> Any: ...
    def calc(self, measures: Iterable[Any], qrels: Any, run: Any) -> Any: ...
    def supports(self, measure: Any) -> bool: ...
    def qrel_inputs(self, measures: Iterable[Any]) -> List[str]: ...

provider: Provider
use = provider.use
