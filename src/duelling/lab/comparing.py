"""Two algorithms of one result, compared run by run."""

from typing import NamedTuple

import numpy as np

from duelling.core.intervals import student
from duelling.errors import WrongValue, chance, plain_text, whole
from duelling.forms import paragraph
from duelling.lab.figures.selection import find
from duelling.lab.raw_result import RawResult
from duelling.registry.winners import winner_title


class Comparison(NamedTuple):
    """The mean over runs of the regret of ``first`` minus that of ``second``, with its interval.

    NaN stands for what one run does not tell.
    """

    first: str
    second: str
    regret: str
    winner: str
    t: int
    runs: int
    level: float
    mean: float
    sem: float
    low: float
    high: float
    apart: float  # the half-width of the interval that unpaired runs would have, for comparison

    def __str__(self) -> str:
        what = f"{self.regret} {winner_title(self.winner)} regret after {self.t} rounds, {self.runs} runs"
        if np.isnan(self.sem):
            return f"{self.first} minus {self.second}: {self.mean:.4g} in {what}; one run has no interval"
        says = "less" if self.high < 0 else "more" if self.low > 0 else "not told apart"
        verdict = f"{self.first} has {says}" if says != "not told apart" else says
        return (
            f"{self.first} minus {self.second}: {self.mean:.4g}, {self.level:.0%} interval {self.low:.4g} … "
            f"{self.high:.4g}: {verdict} ({what}; paired t, for independent runs whose mean is nearly normal)"
        )

    def _repr_html_(self) -> str:
        return paragraph(str(self))


def compare(
    result: RawResult, first: str, second: str, regret: str, winner: str | None, t: float | None, level: float
) -> Comparison:
    """What ``Result.compare`` returns."""
    chance("level", level)
    a, b = (
        result.algorithms.index(find(name, result.algorithms, each))
        for name, each in (("first", first), ("second", second))
    )
    if a == b:
        raise WrongValue(f"first and second must be two algorithms, got {first!r} twice")
    values, c = result.regret(plain_text("regret", regret))[..., result.concept(winner)], -1
    if t is not None:
        rounds = result.rounds.tolist()
        if whole("t", t) not in rounds:
            near = min(rounds, key=lambda each: abs(each - t))
            raise WrongValue(f"t must be a checkpoint, got {t!r}: the nearest is {near}")
        c = rounds.index(whole("t", t))
    x, y = values[a, :, c], values[b, :, c]
    found, each = student(x - y, level), [student(z, level) for z in (x, y)]
    apart = float(np.hypot(*(part.high - part.mean for part in each)))
    return Comparison(
        result.algorithms[a],
        result.algorithms[b],
        regret,
        result.winners[result.concept(winner)],
        int(result.rounds[c]),
        result.runs,
        float(level),
        mean=float(found.mean),
        sem=float(found.sem),
        low=float(found.low),
        high=float(found.high),
        apart=apart,
    )
