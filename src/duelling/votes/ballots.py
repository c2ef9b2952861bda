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
    outs: tuple[tuple[int, ...], ...] = ()  # sets of items that had left the race when pairs were drawn
    out: np.ndarray | None = None  # the place in ``outs``; None where nobody wrote it down
    waiting: tuple[tuple[int, int, int], ...] = ()  # questions without an answer: (votes before it, left, right)

    def __len__(self) -> int:
        """How many votes there are."""
        return len(self.outcome)

    @property
    def settled(self) -> int:
        """How many votes stand before the first question that nobody has answered yet."""
        return self.waiting[0][0] if self.waiting else len(self)

    @property
    def settled_in_pair(self) -> np.ndarray:
        """For each vote, whether it stands before the first question on its own pair that nobody has answered yet.

        Tests of one pair may use these votes. If they took the answers as they come, whoever answers sooner where one
        item wins would make that item look better.
        """
        known = np.ones(len(self), bool)
        for before, left, right in self.waiting:
            same = (np.minimum(self.left, self.right) == min(left, right)) & (self.left + self.right == left + right)
            known[before:] &= ~same[before:]
        return known

    def take(self, places: np.ndarray | slice) -> "Ballots":
        """Return the votes in these places, or where it is True; items, voters and cases keep their places."""
        held = {field.name: getattr(self, field.name) for field in fields(self)}
        kept: dict[str, Any] = {name: each[places] for name, each in held.items() if isinstance(each, np.ndarray)}
        taken = np.arange(len(self))[places]
        waiting = tuple((int((taken < before).sum()), left, right) for before, left, right in self.waiting)
        return replace(self, **kept, waiting=waiting)
