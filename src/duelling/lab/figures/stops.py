"""What there is to draw of an experiment in which algorithms play until they are sure.

There is a frame for each winner that is looked for, and in it a row for each problem with a mark for each algorithm.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from duelling.core.intervals import Median, median
from duelling.lab.figures.labels import names_in, thousands
from duelling.lab.figures.styles import Style, styles
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured


class Mark(NamedTuple):
    """How many duels one algorithm needed on one problem."""

    algorithm: str
    duels: Median


class Row(NamedTuple):
    """One problem."""

    title: str
    marks: list[Mark]


class DotPanel(NamedTuple):
    """One frame."""

    title: str
    rows: list[Row]
    looks: dict[str, Style]  # of the algorithms, in the order in which they are drawn


class DotDrawing(NamedTuple):
    """The numbers of one figure."""

    name: str  # of its files, without ending
    experiment: str
    title: str
    note: str
    names: dict[str, str]  # of the algorithms, by their texts
    panels: list[DotPanel]


def stop_drawings(measured: "Measured") -> Iterator[DotDrawing]:
    """The figure of an experiment that stops."""
    about = measured.experiment
    count = about.runs_in_words
    runs = "one run" if count == "1" else f"median of {count} runs with its 95% interval"
    note = f"{runs}, \N{GREEK SMALL LETTER DELTA} = {about.delta:g}"
    frames = panels(measured)
    if any(mark.duels.more for frame in frames for row in frame.rows for mark in row.marks):
        note += f"; hollow: more than that, runs were given up after {thousands(about.limit)}"
    title = about.title or f"Duels until the verdict: {about.id}"
    yield DotDrawing(about.id, about.id, title, note, names_in(about), frames)


def panels(measured: "Measured") -> list[DotPanel]:
    """A frame for each winner, in the order in which the algorithms look for them."""
    about = measured.experiment
    sought: dict[str, list[str]] = {}
    for text in about.algorithms:
        sought.setdefault(measured.stops[about.problems[0], text].winner, []).append(text)
    found = []
    for winner, texts in sought.items():
        rows = [
            Row(row_title(measured, problem), [Mark(text, _duels(measured, problem, text)) for text in texts])
            for problem in about.problems
        ]
        looks = dict(zip(texts, styles(texts), strict=True))
        found.append(DotPanel(f"{winner_title(winner)} winner", rows, looks))
    return found


def _duels(measured: "Measured", problem: str, text: str) -> Median:
    return median(*measured.stops[problem, text].until_right())


def row_title(measured: "Measured", problem: str) -> str:
    """The name of a problem with its number of arms, and the distance within which a verdict is right."""
    about = measured.experiment
    words = [about.called(problem), f"K = {len(measured.problems[problem]['arms'])}"]
    if about.slack(problem):
        words.append(f"\N{GREEK SMALL LETTER EPSILON} = {about.slack(problem):g}")
    return ", ".join(words)
