"""What an export needs to know beside the journal: names, contents, and which votes count."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from duelling.live.state import State

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
    status: np.ndarray  # of each question, in the order of drawing, as in ``live.questions``
    records: np.ndarray  # whether each vote that came from elsewhere counts, in their order
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


def facts_of(state: State) -> Facts:
    """The facts of an arena as it is now."""
    items, roster = state.items.all, state.items.roster
    return Facts(
        head=state.head,
        arena=state.name,
        secret=state.secret,
        items=tuple(item.name for item in items),
        present=frozenset(roster.members.tolist()),
        voters=tuple(voter.name for voter in state.people.all),
        cases=tuple(case.text for case in state.cases),
        contents=tuple(None if item.media == "image" else item.content for item in items),
        answers=tuple({} if case.media == "image" else dict(case.contents) for case in state.cases),
        status=state.questions.table["status"].copy(),
        records=state.records.counted,
        roster=roster.number,
        left=tuple(roster.left),
        skip=state.settings.skip,
    )
