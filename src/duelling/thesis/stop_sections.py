"""What the report shows of an experiment in which algorithms play until they are sure: facts, frames and tables."""

import base64
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from duelling.core.intervals import median
from duelling.lab.figures.dots import summary, written
from duelling.lab.figures.labels import names_in, thousands
from duelling.lab.figures.pictures import Drawn, Picture
from duelling.lab.figures.stops import DotDrawing, panels, row_title
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured, Stops


def content(measured: "Measured", own: Sequence[Drawn]) -> dict[str, Any]:
    """Facts, frames and tables of the experiment."""
    drawings = [_frames(drawing, picture) for drawing, picture in own if isinstance(drawing, DotDrawing)]
    return {"facts": facts(measured), "drawings": drawings, "tables": tables(measured)}


def facts(measured: "Measured") -> str:
    """What was played, in a few sentences."""
    about = measured.experiment
    sought = dict.fromkeys(each.winner for each in measured.stops.values())
    slacks = {about.called(name): about.slack(name) for name in about.problems if about.slack(name)}
    sentences = [
        f"Winner: {' and '.join(map(winner_title, sought))}",
        f"\N{GREEK SMALL LETTER DELTA} = {about.delta:g}, {about.runs_in_words} runs",
        "Every duel is drawn afresh",
        f"A run without a verdict after {thousands(about.limit)} duels was given up",
    ]
    if slacks:
        by = ", ".join(f"{slack:g} on {name}" for name, slack in slacks.items())
        sentences.append(f"A verdict is right if it is worse than the winner by at most {by}")
    return ". ".join(sentences) + "."


def tables(measured: "Measured") -> list[dict[str, Any]]:
    """For each winner a table: a row for each problem, a cell for each algorithm."""
    about, names, found = measured.experiment, names_in(measured.experiment), []
    for panel in panels(measured):
        rows = [
            {
                "name": row_title(measured, problem),
                "runs": about.runs_on(problem),
                "cells": cells([measured.stops[problem, text] for text in panel.looks]),
            }
            for problem in about.problems
        ]
        columns = [{"name": names[text], "colour": look.colour} for text, look in panel.looks.items()]
        found.append({"title": panel.title, "columns": columns, "rows": rows})
    return found


def _end(value: float) -> str | None:
    """The end of an interval in words; None where runs are too few for one."""
    if math.isnan(value):
        return None
    return "\N{INFINITY}" if value == math.inf else written(value, False)


def cells(row: "Sequence[Stops]") -> list[dict[str, Any]]:
    """The numbers of one problem: the median with its interval, how many verdicts are wrong, how many are missing."""
    found = [median(*stops.until_right()) for stops in row]
    least = min((each.value for each in found if not each.more), default=math.inf)
    return [
        {
            "median": written(each.value, each.more),
            "low": _end(each.low),
            "high": _end(each.high),
            "wrong": stops.wrong,
            "undecided": stops.undecided,
            "best": each.value == least and not each.more and len(row) > 1,
        }
        for stops, each in zip(row, found, strict=True)
    ]


def _frames(drawing: DotDrawing, picture: Picture) -> dict[str, Any]:
    """The frames of the figure, each with its numbers in words."""
    each = [
        {"data": base64.b64encode(data).decode(), "text": summary(panel, drawing.names)}
        for panel, data in zip(drawing.panels, picture.frames, strict=True)
    ]
    width, height = picture.size
    caption = f"Duels until a right verdict: {drawing.note}."
    return {"name": drawing.name, "frames": each, "width": width, "height": height, "caption": caption, "folded": ""}
