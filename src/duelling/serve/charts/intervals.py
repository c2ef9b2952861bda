"""The score of an item as a dot, its interval as a bar, in a row of the table; 1/2 is even."""

import math
from typing import TYPE_CHECKING

from duelling.serve.charts.svg import percent, tag

if TYPE_CHECKING:
    from markupsafe import Markup

HEIGHT = 24
MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def interval(score: float, low: float, high: float, winner: bool = False) -> "Markup":
    """Return the bar of one item; NaN draws nothing."""
    middle, drawn = (
        "50%",
        [tag("line", x1=percent(x), x2=percent(x), y1=0, y2="100%", class_="grid") for x in MARKS[1:-1]],
    )
    if not math.isnan(low):
        drawn.append(tag("line", x1=percent(low), x2=percent(high), y1=middle, y2=middle, class_="bar"))
    if not math.isnan(score):
        drawn.append(tag("circle", cx=percent(score), cy=middle, r=5, class_="dot"))
    name = "interval winner" if winner else "interval"
    return tag("svg", *drawn, class_=name, width="100%", height=HEIGHT, aria_hidden="true")  # the row has the numbers


def axis() -> "Markup":
    """Return the scale of the bars."""
    anchors = {0.0: "start", 1.0: "end"}
    labels = [
        tag("text", f"{100 * x:.0f}%", x=percent(x), y=14, text_anchor=anchors.get(x, "middle"), class_="label")
        for x in MARKS
    ]
    return tag("svg", *labels, class_="axis", width="100%", height=20, aria_hidden="true")
