"""One frame of a figure: its lines, its limits and its axes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from duelling.labels import LABEL, End, power, thousands
from duelling.styles import DASHES, styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from duelling.plots import Panel

INK, PALE, FAINT = "#222222", "#dddddd", "#8a8a8a"


def fill(axes: "Axes", panel: "Panel", log: bool, label: Callable[[str], str]) -> list[End]:
    """Draw the curves and the bound, and set the frame; what is to be named, from the lowest end to the highest."""
    looks = styles([curve.label for curve in panel.curves])
    found = []
    for depth, (curve, look) in enumerate(zip(panel.curves, looks, strict=True)):
        axes.fill_between(curve.t, curve.low, curve.high, color=look.colour, alpha=0.18, linewidth=0, zorder=2)
        dash = DASHES[look.dash]
        axes.plot(curve.t, curve.mean, color=look.colour, linestyle=dash, linewidth=1.6, zorder=3 + depth / 100)
        found.append(End(label(curve.label), curve.t, curve.mean, look.colour))
    _frame(axes, panel, log)
    if panel.bound:
        axes.plot(panel.bound.t, panel.bound.value, color=INK, linewidth=1, linestyle=(0, (5, 3)), zorder=2.5)
        found.append(End(*panel.bound, INK))
    return sorted(found, key=lambda end: end.value[-1])


def _frame(axes: "Axes", panel: "Panel", log: bool) -> None:
    """Limits from the means, not from the bands; two spines, a light grid, plain numbers."""
    from matplotlib.ticker import NullLocator

    t = np.concatenate([curve.t for curve in panel.curves])
    low, high = limits(panel, log)
    if log:
        axes.set(xscale="log", xlim=(t.min(), max(t.max(), t.min() * 1.01)))
        if low < 0:  # a logarithmic axis on both sides of zero, and a straight one between
            axes.set_yscale("symlog", linthresh=10.0 ** np.floor(np.log10(max(high, -low) / 100)))
        else:
            axes.set_yscale("log")
            _guides(axes, panel, np.log10([t.max() / t.min(), high / low]))
    else:
        axes.set_xlim(0, t.max())
        axes.locator_params(axis="x", nbins=5)
    axes.set_ylim(low, high)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: power(x) if log and x else thousands(x))
    if log and high > 100 * max(low, 0):
        axes.yaxis.set_minor_locator(NullLocator())
    if low < 0:
        axes.axhline(0, color=INK, linewidth=0.6, zorder=1)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color("#888888")
    axes.tick_params(colors=INK, labelsize=8.5, which="both")
    axes.grid(color=PALE, linewidth=0.5, which="major")
    axes.set_axisbelow(True)


def _guides(axes: "Axes", panel: "Panel", decades: np.ndarray) -> None:
    """Two short lines above the curves at the left, if there is room: how linear growth looks here, and √t."""
    reach, low = 0.4, axes.get_ylim()[0]  # decades
    x, across, up = 0.05, reach / decades[0], reach / decades[1]
    beyond = x * decades[0] + reach + 0.15  # with the names
    near = [curve.mean[curve.t <= curve.t[0] * 10**beyond].max() for curve in panel.curves]
    y = 0.06 + np.log10(max(*near, low) / low) / decades[1] - up / 2  # where √t ends, nothing is higher
    if y + up > 0.95:
        return
    for rise, name in ((up, "t"), (up / 2, "√t")):
        axes.plot((x, x + across), (y, y + rise), color=FAINT, linewidth=0.8, transform=axes.transAxes, zorder=1.5)
        end = (x + across + 0.01, y + rise)
        axes.text(*end, name, fontsize=LABEL - 2, color=FAINT, transform=axes.transAxes, va="center")


def limits(panel: "Panel", log: bool = False) -> tuple[float, float]:
    """The lower and the upper end of the frame.

    On a straight axis a few lines that lie far above the rest would press it to the floor. They leave the frame: curves
    that go beyond one and a half times the bound (without one, four times the middle curve), if they are not more than
    a third of all and nothing is negative; and a bound that would take up two thirds of the frame by itself.
    """
    means = [curve.mean[np.isfinite(curve.mean)] for curve in panel.curves]
    bound = panel.bound.value if panel.bound else np.zeros(0)
    if log:
        values = np.concatenate([*means, bound])
        if any(mean[-1] < 0 for mean in means):
            return 2 * float(values.min()), 2 * float(values.max())
        values = values[values > 0]
        return float(values.min()) / 1.5, float(values.max()) * 1.5
    low, peaks = min(0.0, *(float(mean.min()) for mean in means)), np.array([mean.max() for mean in means])
    inside = peaks[peaks <= (1.5 * bound.max() if bound.size else 4 * np.median(peaks))]
    if low < 0 or 3 * (peaks.size - inside.size) > peaks.size:
        inside = peaks
    high = max(float(inside.max()), 0.0)
    if bound.size and bound.max() - low <= 3 * (high - low):
        high = max(high, float(bound.max()))
    room = 0.06 * (high - low) or 1.0
    return (low - room if low < 0 else 0.0), high + room
