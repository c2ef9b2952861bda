"""Who won against whom: a cell for each pair, coloured by the share of votes that the row won."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.serve.charts.svg import chart, short, tag

if TYPE_CHECKING:
    from markupsafe import Markup

CELL = 40
STEPS = 10  # the colours are the classes share-0 to share-10
NUMBERS = 14  # up to so many items the cells hold their shares
MOST = 60  # items that are drawn, the best ones
LETTER = 7  # about the width of a letter


def matrix(items: tuple[str, ...], wins: np.ndarray, ties: np.ndarray) -> "Markup":
    """Return the chart; ``wins[i, j]`` says how often i was preferred to j, and ties are counted half."""
    count = min(len(items), MOST)
    votes = wins + wins.T + ties
    cell = CELL if count <= NUMBERS else max(10, 14 * CELL // count)
    names = [short(name) for name in items[:count]]
    margin = 12 + LETTER * max(map(len, names), default=0)
    drawn = []
    for i, name in enumerate(names):
        middle = margin + cell * (i + 0.5)
        drawn.append(tag("text", name, x=margin - 8, y=middle + 4, text_anchor="end", class_="label"))
        turn = f"rotate(-60 {middle:.4g} {margin - 8})"
        drawn.append(tag("text", name, x=middle, y=margin - 8, transform=turn, class_="label"))
    for i, j in np.ndindex(count, count):
        if i != j:
            drawn += _cell(
                items[i], items[j], float(wins[i, j] + ties[i, j] / 2), int(votes[i, j]), (i, j), margin, cell
            )
    side = margin + cell * count + 4
    label = f"Share of votes that each item won against each other, {count} items"
    return chart(label, *drawn, width=side + margin // 2, height=side, class_="matrix")


def _cell(
    row: str, column: str, won: float, votes: int, place: tuple[int, int], margin: int, cell: int
) -> "list[Markup]":
    x, y = margin + cell * place[1], margin + cell * place[0]
    if not votes:
        told = tag("title", f"{row} and {column} never met")
        return [tag("rect", told, x=x + 1, y=y + 1, width=cell - 2, height=cell - 2, rx=3, class_="share never")]
    share = won / votes
    step = round(STEPS * share)
    told = tag("title", f"{row} against {column}: {100 * share:.0f}% of {votes} vote{'' if votes == 1 else 's'}")
    drawn = [tag("rect", told, x=x + 1, y=y + 1, width=cell - 2, height=cell - 2, rx=3, class_=f"share share-{step}")]
    if cell >= CELL:
        middle = {"x": x + cell / 2, "text_anchor": "middle"}
        drawn.append(tag("text", f"{100 * share:.0f}", y=y + cell / 2, class_="number", **middle))
        drawn.append(tag("text", str(votes), y=y + cell / 2 + 13, class_="small", **middle))
    return drawn
