"""Votes as arrays, whatever file or frame they came from."""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Ballots:
    """Votes in the order in which they were read; the arrays have one place for each vote.

    ``outcome`` is 1 where the left item won, -1 where the right one did, and 0 for a tie, as ``update`` takes it.
    """

    items: tuple[str, ...]  # in the order of appearance
    left: np.ndarray  # the place of the left item in ``items``
    right: np.ndarray
    outcome: np.ndarray
    bad: np.ndarray  # whether a tie said that both are bad
    voters: tuple[str, ...]  # empty where nobody wrote down who voted
    voter: np.ndarray  # the place in ``voters``, -1 if unknown
    cases: tuple[str, ...]  # what both items answered, such as a prompt
    case: np.ndarray  # the place in ``cases``, -1 if unknown
    time: np.ndarray  # in seconds since 1970, NaN if unknown
    chance: np.ndarray | None  # π, the chance with which this pair was drawn; None where nobody wrote it down
    least: np.ndarray | None  # s, the least chance of any pair with an item that was still a candidate
    source: str  # the file, or ""

    def __len__(self) -> int:
        """How many votes there are."""
        return len(self.outcome)

    def take(self, places: np.ndarray | slice) -> "Ballots":
        """Return the votes in these places, or where it is True; items, voters and cases keep their places."""
        held = {field.name: getattr(self, field.name) for field in fields(self)}
        kept: dict[str, Any] = {name: each[places] for name, each in held.items() if isinstance(each, np.ndarray)}
        return replace(self, **kept)
