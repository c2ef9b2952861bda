"""A learner that breaks the contract in one way, and what the contract says of it."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other
from duelling.registry.facts import algorithm
from duelling.testing import examine

PAGE = (Path(__file__).parents[2] / "docs" / "own_algorithm.md").read_text()


SAID: dict[str, Any] = {
    "label": "",
    "reference": "",
    "winners": (),
    "regret": "weak",
    "adversarial": False,
    "anytime": True,
    "cost": "",
}


SHARED = np.zeros(1)  # what no learner should use


MEMORY: dict[int, int] = {}  # nor this


class Uneasy(NamedTuple):
    fault: int  # which law is broken
    arms: int
    n: np.ndarray  # asked and told


FAULTS = (
    "none",
    "no arm",
    "no chance",
    "shared",
    "memory",
    "nan",
    "few arms",
    "in time",
    "waits",
    "unasked",
    "random",
    "no arm and an index",
)


def _choose(s: Uneasy, t, rng):
    s.n[0] += 1
    i = int(rng.random() * s.arms)
    if s.fault == 3:
        SHARED[0] += 1
        i = int(SHARED[0]) % s.arms
    if s.fault == 4:
        MEMORY[id(s.n)] = MEMORY.get(id(s.n), 0) + 1
        i = MEMORY[id(s.n)] // 3 % s.arms
    if s.fault == 8:
        i = 0 if s.n[1] >= s.n[0] - 1 else 1
    if s.fault == 10:
        i = 0
    j = draw_other(i, s.arms, rng)
    return Duel(
        s.arms if s.fault in (1, 11) and t == 7 else i, j, 0.0 if s.fault == 2 else 1 / s.arms, 1 / (s.arms - 1)
    )


def _update(s: Uneasy, t, duel, outcome):
    s.n[1] += 1
    if s.fault == 11 and duel.first >= s.arms:
        raise IndexError("there is no such arm")
    if s.fault == 5:
        s.n[2] = np.log(s.n[2])
    if s.fault == 6 and duel.first >= 10:
        raise IndexError("there are ten places")
    if s.fault == 7 and t != s.n[0]:
        raise ValueError("not in time")
    if s.fault == 9 and s.n[1] > s.n[0]:
        raise ZeroDivisionError("division by zero")


choose.register(Uneasy, _choose)


update.register(Uneasy, _update)


def declare(fault, **facts):
    """Declare a learner with one fault, and return its name."""
    MEMORY.clear()

    @algorithm("uneasy", **{**SAID, **facts})
    def start(arms: int, horizon: int) -> Uneasy:
        return Uneasy(FAULTS.index(fault), int(arms), np.array([0.0, 0.0, 5.0]))

    return "uneasy"


def broken(text):
    """The reason for each law that does not hold."""
    return {finding.law: finding.reason for finding in examine(text).broken}
