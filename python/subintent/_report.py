"""An evaluation as one HTML page."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _core
from ._arguments import called, items, mapping, number, refuse, takes, text
from ._arguments import texts as texts_of
from ._errors import Error
from ._evaluate import DEFAULTS, Evaluator, MeasuresLike, ScoringOptions, UsualMeasures, evaluator_beside
from ._files import path_of, paths_of, written
from ._judgments import JudgmentOptions
from ._progress import caller_of
from ._run import named_runs
from ._scores import beside
from ._topics import slices_of
from ._types import PathLike, QrelsLike

# The roles of files, in the order in which the page names them.
_ROLES = (
    "judgments", "topic-level judgments", "topics", "probabilities", "hierarchies", "groups", "similarity", "dendrograms",
    "texts", "terms", "scores", "preferences", "run",
)  # fmt: skip


def _place(file: Tuple[str, str]) -> int:
    role = "hierarchies" if file[0].startswith("hierarchies ") else file[0]
    return _ROLES.index(role) if role in _ROLES else len(_ROLES)


def _pairs_of(files: Any) -> List[Tuple[str, str]]:
    pairs = []
    for pair in items(files, "files", "pairs (role, path)"):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            refuse("files", "pairs (role, path)", pair)
        pairs.append((text(pair[0], "files"), path_of(pair[1], "files")))
    return pairs


@takes(JudgmentOptions, ScoringOptions, as_given=("max_grade", "order", "ties"), **DEFAULTS)
def report(
    evaluator: Union[Evaluator, QrelsLike],
    runs: Any,
    output: PathLike,
    measures: MeasuresLike = None,
    *,
    topics: Any = (),
    only: Sequence[str] = (),
    texts: Union[PathLike, Sequence[PathLike]] = (),
    vectors: Union[PathLike, Sequence[PathLike]] = (),
    preferences: Optional[Mapping[str, Any]] = None,
    dendrograms: Optional[PathLike] = None,
    deltas: Optional[Sequence[float]] = None,
    significance: str = "t",
    alpha: float = 0.05,
    trials: Optional[int] = None,
    seed: int = 1,
    correction: str = "holm",
    family: str = "pairs",
    margin: Optional[float] = None,
    slices: Any = None,
    scores: Any = None,
    lower_is_better: Sequence[str] = (),
    files: Sequence[Tuple[str, PathLike]] = (),
    command: str = "",
    progress: Any = None,
    **options: Any,
) -> None:
    """Writes an evaluation as one HTML file, byte for byte what ``subintent report`` writes.

    Args:
        evaluator: an Evaluator, by whose first measure topics are shown, and whose functions are measures as others; or
            judgments, with `measures` and what else evaluate() takes.
        runs: ``{name: run}``, a list of paths or of Run, or one run; None: the answers that were judged.
        output: the path of the page.
        measures: their names, Measure, or functions; default: those that the command line has.
        topics: those to report, a list; default: all. Or what evaluate() takes as topics.
        only: the names of the runs to report; default: all.
        texts: files of ``subintent tokenize --texts``, which say what people see of documents.
        vectors: files of document vectors: nodes of hierarchies are shown with their characteristic terms.
        preferences: of users between the runs: ``{pool: preferences}``, as compare.preferences() takes them.
        dendrograms: a path to dendrograms of the intents, to show the effect of pruning cutoffs.
        deltas: these cutoffs; default: 0 to 0.7 in steps of 0.1.
        significance: the test between all pairs of runs.
        alpha: its significance level.
        trials: of a random test; default: bootstrap 1000, others 5000.
        seed: of a random test.
        correction: for multiple comparisons, not used with tukey.
        family: "pairs" or "measures": which comparisons are corrected together.
        margin: a difference of means that does not matter, to say which runs are as good.
        slices: properties of topics, as compare.slices() takes them.
        scores: of these runs by other measures, as compare takes scores: a path, a ScoreTable, rows or a data frame.
        lower_is_better: of these measures of `scores` less is better.
        files: what else the page names with size and SHA-256, ("similarity", path), beside paths that were given.
        command: what the page says that it was made by.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        **options

    Raises:
        Error: as Evaluator does, for one that cuts lists, and for topics, runs and values that make no sense.
    """
    if not isinstance(output, (str, os.PathLike)):
        refuse("output", "the path of the page, behind which measures stand", output)
    if isinstance(topics, (str, os.PathLike, Mapping)) or hasattr(topics, "columns") or hasattr(topics, "queries_iter"):
        options["topics"], topics = topics, ()
    asked: List[str] = []
    if isinstance(evaluator, Evaluator):
        for name, value in {**options, "measures": measures}.items():
            if value is not DEFAULTS.get(name):
                raise TypeError(f"{name}: an Evaluator has its own; give judgments in its place")
    else:
        with called("qrels", "evaluator"):
            evaluator, asked = evaluator_beside(scores, evaluator, UsualMeasures(_core.report_measures()) if measures is None else measures, options)
    if evaluator._depth is not None:
        raise Error("depth: a report shows whole lists", kind="argument", argument="depth", advice="make an Evaluator without")
    if runs is None and evaluator._core is not None and evaluator._core.judgments().of_answers:
        runs = evaluator._core.judgments().answers()
    names, given = named_runs(runs)
    with called("qrels", "evaluator"):
        evaluator = evaluator._of(given)
    others = beside(scores, evaluator._of_functions(names, given) if evaluator._functions else None)
    others["lower_is_better"] = list(dict.fromkeys([*others.get("lower_is_better", ()), *texts_of(lower_is_better, "lower_is_better")]))
    named: List[Tuple[str, str]] = [*evaluator._files, *_pairs_of(files)]
    pools = mapping(preferences, "preferences", "{pool: preferences}")
    inputs: Dict[str, Any] = {
        "names": names,
        "runs": given,
        "form": evaluator._form,
        "topics": texts_of(topics, "topics"),
        "wanted_runs": texts_of(only, "only"),
        "texts": paths_of(texts, "texts"),
        "vectors": paths_of(vectors, "vectors"),
        "dendrograms": [] if dendrograms is None else [path_of(dendrograms, "dendrograms")],
        "preferences": pools,
        "command": command,
        "measures": asked or (evaluator.measures if evaluator._functions else []),
    }
    for role, paths in (
        ("dendrograms", inputs["dendrograms"]),
        ("texts", inputs["texts"]),
        ("terms", inputs["vectors"]),
        ("scores", [scores]),
        ("preferences", pools.values()),
        ("run", given),
    ):
        named += [(role, os.fspath(path)) for path in paths if isinstance(path, (str, os.PathLike))]
    inputs["files"] = sorted(named, key=_place)
    values: Dict[str, Any] = {
        "significance": significance, "alpha": alpha, "trials": trials, "seed": seed, "correction": correction, "family": family,
        "margin": margin, "slices": None if slices is None else slices_of(slices),
        "deltas": None if deltas is None else [number(delta, "deltas") for delta in items(deltas, "deltas", "a list of numbers")],
    }  # fmt: skip
    values = {**others, **{name: value for name, value in values.items() if value is not None}}
    page = _core.report(evaluator._core, inputs, values, evaluator._core.warnings(), caller_of(progress))
    with written(output) as file:
        file.write(page)
