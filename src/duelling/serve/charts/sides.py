"""How many votes went to the left, to none and to the right, as one bar."""

from typing import TYPE_CHECKING

from duelling.serve.charts.svg import chart, tag

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT = 360, 14


def sides(left: int, tie: int, right: int) -> "Markup":
    """Return the bar; the words beside it have the numbers."""
    total, x, drawn = max(1, left + tie + right), 0.0, []
    for name, count in (("left", left), ("tie", tie), ("right", right)):
        wide = WIDTH * count / total
        told = tag("title", f"{name}: {count}")
        drawn.append(tag("rect", told, x=x, y=0, width=wide, height=HEIGHT, class_=f"side side-{name}"))
        x += wide
    label = f"left {left}, tie {tie}, right {right}"
    return chart(label, *drawn, width=WIDTH, height=HEIGHT, class_="sides")
