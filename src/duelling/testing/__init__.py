"""The contract: what every algorithm owes its users, as laws and facts that can be measured; and simulated voters.

A law holds for every algorithm. A fact is what a declaration says, such as ``folds=True``: it is measured, and a
declaration that says otherwise is refused, so that no fact is ever out of date. Everything here is seeded.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from duelling.core.jit import DISABLED, SWITCH, interpreted, plain
from duelling.errors import plain_text
from duelling.registry.choice import Choice, choice
from duelling.registry.extensions import explain
from duelling.testing.facts import FACTS, check_fact, why_not
from duelling.testing.laws import COMPILED, LAWS, why_no_law
from duelling.testing.voters import Voters

__all__ = ["Finding", "Report", "Voters", "check_algorithm", "examine"]

Check = Callable[[Choice], str | None]


class Finding(NamedTuple):
    """A law or a fact, and whether ``examine`` found it to hold.

    Attributes:
        law: in words.
        kept: whether it holds; None where it was not measured.
        reason: what to change where it does not hold, or why it was not measured.
    """

    law: str
    kept: bool | None
    reason: str = ""

    def __str__(self) -> str:
        if self.kept is None:
            return f"{self.law}: not measured, because {self.reason}"
        return f"{self.law}: {'yes' if self.kept else f'no, {self.reason}'}"


class Report(NamedTuple):
    """What was found of one algorithm, as ``examine`` returns it; ``print`` shows a line for each law.

    Attributes:
        algorithm: as it was written.
        findings: one for each law and each fact.
    """

    algorithm: str
    findings: tuple[Finding, ...]

    @property
    def kept(self) -> bool:
        """Whether everything that was measured holds."""
        return not self.broken

    @property
    def broken(self) -> tuple[Finding, ...]:
        """What does not hold."""
        return tuple(finding for finding in self.findings if finding.kept is False)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


def check_algorithm(text: str) -> Report:
    """Check that an algorithm keeps the contract.

    Args:
        text: the algorithm, such as "keeper:chance=0.1".

    Returns:
        A report with a line for each law.

    Raises:
        AssertionError: a law does not hold; the message has the lines of those that do not.
        InputError: there is no such algorithm.

    >>> print(check_algorithm("random"))  # doctest: +ELLIPSIS
    pairs are arms, and chances are chances: yes
    ...
    """
    report = examine(text)
    if not report.kept:
        broken = "\n".join(map(str, report.broken))
        raise AssertionError(f"{text} does not keep the contract:\n{broken}")
    return report


def examine(text: str) -> Report:
    """As ``check_algorithm``, but what does not hold stands in the report and raises nothing.

    Compiled code does not check indices, and a wrong one ends the process. So everything is played in plain Python
    first. If all holds there, the laws are played compiled too; facts tell outcomes that may do harm, so they are not.

    Args:
        text: the algorithm, such as "keeper:chance=0.1".

    Returns:
        A report with a line for each law and each fact.

    Raises:
        InputError: there is no such algorithm.

    >>> examine("random").broken
    ()
    """
    chosen = choice(plain_text("text", text))
    facts: dict[str, Check] = {name: partial(check_fact, name=name) for name in FACTS}
    with interpreted(), np.errstate(all="ignore"):  # compiled code does not warn either
        report = Report(text, tuple(_findings(chosen, LAWS | facts)))
    if plain() or not report.kept:
        return report
    compiled = Report(text, tuple(_findings(chosen, LAWS)))
    return Report(text, compiled.findings + report.findings[len(LAWS) :]) if compiled.kept else compiled


def _findings(chosen: Choice, checks: Mapping[str, Check]) -> Iterator[Finding]:
    """One for each law and each fact, until one raises an error: whatever comes after would meet it again."""
    for law, check in checks.items():
        if law == COMPILED and plain():
            yield Finding(law, None, f"{SWITCH} is set" if DISABLED else "only plain Python was run")
            continue
        if reason := why_not(chosen, law) if law in FACTS else why_no_law(chosen, law):
            yield Finding(law, None, reason)
            continue
        try:
            yield Finding(check(chosen) or law, True)
        except AssertionError as error:
            yield Finding(law, False, str(error))
        except Exception as error:  # a user's code may raise anything
            yield Finding(law, False, explain(error) or f"{type(error).__name__}: {error}")
            return
