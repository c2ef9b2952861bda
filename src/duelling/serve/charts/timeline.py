"""How many votes came when."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from duelling.serve.charts.svg import chart, tag

if TYPE_CHECKING:
    from markupsafe import Markup

MINUTE, HOUR, DAY = 60, 3600, 86400
STEPS = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 28 * DAY, 364 * DAY)
WORDS = ("minute", "5 minutes", "15 minutes", "hour", "6 hours", "day", "week", "4 weeks", "52 weeks")
MOST = 60  # bars
WIDTH, HEIGHT, FOOT, HEAD = 480, 150, 24, 22


def by_step(times: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Count votes in equal steps: the counts, when the first step begins, and which step it is. Times in seconds."""
    first, last = float(times.min()), float(times.max())
    step = next((k for k, size in enumerate(STEPS) if (last // size) - (first // size) < MOST), len(STEPS) - 1)
    begin = int(first // STEPS[step]) * STEPS[step]
    places = ((times - begin) // STEPS[step]).astype(int)
    return np.bincount(places)[-MOST:], begin + STEPS[step] * max(0, int(places.max()) + 1 - MOST), step


def timeline(times: np.ndarray) -> "Markup":
    """Return a bar for each minute, hour or day, whichever fits; times are seconds since 1970, UTC."""
    times = times[np.isfinite(times)]
    if not len(times):
        return chart("No votes yet", width=WIDTH, height=HEIGHT, class_="timeline")
    counts, begin, step = by_step(times)
    most, size = int(counts.max()), STEPS[step]
    room, wide = HEIGHT - FOOT - HEAD, WIDTH / max(len(counts), 12)
    drawn = [tag("line", x1=0, x2=WIDTH, y1=HEIGHT - FOOT, y2=HEIGHT - FOOT, class_="grid")]
    for k, count in enumerate(counts.tolist()):
        tall = room * count / most
        told = tag("title", f"{_when(begin + k * size, size)}: {count} vote{'' if count == 1 else 's'}")
        place = {"x": k * wide + 1, "y": HEIGHT - FOOT - tall, "width": max(1.0, wide - 2), "height": tall}
        drawn.append(tag("rect", told, class_="column", rx=2, **place))
    ends = [(0, begin, "start")]
    if len(counts) > 1:
        ends.append((round(wide * len(counts)), begin + (len(counts) - 1) * size, "end"))
    for x, at, anchor in ends if len(counts) >= 12 else ends[:1]:
        drawn.append(tag("text", _when(at, size), x=x, y=HEIGHT - 6, text_anchor=anchor, class_="label"))
    drawn.append(tag("text", f"at most {most} a {WORDS[step]}", x=0, y=12, class_="label"))
    label = f"{len(times)} vote{'' if len(times) == 1 else 's'}, at most {most} a {WORDS[step]}"
    return chart(label, *drawn, width=WIDTH, height=HEIGHT, class_="timeline")


def _when(at: float, size: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d" if size >= DAY else "%Y-%m-%d %H:%M UTC")
