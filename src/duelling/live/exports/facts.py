"""What an export needs to know beside the journal: names, contents, and which votes count."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

OPEN, COUNTED, VOID = range(3)  # of a question
Columns = Callable[[str, Sequence[str]], dict[str, Any]]  # columns(kind, names): of all events of a kind, in order


@dataclass(frozen=True)
class Facts:
    """Taken from the state of an arena at one event; numbers of items, voters and cases are places in the tuples."""

    head: int
    arena: str
    secret: bytes
    items: tuple[str, ...]
    present: frozenset[int]  # the items that compete now
    voters: tuple[str, ...]
    cases: tuple[str, ...]
    contents: tuple[str | None, ...]  # of the items; None for what is no text
    answers: tuple[Mapping[int, str], ...]  # of the items to each case, by their numbers; texts alone
    status: np.ndarray  # of each question, in the order of drawing: OPEN, COUNTED or VOID
    roster: int  # the present one
    left: tuple[int, ...]  # the items that left its race, in this order
    skip: str  # what a skip means: "again" or "tie"

    def text(self, case: int, item: int) -> str | None:
        """What an item answers to a case; what it always shows, if it has no answer of its own."""
        return self.answers[case].get(item, self.contents[item])

    def voter_names(self, plain: bool) -> tuple[str, ...]:
        """The voters' names as they are, or in words that only who has the journal can trace back to them."""
        return self.voters if plain else tuple(map(self.veiled, self.voters))

    def veiled(self, name: str) -> str:
        """A name that stands for this voter in every export of this arena, and tells nothing about the real one."""
        digest = hmac.digest(self.secret, b"voter:" + name.encode(), hashlib.sha256)
        return f"voter-{digest.hex()[:16]}"
