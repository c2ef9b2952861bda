"""A problem that votes in an arena: people who do not tire, for tests and for trying things out."""

from collections import Counter
from collections.abc import Callable, Iterator
from numbers import Integral
from typing import Any, NamedTuple, Protocol

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.protocol import decide
from duelling.errors import UnknownName, WrongValue, at_least, names, quoted, whole
from duelling.live.decisions.ask import NothingToAsk
from duelling.problems.base import pairwise
from duelling.problems.reading.named import problem as find
from duelling.seeds import check_seed, voters_stream

WORDS = {1: "left", 0: "tie", -1: "right"}


class Asks(Protocol):
    """What is needed of an arena."""

    def ask(self, *, voter: str | None) -> Any: ...

    def tell(self, ticket: Any, answer: str) -> Any: ...


class Letter(NamedTuple):
    """An answer on its way."""

    due: int  # the number of the ticket after which it arrives
    number: int  # of its own ticket
    ticket: Any
    answer: str
    voter: str | None


class NobodyLeft(Exception):
    """The arena has no question for any voter."""


class Voters:
    """People whose answers a problem decides: an item wins against another with the chance that the problem says.

    The same seed and the same tickets give the same answers.

    Args:
        problem: a problem with preferences between arms, or its name; its arms are the items, by name.
        ties: the chance of a tie, on any pair.
        bad: the chance of "both are bad".
        skips: the chance of a skip.
        delays: after how many later tickets an answer arrives: a number, or a function ``delays(answer, rng)``, so that
            it may depend on the answer.
        voters: the people: their names or how many there are; one of them who is free takes the next ticket. None is
            anonymous people.
        seed: of all answers.

    Raises:
        InputError: an argument breaks a rule.

    >>> voters = Voters("sushi", ties=0.1, seed=3)
    >>> len(voters.items)
    16
    """

    def __init__(
        self,
        problem: Any,
        *,
        ties: float = 0.0,
        bad: float = 0.0,
        skips: float = 0.0,
        delays: int | Callable[[str, np.random.Generator], int] = 0,
        voters: int | str | list[str] | None = None,
        seed: int = 0,
    ) -> None:
        self._problem = pairwise(find(problem))
        self._chances = {
            "skip": at_least("skips", skips, 0, 1),
            "bad": at_least("bad", bad, 0, 1),
            "tie": at_least("ties", ties, 0, 1),
        }
        if sum(self._chances.values()) > 1:
            raise WrongValue(f"skips, bad and ties must sum to 1 at most, got {sum(self._chances.values()):g}")
        self._delays = delays if callable(delays) else whole("delays", delays, 0)
        self._people = _people(voters)
        self._seed = check_seed(seed)
        self._state = self._problem.start(self._problem.multiple)
        self._place = {name: place for place, name in enumerate(self.items)}
        self._asked = 0
        self._waiting: list[Letter] = []
        self._resting: set[str | None] = set()  # for whom the arena had no question

    @property
    def items(self) -> tuple[str, ...]:
        """The names of the items: the arms of the problem."""
        return self._problem.arms

    @property
    def outstanding(self) -> int:
        """How many answers are on their way."""
        return len(self._waiting)

    def vote(self, arena: Asks, tickets: int = 1) -> dict[str, int]:
        """Ask for tickets, and tell every answer that is due.

        Whoever has not answered yet takes no other ticket. If this is so for all of them, the answer that is due first
        arrives at once. If the arena has no question for anybody, the voting ends.

        Args:
            arena: an arena with these items.
            tickets: how many to ask for.

        Returns:
            How often each answer was told.

        Raises:
            InputError: it is no arena, or has an item that is no arm of the problem.

        >>> import duelling as du
        >>> voters = Voters(du.PreferenceMatrix([[0.5, 0.9], [0.1, 0.5]], arms=["tea", "milk"]))
        >>> with du.Arena("drinks.db", voters.items) as arena:
        ...     sum(voters.vote(arena, 5).values())
        5
        """
        _check(arena)
        told: Counter[str] = Counter()
        for _ in range(whole("tickets", tickets)):
            rng = voters_stream(self._seed, self._asked + 1)
            try:
                voter, ticket = self._next_ticket(arena, rng, told)
            except NobodyLeft:
                break
            self._asked += 1
            answer = self._answer(ticket, rng)
            due = self._asked + self._delay(answer, rng)
            self._waiting.append(Letter(due, self._asked, ticket, answer, voter))
            told.update(self._deliver(arena, [letter for letter in self._waiting if letter.due <= self._asked]))
        return dict(told)

    def finish(self, arena: Asks) -> dict[str, int]:
        """Tell every answer that is still on its way.

        Args:
            arena: the arena in which they voted.

        Returns:
            How often each answer was told.

        Raises:
            InputError: it is no arena.

        >>> import duelling as du
        >>> voters = Voters(du.PreferenceMatrix([[0.5, 0.9], [0.1, 0.5]], arms=["tea", "milk"]), delays=3)
        >>> with du.Arena("drinks.db", voters.items) as arena:
        ...     early, late = voters.vote(arena, 5), voters.finish(arena)
        >>> sum(early.values()), sum(late.values())
        (2, 3)
        """
        return dict(Counter(self._deliver(_check(arena), self._waiting)))

    def _next_ticket(self, arena: Asks, rng: np.random.Generator, told: Counter[str]) -> tuple[str | None, Any]:
        """A voter who is free, and the ticket that the arena gives to him."""
        if self._people is None:
            return None, arena.ask(voter=None)
        while True:
            away = self._resting | {letter.voter for letter in self._waiting}
            free = [voter for voter in self._people if voter not in away]
            if free:
                voter = free[int(rng.random() * len(free))]
                try:
                    return voter, arena.ask(voter=voter)
                except NothingToAsk:
                    self._resting.add(voter)
            elif self._waiting:
                told.update(self._deliver(arena, [min(self._waiting)]))
                self._resting.clear()  # there may be another question for them now
            else:
                raise NobodyLeft

    def _answer(self, ticket: Any, rng: np.random.Generator) -> str:
        u = rng.random()
        for word, chance in self._chances.items():
            u -= chance
            if u < 0:
                return word
        left, right = self._arm(ticket.left), self._arm(ticket.right)
        with interpreted():
            return WORDS[int(decide(self._state, self._asked, left, right, rng))]

    def _arm(self, item: str) -> int:
        if item not in self._place:
            raise UnknownName(f"the problem {self._problem.name} must have an arm for each item, got {quoted(item)}")
        return self._place[item]

    def _delay(self, answer: str, rng: np.random.Generator) -> int:
        return whole("delays", self._delays(answer, rng), 0) if callable(self._delays) else self._delays

    def _deliver(self, arena: Asks, letters: list[Letter]) -> Iterator[str]:
        for letter in sorted(letters):
            self._waiting.remove(letter)
            arena.tell(letter.ticket, letter.answer)
            yield letter.answer


def _check(arena: Any) -> Any:
    if not all(callable(getattr(arena, verb, None)) for verb in ("ask", "tell")):
        raise WrongValue(f"arena must be an arena, with ask and tell, got {quoted(arena)}")
    return arena


def _people(voters: Any) -> list[str] | None:
    """The names of the voters; None where they are anonymous."""
    if voters is None:
        return None
    if isinstance(voters, Integral):
        return [f"voter {number}" for number in range(1, whole("voters", voters) + 1)]
    found = list(names("voters", voters))
    if not found or len(set(found)) < len(found):
        raise WrongValue(f"voters must be different names, at least one, got {quoted(voters)}")
    return found
