"""Numbers that the thesis prints, beside what is computed or measured here.

Its figures are curves, and its text has no final regrets. So these are all numbers of its experiments that can be
compared digit by digit.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duelling.problems.base import Pairwise, pairwise
from duelling.problems.sequence import smallest_period
from duelling.registry.winners import WINNERS
from duelling.thesis.claims.questions import Asked, Findings

if TYPE_CHECKING:
    from duelling.thesis.claims.verdicts import Reading

LEVEL = 0.95


class Printed(NamedTuple):
    """A number of the thesis. ``here`` computes it from the problem, or asks what was measured."""

    section: str
    what: str
    printed: str
    here: "Callable[[Pairwise], str] | Asked"

    def found(self, findings: Findings, problem: str) -> "Reading | str | None":
        """What is found here: a text that was computed, or a reading; None where nothing was measured."""
        if findings.measured is None or problem not in findings.problems:
            return None
        if callable(self.here):
            return self.here(pairwise(findings.problems[problem]))
        return self.here.ask(findings, LEVEL)


def losses(concept: str, times: Callable[[int], int]) -> Callable[[Pairwise], str]:
    """The losses of all arms under a winner concept, multiplied as the thesis does."""

    def compute(problem: Pairwise) -> str:
        found = np.asarray(WINNERS.find(concept).losses(problem.preferences()))
        each = found.reshape(-1, len(problem.arms)).mean(axis=0) * times(len(problem.arms))
        return listed(each)

    return compute


def mixture(problem: Pairwise) -> str:
    """The weights of the von Neumann winner."""
    return listed(problem.winners().von_neumann)


def period(problem: Pairwise) -> str:
    """The shortest sequence of outcomes with exact frequencies."""
    return str(smallest_period(problem.preference()))


def listed(numbers: np.ndarray) -> str:
    """Numbers with blanks between them; zeros at the end are told by their count."""
    texts = [f"{x:.4g}" for x in np.round(numbers, 10)]
    zeros = len(texts) - len("".join("x" if text != "0" else " " for text in texts).rstrip())
    return " ".join(texts) if zeros < 3 else f"{' '.join(texts[:-zeros])}, then {zeros} times 0"
