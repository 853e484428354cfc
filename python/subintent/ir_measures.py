"""The measures of subintent in ir_measures.

    import ir_measures
    import subintent.ir_measures
    from ir_measures import alpha_nDCG
    from subintent.ir_measures import D_sharp_nDCG, HD_sharp_nDCG

    subintent.ir_measures.use(hierarchies={"WI": hierarchies})
    measures = [D_sharp_nDCG@20, HD_sharp_nDCG(hierarchy="WI")@20, alpha_nDCG(alpha=0.9)@50]
    ir_measures.calc_aggregate(measures, qrels, run)

Importing this module registers

* a measure for each of subintent.measures() that ir_measures does not have, under its identifier
  (ERR_IA_graded, nERR_IA_graded and AP_IA_graded where it would be that of another). They can be
  imported from here, and ir_measures.parse_measure() knows them;
* a provider, `subintent`, as the last of the default pipeline, so that what was computed before
  stays as it is. It computes all these measures, and those of ndeval that ir_measures has, with
  pyndeval or without: at any cutoff, with several alphas at once, and with judged_only. These,
  which pyndeval refuses or gives 0 beside others, it is asked for before pyndeval. Measures of
  trec_eval and cwl_eval it computes where no provider for them is installed, with documents of
  the same score in trec_eval's order; not ERR, whose values are others than gdeval's.

use() sets the hierarchies, similarities and other judgments of the default pipeline. A separate
Provider has its own:

    provider = subintent.ir_measures.Provider(hierarchies={"WI": hierarchies})
    provider.calc_aggregate(measures, qrels, run)

Judgments need intents: named tuples or a data frame with `iteration`, or
``{topic: {intent: {docno: grade}}}``.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Sequence, Tuple

import ir_measures

from ._arguments import takes
from ._errors import Error
from ._evaluate import DEFAULTS, ScoringOptions
from ._evaluate import Evaluator as _Evaluator
from ._judgments import JudgmentOptions
from ._judgments import Judgments as _Judgments
from ._measures import Measure as _Measure
from ._measures import MeasureDescription, MeasureParameter
from ._measures import measures as _all_measures

if TYPE_CHECKING:
    from typing_extensions import Unpack

    def __getattr__(name: str) -> Any: ...  # measures have the names of subintent.measures(), and the classes of ir_measures

_ParamInfo = ir_measures.measures.ParamInfo


def _parameter(parameter: MeasureParameter) -> Any:
    """How ir_measures describes a parameter; it checks types, and leaves ranges to the library."""
    default: Dict[str, Any] = {}
    if parameter.words == ["False", "True"]:
        return _ParamInfo(dtype=bool, default=parameter.default == "True", desc=parameter.meaning)
    if parameter.is_text:
        return _ParamInfo(dtype=str, desc=parameter.meaning)
    if parameter.words:
        if parameter.default in parameter.words:
            default["default"] = parameter.default
        return _ParamInfo(dtype=str, desc=parameter.meaning, **default)
    try:
        default["default"] = int(parameter.default) if parameter.is_whole else float(parameter.default)
    except ValueError:  # "the highest judged"
        pass
    return _ParamInfo(dtype=int if parameter.is_whole else (int, float), desc=parameter.meaning, **default)


def _measure_class(name: str, description: MeasureDescription) -> Any:
    of_recall = any(parameter.name == "recall" for parameter in description.parameters)
    parameters = {} if of_recall else {"cutoff": _ParamInfo(dtype=int, desc="ranking cutoff threshold")}
    if description.needs_hierarchy:
        parameters["hierarchy"] = _ParamInfo(dtype=str, desc="the name of a hierarchy; none: the only one there is")
    parameters.update((parameter.name, _parameter(parameter)) for parameter in description.parameters)
    members = {
        "__doc__": f"{description.formula} [{description.source}].",
        "__module__": __name__,
        "__name__": name,
        "NAME": name,
        "PRETTY_NAME": description.name,
        "SHORT_DESC": description.formula,
        "SUPPORTED_PARAMS": parameters,
        "AT_PARAM": "recall" if of_recall else "cutoff",
        "on_topic": description.on_topic,
    }
    return type("_" + name, (ir_measures.measures.Measure,), members)


def _register_measures() -> List[str]:
    """Registers the measures that ir_measures lacks, and makes them members of this module."""
    registered = []
    for description in _all_measures():
        name = description.other_names[0] if description.is_graded else description.identifier
        if name in ir_measures.measures.registry:
            continue
        measure_class = _measure_class(name, description)
        globals()[measure_class.__name__] = measure_class  # where pickle looks for it
        globals()[name] = measure_class()
        ir_measures.measures.register(globals()[name])
        registered.append(name)
    return registered


def _is_known(measure: Any) -> bool:
    return measure.NAME in __all__ or measure.NAME in _ndeval_names


def _is_of_others(measure: Any) -> bool:
    """Whether it is a measure of ir_measures with other providers, whose numbers are the same here."""
    return not _is_known(measure) and measure.NAME in ir_measures.measures.registry and measure.NAME != "ERR"


def _is_empty(values: Any) -> Tuple[bool, Any]:
    """Whether there is no judgment or document; and the same values, as an iterator can be asked once."""

    def has_none(collection: Any) -> bool:
        return hasattr(collection, "__len__") and not isinstance(collection, str) and len(collection) == 0

    if isinstance(values, Mapping):
        return all(map(has_none, values.values())), values
    if isinstance(values, Iterator):
        first = list(itertools.islice(values, 1))
        return not first, itertools.chain(first, values)
    return has_none(values), values


class Evaluator(ir_measures.providers.Evaluator):  # type: ignore[misc]
    """Scores runs; made by Provider.evaluator()."""

    def __init__(self, measures: Sequence[Any], evaluators: Sequence[_Evaluator]) -> None:
        super().__init__(measures, evaluators[0].topics if evaluators else [])
        self._evaluators = evaluators

    def _iter_calc(self, run: Any) -> Iterator[Any]:
        is_empty, run = _is_empty(run)
        if is_empty:
            return
        measures = {str(measure): measure for measure in self.measures}
        if len(self._evaluators) > 1 and isinstance(run, Iterator):  # each of them reads it
            run = list(run)
        for evaluator in self._evaluators:
            for topic, name, value in evaluator.iter_calc(run):
                yield ir_measures.Metric(topic, measures[name], value)


class Provider(ir_measures.providers.Provider):  # type: ignore[misc]
    """Computes the measures of this module, those of ndeval with ndeval's values, and others of ir_measures.

    pyndeval forgets at cutoff 1 to divide alpha_DCG and ERR_IA by the score of a perfect list, and has
    NaN for topics without a relevant document (with rel above 1), which score 0 here.

    Args:
        options: what use() takes.
    """

    NAME = "subintent"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options: Dict[str, Any] = {}
        self.use(**options)

    @takes(JudgmentOptions, ScoringOptions, as_given=("max_grade", "order", "ties"), **{**DEFAULTS, "order": "score", "ties": None})
    def use(self, **options: Unpack[ScoringOptions]) -> None:
        """Sets what measures use from now on in addition to judgments and runs.

        They are those of subintent.Evaluator, but for two defaults: `order` is "score", whatever ranks say, as the other providers of
        ir_measures order (frames of PyTerrier always have ranks), and `ties` as pyndeval has them ("ascending") for the measures of
        this module and ndeval's, as trec_eval ("descending") for others, so that these measures are the same here.

        Args:
            **options
        """
        self._options = dict(options)

    def _evaluator(self, measures: Iterable[Any], qrels: Any) -> Evaluator:
        measures = list(measures)
        unknown = [measure for measure in measures if not self.supports(measure)]
        if unknown:
            raise ValueError(f"subintent does not compute {unknown}")
        is_empty, qrels = _is_empty(qrels)
        if is_empty:
            return Evaluator(measures, [])
        options = dict(self._options)
        judgments = _Judgments(qrels, **{name: options.pop(name) for name in JudgmentOptions.__annotations__})
        ties = options.pop("ties")
        evaluators = []
        for is_of_others, default in ((False, "ascending"), (True, "descending")):
            names = [str(measure) for measure in measures if _is_of_others(measure) is is_of_others]
            if names:
                evaluators.append(_Evaluator(judgments, names, ties=default if ties is None else ties, **options))
        return Evaluator(measures, evaluators)

    def supports(self, measure: Any) -> bool:
        """Whether it is a measure of this module or of ir_measures, with parameters that make sense."""
        measure.validate_params()
        if not _is_known(measure) and not _is_of_others(measure):
            return False
        try:
            _Measure(str(measure))
        except Error:
            if measure.NAME in __all__:
                raise  # no other provider has it
            return False
        return True

    def qrel_inputs(self, measures: Iterable[Any]) -> List[str]:
        """The columns that judgments need."""
        inputs = ["query_id", "doc_id", "relevance"]
        sees_intents = any(not getattr(measure, "on_topic", _is_of_others(measure)) for measure in measures)
        return [*inputs, "iteration"] if sees_intents else inputs


class _BeyondPyndeval(ir_measures.providers.Provider):  # type: ignore[misc]
    """Takes from the measures of ndeval those that pyndeval refuses, or gives 0 beside others.

    It refuses cutoffs above 20, no cutoff, and judged_only. Where measures have several values of
    rel, alpha and beta, all but those with the first are 0: it is left with the default values, and
    gets back all others where they have the same, so that its numbers stay as they are.
    """

    NAME = "subintent beyond pyndeval"

    def supports(self, measure: Any) -> bool:
        if measure.NAME not in _ndeval_names or not provider.supports(measure):
            return False
        return self._is_refused(measure) or "(" in str(measure)  # a parameter that is not at its default

    @staticmethod
    def _is_refused(measure: Any) -> bool:
        is_deep = "cutoff" in measure.SUPPORTED_PARAMS and measure.params.get("cutoff", 21) > 20
        return is_deep or bool(measure.params.get("judged_only"))

    def _evaluator(self, measures: Iterable[Any], qrels: Any) -> Any:
        measures = list(measures)
        settings = {tuple(measure.params.get(name) for name in ("rel", "alpha", "beta")) for measure in measures}
        is_theirs = len(settings) == 1 and not any(map(self._is_refused, measures)) and _ndeval.is_available()
        return (_ndeval if is_theirs else provider).evaluator(measures, qrels)

    def qrel_inputs(self, measures: Iterable[Any]) -> List[str]:
        return provider.qrel_inputs(measures)


__all__ = _register_measures()  # what "import *" gives: the measures
provider = ir_measures.providers.register(Provider())
use = provider.use
_ndeval = ir_measures.providers.registry["pyndeval"]
_ndeval_names = [measure.NAME for measure in _ndeval.SUPPORTED_MEASURES]
_pipeline = ir_measures.DefaultPipeline.providers
beyond_pyndeval = _BeyondPyndeval()
_pipeline.insert(_pipeline.index(_ndeval), beyond_pyndeval)
_pipeline.append(provider)
