"""Is everything as the journal says: fold it from zero, event by event, and compare."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.core.states import numbers
from duelling.errors import DamagedFile, InputError
from duelling.live.state import State

if TYPE_CHECKING:
    from duelling.live.book import Book

CLOSE = 1e-9  # compiled code and plain Python may differ in the last digits
LOOKS = 200  # at a state that others write into


@dataclass(frozen=True)
class Checked:
    """What was found: how much was folded, and whatever is not as it should be."""

    events: int
    votes: int
    problems: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether everything is as the journal says."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """The same for programs."""
        return {"clean": self.clean, **asdict(self)}

    def __str__(self) -> str:
        said = "everything is as the journal says" if self.clean else "\n".join(self.problems)
        return f"{self.events} events, {self.votes} votes: {said}"


def differences(one: State, other: State) -> list[str]:
    """In what two states differ, by name; none if they are equal.

    What the goal makes of the votes is folded in both, unless the votes themselves differ.
    """
    found = [name for name, part in PARTS.items() if not _equal(part(one), part(other))]
    return found or [name for name, a, b in _folded(one, other) if not _equal(a, b)]


def check(book: "Book", look: Callable[[Callable[[State], Any]], Any]) -> Checked:
    """Compare all digests of the journal, fold it from zero, event by event, and compare with all that is kept of it.

    That is the state in use, the state that is folded at once, and the state that begins with the snapshot.
    """
    state, problems = book.fresh(), []
    try:
        upto = book.store.verify(book.arena).head
        _follow(state, book, upto)
        for label, snapshots in (("folded at once", False), ("with its snapshot", True)):
            found = differences(state, book.load(upto, snapshots=snapshots))
            problems += [f"the state {label} differs in {name}" for name in found]
        looks = (look(lambda used: _beside(state, book, used)) for _ in range(LOOKS))
        found = next((each for each in looks if each is not None), ["head"])
        problems += [f"the state in use differs in {name}" for name in found]
    except InputError as error:
        problems.append(str(error))
    return Checked(state.head, state.questions.counted, tuple(problems))


def _follow(state: State, book: "Book", upto: int) -> None:
    event: Any
    for event in book.store.events(book.arena, state.head, upto):
        try:
            state.fold(event)
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            raise DamagedFile(f"event {event.seq} does not fit those before it: {error!r}") from error


def _beside(state: State, book: "Book", used: State) -> list[str] | None:
    """In what the state in use differs, which may have gone on meanwhile.

    None where it is ahead of the journal: it holds calls that are written together with this look.
    """
    _follow(state, book, used.head)
    return differences(state, used) if state.head == used.head else None


PARTS: dict[str, Callable[[State], Any]] = {
    "head": lambda state: state.head,
    "name": lambda state: (state.name, state.secret, state.version),
    "settings": lambda state: state.settings,
    "counters": lambda state: (state.closed, state.begun, state.voided, state.skips, state.faults, state.shown),
    "items": lambda state: (state.items.all, state.items.seats, state.cases),
    "roster": lambda state: [
        np.asarray(getattr(state.items.roster, name)) for name in ("number", "begin", "members", "arms", "left")
    ],
    "voters": lambda state: [
        (each.name, each.barred, each.owns, each.seen, *map(sorted, (each.answered, each.skipped, each.tickets)))
        for each in state.people.all
    ],
    "questions": lambda state: [np.asarray(state.questions.table[name]) for name in state.questions.table.columns],
    "self-duels": lambda state: [state.questions.selves[name] for name in state.questions.selves.columns],
    "records": lambda state: [state.records.table[name] for name in state.records.table.columns],
    "waiting": lambda state: (
        state.questions.waiting,
        state.questions.offers,
        state.questions.counted,
        state.questions.skipped,
    ),
}


def _folded(one: State, other: State) -> Iterator[tuple[str, Any, Any]]:
    """What the goal makes of the votes, in both."""
    if one.policy.arms < 2 or other.policy.arms < 2:
        return
    yield "evidence", numbers(one.policy.evidence.race()), numbers(other.policy.evidence.race())
    for name in ("learning", "contest"):
        if hasattr(one.policy, name) and hasattr(other.policy, name):
            yield name, _learned(one, name), _learned(other, name)


def _learned(state: State, name: str) -> Any:
    """The numbers of the learner, or the error that it raises."""
    part = getattr(state.policy, name)
    try:
        return numbers(part() if callable(part) else part.learner(state))
    except Exception as error:  # a user's own learner may raise anything
        return repr(error)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if not isinstance(one, np.ndarray):
        return bool(one == other)
    if one.shape != other.shape or one.dtype.kind != "f":
        return np.array_equal(one, other)
    return np.allclose(one, other, rtol=CLOSE, atol=CLOSE, equal_nan=True)
