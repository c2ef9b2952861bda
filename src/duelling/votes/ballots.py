"""Votes as arrays, whatever file or frame they came from."""

import math
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np


class Question(NamedTuple):
    """A pair that was drawn and that nobody has answered yet."""

    before: int  # how many votes stand before it, in the order of drawing
    left: int  # the place of an item
    right: int
    chance: float = math.nan  # π, as in ``Ballots``; NaN if unknown
    least: float = math.nan  # s
    out: int = -1  # the place in ``outs``; -1: nobody had left
    widest: float = 1.0


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
    outs: tuple[tuple[int, ...], ...] = ()  # sets of items that had left a race, at any level, when pairs were drawn
    out: np.ndarray | None = None  # the place in ``outs``, -1: nobody had left; None where nobody wrote it down
    waiting: tuple[Question, ...] = ()  # in the order of drawing
    widest: np.ndarray | None = None  # the largest s/π of a pair of two candidates; None: 1, which is always right
    first: np.ndarray | None = None  # which item was drawn first: 1 the left one, -1 the right one; None: not known
    told: np.ndarray | None = None  # numbers that grow in the order of answering; None: that of the votes
    voice: np.ndarray | None = None  # whether it is the first answer of its voter; None: the first of these votes is
    known: bool = False  # all items could be drawn from the first vote on; otherwise since each has appeared

    def __len__(self) -> int:
        """How many votes there are."""
        return len(self.outcome)

    @property
    def settled(self) -> int:
        """How many votes stand before the first question that nobody has answered yet."""
        return self.waiting[0].before if self.waiting else len(self)

    @property
    def settled_in_pair(self) -> np.ndarray:
        """For each vote, whether it stands before the first question on its own pair that nobody has answered yet.

        Tests of one pair may use these votes. If they took the answers as they come, whoever answers sooner where one
        item wins would make that item look better.
        """
        known = np.ones(len(self), bool)
        for pair, before in self._first_open().items():
            same = (np.minimum(self.left, self.right) == pair[0]) & (np.maximum(self.left, self.right) == pair[1])
            known[before:] &= ~same[before:]
        return known

    def _first_open(self) -> dict[tuple[int, int], int]:
        """For each pair with an open question, how many votes stand before the first one."""
        found: dict[tuple[int, int], int] = {}
        for question in self.waiting:
            pair = min(question.left, question.right), max(question.left, question.right)
            found.setdefault(pair, question.before)
        return found

    @property
    def open(self) -> np.ndarray:
        """How many open questions there are on each pair: a symmetric table."""
        found = np.zeros((len(self.items), len(self.items)), dtype=np.int64)
        for question in self.waiting:
            found[question.left, question.right] += 1
        return np.asarray(found + found.T)

    def without_questions(self) -> "Ballots":
        """The same votes, as if nothing waited for an answer."""
        return replace(self, waiting=())

    def take(self, places: np.ndarray | slice) -> "Ballots":
        """Return the votes in these places, or where it is True; items, voters and cases keep their places."""
        held = {field.name: getattr(self, field.name) for field in fields(self)}
        kept: dict[str, Any] = {name: each[places] for name, each in held.items() if isinstance(each, np.ndarray)}
        taken = np.arange(len(self))[places]
        waiting = tuple(each._replace(before=int((taken < each.before).sum())) for each in self.waiting)
        return replace(self, **kept, waiting=waiting)
