"""What stands in a frame, in numbers: curves with bands, and lines such as bounds."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from duelling.lab.figures.styles import Style


class Curve(NamedTuple):
    """One line of a figure, with the band around it."""

    label: str
    t: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    look: Style | None = None  # what the algorithm's facts say; a process that draws may not know them


class Line(NamedTuple):
    """A line without a band, such as a bound."""

    label: str
    t: np.ndarray
    value: np.ndarray


class Panel(NamedTuple):
    """What stands in one frame."""

    curves: Sequence[Curve]
    bound: Line | None = None
    title: str = ""
