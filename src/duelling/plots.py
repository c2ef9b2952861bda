"""Figures: a function that returns the numbers, and a function that draws them.

Nothing here touches pyplot, so no window, no global figure and no backend are involved.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelling.errors import InputError
from duelling.facts import choice
from duelling.intervals import student
from duelling.styles import DASHES, styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABEL = 9.0  # points
GAP = 1.25 * LABEL  # points between the middles of two labels
INK, PALE = "#222222", "#dddddd"


class Curve(NamedTuple):
    """One line of a figure, with the band around it."""

    label: str
    t: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Line(NamedTuple):
    """A line without a band, such as a bound."""

    label: str
    t: np.ndarray
    value: np.ndarray


BoundLine = float | str | Callable[[int], float] | None  # a level, a function of t, or an algorithm with a proven bound


def bound_line(bound: BoundLine, t: np.ndarray, winner: Any, regret: str, arms: int) -> Line | None:
    """The line that stands for ``bound`` at the rounds t, the last of which is the horizon."""
    if bound is None:
        return None
    if callable(bound):
        return Line("bound", t, np.array([bound(x) for x in t.tolist()], dtype=float))
    if not isinstance(bound, str):
        return Line("bound", t, np.full(t.size, float(bound)))
    known = choice(bound)
    algorithm = known.algorithm
    values: list[float | None] = [None]
    if algorithm.regret in (regret, "strong"):  # weak regret is never above strong regret
        # a rate tuned to the horizon has its bound there, and nowhere before
        at = t.tolist() if algorithm.anytime else [int(t[-1])] * t.size
        values = [algorithm.bound(winner, arms, x, **known.parameters) for x in at]
    if None in values:
        raise InputError(f"bound must name an algorithm with a proven bound on {regret} {winner} regret, got {bound!r}")
    return Line(f"bound of {bound}", t, np.array(values, dtype=float))


def curves(labels: Sequence[str], t: np.ndarray, values: np.ndarray) -> list[Curve]:
    """Means of values[label, run, t] over the runs, with Student's 95% interval; a single run has no band."""
    found = []
    for label, x in zip(labels, values, strict=True):
        mean, _, low, high = student(x)
        found.append(Curve(label, t, mean, *((mean, mean) if len(x) == 1 else (low, high))))
    return found


def draw(
    lines: Sequence[Curve],
    *,
    bound: Line | None = None,
    log: bool = False,
    title: str = "",
    note: str = "",
    ylabel: str = "regret",
) -> "Figure":
    """Means over t with their bands, each named at its right end; ``log``: both axes are logarithmic."""
    from matplotlib.figure import Figure

    if log and not any((curve.mean > 0).any() for curve in lines):
        raise InputError("log must be false where no regret is positive")
    ends = [(c.label, c.t, c.mean) for c in lines] + ([tuple(bound)] if bound else [])
    figure = Figure(figsize=(6.4, max(3.8, (len(ends) + 6) * GAP / 72)), dpi=200)
    axes = figure.add_axes((0, 0, 1, 1))
    looks = styles([curve.label for curve in lines])
    for depth, (curve, look) in enumerate(zip(lines, looks, strict=True)):
        low, mean, high = (positive(x) if log else x for x in (curve.low, curve.mean, curve.high))
        if log:  # the band goes down to the frame where its lower end is not positive
            low = np.where(np.isnan(low), np.finfo(float).tiny, low)
        axes.fill_between(curve.t, low, high, color=look.colour, alpha=0.18, linewidth=0, zorder=2)
        axes.plot(curve.t, mean, color=look.colour, linestyle=DASHES[look.dash], linewidth=1.6, zorder=3 + depth / 100)
    if bound:
        axes.plot(bound.t, bound.value, color=INK, linewidth=1, linestyle=(0, (5, 3)), zorder=2.5)
    _frame(axes, ends, log)
    axes.set_xlabel("rounds t", color=INK)
    axes.set_ylabel(ylabel, color=INK)
    axes.set_title(title, loc="left", fontsize=11, color=INK, pad=20 if note else 8)
    axes.annotate(
        note, (0, 1), (0, 7), xycoords="axes fraction", textcoords="offset points", fontsize=8, color="#666666"
    )
    _name_ends(figure, axes, ends, [*(look.colour for look in looks), INK])
    return figure


def positive(x: np.ndarray) -> np.ndarray:
    """x with NaN for what a logarithmic axis cannot show."""
    return np.where(x > 0, x, np.nan)


def _frame(axes: "Axes", ends: list, log: bool) -> None:
    """Limits from the means, not from the bands; two spines, a light grid, plain numbers."""
    values = np.concatenate([y for _, _, y in ends])
    t = np.concatenate([t for _, t, _ in ends])
    values = values[np.isfinite(values)]
    if log:
        values = values[values > 0]
        axes.set(xscale="log", yscale="log", xlim=(t.min(), max(t.max(), t.min() * 1.01)))
        axes.set_ylim(values.min() / 1.5, values.max() * 1.5)
    else:
        low, high = min(values.min(), 0.0), max(values.max(), 0.0)
        room = 0.06 * (high - low) or 1.0
        axes.set(xlim=(0, t.max()), ylim=(low - room if low < 0 else 0.0, high + room))
        axes.ticklabel_format(axis="y", useMathText=True, scilimits=(-4, 6))
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.10g}".replace(",", "\N{THIN SPACE}"))
        if low < 0:
            axes.axhline(0, color=INK, linewidth=0.6, zorder=1)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color("#888888")
    axes.tick_params(colors=INK, labelsize=8.5, which="both")
    axes.grid(color=PALE, linewidth=0.5, which="major")
    axes.set_axisbelow(True)


def _name_ends(figure: "Figure", axes: "Axes", ends: list, colours: list[str]) -> None:
    """Write each name beside the end of its line, moved up or down as far as needed to keep names apart."""
    texts = [
        axes.annotate(
            label, (1, 0), (14, 0), xycoords="axes fraction", textcoords="offset points", annotation_clip=False
        )
        for label, _, _ in ends
    ]
    for text, colour in zip(texts, colours, strict=False):
        text.set(fontsize=LABEL, color=colour, verticalalignment="center")
    width, height = figure.get_size_inches() * 72
    wide = max(text.get_window_extent().width for text in texts) * 72 / figure.dpi
    left, right, bottom, top = 54.0, min(wide + 22, 0.45 * width), 42.0, 44.0
    axes.set_position((left / width, bottom / height, 1 - (left + right) / width, 1 - (bottom + top) / height))
    tall = height - bottom - top
    heights = []
    for _, t, y in ends:
        shown = np.flatnonzero(np.isfinite(y) & ((y > 0) | (axes.get_yscale() == "linear")))
        last = shown[-1] if shown.size else -1
        point = axes.transAxes.inverted().transform(axes.transData.transform((t[last], y[last])))
        heights.append(float(np.clip(np.nan_to_num(point[1]), 0, 1)) * tall)
    for text, target, place, colour in zip(texts, heights, spread(heights, GAP, tall), colours, strict=False):
        text.set_position((14, place))
        axes.annotate(
            "",
            (1, target / tall),
            (12, place - target),
            xycoords="axes fraction",
            textcoords="offset points",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.7, "alpha": 0.7, "shrinkA": 0, "shrinkB": 1.5},
        )


def spread(targets: Sequence[float], gap: float, top: float) -> list[float]:
    """Places between 0 and ``top``, at least ``gap`` apart, in the order of the targets and as near to them as can be.

    Less their gaps, the places must not decrease: the least-squares answer pools neighbours in the wrong order.
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
    places = np.empty(len(targets))
    places[order] = flat + gap * np.arange(len(targets))
    return places.tolist()


def write(figure: "Figure", path) -> None:
    """Save with text that stays text and without the date, so that equal figures are equal files."""
    from matplotlib import rc_context

    form = str(path).rpartition(".")[2]
    with rc_context({"pdf.fonttype": 42, "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"pdf": {"CreationDate": None}, "png": {"Software": None}}.get(form))
