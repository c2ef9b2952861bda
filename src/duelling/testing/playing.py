"""Play a learner by its verbs against outcomes that are known, some of them late, lost or never asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np

from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import numbers
from duelling.registry.choice import Choice, choice

CYCLE = (0, 1, 1, -1, 1)  # outcomes of the lower arm, by turns: it mostly wins
EASY = np.array([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])  # arm 0 is the best for every winner concept
LEARN = 1200  # rounds; enough to find the best of three arms
PATIENCE = 20_000  # duels; an algorithm that has not stopped by then counts as one that never stops


def hold(condition: Any, otherwise: str) -> None:
    """Raise AssertionError with this line unless the condition is true."""
    if not condition:
        raise AssertionError(otherwise)


def arms_for(chosen: Choice, arms: int) -> int:
    """``arms``, or fewer if the algorithm cannot handle as many."""
    return min(arms, chosen.algorithm.most_arms or arms)


def nature(t: int, duel: Any) -> int:
    """An outcome that depends on the round and the pair alone: the lower arm mostly wins, ties happen."""
    sign = int(np.sign(duel.second - duel.first))
    return sign * CYCLE[(7 * t + 3 * int(duel.first) + 5 * int(duel.second)) % 5]


def order(t: int, duel: Any) -> int:
    """The lower arm wins."""
    return int(np.sign(duel.second - duel.first))


def even(t: int, duel: Any) -> int:
    """No arm is better than another."""
    return int(np.sign(duel.second - duel.first)) * (1 if (7 * t + 3 * int(duel.first)) % 13 % 2 else -1)


class Mail:
    """Outcomes on their way: some are lost, and some come that nobody asked for."""

    def __init__(self, arms: int, outcome: Callable[[int, Any], int], lost: float = 0.0, unasked: float = 0.0) -> None:
        self.arms, self.outcome, self.lost, self.unasked = arms, outcome, lost, unasked
        self.rng = np.random.default_rng(1)

    def tell(self, state: Any, t: int, duel: Any) -> None:
        """Tell the outcome of the duel, or not, and perhaps that of another one."""
        if self.rng.random() >= self.lost:
            update(state, t, duel, self.outcome(t, duel))
        if self.rng.random() < self.unasked:
            self.tell_another(state, t)

    def tell_another(self, state: Any, t: int) -> None:
        """An outcome of any pair; by turns with the chances of a uniform pair, and with the chance 1."""
        first, second = (int(self.rng.random() * self.arms) for _ in range(2))
        chances = (1.0, 1.0) if t % 2 else (1 / self.arms, 1 / self.arms)
        duel = Duel(first, second, *chances)
        update(state, t, duel, self.outcome(t, duel))


def play(
    state: Any, rounds: int, rng: np.random.Generator, outcome: Callable[[int, Any], int] = nature, begin: int = 1
) -> list[tuple[int, int, float, float]]:
    """The pairs of these rounds, with their chances."""
    duels = []
    for t in range(begin, begin + rounds):
        duel = choose(state, t, rng)
        update(state, t, duel, outcome(t, duel))
        duels.append((int(duel.first), int(duel.second), float(duel.p_first), float(duel.p_second)))
    return duels


def hold_pair(t: int, arms: int, duel: Any) -> None:
    first, second, p, q = duel
    pair, chances = 0 <= first < arms and 0 <= second < arms, 0 < p <= 1 + 1e-12 and 0 < q <= 1 + 1e-12
    hold(pair, f"choose must return arms from 0 to {arms - 1}, got {first} and {second} in round {t}")
    hold(chances, f"choose must return chances above 0 and at most 1, got {p} and {q} in round {t}")


def hold_numbers(state: Any, when: str) -> None:
    hold(not np.isnan(numbers(state)).any(), f"update must leave numbers in the state, got nan {when}")


def learned(chosen: Choice, lost: float, unasked: float) -> float:
    """How often the best of three arms is one of the two in the last third of the rounds."""
    state, rng, mail = chosen.start(3, LEARN), np.random.default_rng(0), Mail(3, order, lost, unasked)
    seen = 0
    if unasked:
        for _ in range(30):
            mail.tell_another(state, 1)
    for t in range(1, LEARN + 1):
        duel = choose(state, t, rng)
        hold_pair(t, 3, duel)
        seen += 3 * t > 2 * LEARN and 0 in (duel.first, duel.second)
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

    mail = Mail(3, outcome, lost, unasked)
    for t in range(1, PATIENCE):
        if verdict(state) >= 0:
            return True
        mail.tell(state, t, choose(state, t, rng))
    return False


def stopper(chosen: Choice) -> Any:
    """Three arms, for a verdict that may be wrong with a chance of 1/10."""
    return choice(chosen.algorithm.name, identify=True, delta=0.1).start(3)
