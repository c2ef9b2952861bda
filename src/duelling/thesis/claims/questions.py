"""What claims ask of the measurements: a question has an answer at any level of confidence, or finds nothing.

Question    a number, measured on one or several regrets, lies above or below something
AnyOf       at least one of several questions has a yes
Indistinct  two regrets cannot be told apart
Grows       regret grows linearly, or more slowly
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from duelling.lab.figures.labels import horizon_name
from duelling.lab.growth import growth
from duelling.registry.facts import ALGORITHMS
from duelling.thesis.claims import statistics
from duelling.thesis.claims.statistics import Estimate
from duelling.thesis.claims.verdicts import Reading, weigh

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Course, Measured
    from duelling.problems.base import Problem
    from duelling.registry.choice import Choice

Measure = Callable[[Sequence["Course"], float], Estimate]  # of the regrets, at a level
STRAIGHT = 0.9  # the exponent of t that parts linear growth from slower growth


class Findings(NamedTuple):
    """What is known of one experiment when its claims are decided."""

    measured: "Measured | None" = None  # None: it was not run
    problems: "Mapping[str, Problem]" = {}  # noqa: RUF012  by their texts
    choices: "Mapping[str, Choice]" = {}  # noqa: RUF012  likewise


class Case(NamedTuple):
    """A problem and a horizon of an experiment."""

    problem: str  # as the grid has it
    horizon: int
    called: str = ""  # for people, where the text is long

    def __str__(self) -> str:
        return f"{self.name}, T = {horizon_name(self.horizon)}"

    @property
    def name(self) -> str:
        """The problem's name for people."""
        return self.called or self.problem


class Subject(NamedTuple):
    """An algorithm in a case, by its text, or by its name alone where no other has that name."""

    case: Case
    algorithm: str
    winner: str | None = None  # None: the first winner of the experiment

    def __str__(self) -> str:
        return f"{self.label}, {self.case}"

    @property
    def label(self) -> str:
        """As the thesis calls the algorithm."""
        return label_of(self.algorithm)

    def find(self, findings: Findings) -> "tuple[str, Course] | None":
        """The text under which the grid has the algorithm, and what was measured; None where nothing was."""
        measured = findings.measured
        if measured is None:
            return None
        where = (self.case.problem, self.case.horizon, self.winner or measured.experiment.winners[0])
        here = {text: course for (*case, text), course in measured.regrets.items() if tuple(case) == where}
        by_name = [text for text in here if text.partition(":")[0] == self.algorithm]
        text = self.algorithm if self.algorithm in here else next(iter(by_name), None)
        return None if text is None else (text, here[text])

    def regret(self, findings: Findings) -> "Course | None":
        """What was measured; None where nothing was."""
        found = self.find(findings)
        return None if found is None else found[1]


def label_of(algorithm: str) -> str:
    """The label of an algorithm with its settings, from its text."""
    name, _, settings = algorithm.partition(":")
    return f"{ALGORITHMS.find(name).label} {settings}".rstrip()


class Asked(Protocol):
    """Anything that can be asked."""

    def ask(self, findings: Findings, level: float) -> Reading | None:
        """The measured number with its interval at this level; None if something that it needs was not measured."""
        ...


class Question(NamedTuple):
    """``measure`` of the subjects' regrets lies above and below these."""

    name: str
    subjects: tuple[Subject, ...]
    measure: Measure
    above: float = -math.inf
    below: float = math.inf

    def ask(self, findings: Findings, level: float) -> Reading | None:
        found = [regret for subject in self.subjects if (regret := subject.regret(findings)) is not None]
        if len(found) < len(self.subjects):
            return None
        return weigh(Reading(self.name, *self.measure(found, level)), self.above, self.below)


class AnyOf(NamedTuple):
    """At least one answer is yes. They share the level; shown is the one with the largest value."""

    questions: tuple[Question, ...]

    def ask(self, findings: Findings, level: float) -> Reading | None:
        each = 1 - (1 - level) / len(self.questions)
        found = [reading for question in self.questions if (reading := question.ask(findings, each)) is not None]
        if len(found) < len(self.questions):
            return None
        said = {reading.says for reading in found}
        best = found[int(np.argmax([np.nan_to_num(reading.value) for reading in found]))]
        return best._replace(says="for" if "for" in said else "against" if said == {"against"} else "open")


class Indistinct(NamedTuple):
    """The interval of the difference of two final regrets has 0 in it."""

    name: str
    first: Subject
    second: Subject

    def ask(self, findings: Findings, level: float) -> Reading | None:
        x, y = self.first.regret(findings), self.second.regret(findings)
        if x is None or y is None:
            return None
        reading = Reading(self.name, *statistics.difference(x.weak[:, -1], y.weak[:, -1], level), "0 in the interval")
        if reading.low <= 0 <= reading.high:
            return reading._replace(says="for")
        return reading if math.isnan(reading.low) else reading._replace(says="against")


class Grows(NamedTuple):
    """Regret grows linearly over the last decade, or more slowly.

    Where its mean is not positive throughout the decade it has no exponent. If it surely ends below 0, then it did
    not grow at all.
    """

    subject: Subject
    linearly: bool

    def ask(self, findings: Findings, level: float) -> Reading | None:
        x = self.subject.regret(findings)
        if x is None:
            return None
        fit = growth(x.t, x.weak, level=level)
        if not math.isnan(fit.exponent):
            reading = Reading(f"exponent of {self.subject}", *fit)
            return weigh(reading, above=STRAIGHT) if self.linearly else weigh(reading, below=STRAIGHT)
        final = Reading(f"final regret of {self.subject}", *statistics.mean(x.weak[:, -1], level))
        expected = "above 0" if self.linearly else "below 0"
        if not final.high < 0:  # it may have an exponent, but not one that these runs show
            return final._replace(expected=expected)
        return final._replace(expected=expected, says="against" if self.linearly else "for")
