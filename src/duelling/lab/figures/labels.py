"""Names of algorithms and numbers; and at which heights the names of lines stand so that no two overlap."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duelling.registry.facts import ALGORITHMS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from duelling.lab.grids.specification import Experiment

GAP = 1.25  # between the middles of two labels, as a multiple of their size
REACH = 14.0  # points between the frame and the labels
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ABOVE = "↑"  # at the name of a line that leaves the frame


class End(NamedTuple):
    """The name of a line, where the line is, and its colour."""

    label: str
    t: np.ndarray
    value: np.ndarray
    colour: str
    formula: bool = False  # whether $x$ in the name is a formula


def name_of(axes: "Axes", end: End) -> str:
    """The name of a line; if the line leaves the frame, it says where the line ends."""
    return f"{end.label} {ABOVE} {thousands(round(end.value[-1]))}" if leaves(axes, end) else end.label


def leaves(axes: "Axes", end: End) -> bool:
    """Whether the line ends above the frame."""
    return bool(end.value[-1] > axes.get_ylim()[1])


def height_of(axes: "Axes", end: End) -> float:
    """The height at which a line ends, or is last inside the axes, as a share of the frame's height."""
    shown = np.flatnonzero(np.isfinite(end.value) & ((end.value > 0) | (axes.get_yscale() != "log")))
    last = shown[-1] if shown.size else -1
    point = axes.transAxes.inverted().transform(axes.transData.transform((end.t[last], end.value[last])))
    return float(np.clip(np.nan_to_num(point[1]), 0, 1))


def spread(targets: Sequence[float], gap: float, top: float) -> list[float]:
    """Heights between 0 and ``top``, at least ``gap`` apart, in the order of the targets and as near to them as can be.

    Without their gaps the heights must not decrease. The least-squares answer joins neighbours that are in the wrong
    order, and gives them their mean.
    """
    order = np.argsort(targets, kind="stable")
    pools: list[list[float]] = []  # [mean, count]
    for k, i in enumerate(order):
        pools.append([targets[i] - k * gap, 1])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (x, m), (y, n) = pools[-2:]
            pools[-2:] = [[(x * m + y * n) / (m + n), m + n]]
    flat = np.repeat([mean for mean, _ in pools], [int(count) for _, count in pools])
    flat = np.clip(flat, 0, max(top - (len(targets) - 1) * gap, 0))
    heights = np.empty(len(targets))
    heights[order] = flat + gap * np.arange(len(targets))
    return heights.tolist()


def display_names(algorithms: Sequence[str]) -> dict[str, str]:
    """The labels of the algorithms by their texts, with the parameters where two labels would be the same.

    An algorithm that is not known, because a stored result is older than the session, is called by its text.
    """
    labels = [ALGORITHMS.find(name).label if name in ALGORITHMS else text for text, name in _named(algorithms)]
    return {
        text: f"{label} {text.partition(':')[2]}".rstrip() if labels.count(label) > 1 else label
        for text, label in zip(algorithms, labels, strict=True)
    }


def names_in(experiment: "Experiment") -> dict[str, str]:
    """The labels of an experiment's algorithms by their texts: those that it declares, and else the usual ones."""
    return {text: experiment.labels.get(text, usual) for text, usual in display_names(experiment.algorithms).items()}


def _named(algorithms: Sequence[str]) -> list[tuple[str, str]]:
    return [(text, text.partition(":")[0]) for text in algorithms]


def thousands(x: float) -> str:
    """A number with thin spaces between its thousands and a true minus."""
    return f"{x:,.10g}".replace(",", "\N{THIN SPACE}").replace("-", "\N{MINUS SIGN}")


def power(x: float) -> str:
    """10⁴ for 10000, and so for every power of ten and its negative."""
    exponent = round(math.log10(abs(x)))
    return ("\N{MINUS SIGN}" if x < 0 else "") + "10" + str(exponent).translate(SUPERSCRIPTS)


def horizon_name(horizon: int) -> str:
    """10⁴ for 10000, and other numbers as they are."""
    return power(horizon) if horizon >= 1000 and str(horizon).strip("0") == "1" else thousands(horizon)
