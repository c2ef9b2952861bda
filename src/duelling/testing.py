"""The contract: what every algorithm owes its users, as laws and facts that can be measured on any of them.

>>> from duelling.testing import check_algorithm
>>> print(check_algorithm("random"))  # doctest: +ELLIPSIS
pairs are arms, and chances are chances: yes
...

A law holds for every algorithm. A fact is what a declaration says, such as ``folds=True``: it is measured, and a
declaration that says otherwise is refused, so that no fact is ever out of date. Everything here is seeded.
"""

import pickle
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from duelling.core.jit import DISABLED, interpreted
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import copy, load, numbers, save
from duelling.errors import WrongValue
from duelling.registry.choice import Choice, choice
from duelling.registry.extensions import explain

__all__ = ["Finding", "Report", "check_algorithm", "examine"]

ROUNDS = 120 if DISABLED else 600  # of plain Python, or compiled
SIZES = (2, 3) if DISABLED else (2, 3, 20)
MANY = 60 if DISABLED else 500  # arms: plain Python solves large games for a minute
CYCLE = (0, 1, 1, -1, 1)  # outcomes of the lower arm, by turns: it mostly wins
EASY = np.array([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])  # arm 0 is the best for every winner concept
LEARN = 900  # rounds in which all that learn find the best of three arms
PATIENCE = 20_000  # duels after which whoever must stop has not


class Finding(NamedTuple):
    """A law or a fact, whether it was found to hold, and what to change where it was not."""

    law: str
    kept: bool
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.law}: {'yes' if self.kept else f'no, {self.reason}'}"


class Report(NamedTuple):
    """What was found of one algorithm."""

    algorithm: str
    findings: tuple[Finding, ...]

    @property
    def kept(self) -> bool:
        """Whether everything holds."""
        return all(finding.kept for finding in self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


def check_algorithm(text: str) -> Report:
    """Hold an algorithm, such as ``champion`` or ``champion:chance=0.1``, to the contract; a report of one line a law.

    Raises AssertionError with the lines of all that does not hold.
    """
    report = examine(text)
    if not report.kept:
        broken = "\n".join(str(finding) for finding in report.findings if not finding.kept)
        raise AssertionError(f"{text} does not keep the contract:\n{broken}")
    return report


def examine(text: str) -> Report:
    """As ``check_algorithm``, but what does not hold stands in the report and raises nothing."""
    chosen = choice(text)
    if chosen.algorithm.world != "arms":
        raise WrongValue(f"algorithm must play on a finite set of arms to be checked, got {text!r}")
    laws = (_find(law, check, chosen) for law, check in LAWS.items())
    return Report(text, (*laws, *(_find(name, check_fact, chosen, name) for name in FACTS)))


def _find(law: str, check: Callable[..., str | None], *given: Any) -> Finding:
    try:
        return Finding(check(*given) or law, True)
    except AssertionError as error:
        return Finding(law, False, str(error))
    except Exception as error:  # of a user's code: any
        return Finding(law, False, explain(error) or f"{type(error).__name__}: {error}")


def check_fact(chosen: Choice, name: str) -> str:
    """Measure a fact and return it in words; raise AssertionError where the declaration says something else."""
    declared, measured = getattr(chosen.algorithm, name), FACTS[name](chosen)
    if declared is None:
        return f"{name}={measured!r}, about which the declaration says nothing"
    _hold(declared == measured, f"the declaration must say {name}={measured!r}, got {name}={declared!r}")
    return f"{name}={measured!r}, as declared"


def _hold(condition: Any, otherwise: str) -> None:
    if not condition:
        raise AssertionError(otherwise)


# ---- what is played


def _arms(chosen: Choice, arms: int) -> int:
    return min(arms, chosen.algorithm.most_arms or arms)


def nature(t: int, duel: Any) -> int:
    """An outcome that depends on the round and the pair alone: the lower arm mostly wins, ties happen."""
    sign = int(np.sign(duel.second - duel.first))
    return sign * CYCLE[(7 * t + 3 * int(duel.first) + 5 * int(duel.second)) % 5]


def order(t: int, duel: Any) -> int:
    """The lower arm wins."""
    return int(np.sign(duel.second - duel.first))


def even(t: int, duel: Any) -> int:
    """Nobody is better than anybody."""
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


def _hold_pair(t: int, arms: int, duel: Any) -> None:
    first, second, p, q = duel
    pair, chances = 0 <= first < arms and 0 <= second < arms, 0 < p <= 1 + 1e-12 and 0 < q <= 1 + 1e-12
    _hold(pair, f"choose must return arms from 0 to {arms - 1}, got {first} and {second} in round {t}")
    _hold(chances, f"choose must return chances above 0 and at most 1, got {p} and {q} in round {t}")


def _hold_numbers(state: Any, when: str) -> None:
    _hold(not np.isnan(numbers(state)).any(), f"update must leave numbers in the state, got nan {when}")


# ---- laws


def _pairs(chosen: Choice) -> None:
    for arms in {_arms(chosen, size) for size in SIZES}:
        for t, duel in enumerate(play(chosen.start(arms, ROUNDS), ROUNDS, np.random.default_rng(0)), 1):
            _hold_pair(t, arms, duel)


def _seeds(chosen: Choice) -> None:
    arms, rounds = _arms(chosen, 5), ROUNDS // 2
    alone = play(chosen.start(arms, rounds), rounds, np.random.default_rng(7))
    a, b = chosen.start(arms, rounds), chosen.start(arms, rounds)
    left, right = np.random.default_rng(7), np.random.default_rng(8)
    for t in range(1, rounds + 1):
        (duel,) = play(a, 1, left, begin=t)
        play(b, 1, right, lambda t, duel: -nature(t, duel), begin=t)
        _hold(
            duel == alone[t - 1],
            f"choose must draw from rng alone, and start make arrays of its own: beside another learner it chose {duel}"
            f" in round {t}, alone {alone[t - 1]}",
        )


def _saved(chosen: Choice) -> None:
    arms = _arms(chosen, 4)
    ways: tuple[Callable[[Any], Any], ...] = (
        copy,
        lambda state: load(save(state), chosen.start(arms, 200)),
        lambda state: pickle.loads(pickle.dumps(state)),
    )
    for again_from in ways:
        state, rng = chosen.start(arms, 200), np.random.default_rng(3)
        play(state, 100, rng)
        again, same = again_from(state), pickle.loads(pickle.dumps(rng))
        equal = play(state, 100, rng, begin=101) == play(again, 100, same, begin=101)
        equal = equal and np.array_equal(numbers(state), numbers(again), equal_nan=True)
        _hold(equal, "all that changes must be an array of the state: one that was saved and loaded goes on otherwise")


def _extremes(chosen: Choice) -> None:
    for arms in {_arms(chosen, size) for size in SIZES}:
        for outcome in (1, -1, 0):
            state = chosen.start(arms, ROUNDS)
            for t, duel in enumerate(play(state, ROUNDS, np.random.default_rng(0), lambda t, duel: outcome), 1):  # noqa: B023
                _hold_pair(t, arms, duel)
            _hold_numbers(state, f"where every outcome is {outcome}")


def _many(chosen: Choice) -> None:
    arms = _arms(chosen, MANY)
    for t, duel in enumerate(play(chosen.start(arms, 3), 5, np.random.default_rng(0)), 1):
        _hold_pair(t, arms, duel)


def _late(chosen: Choice) -> None:
    arms = _arms(chosen, 6)
    state, rng, mail, waiting = chosen.start(arms, 300), np.random.default_rng(0), np.random.default_rng(1), []
    for t in range(1, 301):
        waiting.append((t, choose(state, t, rng)))
        _hold_pair(t, arms, waiting[-1][1])
        if len(waiting) > 10:
            told, duel = waiting.pop(int(mail.random() * len(waiting)))
            update(state, told, duel, nature(told, duel))
    _hold_numbers(state, "after late outcomes")


def _compiled(chosen: Choice) -> None:
    def trajectory() -> list[tuple[int, int, float, float]]:
        return play(chosen.start(_arms(chosen, 6), 100), 100, np.random.default_rng(2))

    ours = trajectory()
    with interpreted():
        theirs = trajectory()
    for t, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        same = one[:2] == other[:2] and np.allclose(one[2:], other[2:], rtol=1e-9, atol=0)
        _hold(same, f"compiled and plain Python must choose alike, got {one} and {other} in round {t}")


def _learned(chosen: Choice, lost: float, unasked: float) -> float:
    """The share of the best of three arms in the last third of its rounds."""
    state, rng, mail = chosen.start(3, LEARN), np.random.default_rng(0), Mail(3, order, lost, unasked)
    seen = 0
    if unasked:
        for _ in range(30):
            mail.tell_another(state, 1)
    for t in range(1, LEARN + 1):
        duel = choose(state, t, rng)
        _hold_pair(t, 3, duel)
        seen += (3 * t > 2 * LEARN) * ((duel.first == 0) + (duel.second == 0))
        mail.tell(state, t, duel)
    _hold_numbers(state, f"where {lost:.0%} of the outcomes are lost and {unasked:.0%} more come unasked")
    return seen / (2 * LEARN / 3)


def _stops(chosen: Choice, lost: float, unasked: float) -> bool:
    """Whether it ends on an easy problem, if it is one that ends; the right arm is another matter."""
    if chosen.algorithm.identify is None:
        return True
    state, rng = _stopper(chosen), np.random.default_rng(0)
    coins = np.random.default_rng(5)

    def outcome(t: int, duel: Any) -> int:
        return 0 if duel.first == duel.second else 1 if coins.random() < EASY[duel.first, duel.second] else -1

    mail = Mail(3, outcome, lost, unasked)
    for t in range(1, PATIENCE):
        if verdict(state) >= 0:
            return True
        mail.tell(state, t, choose(state, t, rng))
    return False


def _stopper(chosen: Choice) -> Any:
    """Three arms, for a verdict that may be wrong with a chance of 1/10."""
    return choice(chosen.algorithm.name, identify=True, delta=0.1).start(3)


def _lost(chosen: Choice) -> None:
    whole = _learned(chosen, 0, 0)
    for lost in (0.05, 0.2):
        share = _learned(chosen, lost, 0)
        _hold(
            share > whole - 0.1,
            f"nothing must wait for an outcome that never comes: the best arm has {share:.0%} of the places where"
            f" {lost:.0%} are lost, and {whole:.0%} where none is",
        )
        ends = _stops(chosen, lost, 0)
        _hold(ends, f"it must stop although {lost:.0%} of outcomes are lost, got {PATIENCE} duels without a verdict")


LAWS: dict[str, Callable[[Choice], None]] = {
    "pairs are arms, and chances are chances": _pairs,
    "the same seed gives the same pairs, and two learners share nothing": _seeds,
    "a saved learner goes on as if nothing had happened": _saved,
    "outcomes that never change leave numbers": _extremes,
    "many arms and a short horizon are survived": _many,
    "late and unordered outcomes are accepted": _late,
    "lost outcomes do no harm": _lost,
    "compiled and plain Python choose alike": _compiled,
}


# ---- facts


def folds(chosen: Choice) -> bool:
    """Whether a twin that never chooses, but is told the same outcomes, late and incomplete, would choose alike."""
    return all(_folds(chosen, *case) for case in ((2, 0, nature), (6, 1, nature), (4, 2, order)))


def _folds(chosen: Choice, arms: int, seed: int, outcome: Callable[[int, Any], int]) -> bool:
    """Asked on copies in every third round, and at the end for 60 rounds."""
    arms = _arms(chosen, arms)
    state, twin = chosen.start(arms, 1000), chosen.start(arms, 1000)
    rng, mail, waiting = np.random.default_rng([seed, 0]), np.random.default_rng([seed, 1]), []
    for t in range(1, 401):
        waiting.append((t, choose(state, t, rng)))
        if t % 3 == 0 and not _alike(copy(state), copy(twin), t, 1, outcome):
            return False
        if len(waiting) > 10:
            then, duel = waiting.pop(int(mail.random() * len(waiting)))
            if mail.random() >= 0.1:
                update(state, then, duel, outcome(then, duel))
                update(twin, then, duel, outcome(then, duel))
    return _alike(state, twin, 401, 60, outcome)


def _alike(one: Any, other: Any, begin: int, rounds: int, outcome: Callable[[int, Any], int]) -> bool:
    """Whether both choose the same pairs, with the same chances up to rounding."""
    left, right = (np.array(play(s, rounds, np.random.default_rng(begin), outcome, begin)) for s in (one, other))
    return bool((left[:, :2] == right[:, :2]).all() and np.allclose(left[:, 2:], right[:, 2:], rtol=1e-9, atol=0))


def self_duels(chosen: Choice) -> bool:
    """Whether it ever chooses an arm against itself: in play, after its horizon, or once it is sure."""
    cases = ((5, 1000, 300, nature), (5, 60, 100, nature), (3, 100_000, 1500, order), (3, 100_000, 1500, even))
    for arms, horizon, rounds, outcome in cases:
        state = chosen.start(_arms(chosen, arms), horizon)
        if any(duel[0] == duel[1] for duel in _duels(state, rounds, outcome)):
            return True
    return chosen.algorithm.identify is not None and any(
        duel[0] == duel[1] for duel in _duels(_stopper(chosen), PATIENCE, order)
    )


def _duels(state: Any, rounds: int, outcome: Callable[[int, Any], int]) -> Iterator[tuple[int, int, float, float]]:
    rng = np.random.default_rng(0)
    return (duel for t in range(1, rounds + 1) for duel in play(state, 1, rng, outcome, t))


def opponent(chosen: Choice) -> str:
    """Whether, given the first arm, the second is uniform over the others, whatever was told before a verdict."""
    for arms, outcome in ((5, nature), (5, order), (3, order)):
        arms = _arms(chosen, arms)
        state, rng, t = chosen.start(arms, 5000), np.random.default_rng(0), 0
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
            _told_unasked(chosen, _arms(chosen, arms))
        learned = _learned(chosen, 0, 0.5)
    except (ArithmeticError, AssertionError, LookupError, ValueError):
        return False
    return learned > _learned(chosen, 0, 0) - 0.1 and _stops(chosen, 0, 0.3)


def _told_unasked(chosen: Choice, arms: int) -> None:
    state, rng, mail = chosen.start(arms, 300), np.random.default_rng(0), Mail(arms, nature, 0.2, 0.5)
    for k in range(60):
        mail.tell_another(state, 1 + k % 2)
    for t in range(1, 301):
        duel = choose(state, t, rng)
        _hold_pair(t, arms, duel)
        mail.tell(state, t, duel)
    _hold_numbers(state, "after outcomes that nobody asked for")


def true_chances(chosen: Choice) -> bool:
    """Whether, from one state after fifty rounds, each arm comes as often as its chance says."""
    arms, n, rng = _arms(chosen, 4), 1500, np.random.default_rng(11)
    state, seen = chosen.start(arms, 200), np.zeros((2, arms))
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
