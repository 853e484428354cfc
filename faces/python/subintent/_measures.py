"""Names of measures, and a list of all there are."""

from __future__ import annotations

from typing import Any, List, Sequence, Union

from . import _core
from ._arguments import items, text


class Measure(_core.Measure):
    """A measure with its parameters and its cutoff.

    Two are equal, and have the same hash, if they mean the same, however they are written. `repr()`
    gives the identifier, from which Measure() makes the same measure again; `str()` gives the name.

    >>> from subintent import Measure
    >>> Measure("D#-nDCG(gamma=.3)@20")
    D_sharp_nDCG(gamma=0.3)@20
    >>> Measure("D#-nDCG@20") == Measure("D_sharp_nDCG@20") == Measure("D♯-nDCG(gamma=.5)@20")
    True

    Args:
        name: as the papers print it ("HD#-nDCG_WI@20"), as ndeval does ("strec@20"), or as an
            expression of Python in the grammar of ir_measures
            ("HD_sharp_nDCG(hierarchy='WI')@20"). Any hierarchy may be named.

    Attributes:
        name: as it was given.
        identifier: the one spelling that is an expression of Python, without what is at its
            default.

    Raises:
        Error: for a name that is not known, and parameters that the measure does not have.
    """

    def __init__(self, name: Union[str, _core.Measure]) -> None:
        super().__init__(name.name if isinstance(name, _core.Measure) else text(name, "name", "str or Measure"))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.identifier


def measures() -> List[_core.MeasureDescription]:
    """All measures, by family: how they are written, their formulas, sources and parameters.

    The layer-aware forms ("alpha-nDCG-LA") and those with redundancy ("nDCG_RA") are measures of
    their own.

    >>> import subintent
    >>> next(m.formula for m in subintent.measures() if m.identifier == "D_sharp_nDCG")
    'gamma I-rec + (1-gamma) D-nDCG'
    """
    return _core.all_measures()


def names_of(
    measures: Union[str, _core.Measure, Sequence[Union[str, _core.Measure]]], argument: str = "measures"
) -> List[str]:
    """The names of one measure, or of several."""
    is_one = isinstance(measures, (str, _core.Measure))
    given = [measures] if is_one else items(measures, argument, "a list of str or Measure")
    return [_name_of(one, argument) for one in given]


def _name_of(measure: Any, argument: str) -> str:
    if isinstance(measure, _core.Measure):
        return measure.name
    if hasattr(measure, "SUPPORTED_PARAMS"):  # of ir_measures
        return str(measure)
    return text(measure, argument, "str or Measure")
