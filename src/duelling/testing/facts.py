"""What a declaration may say of an algorithm, measured. Each function returns the value that is true."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from duelling.core.protocol import choose, update, verdict
from duelling.core.states import copy
from duelling.registry.choice import Choice
from duelling.testing.grounds import alike, arms_for, fresh, stopper
from duelling.testing.playing import (
    PATIENCE,
    Mail,
    close,
    even,
    hold,
    hold_numbers,
    hold_pair,
    learned,
    nature,
    order,
    play,
    stops,
)

HARM = (ArithmeticError, LookupError, ValueError)  # what an outcome may raise in a learner that did not ask for it


def folds(chosen: Choice) -> bool:
    """Whether a twin that never chooses, but is told the same outcomes, late and incomplete, would choose alike."""
    try:
        return all(_folds(chosen, *case) for case in ((2, 0, nature), (6, 1, nature), (4, 2, order), (4, 1, close)))
    except HARM:  # the twin never asked for what it is told
        return False


def _folds(chosen: Choice, arms: int, seed: int, outcome: Callable[[int, Any], int]) -> bool:
    """The two are compared on copies in every third round, and for 60 rounds at the end."""
    arms = arms_for(chosen, arms)
    state, twin = fresh(chosen, arms, 1000), fresh(chosen, arms, 1000)
    rng, mail, waiting = np.random.default_rng([seed, 0]), np.random.default_rng([seed, 1]), []
    for t in range(1, 401):
        waiting.append((t, choose(state, t, rng)))
        if t % 3 == 0 and not _go_on_alike(copy(state), copy(twin), t, 1, outcome):
            return False
        if len(waiting) > 10:
            then, duel = waiting.pop(int(mail.random() * len(waiting)))
            if mail.random() >= 0.1:
                update(state, then, duel, outcome(then, duel))
                update(twin, then, duel, outcome(then, duel))
    return _go_on_alike(state, twin, 401, 60, outcome)


def _go_on_alike(one: Any, other: Any, begin: int, rounds: int, outcome: Callable[[int, Any], int]) -> bool:
    """Whether both choose the same pairs, with the same chances up to rounding."""
    left, right = (play(s, rounds, np.random.default_rng(begin), outcome, begin) for s in (one, other))
    return all(map(alike, left, right))


def self_duels(chosen: Choice) -> bool:
    """Whether it ever chooses an arm against itself: in play, after its horizon, or once it is sure."""
    cases = ((5, 1000, 300, nature), (5, 60, 100, nature), (3, 100_000, 1500, order), (3, 100_000, 1500, even))
    for arms, horizon, rounds, outcome in cases:
        state = fresh(chosen, arms_for(chosen, arms), horizon)
        if any(duel[0] == duel[1] for duel in _duels(state, rounds, outcome)):
            return True
    return chosen.algorithm.identify is not None and any(duel[0] == duel[1] for duel in _duels_until_sure(chosen))


def _duels(state: Any, rounds: int, outcome: Callable[[int, Any], int]) -> Iterator[tuple[Any, ...]]:
    rng = np.random.default_rng(0)
    return (duel for t in range(1, rounds + 1) for duel in play(state, 1, rng, outcome, t))


def _duels_until_sure(chosen: Choice) -> Iterator[tuple[Any, ...]]:
    """The duels until the verdict, and 300 after it."""
    state, sure = stopper(chosen), 0
    for duel in _duels(state, PATIENCE, order):
        yield duel
        sure += verdict(state) >= 0
        if sure > 300:
            return


def opponent(chosen: Choice) -> str:
    """Whether, given the first arm, the second is uniform over the others, whatever was told before a verdict."""
    for arms, outcome in ((5, nature), (5, order), (3, order)):
        arms = arms_for(chosen, arms)
        state, rng, t = fresh(chosen, arms, 5000), np.random.default_rng(0), 0
        for until in (0, 25, 80, 240, 1000):
            play(state, until - t, rng, outcome, t + 1)
            t = until
            if type(state) in verdict.written and verdict(state) >= 0:
                break
            seen = np.zeros((arms, arms))
            for _ in range(200):
                duel = choose(copy(state), t + 1, rng)
                seen[duel.first, duel.second] += 1
            if not _uniform_off_the_diagonal(seen):
                return "any"
    return "uniform"


def _uniform_off_the_diagonal(seen: np.ndarray) -> bool:
    """By chi-square in each row, at 45, which a uniform opponent among four exceeds once in 10^9 tests."""
    expected = seen.sum(axis=1, keepdims=True) * (1 - np.eye(len(seen))) / (len(seen) - 1)
    squares = np.divide((seen - expected) ** 2, expected, out=np.zeros_like(seen), where=expected > 0)
    return bool(seen.trace() == 0 and squares.sum(axis=1).max() < 45)


def takes_any_vote(chosen: Choice) -> bool:
    """Whether outcomes of pairs that it never asked for, also before its first choice, do no harm."""
    try:
        for arms in (2, 6):
            _told_unasked(chosen, arms_for(chosen, arms))
        share = learned(chosen, 0, 0.5)
    except (*HARM, AssertionError):
        return False
    return share > learned(chosen, 0, 0) - 0.1 and stops(chosen, 0, 0.3)


def _told_unasked(chosen: Choice, arms: int) -> None:
    state, rng, mail = fresh(chosen, arms, 300), np.random.default_rng(0), Mail(chosen, arms, nature, 0.2, 0.5)
    for k in range(60):
        mail.tell_another(state, 1 + k % 2)
    for t in range(1, 301):
        duel = choose(state, t, rng)
        hold_pair(t, arms, duel)
        mail.tell(state, t, duel)
    hold_numbers(state, "after outcomes that nobody asked for")


def true_chances(chosen: Choice) -> bool:
    """Whether, from one state after fifty rounds, each arm comes as often as its chance says."""
    arms, n, rng = arms_for(chosen, 4), 1500, np.random.default_rng(11)
    state, seen = fresh(chosen, arms, 200), np.zeros((2, arms))
    first: dict[int, float] = {}
    second: dict[tuple[int, int], float] = {}
    play(state, 51, rng)
    for _ in range(n):
        duel = choose(copy(state), 52, rng)
        i, j = int(duel.first), int(duel.second)
        seen[0, i] += 1
        seen[1, j] += 1
        first.setdefault(i, float(duel.p_first))
        second.setdefault((i, j), float(duel.p_second))
    told = np.zeros((2, arms))
    for (i, j), q in second.items():  # the second arm's chance may depend on the first
        told[0, i] = first[i]
        told[1, j] += first[i] * q
    spread = 4.5 * np.sqrt(n * np.clip(told * (1 - told), 0, None))
    spread[1] += 0.02 * n * (told[1] < 1e-3)
    return bool((np.abs(seen - n * told) <= spread + 1e-6).all())


FACTS: dict[str, Callable[[Choice], Any]] = {
    "folds": folds,
    "self_duels": self_duels,
    "opponent": opponent,
    "takes_any_vote": takes_any_vote,
    "true_chances": true_chances,
}

OF_ARMS_ALONE = {  # facts that say nothing in a world of points, and why
    "opponent": "no point is drawn uniformly from all others",
    "true_chances": "a duel of points carries no chances",
}


def why_not(chosen: Choice, name: str) -> str:
    """Why a fact says nothing of this algorithm; empty where it does."""
    return OF_ARMS_ALONE.get(name, "") if chosen.algorithm.world == "continuous" else ""


def check_fact(chosen: Choice, name: str) -> str:
    """Measure a fact and return it in words; raise AssertionError where the declaration says something else."""
    declared, measured = getattr(chosen.algorithm, name), FACTS[name](chosen)
    if declared is None:
        return f"{name}={measured!r} (measured; not declared)"
    hold(declared == measured, f"the declaration must say {name}={measured!r}, got {name}={declared!r}")
    return f"{name}={measured!r} (measured; as declared)"
