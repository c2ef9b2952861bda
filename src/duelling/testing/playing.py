"""Play a learner by its verbs against outcomes that are known, some of them late, lost or never asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np

from duelling.core.protocol import choose, update, verdict
from duelling.core.states import numbers
from duelling.registry.choice import Choice
from duelling.testing.grounds import another, cost, fresh, shown, stopper
from duelling.worlds.continuous.bodies import ROUNDING

CYCLE = (0, 1, 1, -1, 1)  # outcomes of the lower arm, by turns: it mostly wins
EASY = np.array([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])  # arm 0 is the best for every winner concept
LEARN = 1200  # rounds; enough to find the best of three arms
WHOLE = (int, np.integer)
PATIENCE = 20_000  # duels; an algorithm that has not stopped by then counts as one that never stops


def hold(condition: Any, otherwise: str) -> None:
    """Raise AssertionError with this line unless the condition is true."""
    if not condition:
        raise AssertionError(otherwise)


def order(t: int, duel: Any) -> int:
    """The better arm wins: of arms the lower one."""
    one, other = cost(duel.first), cost(duel.second)
    return int(one < other) - int(one > other)


def nature(t: int, duel: Any) -> int:
    """An outcome that depends on the round and the pair alone: the better arm mostly wins, ties happen."""
    return order(t, duel) * CYCLE[(7 * t + 3 * int(cost(duel.first)) + 5 * int(cost(duel.second))) % 5]


def even(t: int, duel: Any) -> int:
    """No arm is better than another."""
    return order(t, duel) * (1 if (7 * t + 3 * int(cost(duel.first))) % 13 % 2 else -1)


def close(t: int, duel: Any) -> int:
    """The better arm wins seven times in ten, so that who is ahead changes now and then."""
    return order(t, duel) * (1 if (37 * t * (t + 3) + 11 * int(cost(duel.first))) % 1009 < 706 else -1)


class Mail:
    """Outcomes on their way: some are lost, and some come that nobody asked for."""

    def __init__(
        self, chosen: Choice, arms: int, outcome: Callable[[int, Any], int], lost: float = 0.0, unasked: float = 0.0
    ) -> None:
        self.chosen, self.arms, self.outcome, self.lost, self.unasked = chosen, arms, outcome, lost, unasked
        self.rng = np.random.default_rng(1)

    def tell(self, state: Any, t: int, duel: Any) -> None:
        """Tell the outcome of the duel, or not, and perhaps that of another one."""
        if self.rng.random() >= self.lost:
            update(state, t, duel, self.outcome(t, duel))
        if self.rng.random() < self.unasked:
            self.tell_another(state, t)

    def tell_another(self, state: Any, t: int) -> None:
        """An outcome of any pair."""
        duel = another(self.chosen, self.arms, t, self.rng)
        update(state, t, duel, self.outcome(t, duel))


def play(
    state: Any, rounds: int, rng: np.random.Generator, outcome: Callable[[int, Any], int] = nature, begin: int = 1
) -> list[tuple[Any, ...]]:
    """The pairs of these rounds, with their chances, in plain numbers."""
    duels = []
    for t in range(begin, begin + rounds):
        duel = choose(state, t, rng)
        update(state, t, duel, outcome(t, duel))
        duels.append(shown(duel))
    return duels


def hold_pair(t: int, arms: int, duel: Any) -> None:
    """Raise AssertionError unless the duel, perhaps as shown, is one of these arms, or of points of the box."""
    first, second, *chances = duel  # what is wrong is put into words only where something is: points take long to show
    if not isinstance(first, WHOLE) and np.ndim(first):  # in this order: most are numbers
        if not all(np.shape(w) == (arms,) and bool((np.abs(w) <= 1 + ROUNDING).all()) for w in (first, second)):
            raise AssertionError(f"choose must return points of the body, got {first} and {second} in round {t}")
        return
    p, q = chances
    if not (0 <= first < arms and 0 <= second < arms):
        rule = f"arms from 0 to {arms - 1}"
        raise AssertionError(f"choose must return {rule}, got {first} and {second} in round {t}")
    if not (0 < p <= 1 + 1e-12 and 0 < q <= 1 + 1e-12):
        raise AssertionError(f"choose must return chances above 0 and at most 1, got {p} and {q} in round {t}")


def hold_numbers(state: Any, when: str) -> None:
    hold(not np.isnan(numbers(state)).any(), f"update must leave numbers in the state, got nan {when}")


def learned(chosen: Choice, lost: float, unasked: float) -> float:
    """How often the best of three arms is one of the two in the last third of the rounds."""
    state, rng, mail = fresh(chosen, 3, LEARN), np.random.default_rng(0), Mail(chosen, 3, order, lost, unasked)
    seen = 0
    if unasked:
        for _ in range(30):
            mail.tell_another(state, 1)
    for t in range(1, LEARN + 1):
        duel = choose(state, t, rng)
        hold_pair(t, 3, duel)
        seen += 3 * t > 2 * LEARN and min(cost(duel.first), cost(duel.second)) < 1
        mail.tell(state, t, duel)
    hold_numbers(state, f"where {lost:.0%} of the outcomes are lost and {unasked:.0%} more come unasked")
    return seen / (LEARN / 3)


def stops(chosen: Choice, lost: float, unasked: float) -> bool:
    """Whether it stops on an easy problem, with any verdict; True for an algorithm that never stops by itself."""
    if chosen.algorithm.identify is None:
        return True
    state, rng = stopper(chosen), np.random.default_rng(0)
    coins = np.random.default_rng(5)

    def outcome(t: int, duel: Any) -> int:
        return 0 if duel.first == duel.second else 1 if coins.random() < EASY[duel.first, duel.second] else -1

    mail = Mail(chosen, 3, outcome, lost, unasked)
    for t in range(1, PATIENCE):
        if verdict(state) >= 0:
            return True
        mail.tell(state, t, choose(state, t, rng))
    return False
