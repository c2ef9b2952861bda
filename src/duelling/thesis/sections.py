"""What the report shows of one experiment: facts, frames, and the table of final regrets."""

import base64
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from duelling.core.intervals import student
from duelling.lab.figures.horizons import joined
from duelling.lab.figures.labels import SUPERSCRIPTS, horizon_name, names_in, thousands
from duelling.lab.figures.pictures import Drawing, Drawn, Picture
from duelling.lab.figures.styles import styles
from duelling.lab.growth import growth
from duelling.registry.winners import winner_title
from duelling.thesis import stop_sections
from duelling.thesis.chapter import Chapter
from duelling.thesis.experiments import every
from duelling.thesis.judging import ALL

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
        "columns": [
            (f"{called.get(problem, problem)}, " if len(about.problems) > 1 else "") + f"T = {horizon_name(horizon)}"
            for problem, horizon in columns
        ],
        "rows": rows(known, columns),
        "winner": winner_title(about.winners[0]),
        "bounds": _bounds(drawings[0][0], columns) if drawings else None,
        "tables": None,
    }


def rows(measured: "Measured", columns: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """Final regrets under the first winner, an entry for each algorithm with a cell for each column."""
    about = measured.experiment
    looks, labels = styles(list(about.algorithms)), names_in(about)
    found = [
        [measured.regrets.get((*column, about.winners[0], text)) for column in columns] for text in about.algorithms
    ]
    final = [[math.inf if regret is None else regret.weak[:, -1].mean() for regret in row] for row in found]
    lowest = [min(column) for column in zip(*final, strict=True)]
    lines = []
    for text, look, regrets, means in zip(about.algorithms, looks, found, final, strict=True):
        cells: list[dict[str, Any] | None] = []
        for regret, mean, least in zip(regrets, means, lowest, strict=True):
            if regret is None:
                cells.append(None)
                continue
            end, exponent = student(regret.weak[:, -1]), growth(regret.t, regret.weak).exponent
            cells.append(
                {
                    "mean": three_digits(mean),
                    "ends": ends(float(end.low), float(end.high)),
                    "growth": "" if math.isnan(exponent) else signed(f"{round(exponent, 2) + 0.0:.2f}"),
                    "best": mean == least and len(about.algorithms) > 1,
                }
            )
        settings = text.partition(":")[2]
        settings = "" if labels[text].endswith(settings) else settings  # the name may have them already
        lines.append(
            {"name": labels[text], "id": anchor(text), "settings": settings, "colour": look.colour, "cells": cells}
        )
    return lines


def anchor(text: str) -> str:
    """The place of an algorithm in the list of algorithms."""
    return "algorithm-" + text.partition(":")[0]


def told_about(name: str, measured: "Mapping[str, Measured]") -> dict[str, str]:
    """The problems and the winners that a claim is about, in words; empty where its experiment was not run."""
    if name not in measured:
        return {"problems": "all of the above" if name == ALL else "", "winner": "any" if name == ALL else ""}
    grid, chapter = measured[name].experiment, every().get(name)
    called = chapter.names if chapter else {}
    problems = [called.get(problem, problem) for problem in grid.problems]
    sought = (stops.winner for stops in measured[name].stops.values())
    winners = dict.fromkeys(sought if grid.stops else grid.winners[:1])
    shown = problems if len(problems) < 5 else [*problems[:3], f"and {len(problems) - 3} more"]
    return {"problems": ", ".join(shown), "winner": " and ".join(map(winner_title, winners))}


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
    """The frames of a figure; what shows the same in another way, or another winner, is folded."""
    frames = []
    for panel, data in zip(drawing.panels, picture.frames, strict=True):
        ends = [f"{drawing.names[curve.label]} {three_digits(float(curve.mean[-1]))}" for curve in panel.curves]
        frames.append({"data": base64.b64encode(data).decode(), "text": f"{panel.title}: {', '.join(ends)}"})
    width, height = picture.size
    kind = "The same on logarithmic axes." if drawing.again else f"Weak regret over the rounds: {drawing.note}."
    folded = ""
    if drawing.again:
        folded = "The same on logarithmic axes"
    elif drawing.name != drawing.experiment:
        folded = drawing.note.partition(",")[0]
    return {
        "name": drawing.name,
        "frames": frames,
        "width": width,
        "height": height,
        "caption": kind,
        "folded": folded,
    }


def ends(low: float, high: float) -> tuple[str, str] | None:
    """The ends of an interval, with as many digits as tell them apart; None where there is none.

    Ends that are equal have nothing between them: the number is exact.
    """
    if math.isnan(low) or math.isnan(high):
        return None
    found = three_digits(low), three_digits(high)
    for digits in range(4, 9):
        if low == high or found[0] != found[1]:
            break
        found = signed(f"{low:#.{digits}g}"), signed(f"{high:#.{digits}g}")
    return found


def three_digits(x: float) -> str:
    """A number with three digits, or with all digits before the point; an empty text for what is not known."""
    if math.isnan(x):
        return ""
    if 0 < abs(x) < 0.001:
        digits, _, exponent = f"{x:.2e}".partition("e")
        return f"{signed(digits)}\N{THIN SPACE}×\N{THIN SPACE}10{str(int(exponent)).translate(SUPERSCRIPTS)}"
    if math.isinf(x):  # an interval may have no upper end
        return signed(f"{x:+.0f}".replace("inf", "\N{INFINITY}").removeprefix("+"))
    return thousands(round(x)) if abs(x) >= 100 or x == int(x) else signed(f"{x:#.3g}".rstrip("."))


def signed(text: str) -> str:
    """A number with a true minus."""
    return text.replace("-", "\N{MINUS SIGN}")
