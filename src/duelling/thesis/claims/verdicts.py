"""From intervals to verdicts: what a claim expects of a number, what the number's interval says of that, and what
follows for the claim."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

Word = Literal["holds", "does not hold", "undecided", "not measured"]


class Reading(NamedTuple):
    """A measured number with the ends of its interval, NaN where there is none, beside what a claim expects of it."""

    name: str
    value: float
    low: float
    high: float
    expected: str = ""
    says: Literal["for", "against", "open"] = "open"  # what the whole interval says of the claim


class Verdict(NamedTuple):
    """What became of one claim."""

    number: int | str  # of the thesis's claims, or A1, A2, ... of the open questions
    experiment: str  # "all" where the claim is about several
    claim: str
    verdict: Word
    rule: str
    readings: tuple[Reading, ...]
    note: str = ""  # what the figures mean


def weigh(reading: Reading, above: float = -math.inf, below: float = math.inf) -> Reading:
    """Say whether the number lies between the two limits; it does, or does not, only if its whole interval does."""
    limits = [(above, f"above {above:.4g}"), (below, f"below {below:.4g}")]
    words = " and ".join(text for limit, text in limits if math.isfinite(limit))
    if math.isfinite(above) and f"{above:.4g}" == f"{below:.4g}":
        words = f"{above:.4g}, up to rounding"
    if (above == -math.inf or reading.low > above) and (below == math.inf or reading.high < below):
        return reading._replace(expected=words, says="for")
    return reading._replace(expected=words, says="against" if reading.high < above or reading.low > below else "open")


def conclude(readings: Sequence[Reading | None]) -> Word:
    """A claim holds if every reading is for it, and does not if one is against it; None: not measured."""
    said = [reading.says for reading in readings if reading is not None]
    if not said:
        return "not measured"
    if "against" in said:
        return "does not hold"
    return "holds" if said == ["for"] * len(readings) else "undecided"
