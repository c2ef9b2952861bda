"""What the report shows of one experiment: facts, frames, and the table of final regrets."""

import base64
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from duelling.core.intervals import student
from duelling.lab.figures.grid import horizon_name
from duelling.lab.figures.horizons import joined
from duelling.lab.figures.labels import display_names, thousands
from duelling.lab.figures.pictures import Drawing, Drawn, Picture
from duelling.lab.figures.styles import styles
from duelling.lab.growth import growth
from duelling.registry.winners import winner_title
from duelling.thesis import stop_sections
from duelling.thesis.chapter import Chapter
from duelling.thesis.experiments import every

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured


def section(
    measured: "Measured",
    verdicts: Sequence[dict[str, Any]],
    pictures: Sequence[Drawn],
    timings: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """What the page shows of one experiment."""
    about = measured.experiment
    chapter = every().get(about.id)
    own = [each for each in pictures if each[0].experiment == about.id]
    lines = [line for line in timings if line["experiment"] == about.id]
    found = stop_sections.content(measured, own) if about.stops else _regrets(measured, chapter, own)
    return found | {
        "id": about.id,
        "title": about.title or about.id,
        "words": chapter.words if chapter else None,
        "verdicts": [each for each in verdicts if each["experiment"] == about.id],
        "runs": about.runs_in_words,
        "seed": about.seed,
        "rounds": three_digits(sum(line["rounds"] for line in lines)),
        "seconds": f"{sum(line['seconds'] for line in lines):.1f} s",
    }


def _regrets(measured: "Measured", chapter: Chapter | None, own: Sequence[Drawn]) -> dict[str, Any]:
    """Facts, frames and the table of an experiment with horizons."""
    about, known = measured.experiment, joined(measured)
    called = chapter.names if chapter else {}
    columns = [(problem, horizon) for problem in about.problems for horizon in known.experiment.horizons]
    winners = " and ".join(winner_title(winner) for winner in about.winners)
    horizons = ", ".join(map(horizon_name, about.horizons))
    how = f"All runs share one sequence of outcomes, which repeats after {about.period} rounds"
    if about.period is None:
        adaptive = any(found["kind"] == "shadow" for found in measured.problems.values())
        how = "Every duel is drawn afresh" + (", but for those that the shadow decides" if adaptive else "")
    if about.against == "horizons":
        how += ". An algorithm that is tuned to T has a point for each T, any other is one line"
    drawings = [(drawing, picture) for drawing, picture in own if isinstance(drawing, Drawing)]
    return {
        "facts": f"Winner: {winners}. T = {horizons} rounds, {about.runs} runs. {how}.",
        "drawings": [_frames(drawing, picture) for drawing, picture in drawings],
        "columns": [f"{called.get(problem, problem)}, T = {horizon_name(horizon)}" for problem, horizon in columns],
        "rows": rows(known, columns),
        "winner": winner_title(about.winners[0]),
        "bounds": _bounds(drawings[0][0], columns) if drawings else None,
        "tables": None,
    }


def rows(measured: "Measured", columns: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """Final regrets under the first winner, an entry for each algorithm with a cell for each column."""
    about = measured.experiment
    looks, labels = styles(list(about.algorithms)), display_names(about.algorithms)
    found = [
        [measured.regrets.get((*column, about.winners[0], text)) for column in columns] for text in about.algorithms
    ]
    ends = [[math.inf if regret is None else regret.weak[:, -1].mean() for regret in row] for row in found]
    lowest = [min(column) for column in zip(*ends, strict=True)]
    lines = []
    for text, look, regrets, means in zip(about.algorithms, looks, found, ends, strict=True):
        cells: list[dict[str, Any] | None] = []
        for regret, mean, least in zip(regrets, means, lowest, strict=True):
            if regret is None:
                cells.append(None)
                continue
            end, exponent = student(regret.weak[:, -1]), growth(regret.t, regret.weak).exponent
            cells.append(
                {
                    "mean": three_digits(mean),
                    "low": three_digits(float(end.low)),
                    "high": three_digits(float(end.high)),
                    "growth": "" if math.isnan(exponent) else signed(f"{round(exponent, 2) + 0.0:.2f}"),
                    "best": mean == least and len(about.algorithms) > 1,
                }
            )
        settings = text.partition(":")[2]
        settings = "" if labels[text].endswith(settings) else settings  # the name may have them already
        lines.append({"name": labels[text], "settings": settings, "colour": look.colour, "cells": cells})
    return lines


def _bounds(drawing: Drawing, columns: Sequence[tuple[str, int]]) -> dict[str, Any] | None:
    """The row of bounds, if there is one in every frame."""
    bounds = [panel.bound for panel in drawing.panels]
    if len(bounds) < len(columns) or None in bounds:
        return None
    return {
        "name": drawing.bound or "bound",
        "cells": [three_digits(float(bound.value[-1])) for bound in bounds if bound],
    }


def _frames(drawing: Drawing, picture: Picture) -> dict[str, Any]:
    frames = []
    for panel, data in zip(drawing.panels, picture.frames, strict=True):
        ends = [f"{drawing.names[curve.label]} {three_digits(float(curve.mean[-1]))}" for curve in panel.curves]
        frames.append({"data": base64.b64encode(data).decode(), "text": f"{panel.title}: {', '.join(ends)}"})
    width, height = picture.size
    kind = "The same on logarithmic axes." if drawing.again else f"Weak regret over the rounds: {drawing.note}."
    return {"name": drawing.name, "frames": frames, "width": width, "height": height, "caption": kind}


def three_digits(x: float) -> str:
    """A number with three digits, or with all digits before the point; an empty text for what is not known."""
    if math.isnan(x):
        return ""
    if math.isinf(x):  # an interval may have no upper end
        return signed(f"{x:+.0f}".replace("inf", "\N{INFINITY}").removeprefix("+"))
    return thousands(round(x)) if abs(x) >= 100 or x == int(x) else signed(f"{x:#.3g}".rstrip("."))


def signed(text: str) -> str:
    """A number with a true minus."""
    return text.replace("-", "\N{MINUS SIGN}")
