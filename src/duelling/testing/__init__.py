"""The contract: what every algorithm owes its users, as laws and facts that can be measured on any of them.

>>> from duelling.testing import check_algorithm
>>> print(check_algorithm("random"))  # doctest: +ELLIPSIS
pairs are arms, and chances are chances: yes
...

A law holds for every algorithm. A fact is what a declaration says, such as ``folds=True``: it is measured, and a
declaration that says otherwise is refused, so that no fact is ever out of date. Everything here is seeded.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from duelling.errors import WrongValue
from duelling.registry.choice import choice
from duelling.registry.extensions import explain
from duelling.testing.facts import FACTS, check_fact
from duelling.testing.laws import LAWS

__all__ = ["Finding", "Report", "check_algorithm", "examine"]


class Finding(NamedTuple):
    """A law or a fact, whether it was found to hold, and what to change where it was not."""

    law: str
    kept: bool
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.law}: {'yes' if self.kept else f'no, {self.reason}'}"


class Report(NamedTuple):
    """What was found of one algorithm."""

    algorithm: str
    findings: tuple[Finding, ...]

    @property
    def kept(self) -> bool:
        """Whether everything holds."""
        return all(finding.kept for finding in self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


def check_algorithm(text: str) -> Report:
    """Check that an algorithm, such as ``champion:chance=0.1``, keeps the contract; return a line for each law.

    Raise AssertionError with the lines of those that do not hold.
    """
    report = examine(text)
    if not report.kept:
        broken = "\n".join(str(finding) for finding in report.findings if not finding.kept)
        raise AssertionError(f"{text} does not keep the contract:\n{broken}")
    return report


def examine(text: str) -> Report:
    """As ``check_algorithm``, but what does not hold stands in the report and raises nothing."""
    chosen = choice(text)
    if chosen.algorithm.world != "arms":
        raise WrongValue(f"algorithm must play on a finite set of arms to be checked, got {text!r}")
    laws = (_find(law, check, chosen) for law, check in LAWS.items())
    return Report(text, (*laws, *(_find(name, check_fact, chosen, name) for name in FACTS)))


def _find(law: str, check: Callable[..., str | None], *given: Any) -> Finding:
    try:
        return Finding(check(*given) or law, True)
    except AssertionError as error:
        return Finding(law, False, str(error))
    except Exception as error:  # a user's code may raise anything
        return Finding(law, False, explain(error) or f"{type(error).__name__}: {error}")
