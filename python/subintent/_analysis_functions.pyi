# Made by make_stubs.py from the records of analyses.
from typing import Any, Literal, NamedTuple, Optional, Sequence, Union

from ._table import Table, Tables
from ._types import PathLike, QrelsLike
from .compare import EvaluatorLike

_Test = Literal['t', 'bootstrap', 'tukey', 'randomisation', 'maxt', 'sign', 'wilcoxon']
_Correction = Literal['none', 'holm', 'bonferroni', 'bh']
_Family = Literal['pairs', 'measures']
_Of = Literal['runs', 'p-values', 'both']
_Ties = Literal['disagree', 'half', 'ignore']
_Residual = Literal['one-way', 'two-way']
_Weights = Literal['uniform', 'given']
_Correction1 = Literal['none', 'holm', 'bonferroni']

SignificanceGroupsRow = NamedTuple("SignificanceGroupsRow", [
    ("group", int), ("runs", int), ("topics", int), ("first_topic", str), ("last_topic", str), ("files", str)
])
SignificancePairsRow = NamedTuple("SignificancePairsRow", [
    ("group", int), ("measure", str), ("test", str), ("run1", str), ("run2", str), ("topics", int), ("mean1", float), ("mean2", float),
    ("difference", float), ("effect_size", float), ("low", float), ("high", float), ("wins", int), ("losses", int), ("ties", int), ("p",
    float), ("p_holm", float), ("p_bonferroni", float), ("p_bh", float), ("winner", str), ("alpha", float), ("correction", str),
    ("trials", int), ("seed", int)
])

class SignificanceTables(Tables[SignificancePairsRow]):
    groups: Table[SignificanceGroupsRow]
    pairs: Table[SignificancePairsRow]

DiscriminativePowerPowerRow = NamedTuple("DiscriminativePowerPowerRow", [
    ("test", str), ("measure", str), ("significant", int), ("pairs", int), ("power", float), ("required_difference", Optional[float]),
    ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])
DiscriminativePowerOverlapsRow = NamedTuple("DiscriminativePowerOverlapsRow", [
    ("test", str), ("measure1", str), ("measure2", str), ("only1", int), ("both", int), ("only2", int), ("agreement", float),
    ("conflicts", int)
])
DiscriminativePowerCurvesRow = NamedTuple("DiscriminativePowerCurvesRow", [
    ("test", str), ("measure", str), ("rank", int), ("p", float)
])

class DiscriminativePowerTables(Tables[DiscriminativePowerPowerRow]):
    groups: Table[SignificanceGroupsRow]
    power: Table[DiscriminativePowerPowerRow]
    overlaps: Table[DiscriminativePowerOverlapsRow]
    curves: Table[DiscriminativePowerCurvesRow]

CorrelationCorrelationsRow = NamedTuple("CorrelationCorrelationsRow", [
    ("of", str), ("measure1", str), ("measure2", str), ("tau_b", Optional[float]), ("tau_ap_1", float), ("tau_ap_2", float),
    ("tau_ap_symmetric", float), ("items", int)
])

class CorrelationTables(Tables[CorrelationCorrelationsRow]):
    groups: Table[SignificanceGroupsRow]
    correlations: Table[CorrelationCorrelationsRow]

ConcordanceConcordanceRow = NamedTuple("ConcordanceConcordanceRow", [
    ("gold", str), ("measure1", str), ("measure2", str), ("disagreements", int), ("correct1", int), ("correct2", int), ("concordance1",
    float), ("concordance2", float), ("only1", int), ("only2", int), ("p", float)
])

class ConcordanceTables(Tables[ConcordanceConcordanceRow]):
    groups: Table[SignificanceGroupsRow]
    concordance: Table[ConcordanceConcordanceRow]

PreferencesAgreementRow = NamedTuple("PreferencesAgreementRow", [
    ("question", str), ("pool", str), ("first", str), ("second", str), ("agreements", float), ("disagreements", float), ("tau", float),
    ("low", float), ("high", float)
])
PreferencesReliabilityRow = NamedTuple("PreferencesReliabilityRow", [
    ("question", str), ("pool", str), ("coefficient", str), ("value", Optional[float]), ("low", float), ("high", float), ("pairs", int),
    ("judgments", int), ("alpha", float), ("trials", int), ("seed", int)
])
PreferencesParticipantsRow = NamedTuple("PreferencesParticipantsRow", [
    ("question", str), ("participant", str), ("answers", int), ("median_seconds", float), ("left", int), ("equal", int), ("right", int),
    ("left_share", float), ("left_low", float), ("left_high", float), ("left_p", float), ("repeats", int), ("same", int), ("same_side",
    int), ("same_share", float), ("same_low", float), ("same_high", float), ("alpha", float), ("fast", int), ("comments", int),
    ("checks", int), ("passed", int)
])
PreferencesTestsRow = NamedTuple("PreferencesTestsRow", [
    ("question", str), ("pool", str), ("test", str), ("measure1", str), ("measure2", str), ("topics", int), ("tau1", float), ("tau2",
    float), ("difference", float), ("effect_size", float), ("low", float), ("high", float), ("wins", int), ("losses", int), ("ties",
    int), ("p", float), ("corrected", float), ("winner", str), ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])

class PreferencesTables(Tables[PreferencesAgreementRow]):
    groups: Table[SignificanceGroupsRow]
    agreement: Table[PreferencesAgreementRow]
    reliability: Table[PreferencesReliabilityRow]
    participants: Table[PreferencesParticipantsRow]
    tests: Table[PreferencesTestsRow]

BattlesStrengthsRow = NamedTuple("BattlesStrengthsRow", [
    ("run", str), ("battles", int), ("wins", int), ("ties", int), ("losses", int), ("strength", float), ("low", float), ("high", float),
    ("rating", float), ("alpha", float), ("trials", int), ("seed", int)
])
BattlesTiesRow = NamedTuple("BattlesTiesRow", [
    ("nu", float), ("low", float), ("high", float), ("equals_tie", float)
])
BattlesMeasuresRow = NamedTuple("BattlesMeasuresRow", [
    ("measure", str), ("tau_b", Optional[float]), ("low", float), ("high", float), ("decided", int), ("agreed", float), ("agreed_low",
    float), ("agreed_high", float)
])

class BattlesTables(Tables[BattlesStrengthsRow]):
    groups: Table[SignificanceGroupsRow]
    strengths: Table[BattlesStrengthsRow]
    ties: Table[BattlesTiesRow]
    measures: Table[BattlesMeasuresRow]

TopicSetSizeTopicSetSizesRow = NamedTuple("TopicSetSizeTopicSetSizesRow", [
    ("measure", str), ("test", str), ("systems", int), ("difference", float), ("topics", Optional[int]), ("power", float), ("variance",
    float), ("residual", str), ("alpha", float), ("beta", float)
])

class TopicSetSizeTables(Tables[TopicSetSizeTopicSetSizesRow]):
    groups: Table[SignificanceGroupsRow]
    topic_set_sizes: Table[TopicSetSizeTopicSetSizesRow]

SelectedSelectedRow = NamedTuple("SelectedSelectedRow", [
    ("group", int), ("measure", str), ("run", str), ("mean", float), ("estimate", float), ("low", float), ("high", float), ("optimism",
    float), ("share", float), ("runs", int), ("topics", int), ("folds", int), ("alpha", float), ("trials", int), ("seed", int)
])
SelectedChoicesRow = NamedTuple("SelectedChoicesRow", [
    ("group", int), ("measure", str), ("run", str), ("mean", float), ("share", float)
])

class SelectedTables(Tables[SelectedSelectedRow]):
    groups: Table[SignificanceGroupsRow]
    selected: Table[SelectedSelectedRow]
    choices: Table[SelectedChoicesRow]

EquivalenceEquivalenceRow = NamedTuple("EquivalenceEquivalenceRow", [
    ("group", int), ("measure", str), ("run1", str), ("run2", str), ("verdict", str), ("difference", float), ("low", float), ("high",
    float), ("p_equivalent", float), ("p_different", float), ("effect_size", float), ("effect_low", float), ("effect_high", float),
    ("detectable", float), ("topics", int), ("margin", float), ("alpha", float), ("correction", str)
])

class EquivalenceTables(Tables[EquivalenceEquivalenceRow]):
    groups: Table[SignificanceGroupsRow]
    equivalence: Table[EquivalenceEquivalenceRow]

OverlapOverlapRow = NamedTuple("OverlapOverlapRow", [
    ("run1", str), ("run2", str), ("topics", int), ("only1", int), ("only2", int), ("rbo", Optional[float]), ("min", float), ("max",
    float), ("p", float), ("jaccard", float), ("tau", float), ("first", float), ("cutoff", int)
])
OverlapRunsRow = NamedTuple("OverlapRunsRow", [
    ("run", str), ("topics", int), ("documents", float), ("alone", float), ("share", float), ("cutoff", int)
])
OverlapTopicsRow = NamedTuple("OverlapTopicsRow", [
    ("topic", str), ("run1", str), ("run2", str), ("rbo", float), ("min", float), ("max", float), ("p", float), ("jaccard", float),
    ("tau", float), ("first", int), ("cutoff", int)
])

class OverlapTables(Tables[OverlapOverlapRow]):
    overlap: Table[OverlapOverlapRow]
    runs: Table[OverlapRunsRow]
    topics: Table[OverlapTopicsRow]

PoolingSignificanceGroupsRow = NamedTuple("PoolingSignificanceGroupsRow", [
    ("pool_depth", int), ("depth", int), ("group", int), ("runs", int), ("topics", int), ("first_topic", str), ("last_topic", str),
    ("files", str)
])
PoolingSignificancePairsRow = NamedTuple("PoolingSignificancePairsRow", [
    ("pool_depth", int), ("depth", int), ("group", int), ("measure", str), ("test", str), ("run1", str), ("run2", str), ("topics", int),
    ("mean1", float), ("mean2", float), ("difference", float), ("effect_size", float), ("low", float), ("high", float), ("wins", int),
    ("losses", int), ("ties", int), ("p", float), ("p_holm", float), ("p_bonferroni", float), ("p_bh", float), ("winner", str),
    ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])

class PoolingSignificanceTables(Tables[PoolingSignificancePairsRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    pairs: Table[PoolingSignificancePairsRow]

PoolingDiscriminativePowerPowerRow = NamedTuple("PoolingDiscriminativePowerPowerRow", [
    ("pool_depth", int), ("depth", int), ("test", str), ("measure", str), ("significant", int), ("pairs", int), ("power", float),
    ("required_difference", Optional[float]), ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])
PoolingDiscriminativePowerOverlapsRow = NamedTuple("PoolingDiscriminativePowerOverlapsRow", [
    ("pool_depth", int), ("depth", int), ("test", str), ("measure1", str), ("measure2", str), ("only1", int), ("both", int), ("only2",
    int), ("agreement", float), ("conflicts", int)
])
PoolingDiscriminativePowerCurvesRow = NamedTuple("PoolingDiscriminativePowerCurvesRow", [
    ("pool_depth", int), ("depth", int), ("test", str), ("measure", str), ("rank", int), ("p", float)
])

class PoolingDiscriminativePowerTables(Tables[PoolingDiscriminativePowerPowerRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    power: Table[PoolingDiscriminativePowerPowerRow]
    overlaps: Table[PoolingDiscriminativePowerOverlapsRow]
    curves: Table[PoolingDiscriminativePowerCurvesRow]

PoolingCorrelationCorrelationsRow = NamedTuple("PoolingCorrelationCorrelationsRow", [
    ("pool_depth", int), ("depth", int), ("of", str), ("measure1", str), ("measure2", str), ("tau_b", Optional[float]), ("tau_ap_1",
    float), ("tau_ap_2", float), ("tau_ap_symmetric", float), ("items", int)
])

class PoolingCorrelationTables(Tables[PoolingCorrelationCorrelationsRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    correlations: Table[PoolingCorrelationCorrelationsRow]

PoolingConcordanceConcordanceRow = NamedTuple("PoolingConcordanceConcordanceRow", [
    ("pool_depth", int), ("depth", int), ("gold", str), ("measure1", str), ("measure2", str), ("disagreements", int), ("correct1", int),
    ("correct2", int), ("concordance1", float), ("concordance2", float), ("only1", int), ("only2", int), ("p", float)
])

class PoolingConcordanceTables(Tables[PoolingConcordanceConcordanceRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    concordance: Table[PoolingConcordanceConcordanceRow]

PoolingTopicSetSizeTopicSetSizesRow = NamedTuple("PoolingTopicSetSizeTopicSetSizesRow", [
    ("pool_depth", int), ("depth", int), ("measure", str), ("test", str), ("systems", int), ("difference", float), ("topics",
    Optional[int]), ("power", float), ("variance", float), ("residual", str), ("alpha", float), ("beta", float)
])

class PoolingTopicSetSizeTables(Tables[PoolingTopicSetSizeTopicSetSizesRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    topic_set_sizes: Table[PoolingTopicSetSizeTopicSetSizesRow]

PoolingSelectedSelectedRow = NamedTuple("PoolingSelectedSelectedRow", [
    ("pool_depth", int), ("depth", int), ("group", int), ("measure", str), ("run", str), ("mean", float), ("estimate", float), ("low",
    float), ("high", float), ("optimism", float), ("share", float), ("runs", int), ("topics", int), ("folds", int), ("alpha", float),
    ("trials", int), ("seed", int)
])
PoolingSelectedChoicesRow = NamedTuple("PoolingSelectedChoicesRow", [
    ("pool_depth", int), ("depth", int), ("group", int), ("measure", str), ("run", str), ("mean", float), ("share", float)
])

class PoolingSelectedTables(Tables[PoolingSelectedSelectedRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    selected: Table[PoolingSelectedSelectedRow]
    choices: Table[PoolingSelectedChoicesRow]

PoolingEquivalenceEquivalenceRow = NamedTuple("PoolingEquivalenceEquivalenceRow", [
    ("pool_depth", int), ("depth", int), ("group", int), ("measure", str), ("run1", str), ("run2", str), ("verdict", str),
    ("difference", float), ("low", float), ("high", float), ("p_equivalent", float), ("p_different", float), ("effect_size", float),
    ("effect_low", float), ("effect_high", float), ("detectable", float), ("topics", int), ("margin", float), ("alpha", float),
    ("correction", str)
])

class PoolingEquivalenceTables(Tables[PoolingEquivalenceEquivalenceRow]):
    groups: Table[PoolingSignificanceGroupsRow]
    equivalence: Table[PoolingEquivalenceEquivalenceRow]

DeltaSignificanceGroupsRow = NamedTuple("DeltaSignificanceGroupsRow", [
    ("delta", float), ("group", int), ("runs", int), ("topics", int), ("first_topic", str), ("last_topic", str), ("files", str)
])
DeltaSignificancePairsRow = NamedTuple("DeltaSignificancePairsRow", [
    ("delta", float), ("group", int), ("measure", str), ("test", str), ("run1", str), ("run2", str), ("topics", int), ("mean1", float),
    ("mean2", float), ("difference", float), ("effect_size", float), ("low", float), ("high", float), ("wins", int), ("losses", int),
    ("ties", int), ("p", float), ("p_holm", float), ("p_bonferroni", float), ("p_bh", float), ("winner", str), ("alpha", float),
    ("correction", str), ("trials", int), ("seed", int)
])
DeltaSignificancePlaceboRow = NamedTuple("DeltaSignificancePlaceboRow", [
    ("delta", float), ("test", str), ("measure", str), ("significant", int), ("pairs", int), ("power", float), ("placebos",
    Optional[int]), ("placebo_power", float), ("placebo_lowest", float), ("placebo_highest", float), ("as_high", int), ("p", float),
    ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])

class DeltaSignificanceTables(Tables[DeltaSignificancePairsRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    pairs: Table[DeltaSignificancePairsRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaDiscriminativePowerPowerRow = NamedTuple("DeltaDiscriminativePowerPowerRow", [
    ("delta", float), ("test", str), ("measure", str), ("significant", int), ("pairs", int), ("power", float), ("required_difference",
    Optional[float]), ("alpha", float), ("correction", str), ("trials", int), ("seed", int)
])
DeltaDiscriminativePowerOverlapsRow = NamedTuple("DeltaDiscriminativePowerOverlapsRow", [
    ("delta", float), ("test", str), ("measure1", str), ("measure2", str), ("only1", int), ("both", int), ("only2", int), ("agreement",
    float), ("conflicts", int)
])
DeltaDiscriminativePowerCurvesRow = NamedTuple("DeltaDiscriminativePowerCurvesRow", [
    ("delta", float), ("test", str), ("measure", str), ("rank", int), ("p", float)
])

class DeltaDiscriminativePowerTables(Tables[DeltaDiscriminativePowerPowerRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    power: Table[DeltaDiscriminativePowerPowerRow]
    overlaps: Table[DeltaDiscriminativePowerOverlapsRow]
    curves: Table[DeltaDiscriminativePowerCurvesRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaCorrelationCorrelationsRow = NamedTuple("DeltaCorrelationCorrelationsRow", [
    ("delta", float), ("of", str), ("measure1", str), ("measure2", str), ("tau_b", Optional[float]), ("tau_ap_1", float), ("tau_ap_2",
    float), ("tau_ap_symmetric", float), ("items", int)
])

class DeltaCorrelationTables(Tables[DeltaCorrelationCorrelationsRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    correlations: Table[DeltaCorrelationCorrelationsRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaConcordanceConcordanceRow = NamedTuple("DeltaConcordanceConcordanceRow", [
    ("delta", float), ("gold", str), ("measure1", str), ("measure2", str), ("disagreements", int), ("correct1", int), ("correct2", int),
    ("concordance1", float), ("concordance2", float), ("only1", int), ("only2", int), ("p", float)
])

class DeltaConcordanceTables(Tables[DeltaConcordanceConcordanceRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    concordance: Table[DeltaConcordanceConcordanceRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaTopicSetSizeTopicSetSizesRow = NamedTuple("DeltaTopicSetSizeTopicSetSizesRow", [
    ("delta", float), ("measure", str), ("test", str), ("systems", int), ("difference", float), ("topics", Optional[int]), ("power",
    float), ("variance", float), ("residual", str), ("alpha", float), ("beta", float)
])

class DeltaTopicSetSizeTables(Tables[DeltaTopicSetSizeTopicSetSizesRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    topic_set_sizes: Table[DeltaTopicSetSizeTopicSetSizesRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaSelectedSelectedRow = NamedTuple("DeltaSelectedSelectedRow", [
    ("delta", float), ("group", int), ("measure", str), ("run", str), ("mean", float), ("estimate", float), ("low", float), ("high",
    float), ("optimism", float), ("share", float), ("runs", int), ("topics", int), ("folds", int), ("alpha", float), ("trials", int),
    ("seed", int)
])
DeltaSelectedChoicesRow = NamedTuple("DeltaSelectedChoicesRow", [
    ("delta", float), ("group", int), ("measure", str), ("run", str), ("mean", float), ("share", float)
])

class DeltaSelectedTables(Tables[DeltaSelectedSelectedRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    selected: Table[DeltaSelectedSelectedRow]
    choices: Table[DeltaSelectedChoicesRow]
    placebo: Table[DeltaSignificancePlaceboRow]

DeltaEquivalenceEquivalenceRow = NamedTuple("DeltaEquivalenceEquivalenceRow", [
    ("delta", float), ("group", int), ("measure", str), ("run1", str), ("run2", str), ("verdict", str), ("difference", float), ("low",
    float), ("high", float), ("p_equivalent", float), ("p_different", float), ("effect_size", float), ("effect_low", float),
    ("effect_high", float), ("detectable", float), ("topics", int), ("margin", float), ("alpha", float), ("correction", str)
])

class DeltaEquivalenceTables(Tables[DeltaEquivalenceEquivalenceRow]):
    groups: Table[DeltaSignificanceGroupsRow]
    equivalence: Table[DeltaEquivalenceEquivalenceRow]
    placebo: Table[DeltaSignificancePlaceboRow]

PlaceboPlaceboRow = NamedTuple("PlaceboPlaceboRow", [
    ("test", str), ("measure", str), ("significant", int), ("pairs", int), ("power", float), ("placebos", Optional[int]),
    ("placebo_power", float), ("placebo_lowest", float), ("placebo_highest", float), ("as_high", int), ("p", float), ("alpha", float),
    ("correction", str), ("trials", int), ("seed", int)
])
HierarchiesAgreementRow = NamedTuple("HierarchiesAgreementRow", [
    ("agreement", str), ("mean", float), ("topics", int)
])
HierarchiesTopicsRow = NamedTuple("HierarchiesTopicsRow", [
    ("topic", str), ("documents", int), ("only1", int), ("only2", int), ("layers1", int), ("layers2", int), ("nodes1", int), ("nodes2",
    int), ("equal_nodes", int), ("adjusted_rand", float), ("cophenetic", float), ("equal1", float), ("equal2", float)
])
HierarchiesRankingsRow = NamedTuple("HierarchiesRankingsRow", [
    ("measure", str), ("tau_b", Optional[float]), ("tau_ap_1", float), ("tau_ap_2", float), ("tau_ap_symmetric", float), ("runs", int),
    ("tau_b_low", float), ("tau_b_high", float), ("tau_ap_low", float), ("tau_ap_high", float)
])
HierarchiesPairsRow = NamedTuple("HierarchiesPairsRow", [
    ("test", str), ("measure", str), ("significant1", int), ("significant2", int), ("kept", int), ("lost", int), ("new", int),
    ("reversed", int), ("alpha", float), ("correction", str), ("trials", int), ("seed", int), ("kept_low", float), ("kept_high", float),
    ("lost_low", float), ("lost_high", float), ("new_low", float), ("new_high", float), ("reversed_low", float), ("reversed_high",
    float)
])

class HierarchiesTables(Tables[HierarchiesAgreementRow]):
    agreement: Table[HierarchiesAgreementRow]
    topics: Table[HierarchiesTopicsRow]
    rankings: Table[HierarchiesRankingsRow]
    pairs: Table[HierarchiesPairsRow]

JudgmentsAgreementRow = NamedTuple("JudgmentsAgreementRow", [
    ("level", str), ("coefficient", str), ("value", Optional[float]), ("low", float), ("high", float), ("alpha", float), ("trials",
    int), ("seed", int)
])
JudgmentsCoverageRow = NamedTuple("JudgmentsCoverageRow", [
    ("level", str), ("topics", int), ("both", int), ("only1", int), ("only2", int)
])
JudgmentsConfusionRow = NamedTuple("JudgmentsConfusionRow", [
    ("level", str), ("grade1", int), ("grade2", int), ("judgments", int)
])
JudgmentsAllSetsRow = NamedTuple("JudgmentsAllSetsRow", [
    ("level", str), ("coefficient", str), ("value", Optional[float]), ("low", float), ("high", float), ("topics", int), ("judged", int),
    ("by_all", int), ("alpha", float), ("trials", int), ("seed", int)
])
JudgmentsEnsemblesRow = NamedTuple("JudgmentsEnsemblesRow", [
    ("ensemble", str), ("measure", str), ("judgments", int), ("topics", int), ("tau_b", float), ("tau_ap", float), ("test", str),
    ("kept", int), ("lost", int), ("added", int), ("reversed", int)
])

class JudgmentsTables(Tables[JudgmentsAgreementRow]):
    agreement: Table[JudgmentsAgreementRow]
    coverage: Table[JudgmentsCoverageRow]
    confusion: Table[JudgmentsConfusionRow]
    rankings: Table[HierarchiesRankingsRow]
    pairs: Table[HierarchiesPairsRow]
    all_sets: Table[JudgmentsAllSetsRow]
    ensembles: Table[JudgmentsEnsemblesRow]

LeaveOutLeftOutRow = NamedTuple("LeaveOutLeftOutRow", [
    ("pool_depth", int), ("measure", str), ("run", str), ("documents", int), ("relevant", int), ("mean_with", float), ("mean_without",
    float), ("change", float), ("rank_with", int), ("rank_without", int), ("tau_b", Optional[float])
])
JudgesMeansRow = NamedTuple("JudgesMeansRow", [
    ("measure", str), ("run", str), ("mean", float), ("low", float), ("high", float), ("model_weight", float), ("human_mean", float),
    ("human_low", float), ("human_high", float), ("model_mean", float), ("human_topics", int), ("model_topics", int), ("alpha", float)
])
JudgesDifferencesRow = NamedTuple("JudgesDifferencesRow", [
    ("measure", str), ("run1", str), ("run2", str), ("difference", float), ("low", float), ("high", float), ("model_weight", float),
    ("p", float), ("p_corrected", float), ("winner", str), ("human_difference", float), ("human_low", float), ("human_high", float),
    ("model_difference", float), ("more_topics", Optional[int]), ("alpha", float), ("correction", str)
])

class JudgesTables(Tables[JudgesMeansRow]):
    means: Table[JudgesMeansRow]
    differences: Table[JudgesDifferencesRow]

SimilaritiesSimilaritiesRow = NamedTuple("SimilaritiesSimilaritiesRow", [
    ("representation", str), ("intents", str), ("pairs", int), ("mean", float), ("q05", float), ("q25", float), ("median", float),
    ("q75", float), ("q95", float)
])
SimilaritiesSeparationRow = NamedTuple("SimilaritiesSeparationRow", [
    ("representation", str), ("topics", int), ("pairs", int), ("mean", float), ("auc", float), ("mean_auc", float)
])
SimilaritiesTopicsRow = NamedTuple("SimilaritiesTopicsRow", [
    ("representation", str), ("topic", str), ("same_pairs", int), ("same_mean", float), ("same_median", float), ("other_pairs", int),
    ("other_mean", float), ("other_median", float), ("auc", Optional[float])
])
SimilaritiesHistogramRow = NamedTuple("SimilaritiesHistogramRow", [
    ("representation", str), ("low", float), ("high", float), ("same_intent", int), ("other_intents", int)
])
SimilaritiesDeltasRow = NamedTuple("SimilaritiesDeltasRow", [
    ("representation", str), ("delta", float), ("topics", int), ("intents", int), ("nodes", int), ("dummies", int), ("subintents", int),
    ("subintents_per_intent", float), ("intents_of_several_documents", int), ("collapsed", int), ("collapsed_share", float), ("single",
    int), ("single_share", float), ("mean_layers", float), ("max_layers", int)
])

class SimilaritiesTables(Tables[SimilaritiesSimilaritiesRow]):
    similarities: Table[SimilaritiesSimilaritiesRow]
    separation: Table[SimilaritiesSeparationRow]
    topics: Table[SimilaritiesTopicsRow]
    histogram: Table[SimilaritiesHistogramRow]
    deltas: Table[SimilaritiesDeltasRow]

DifferenceMeansRow = NamedTuple("DifferenceMeansRow", [
    ("measure", str), ("run_a", str), ("run_b", str), ("topics", int), ("a", float), ("b", float), ("difference", float), ("test", str),
    ("p", float), ("low", float), ("high", float)
])
DifferenceTopicsRow = NamedTuple("DifferenceTopicsRow", [
    ("measure", str), ("topic", str), ("a", float), ("b", float), ("difference", float), ("of_the_mean", float), ("share",
    Optional[float]), ("query", str), ("words", str), ("unjudged_a", Optional[int]), ("unjudged_b", Optional[int])
])
DifferenceScoresRow = NamedTuple("DifferenceScoresRow", [
    ("measure", str), ("topic", str), ("run_a", str), ("run_b", str), ("a", float), ("b", float), ("difference", float), ("query", str),
    ("words", str), ("unjudged_a", Optional[int]), ("unjudged_b", Optional[int])
])
DifferenceComponentsRow = NamedTuple("DifferenceComponentsRow", [
    ("measure", str), ("topic", str), ("part", str), ("layer", Optional[int]), ("a", float), ("b", float), ("difference", float)
])
DifferenceIntentsRow = NamedTuple("DifferenceIntentsRow", [
    ("measure", str), ("topic", str), ("intent", str), ("weight", float), ("rank_a", Optional[int]), ("rank_b", Optional[int]),
    ("documents_a", int), ("documents_b", int), ("a", float), ("b", float), ("difference", float), ("lost_a", float), ("lost_b", float),
    ("about", str), ("importance", str)
])
DifferenceNodesRow = NamedTuple("DifferenceNodesRow", [
    ("measure", str), ("topic", str), ("layer", int), ("node", int), ("intent", str), ("weight", float), ("rank_a", Optional[int]),
    ("rank_b", Optional[int]), ("documents_a", int), ("documents_b", int), ("a", float), ("b", float), ("difference", float), ("lost_a",
    float), ("lost_b", float), ("about", str), ("name", str)
])
DifferenceDocumentsRow = NamedTuple("DifferenceDocumentsRow", [
    ("measure", str), ("topic", str), ("docno", str), ("rank_a", Optional[int]), ("rank_b", Optional[int]), ("a", float), ("b", float),
    ("difference", float), ("new_nodes_a", int), ("new_nodes_b", int), ("recall_a", float), ("recall_b", float), ("lost_a", float),
    ("lost_b", float), ("title", str)
])
DifferencePairsRow = NamedTuple("DifferencePairsRow", [
    ("measure", str), ("topic", str), ("docno1", str), ("docno2", str), ("similarity", float), ("higher_rank_a", int), ("lower_rank_a",
    int), ("weight_a", float), ("higher_rank_b", int), ("lower_rank_b", int), ("weight_b", float), ("a", float), ("b", float),
    ("difference", float)
])
DifferenceGroupsRow = NamedTuple("DifferenceGroupsRow", [
    ("cutoff", Optional[int]), ("attribute", str), ("group", str), ("topics", int), ("target", float), ("share_a", Optional[float]),
    ("share_b", float), ("difference", float)
])

class DifferenceTables(Tables[DifferenceMeansRow]):
    means: Table[DifferenceMeansRow]
    topics: Table[DifferenceTopicsRow]
    scores: Table[DifferenceScoresRow]
    components: Table[DifferenceComponentsRow]
    intents: Table[DifferenceIntentsRow]
    nodes: Table[DifferenceNodesRow]
    documents: Table[DifferenceDocumentsRow]
    pairs: Table[DifferencePairsRow]
    groups: Table[DifferenceGroupsRow]

LossesStagesRow = NamedTuple("LossesStagesRow", [
    ("run", str), ("layer", Optional[int]), ("stage", str), ("share", float), ("nodes", int), ("topics", int)
])
LossesNuggetsRow = NamedTuple("LossesNuggetsRow", [
    ("run", str), ("topic", str), ("layer", Optional[int]), ("intent", str), ("weight", float), ("stage", str), ("rank", Optional[int]),
    ("about", str)
])

class LossesTables(Tables[LossesStagesRow]):
    stages: Table[LossesStagesRow]
    nuggets: Table[LossesNuggetsRow]

RedundancyRunsRow = NamedTuple("RedundancyRunsRow", [
    ("run", str), ("topics", int), ("new", float), ("redundant", float), ("first_redundant", float), ("topics_with_redundant", int)
])
RedundancyRanksRow = NamedTuple("RedundancyRanksRow", [
    ("run", str), ("rank", int), ("new", float), ("known", float), ("redundant", float), ("without", float)
])

class RedundancyTables(Tables[RedundancyRunsRow]):
    runs: Table[RedundancyRunsRow]
    ranks: Table[RedundancyRanksRow]

GateGateRow = NamedTuple("GateGateRow", [
    ("measure", str), ("run", str), ("verdict", str), ("passed", int), ("mean", float), ("baseline_mean", float), ("difference", float),
    ("low", float), ("high", float), ("p_worse", float), ("p_not_worse", float), ("detectable", float), ("topics", int), ("baseline",
    str), ("margin", float), ("alpha", float), ("correction", str)
])

def significance(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, test: Union[_Test, Sequence[_Test]] =
    ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'holm', family: _Family =
    'pairs', baseline: Optional[Union[str, Sequence[str]]] = None, progress: Any = None
) -> SignificanceTables: ...

def discriminative_power(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, test: Union[_Test, Sequence[_Test]] =
    ('bootstrap', 'tukey'), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none',
    by_hierarchy: bool = False, no_overlaps: bool = False, svg_limit: float = 0.15, progress: Any = None
) -> DiscriminativePowerTables: ...

def correlation(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, of: _Of = 'runs', test: Union[_Test,
    Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none',
    progress: Any = None
) -> CorrelationTables: ...

def concordance(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, gold: Union[str, Sequence[str]], progress:
    Any = None
) -> ConcordanceTables: ...

def preferences(
    scores: Any, preferences: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, test: Union[_Test,
    Sequence[_Test]] = ('randomisation',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction =
    'holm', ties: _Ties = 'disagree', agreement: bool = False, disagreements: bool = False, fast: float = 2.0, checks_passed:
    Optional[float] = None, progress: Any = None
) -> PreferencesTables: ...

def battles(
    scores: Any, preferences: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, alpha: float = 0.05,
    trials: int = 1000, seed: int = 1, prior: Optional[float] = None, progress: Any = None
) -> BattlesTables: ...

def topic_set_size(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, alpha: float = 0.05, beta: float = 0.2,
    differences: Union[float, Sequence[float]] = (0.05, 0.1, 0.2), systems: Union[int, Sequence[int]] = (10,), residual: _Residual =
    'one-way', progress: Any = None
) -> TopicSetSizeTables: ...

def selected(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, folds: int = 5, alpha: float = 0.05,
    trials: int = 100, seed: int = 1, progress: Any = None
) -> SelectedTables: ...

def equivalence(
    scores: Any, *, measures: Any = None, missing: str = 'error', standardise: bool = False, margin: float, alpha: float = 0.05,
    correction: _Correction = 'holm', progress: Any = None
) -> EquivalenceTables: ...

def overlap(
    runs: Any, *, persistence: float = 0.9, ignore_ties: bool = False, cutoff: int = 10, per_topic: bool = False, progress: Any = None
) -> OverlapTables: ...

def pooling_significance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float =
    0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'holm', family: _Family = 'pairs', baseline:
    Optional[Union[str, Sequence[str]]] = None, progress: Any = None
) -> PoolingSignificanceTables: ...

def pooling_discriminative_power(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float =
    0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', by_hierarchy: bool = False, no_overlaps: bool =
    False, progress: Any = None
) -> PoolingDiscriminativePowerTables: ...

def pooling_correlation(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, of: _Of = 'runs', test: Union[_Test, Sequence[_Test]] =
    ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', progress: Any = None
) -> PoolingCorrelationTables: ...

def pooling_concordance(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, gold: Union[str, Sequence[str]], progress: Any = None
) -> PoolingConcordanceTables: ...

def pooling_topic_set_size(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, alpha: float = 0.05, beta: float = 0.2, differences:
    Union[float, Sequence[float]] = (0.05, 0.1, 0.2), systems: Union[int, Sequence[int]] = (10,), residual: _Residual = 'one-way',
    progress: Any = None
) -> PoolingTopicSetSizeTables: ...

def pooling_selected(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, folds: int = 5, alpha: float = 0.05, trials: int = 100,
    seed: int = 1, progress: Any = None
) -> PoolingSelectedTables: ...

def pooling_equivalence(
    evaluator: EvaluatorLike, runs: Any, *, pooled: Any = None, measures: Union[str, Sequence[str]] = ('AP', 'aAP', 'enDCG', 'nDCG'),
    pool_depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100), depths: Union[int, Sequence[int]] = (5, 10, 20, 50, 100, 200, 500,
    1000), rbp_residual: Optional[float] = None, standardise: bool = False, margin: float, alpha: float = 0.05, correction: _Correction
    = 'holm', progress: Any = None
) -> PoolingEquivalenceTables: ...

def delta_significance(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials:
    Optional[int] = None, seed: int = 1, correction: _Correction = 'holm', family: _Family = 'pairs', baseline: Optional[Union[str,
    Sequence[str]]] = None, progress: Any = None
) -> DeltaSignificanceTables: ...

def delta_discriminative_power(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials:
    Optional[int] = None, seed: int = 1, correction: _Correction = 'none', by_hierarchy: bool = False, no_overlaps: bool = False,
    progress: Any = None
) -> DeltaDiscriminativePowerTables: ...

def delta_correlation(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, of: _Of = 'runs', test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float =
    0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', progress: Any = None
) -> DeltaCorrelationTables: ...

def delta_concordance(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, gold: Union[str, Sequence[str]], progress: Any = None
) -> DeltaConcordanceTables: ...

def delta_topic_set_size(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, alpha: float = 0.05, beta: float = 0.2, differences: Union[float, Sequence[float]]
    = (0.05, 0.1, 0.2), systems: Union[int, Sequence[int]] = (10,), residual: _Residual = 'one-way', progress: Any = None
) -> DeltaTopicSetSizeTables: ...

def delta_selected(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, folds: int = 5, alpha: float = 0.05, trials: int = 100, seed: int = 1, progress:
    Any = None
) -> DeltaSelectedTables: ...

def delta_equivalence(
    evaluator: EvaluatorLike, runs: Any, *, dendrograms: Any = None, superintents: Optional[PathLike] = None, measures: Union[str,
    Sequence[str]] = ('HD#-nDCG_WI@20', 'HD#-nDCG_WD@20'), deltas: Optional[Union[float, Sequence[float]]] = None, placebo:
    Optional[int] = None, standardise: bool = False, margin: float, alpha: float = 0.05, correction: _Correction = 'holm', progress: Any
    = None
) -> DeltaEquivalenceTables: ...

def placebo(
    evaluator: EvaluatorLike, runs: Any, *, measures: Optional[Union[str, Sequence[str]]] = None, standardise: bool = False, test:
    Union[_Test, Sequence[_Test]] = ('t',), alpha: float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction =
    'none', placebo: int = 20, progress: Any = None
) -> Table[PlaceboPlaceboRow]: ...

def hierarchies(
    first: Any, second: Any, evaluator: Optional[EvaluatorLike] = None, runs: Any = None, *, measures: Union[str, Sequence[str]] =
    ('I-rec-LA@20', 'alpha-nDCG-LA@20', 'HD#-nDCG@20'), standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha:
    float = 0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', per_topic: bool = False, progress: Any
    = None
) -> HierarchiesTables: ...

def judgments(
    first: EvaluatorLike, second: QrelsLike, runs: Any = None, *, more: Sequence[QrelsLike] = (), measures: Union[str, Sequence[str]] =
    ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), standardise: bool = False, test: Union[_Test, Sequence[_Test]] = ('t',), alpha: float =
    0.05, trials: Optional[int] = None, seed: int = 1, correction: _Correction = 'none', progress: Any = None
) -> JudgmentsTables: ...

def leave_out(
    evaluator: EvaluatorLike, runs: Any, *, measures: Union[str, Sequence[str]] = ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'),
    pool_depths: Union[int, Sequence[int]] = (100,), progress: Any = None
) -> Table[LeaveOutLeftOutRow]: ...

def judges(
    evaluator: EvaluatorLike, runs: Any, *, model: Optional[QrelsLike] = None, measures: Union[str, Sequence[str]] = ('nDCG@20',
    'alpha-nDCG@20', 'D#-nDCG@20'), alpha: float = 0.05, correction: _Correction = 'holm', progress: Any = None
) -> JudgesTables: ...

def similarities(
    qrels: QrelsLike, similarities: Any = None, *, dendrograms: Any = None, deltas: Optional[Union[float, Sequence[float]]] = None,
    per_topic: bool = False, progress: Any = None
) -> SimilaritiesTables: ...

def difference(
    evaluator: EvaluatorLike, runs: Any, *, measures: Union[str, Sequence[str]] = ('D#-nDCG@20',), topic: Optional[str] = None,
    progress: Any = None
) -> DifferenceTables: ...

def losses(
    evaluator: EvaluatorLike, runs: Any, *, answers: Optional[QrelsLike] = None, cutoff: int = 20, rel: int = 1, weights: _Weights =
    'uniform', topic: Optional[str] = None, answer: Optional[str] = None, progress: Any = None
) -> LossesTables: ...

def redundancy(
    evaluator: EvaluatorLike, runs: Any, *, cutoff: int = 10, rel: int = 1, progress: Any = None
) -> RedundancyTables: ...

def gate(
    evaluator: EvaluatorLike, runs: Any, *, measures: Union[str, Sequence[str]] = ('nDCG@20', 'alpha-nDCG@20', 'D#-nDCG@20'), baseline:
    str, margin: float, strict: bool = False, alpha: float = 0.05, correction: _Correction1 = 'holm', progress: Any = None
) -> Table[GateGateRow]: ...
