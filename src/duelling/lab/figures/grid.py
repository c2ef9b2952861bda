"""What there is to draw of an experiment of a grid.

There is a frame for each problem and horizon, or, where regret is shown against the horizons, a frame for each problem.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from duelling.core.regrets import Regret
from duelling.errors import InputError
from duelling.lab.figures import plots
from duelling.lab.figures.horizons import joined
from duelling.lab.figures.labels import horizon_name, names_in
from duelling.lab.figures.lines import Line, Panel
from duelling.lab.figures.pictures import Drawing
from duelling.lab.figures.stops import DotDrawing, stop_drawings
from duelling.registry.choice import choice
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured


def drawings(
    measured: "Measured",
    logs: Sequence[bool] = (False, True),
    regret: Regret = "weak",
) -> Iterator[Drawing | DotDrawing]:
    """The figures of an experiment: for each winner one on straight axes and one on logarithmic axes.

    ``logs`` says which of the two. Horizons lie decades apart, so against horizons there are logarithmic axes alone.
    Where algorithms stop by themselves there is one figure of when they do.
    """
    experiment = measured.experiment
    if experiment.stops:
        yield from stop_drawings(measured)
        return
    over_rounds = experiment.against == "rounds"
    for n, winner in enumerate(experiment.winners):
        frames = panels(measured, winner, regret)
        kinds = {frame.bound.label for frame in frames if frame.bound}
        bound = kinds.pop() if len(kinds) == 1 else ""
        note = f"mean of {experiment.runs} runs with its 95% interval" if experiment.runs > 1 else "one run"
        note = f"{winner_title(winner)} regret, {note}" if len(experiment.winners) > 1 else note
        note += f"; dashed: proven {bound}" if bound else ""
        frames = [frame._replace(bound=frame.bound and frame.bound._replace(label="bound")) for frame in frames]
        for log in logs if over_rounds else (True,):
            if log and not any((curve.mean > 0).any() for frame in frames for curve in frame.curves):
                continue
            again = log and over_rounds
            name = experiment.id + (f"-{winner}" if n else "") + ("-strong" if regret == "strong" else "")
            name += "-log" if again else ""
            title = experiment.title or f"{winner_title(winner)} regret: {experiment.id}"
            labels, axis = names_in(experiment), f"{regret} regret"
            yield Drawing(name, experiment.id, log, title, note, axis, labels, frames, bound, again)


def panels(measured: "Measured", winner: str, regret: Regret = "weak") -> list[Panel]:
    """A frame for each problem and horizon, in the order in which the experiment declares them."""
    known, over_rounds, found = joined(measured), measured.experiment.against == "rounds", []
    for problem in known.experiment.problems:
        for horizon in known.experiment.horizons:
            regrets = {
                text: known.regrets[problem, horizon, winner, text]
                for text in known.experiment.algorithms
                if (problem, horizon, winner, text) in known.regrets
            }
            if regrets:
                lines = [plots.curves([text], x.t, getattr(x, regret)[None])[0] for text, x in regrets.items()]
                t = lines[0].t if over_rounds else between(measured.experiment.horizons)
                arms, bound = len(known.problems[problem]["arms"]), None
                # bounds on utility regret are for the linear link
                if winner != "utility" or known.problems[problem].get("link") == "linear":
                    bound = sharpest(list(regrets), t, winner, regret, arms, tuned=not over_rounds)
                title = known.experiment.called(problem)
                found.append(Panel(lines, bound, f"{title}, T = {horizon_name(horizon)}" if over_rounds else title))
    return found


def between(horizons: Sequence[int]) -> np.ndarray:
    """Forty rounds from the shortest horizon to the longest, enough for a smooth line on a logarithmic axis."""
    return np.unique(np.geomspace(min(horizons), max(horizons), 40).round().astype(np.int64))


def sharpest(
    algorithms: Sequence[str], t: np.ndarray, winner: str, regret: Regret, arms: int, tuned: bool = False
) -> Line | None:
    """The smallest of the bounds that are proven for the algorithms and hold for any outcomes; None if there is none.

    ``tuned``: every t is a horizon, to which an algorithm is tuned.
    """
    lines = []
    for text in algorithms:
        try:
            parts = [plots.bound_line(text, x, winner, regret, arms) for x in (t[:, None] if tuned else [t])]
        except InputError:
            continue
        value = np.concatenate([part.value for part in parts])  # type: ignore[union-attr]
        lines.append(Line(f"bound of {choice(text).algorithm.label}", t, value))
    return min(lines, key=lambda line: line.value[-1], default=None)
