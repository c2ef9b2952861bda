"""Votes that came from elsewhere. Nobody knows how they were chosen, so that nothing is proved by them."""

from dataclasses import replace
from typing import Any

import numpy as np

from duelling.live.table import Table
from duelling.votes.ballots import Ballots

COLUMNS: dict[str, tuple[str, float]] = {
    "first": ("u2", 0),  # it stood on the left
    "second": ("u2", 0),
    "answer": ("i1", 0),  # 1, 0 or -1 from the side of the first item
    "bad": ("i1", 0),  # 1: a tie that said that both are bad
    "voter": ("i4", -1),
    "case": ("i4", -1),
    "time": ("f8", np.nan),
    "void": ("i1", 0),  # 1: it was taken away, and does not count
}


class Records:
    """A row for each vote, in the order in which they came, and where they came from."""

    def __init__(self) -> None:
        self.table = Table(COLUMNS)
        self.digests: list[str] = []  # of the sources

    def __len__(self) -> int:
        return len(self.table)

    def add(self, event: Any) -> None:
        """Take in one vote."""
        values = {name: getattr(event, name) for name in ("first", "second", "voter", "case", "time")}
        won = {"left": 1, "right": -1}.get(event.answer, 0)
        self.table.add({**values, "answer": won, "bad": event.answer == "bad"})

    @property
    def counted(self) -> np.ndarray:
        """Which of them count."""
        return np.asarray(self.table["void"] == 0)

    def of(self, voter: int, *, void: bool) -> np.ndarray:
        """The rows of the votes of a voter that were taken away, or of those that count."""
        return np.flatnonzero((self.table["voter"] == voter) & (self.table["void"] == void))

    def turn(self, voter: int, *, void: bool) -> int:
        """Take away all votes of a voter, or let them count again; how many."""
        rows = self.of(voter, void=not void)
        self.table["void"][rows] = void
        return len(rows)

    def before(self, ballots: Ballots, arms: np.ndarray) -> Ballots:
        """The ballots with these votes before them; ``arms`` has the place of each item, -1 if it does not compete."""
        if not len(self):
            return ballots  # a copy of very many votes would take as much memory again
        held = {name: self.table[name] for name in COLUMNS}
        first, second = arms[held["first"]], arms[held["second"]]
        here = (first >= 0) & (second >= 0) & self.counted
        count, unknown = int(here.sum()), np.full(int(here.sum()), np.nan)
        added: dict[str, np.ndarray] = {
            "left": first[here],
            "right": second[here],
            "outcome": held["answer"][here].astype(np.int64),
            "bad": held["bad"][here] == 1,
            "voter": held["voter"][here].astype(np.int64),
            "case": held["case"][here].astype(np.int64),
            "time": held["time"][here],
            "chance": unknown,
            "least": unknown,
            "out": np.full(count, -1),
            "widest": np.ones(count),
        }
        both: dict[str, Any] = {name: np.concatenate([each, getattr(ballots, name)]) for name, each in added.items()}
        waiting = tuple(question._replace(before=question.before + count) for question in ballots.waiting)
        return replace(ballots, **both, waiting=waiting, told=None, voice=None)
