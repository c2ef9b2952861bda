"""A claim: a sentence, what it is taken to mean, and the questions that decide it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from duelling.thesis.claims.questions import Asked, Findings
from duelling.thesis.claims.verdicts import Reading, Verdict, conclude


class Claim(NamedTuple):
    """A sentence about one experiment, and how it is decided."""

    number: int | str  # of the thesis's claims 1, 2, ...; A1, A2, ... for the open questions
    text: str
    rule: str
    questions: tuple[Asked, ...]
    note: str = ""  # what the figures mean, where the verdict alone would leave a reader alone

    def judge(self, experiment: str, findings: Findings) -> Verdict:
        """The verdict from what was measured of the experiment with this id."""
        asked = [partial(question.ask, findings) for question in self.questions]
        return reach_verdict(self.number, experiment, self.text, self.rule, asked, self.note)


def reach_verdict(
    number: int | str,
    experiment: str,
    text: str,
    rule: str,
    asked: Sequence[Callable[[float], Reading | None]],
    note: str = "",
) -> Verdict:
    """Ask every question at a level that makes all intervals right together with chance 95% (Bonferroni)."""
    count = len(asked)
    level = 1 - 0.05 / count
    answers = [ask(level) for ask in asked]
    share = f"{count} intervals, {100 * level:.4g}% each and so 95% together" if count > 1 else "one 95% interval"
    readings = tuple(answer for answer in answers if answer is not None)
    return Verdict(number, experiment, text, conclude(answers), f"{rule} ({share}.)", readings, note)
