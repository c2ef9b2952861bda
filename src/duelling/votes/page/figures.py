"""Two figures: the scores with their intervals, and the shares of wins of all pairs. Nothing here touches pyplot."""

from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.canvas import FAINT, INK, PALE, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from duelling.votes.standings import Standings

BLUE = "#0072b2"
NUMBERS = 16  # up to so many items the cells of the matrix hold their counts
NAMES = 80  # up to so many items their names are written


def _names(standings: "Standings") -> list[str]:
    return [name if len(name) <= 32 else f"{name[:31]}…" for name in standings.items]


def _sheet(width: float, height: float) -> "tuple[Figure, Any]":
    from duelling.canvas.figure import OwnFigure

    figure = OwnFigure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.tick_params(length=0, labelsize=8, colors=INK)
    return figure, axes


@drawing()
def intervals(standings: "Standings") -> "Figure":
    """A line for each item, best on top: its score as a dot, its interval as a bar; 1/2 is even."""
    count = len(standings.items)
    figure, axes = _sheet(6.4, 0.9 + 0.22 * max(count, 3))
    at = np.arange(count)
    named = np.isin(standings.items, standings.verdict.items)
    axes.axvline(0.5, color=PALE, linewidth=1, zorder=1)
    axes.hlines(at, standings.low, standings.high, color=np.where(named, BLUE, FAINT), linewidth=2, zorder=2)
    axes.scatter(standings.score, at, s=18, color=np.where(named, BLUE, INK), zorder=3)
    axes.set(xlim=(0, 1), ylim=(count - 0.4, -0.6), yticks=at)
    axes.set_yticklabels(_names(standings), parse_math=False)  # a name may have a $
    label = "score: the chance against another item at random"
    if not np.isnan(standings.low).all():
        label += f"\nbars: where all scores are with chance {1 - standings.delta:g}, at every look"
    axes.set_xlabel(label, fontsize=8, color=INK)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(PALE)
    return figure


@drawing()
def matrix(standings: "Standings") -> "Figure":
    """A cell for each pair: the share of its votes that the row won, ties counted half; grey where it never met."""
    count, votes = len(standings.items), standings.wins + standings.wins.T + standings.ties
    share = np.where(votes > 0, (standings.wins + standings.ties / 2) / np.maximum(votes, 1), np.nan)
    side = min(1.6 + 0.3 * count, 11)
    figure, axes = _sheet(side + 1.2, side)
    drawn = axes.imshow(np.ma.masked_invalid(share), cmap="RdBu", vmin=0, vmax=1, interpolation="none")
    axes.set_facecolor(PALE)
    names = _names(standings) if count <= NAMES else []
    places = np.arange(len(names))
    axes.set_xticks(places, names, rotation=90, parse_math=False)
    axes.set_yticks(places, names, parse_math=False)
    axes.xaxis.tick_top()
    for edge in axes.spines.values():
        edge.set_visible(False)
    if count <= NUMBERS:
        for i, j in np.argwhere(votes > 0).tolist():
            pale = 0.2 < share[i, j] < 0.8
            axes.text(j, i, str(votes[i, j]), ha="center", va="center", fontsize=7, color=INK if pale else "white")
    bar = figure.colorbar(drawn, ax=axes, shrink=0.6, ticks=[0, 0.5, 1])
    bar.ax.tick_params(length=0, labelsize=8)
    bar.set_label("share of wins of the row" + (" (numbers: votes)" if count <= NUMBERS else ""), fontsize=8)
    bar.outline.set_visible(False)
    return figure
