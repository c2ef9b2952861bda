"""What claims ask of the measurements: a question has an answer at any level of confidence, or finds nothing.

Question    a number, measured on one or several regrets, lies above or below something
AnyOf       at least one of several questions has a yes
Indistinct  two regrets cannot be told apart
Grows       regret grows linearly, or more slowly
"""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from duelling.lab.growth import growth
from duelling.registry.facts import ALGORITHMS
from duelling.thesis.claims import statistics
from duelling.thesis.claims.statistics import Estimate
from duelling.thesis.claims.verdicts import Figure, weigh
from duelling.thesis.open_words import PROBLEMS

if TYPE_CHECKING:
    from duelling.lab.grids.store import Measured, Regret

Evidence = dict[str, "Measured"]  # by the experiment's id
Measure = Callable[[Sequence["Regret"], float], Estimate]  # of the regrets, at a level
STRAIGHT = 0.9  # the exponent of t that parts linear growth from slower growth


class Place(NamedTuple):
    """A problem and a horizon of an experiment."""

    experiment: str
    problem: str
    horizon: int

    def __str__(self) -> str:
        return f"{self.problem_name}, T = {self.horizon:,}"

    @property
    def problem_name(self) -> str:
        """As people call it."""
        return PROBLEMS.get(self.problem, self.problem)


class Subject(NamedTuple):
    """An algorithm at a place, by its text, or by its name alone where no other has that name."""

    place: Place
    algorithm: str
    winner: str | None = None  # the first of the experiment's

    def __str__(self) -> str:
        return f"{self.label}, {self.place}"

    @property
    def label(self) -> str:
        """As the thesis calls the algorithm."""
        name, _, settings = self.algorithm.partition(":")
        return f"{ALGORITHMS.find(name).label} {settings}".rstrip()

    def regret(self, evidence: Evidence) -> "Regret | None":
        """What was measured."""
        measured = evidence.get(self.place.experiment)
        if measured is None:
            return None
        where = (self.place.problem, self.place.horizon, self.winner or measured.experiment.winners[0])
        here = {text: found for (*place, text), found in measured.regrets.items() if tuple(place) == where}
        by_name = (found for text, found in here.items() if text.partition(":")[0] == self.algorithm)
        return here.get(self.algorithm, next(by_name, None))


class Asked(Protocol):
    """Anything that can be asked."""

    def ask(self, evidence: Evidence, level: float) -> Figure | None: ...


class Question(NamedTuple):
    """``measure`` of the subjects' regrets lies above and below these."""

    name: str
    subjects: tuple[Subject, ...]
    measure: Measure
    above: float = -math.inf
    below: float = math.inf

    def ask(self, evidence: Evidence, level: float) -> Figure | None:
        found = [regret for subject in self.subjects if (regret := subject.regret(evidence)) is not None]
        if len(found) < len(self.subjects):
            return None
        return weigh(Figure(self.name, *self.measure(found, level)), self.above, self.below)


class AnyOf(NamedTuple):
    """At least one answer is yes. They share the level; the figure is the one with the largest value."""

    questions: tuple[Question, ...]

    def ask(self, evidence: Evidence, level: float) -> Figure | None:
        each = 1 - (1 - level) / len(self.questions)
        found = [figure for question in self.questions if (figure := question.ask(evidence, each)) is not None]
        if len(found) < len(self.questions):
            return None
        said = {figure.says for figure in found}
        best = found[int(np.argmax([np.nan_to_num(figure.value) for figure in found]))]
        return best._replace(says="for" if "for" in said else "against" if said == {"against"} else "open")


class Indistinct(NamedTuple):
    """The interval of the difference of two final regrets has 0 in it."""

    name: str
    first: Subject
    second: Subject

    def ask(self, evidence: Evidence, level: float) -> Figure | None:
        x, y = self.first.regret(evidence), self.second.regret(evidence)
        if x is None or y is None:
            return None
        figure = Figure(self.name, *statistics.difference(x.weak[:, -1], y.weak[:, -1], level), "0 in the interval")
        if figure.low <= 0 <= figure.high:
            return figure._replace(says="for")
        return figure if math.isnan(figure.low) else figure._replace(says="against")


class Grows(NamedTuple):
    """Regret grows linearly over the last decade, or more slowly.

    Where its mean is not positive throughout the decade it has no exponent. If it surely ends below 0, then it did
    not grow at all.
    """

    subject: Subject
    linearly: bool

    def ask(self, evidence: Evidence, level: float) -> Figure | None:
        x = self.subject.regret(evidence)
        if x is None:
            return None
        fit = growth(x.t, x.weak, level=level)
        if not math.isnan(fit.exponent):
            figure = Figure(f"exponent of {self.subject}", *fit)
            return weigh(figure, above=STRAIGHT) if self.linearly else weigh(figure, below=STRAIGHT)
        final = Figure(f"final regret of {self.subject}", *statistics.mean(x.weak[:, -1], level))
        expected = "above 0" if self.linearly else "below 0"
        if not final.high < 0:  # it may have an exponent, but not one that these runs show
            return final._replace(expected=expected)
        return final._replace(expected=expected, says="against" if self.linearly else "for")
