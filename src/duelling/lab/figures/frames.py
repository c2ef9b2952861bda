"""One frame of a figure: its lines, its limits and its axes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from duelling.lab.figures.colours import readable
from duelling.lab.figures.labels import End, power, thousands
from duelling.lab.figures.lines import Panel
from duelling.lab.figures.looks import SCREEN, Look
from duelling.lab.figures.styles import DASHES, apart, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def fill(axes: "Axes", panel: Panel, log: bool, label: Callable[[str], str], look: Look = SCREEN) -> list[End]:
    """Draw the curves and the bound, and set the frame; returns the ends of the lines."""
    styles = apart(curve.look or style(curve.label) for curve in panel.curves)
    found = []
    for depth, (curve, own) in enumerate(zip(panel.curves, styles, strict=True)):
        colour, name = readable(own.colour, look.ground, look.seen), label(curve.label)
        axes.fill_between(curve.t, curve.low, curve.high, color=colour, alpha=0.18, linewidth=0, zorder=2)
        axes.plot(
            curve.t,
            curve.mean,
            color=colour,
            linestyle=DASHES[own.dash],
            linewidth=look.line,
            zorder=3 + depth / 100,
            label=name,
        )
        found.append(End(name, curve.t, curve.mean, colour))
    _frame(axes, panel, log, look)
    if panel.bound:
        name, t, value = panel.bound
        dash = (0, (5, 3))
        axes.plot(t, value, color=look.ink, linewidth=look.line / 1.6, linestyle=dash, zorder=2.5, label=name)
        found.append(End(name, t, value, look.ink))
    return found


def _frame(axes: "Axes", panel: Panel, log: bool, look: Look) -> None:
    """Limits from the means, not from the bands; two spines, a light grid, plain numbers."""
    from matplotlib.ticker import NullLocator

    from duelling.lab.figures.ends import RoomyLocator

    t = np.concatenate([curve.t for curve in panel.curves])
    low, high = limits(panel, log)
    if log:
        axes.set(xscale="log", xlim=(t.min(), max(t.max(), t.min() * 1.01)))
        if low < 0:  # a logarithmic axis on both sides of zero, and a straight one between that ends below the bound
            end = panel.bound.value[-1] if panel.bound else np.inf
            straight = 10.0 ** np.floor(np.log10(min(max(high, -low) / 100, end)))
            axes.set_yscale("symlog", linthresh=straight * (1 + 1e-9))  # otherwise rounding may add a number near zero
            _fan(axes, panel, high, straight, look)
        else:
            axes.set_yscale("log")
            _guides(axes, panel, np.log10([t.max() / t.min(), high / low]), look)
    else:
        axes.set_xlim(0, t.max())
        axes.xaxis.set_major_locator(RoomyLocator(len(thousands(t.max())), look.ticks))
    axes.set_ylim(low, high)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: power(x) if log and x else thousands(x))
    if log and high > 100 * max(low, 0):
        axes.yaxis.set_minor_locator(NullLocator())
    if low < 0:
        axes.axhline(0, color=look.ink, linewidth=0.6, zorder=1)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(look.edge)
    axes.tick_params(colors=look.ink, labelsize=look.ticks, which="both")
    axes.grid(color=look.pale, linewidth=0.5, which="major")
    axes.set_facecolor(look.ground)
    axes.set_axisbelow(True)


def _guides(axes: "Axes", panel: Panel, decades: np.ndarray, look: Look) -> None:
    """Two short lines above the curves at the left, if there is room: how linear growth looks here, and √t."""
    reach, low = 0.4, axes.get_ylim()[0]  # decades
    x, across, up = 0.05, reach / decades[0], reach / decades[1]
    beyond = x * decades[0] + reach + 0.15  # with the names
    near = [_highest(curve.t, curve.mean, curve.t[0] * 10**beyond) for curve in panel.curves]
    y = 0.06 + np.log10(max(*near, low) / low) / decades[1] - up / 2  # where √t ends, nothing is higher
    if y + up > 0.95 or up / 2 * 50 * look.size[1] < look.names - 2:  # no room, or the two names would overlap
        return
    for rise, name in ((up, "t"), (up / 2, "√t")):
        axes.plot((x, x + across), (y, y + rise), color=look.faint, linewidth=0.8, transform=axes.transAxes, zorder=1.5)
        end = (x + across + 0.01, y + rise)
        axes.text(*end, name, fontsize=look.names - 2, color=look.faint, transform=axes.transAxes, va="center")


def _fan(axes: "Axes", panel: Panel, high: float, straight: float, look: Look) -> None:
    """As ``_guides``, for an axis that is straight near zero: below the upper edge, if that part is free."""
    reach, x, y = 0.8, 1.3 * min(curve.t[0] for curve in panel.curves), high / 10**1.1  # decades, rounds, regret
    lines = [(curve.t, curve.mean) for curve in panel.curves] + ([panel.bound[1:]] if panel.bound else [])
    if y < straight or max(_highest(*line, x * 10 ** (reach + 0.2)) for line in lines) > 0.8 * y:
        return
    for power_, name in ((1.0, "t"), (0.5, "√t")):
        end = (x * 10**reach, y * 10 ** (reach * power_))
        axes.plot((x, end[0]), (y, end[1]), color=look.faint, linewidth=0.8, zorder=1.5)
        axes.text(1.05 * end[0], end[1], name, fontsize=look.names - 2, color=look.faint, va="center")


def _highest(t: np.ndarray, value: np.ndarray, until: float) -> float:
    """The highest point of a line up to the round ``until``; between its points it is straight on logarithmic axes."""
    shown = value > 0
    if not shown.any():
        return 0.0
    end = np.exp(np.interp(np.log(until), np.log(t[shown]), np.log(value[shown])))
    return float(np.append(value[t <= until], end).max())


def limits(panel: Panel, log: bool = False) -> tuple[float, float]:
    """The lower and the upper end of the frame.

    On a straight axis a few lines far above the others would leave no room for these. So such lines leave the frame:

    - curves beyond one and a half times the bound (four times the middle curve if there is no bound), if there are
      four curves or more, these are at most a third of them, and no curve is negative;
    - a bound that would take up two thirds of the frame by itself.
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
    if low < 0 or peaks.size < 4 or 3 * (peaks.size - inside.size) > peaks.size:
        inside = peaks
    high = max(float(inside.max()), 0.0)
    if bound.size and bound.max() - low <= 3 * (high - low):
        high = max(high, float(bound.max()))
    room = 0.06 * (high - low) or 1.0
    return (low - room if low < 0 else 0.0), high + room
