"""What claims ask of algorithms that stop by themselves: how many duels one needs beside another, and how often it is
wrong.

Duels are those until a right verdict. A run that was given up may have needed any number beyond its own, and after a
wrong verdict none comes: both are kept as intervals of what is possible, and the intervals of medians of such numbers
hold for any distribution. So a rule that was cut off can lose a comparison, and never wins one by that.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duelling.core.intervals import exact_share, median
from duelling.thesis.claims.questions import Findings, label_of
from duelling.thesis.claims.verdicts import Reading, weigh

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Stops


class Place(NamedTuple):
    """A problem of an experiment."""

    problem: str  # as the grid has it
    called: str  # for people


class Fewer(NamedTuple):
    """In the median run the first algorithm needs less than the share ``below`` of the second's duels."""

    place: Place
    first: str
    second: str
    below: float

    def ask(self, findings: Findings, level: float) -> Reading | None:
        one, two = (_find(findings, self.place, text) for text in (self.first, self.second))
        if one is None or two is None:
            return None
        (least, most), (rival_least, rival_most) = one.until_right(), two.until_right()
        found = median(_ratio(least, rival_most), _ratio(most, rival_least, np.inf), level)
        value = float(np.median(_ratio(least, rival_least, np.inf)))
        name = f"{label_of(self.first)} / {label_of(self.second)}, {self.place.called}"
        return weigh(Reading(name, value, found.low, found.high), below=self.below)


class SeldomWrong(NamedTuple):
    """Verdicts of an algorithm are wrong at most as often as δ allows: on all problems together surely, and on none
    of them surely more often."""

    places: tuple[Place, ...]
    algorithm: str

    def ask(self, findings: Findings, level: float) -> Reading | None:
        found = [_find(findings, place, self.algorithm) for place in self.places]
        known = [stops for stops in found if stops is not None]
        if len(known) < len(found) or findings.measured is None or findings.measured.experiment.delta is None:
            return None
        delta, rest = findings.measured.experiment.delta, (1 - level) / 2  # one half for each of the two
        for place, stops in zip(self.places, known, strict=True):
            alone = _share(stops.wrong, len(stops.duels), 1 - rest / len(known), f"{self.name}, {place.called}")
            if alone.low > delta:
                return weigh(alone, below=delta)
        wrong, runs = sum(stops.wrong for stops in known), sum(len(stops.duels) for stops in known)
        return weigh(_share(wrong, runs, 1 - rest, f"{self.name}, all {runs} runs"), below=delta)

    @property
    def name(self) -> str:
        return f"wrong verdicts of {label_of(self.algorithm)}"


def _find(findings: Findings, place: Place, text: str) -> "Stops | None":
    return None if findings.measured is None else findings.measured.stops.get((place.problem, text))


def _share(count: int, runs: int, level: float, name: str) -> Reading:
    return Reading(name, count / runs, *exact_share(count, runs, level))


def _ratio(above: np.ndarray, beneath: np.ndarray, unknown: float = 0.0) -> np.ndarray:
    """above / beneath; ``unknown`` where both are infinite."""
    both = np.isinf(above) & np.isinf(beneath)
    return np.where(both, unknown, above / np.where(both, 1, beneath))
