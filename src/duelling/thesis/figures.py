"""What there is to draw of an experiment, in the thesis's arrangement: a frame for each problem and horizon."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

import duelling.algorithms  # noqa: F401  (declares them, with their labels and bounds)
from duelling import plots
from duelling.errors import InputError
from duelling.facts import choice
from duelling.labels import power, thousands
from duelling.thesis.pictures import Drawing

if TYPE_CHECKING:
    from duelling.experiments.store import Measured

WINNERS = {"von_neumann": "von Neumann"}  # the others are written with a capital letter


def drawings(measured: "Measured", logs: Sequence[bool] = (False, True)) -> Iterator[Drawing]:
    """What there is to draw of an experiment: for each winner on straight axes, and on logarithmic ones."""
    experiment = measured.experiment
    for n, winner in enumerate(experiment.winners):
        frames = panels(measured, winner)
        sharp = {frame.bound.label for frame in frames if frame.bound}
        note = f"mean of {experiment.runs} runs with its 95% interval" if experiment.runs > 1 else "one run"
        note += f"; dashed: proven {sharp.pop()}" if len(sharp) == 1 else ""
        frames = [frame._replace(bound=frame.bound and frame.bound._replace(label="bound")) for frame in frames]
        for log in logs:
            if log and not any((curve.mean > 0).any() for frame in frames for curve in frame.curves):
                continue
            name = experiment.id + (f"-{winner}" if n else "") + ("-log" if log else "")
            title = experiment.title or f"{winner_name(winner)} regret: {experiment.id}"
            yield Drawing(name, experiment.id, log, title, note, names(experiment.algorithms), frames)


def panels(measured: "Measured", winner: str) -> list[plots.Panel]:
    """A frame for each problem and horizon, in the order in which the experiment declares them."""
    found = []
    for problem in measured.experiment.problems:
        for horizon in measured.experiment.horizons:
            regrets = {
                text: measured.regrets[problem, horizon, winner, text]
                for text in measured.experiment.algorithms
                if (problem, horizon, winner, text) in measured.regrets
            }
            if regrets:
                t = next(iter(regrets.values())).t
                lines = plots.curves(list(regrets), t, np.stack([regret.weak for regret in regrets.values()]))
                arms = len(measured.problems[problem]["arms"])
                bound = sharpest(list(regrets), t, winner, arms)
                found.append(plots.Panel(lines, bound, f"{problem}, T = {rounds(horizon)}"))
    return found


def sharpest(algorithms: Sequence[str], t: np.ndarray, winner: str, arms: int) -> plots.Line | None:
    """The smallest bound on weak regret, whatever the outcomes, that is proven for one of the algorithms."""
    lines = []
    for text in algorithms:
        try:
            line = plots.bound_line(text, t, winner, "weak", arms)
        except InputError:
            continue
        lines.append(line._replace(label=f"bound of {choice(text).algorithm.label}"))  # type: ignore[union-attr]
    return min(lines, key=lambda line: line.value[-1], default=None)


def names(algorithms: Sequence[str]) -> dict[str, str]:
    """What the algorithms are called in the thesis; with their parameters where that would not tell them apart."""
    labels = [choice(text).algorithm.label for text in algorithms]
    return {
        text: f"{label} {text.partition(':')[2]}".rstrip() if labels.count(label) > 1 else label
        for text, label in zip(algorithms, labels, strict=True)
    }


def rounds(horizon: int) -> str:
    """10⁴ for 10000, and other numbers as they are."""
    return power(horizon) if horizon >= 1000 and str(horizon).strip("0") == "1" else thousands(horizon)


def winner_name(winner: str) -> str:
    """As one writes it in a text."""
    return WINNERS.get(winner, winner.capitalize())
