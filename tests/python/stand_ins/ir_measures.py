"""What subintent.ir_measures needs of ir_measures, for tests, as that is not installed."""
import collections
import types

Qrel = collections.namedtuple("Qrel", "query_id doc_id relevance iteration", defaults=["0"])
ScoredDoc = collections.namedtuple("ScoredDoc", "query_id doc_id score")
Metric = collections.namedtuple("Metric", "query_id measure value")
ParamInfo = collections.namedtuple("ParamInfo", "dtype default desc", defaults=[object, None, ""])


class Measure:
    AT_PARAM = "cutoff"

    def __init__(self, **params):
        self.params = params

    def __call__(self, **params):
        return type(self)(**{**self.params, **params})

    def __matmul__(self, cutoff):
        return self(**{self.AT_PARAM: cutoff})

    def validate_params(self):
        for name, value in self.params.items():
            assert isinstance(value, self.SUPPORTED_PARAMS[name].dtype), f"invalid param {name}={value!r}"

    def __repr__(self):
        at = self.AT_PARAM
        given = [f"{k}={v!r}" for k, v in self.params.items() if k != at and v != self.SUPPORTED_PARAMS[k].default]
        cutoff = f"@{self.params[at]}" if at in self.params else ""
        return self.__name__ + (f"({','.join(given)})" if given else "") + cutoff

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))


class Evaluator:
    def __init__(self, measures, qrel_qids):
        self.measures, self.qrel_qids = measures, qrel_qids

    def iter_calc(self, run):
        values = {(m.query_id, m.measure): m for m in self._iter_calc(run)}
        for pair in ((qid, measure) for measure in self.measures for qid in self.qrel_qids):
            yield values.get(pair, Metric(*pair, 0.0))

    def calc_aggregate(self, run):
        values = collections.defaultdict(list)
        for metric in self.iter_calc(run):
            values[metric.measure].append(metric.value)
        return {measure: sum(all_values) / len(all_values) for measure, all_values in values.items()}


class Provider:
    def is_available(self):
        return True

    def evaluator(self, measures, qrels):
        return self._evaluator(measures, qrels)

    def iter_calc(self, measures, qrels, run):
        return self.evaluator(measures, qrels).iter_calc(run)

    def calc_aggregate(self, measures, qrels, run):
        return self.evaluator(measures, qrels).calc_aggregate(run)


def _register(registry):
    def register(entry):
        name = entry.__name__ if isinstance(entry, Measure) else entry.NAME
        assert name not in registry
        registry[name] = entry
        return entry

    return register


class Ndeval(Provider):
    """Gives -1 by the measures of ndeval, so that one sees who computed them."""

    NAME = "pyndeval"
    SUPPORTED_MEASURES = []

    def supports(self, measure):
        return measure.NAME in [supported.NAME for supported in self.SUPPORTED_MEASURES]

    def _evaluator(self, measures, qrels):
        return MinusOne(measures, ["1"])


class TrecEval(Ndeval):
    """The same for those of trec_eval, where `installed` says that it is there."""

    NAME = "pytrec_eval"
    SUPPORTED_MEASURES = []
    installed = False

    def is_available(self):
        return self.installed


class MinusOne(Evaluator):
    def _iter_calc(self, run):
        return [Metric(qid, measure, -1.0) for qid in self.qrel_qids for measure in self.measures]


class Pipeline(Provider):
    """Has the first provider that is there and supports a measure compute it."""

    def __init__(self, providers):
        self.providers = providers

    def calc_aggregate(self, measures, qrels, run):
        chosen = collections.defaultdict(list)
        for measure in measures:
            chosen[next(p for p in self.providers if p.supports(measure) and p.is_available())].append(measure)
        computed = {}
        for provider, its_measures in chosen.items():
            computed.update(provider.calc_aggregate(its_measures, qrels, run))
        return {measure: computed[measure] for measure in measures}


_measures, _providers = {}, {}
measures = types.SimpleNamespace(Measure=Measure, ParamInfo=ParamInfo, registry=_measures, register=_register(_measures))
providers = types.SimpleNamespace(
    Provider=Provider, Evaluator=Evaluator, registry=_providers, register=_register(_providers)
)


def _measure(name, **parameters):
    parameters = {"rel": ParamInfo(int, 1), "judged_only": ParamInfo(bool, False), **parameters}
    members = {"__name__": name, "NAME": name, "SUPPORTED_PARAMS": parameters}
    return measures.register(type("_" + name, (Measure,), members)())


_cutoff, _half = ParamInfo(int), ParamInfo(float, 0.5)
nDCG, P, ERR, P_IA, StRecall, ERR_IA, nERR_IA = [
    _measure(name, cutoff=_cutoff) for name in ("nDCG", "P", "ERR", "P_IA", "StRecall", "ERR_IA", "nERR_IA")
]
AP, NumQ = _measure("AP"), _measure("NumQ")
alpha_DCG, alpha_nDCG = [_measure(name, cutoff=_cutoff, alpha=_half) for name in ("alpha_DCG", "alpha_nDCG")]
NRBP, nNRBP = [_measure(name, alpha=_half, beta=_half) for name in ("NRBP", "nNRBP")]
AP_IA = _measure("AP_IA")

pyndeval = providers.register(Ndeval())
pyndeval.SUPPORTED_MEASURES += [ERR_IA, nERR_IA, alpha_DCG, alpha_nDCG, NRBP, nNRBP, AP_IA, P_IA, StRecall]
pytrec_eval = providers.register(TrecEval())
pytrec_eval.SUPPORTED_MEASURES += [nDCG, P, AP]
DefaultPipeline = Pipeline([pytrec_eval, pyndeval])
calc_aggregate = DefaultPipeline.calc_aggregate
