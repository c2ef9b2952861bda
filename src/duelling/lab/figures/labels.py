"""Names of algorithms and numbers, and of lines, written beside their right ends so that no two names overlap."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duelling.registry.choice import choice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

LABEL = 9.0  # points
GAP = 1.25 * LABEL  # points between the middles of two labels
REACH = 14.0  # points between the frame and the labels
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ABOVE = "↑"  # at the name of a line that leaves the frame


class End(NamedTuple):
    """The name of a line, where the line is, and its colour."""

    label: str
    t: np.ndarray
    value: np.ndarray
    colour: str


def write_names(axes: "Axes", ends: Sequence[End]) -> "list[Annotation]":
    """Write the names to the right of the frame; ``move_apart`` gives them their heights.

    The name of a line that leaves the frame says where the line ends.
    """
    top = axes.get_ylim()[1]
    return [
        axes.annotate(
            f"{end.label} {ABOVE} {thousands(round(end.value[-1]))}" if end.value[-1] > top else end.label,
            (1, 0),
            (REACH, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            annotation_clip=False,
            fontsize=LABEL,
            color=end.colour,
            verticalalignment="center",
            parse_math=False,
        )
        for end in ends
    ]


def move_apart(axes: "Axes", ends: Sequence[End], texts: "Sequence[Annotation]", tall: float) -> None:
    """Move each name to the end of its line, or so far above or below that no two overlap; ``tall`` in points."""
    heights = [_height(axes, end) * tall for end in ends]
    for end, text, target, height in zip(ends, texts, heights, spread(heights, GAP, tall), strict=True):
        text.set_position((REACH, height))
        axes.annotate(
            "",
            (1, target / tall),
            (REACH - 2, height - target),
            xycoords="axes fraction",
            textcoords="offset points",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": end.colour, "lw": 0.7, "alpha": 0.7, "shrinkA": 0, "shrinkB": 1.5},
        )


def _height(axes: "Axes", end: End) -> float:
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
    """The labels of the algorithms by their texts, with the parameters where two labels would be the same."""
    labels = [choice(text).algorithm.label for text in algorithms]
    return {
        text: f"{label} {text.partition(':')[2]}".rstrip() if labels.count(label) > 1 else label
        for text, label in zip(algorithms, labels, strict=True)
    }


def thousands(x: float) -> str:
    """A number with thin spaces between its thousands and a true minus."""
    return f"{x:,.10g}".replace(",", "\N{THIN SPACE}").replace("-", "\N{MINUS SIGN}")


def power(x: float) -> str:
    """10⁴ for 10000, and so for every power of ten and its negative."""
    exponent = round(math.log10(abs(x)))
    return ("\N{MINUS SIGN}" if x < 0 else "") + "10" + str(exponent).translate(SUPERSCRIPTS)
