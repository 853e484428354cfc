"""What to cite."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _core
from ._arguments import refuse, text, texts
from ._errors import Error
from ._evaluate import Evaluator, ScoreTable
from ._measures import names_of
from .analyses import records


def _choices(option: str) -> List[str]:
    (significance,) = [record for record in records() if record.name == "significance"]
    (named,) = [one for one in significance.options if one.name == option]
    return named.choices


def _one_of(given: Any, argument: str, names: Sequence[str]) -> str:
    name = text(given, argument)
    if name not in names:
        raise Error(f"{argument}: unknown value {name!r:.60}; use one of {', '.join(names)}")
    return name


def _of_scores(of: Any) -> List[str]:
    """Options of `subintent evaluate` for scores or measures."""
    if isinstance(of, (ScoreTable, Evaluator)):
        inputs = of._inputs if isinstance(of, Evaluator) else of._made_from[0] if of._made_from else []
        duplicates = ["--duplicates="] if any(role == "duplicates" for role, _, _ in inputs) else []
        return [*(f"--measures={measure}" for measure in of.measures), *duplicates]
    if not isinstance(of, (str, _core.Measure)) and not hasattr(type(of), "__iter__"):
        refuse("of", "scores, an Evaluator or measures", of)
    return [f"--measures={name}" for name in names_of(of, "of")]


def _tests(significance: Any, correction: Any) -> List[str]:
    given = [("significance", "test", significance), ("correction", "correction", correction)]
    return [f"--{name}={_one_of(value, name, _choices(option))}" for name, option, value in given if value is not None]


def _method(line: List[str], argument: str, given: Any) -> List[str]:
    """A command line for a method that some paper is cited for; one that none is is not known."""
    name = text(given, argument)
    words = [*line[:-1], line[-1] + name]
    if not any(use.split()[-1] == name for _, uses, _ in _core.citations(words) for use in uses):
        raise Error(f"{argument}: unknown value {name!r:.60}")
    return words


def _bibtex(lines: List[List[str]]) -> str:
    """The entries of command lines, each once."""
    found: Dict[str, Tuple[List[str], str]] = {}
    for line in lines:
        for key, uses, entry in _core.citations(line):
            of_entry = found.setdefault(key, ([], entry))[0]
            of_entry.extend(use for use in uses if use not in of_entry)
    return "\n".join(f"% {', '.join(uses)}\n{entry}" for uses, entry in found.values())


def cite(
    of: Union[ScoreTable, Evaluator, str, _core.Measure, Sequence[Union[str, _core.Measure]]] = (),
    *,
    significance: Optional[str] = None,
    correction: Optional[str] = None,
    analyses: Union[str, Sequence[str]] = (),
    linkage: Optional[str] = None,
    diversifier: Optional[str] = None,
) -> str:
    """BibTeX of what was used: the papers of measures, tests and methods, and the program, as ``subintent cite`` prints it.

    Above each entry stands what comes from it, as a comment.

    >>> import subintent
    >>> entries = subintent.cite(["D#-nDCG@20", "I-rec@20"], significance="tukey")
    >>> [line for line in entries.splitlines() if line.startswith("@")][1:3]
    ['@article{Dou19,', '@inproceedings{SakaiSong11,']

    Args:
        of: a table of scores, an Evaluator, or measures; default: the program alone.
        significance: the test that was used, as of ScoreTable.significance().
        correction: for multiple comparisons.
        analyses: names of subintent.analyses, such as "discriminative-power"; what is not given of them has its default.
        linkage: of clusters, as of cluster().
        diversifier: "mmr", "xquad" or "pm2".

    Raises:
        Error: for a name that is not known.
    """
    measured, tests = _of_scores(of), _tests(significance, correction)
    lines = [["evaluate", *measured, *tests] if measured else ["cite", *tests]]
    commands = {record.name: record.command for record in records()}
    for name in [analyses] if isinstance(analyses, str) else texts(analyses, "analyses"):
        lines.append([commands[_one_of(name, "analyses", sorted(commands))], *name.split()])
    if linkage is not None:
        lines.append(_method(["cluster", "--linkage="], "linkage", linkage))
    if diversifier is not None:
        lines.append(_method(["diversify", ""], "diversifier", diversifier))
    return _bibtex(lines)
