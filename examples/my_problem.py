"""Preferences that move like the tide: at flood the first arms win, at ebb the last ones."""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling import Pairwise, WrongValue, maker
from duelling.kernels import decide


class TideState(NamedTuple):
    gap: float
    rounds: int  # from one flood to the next


@maker("tides", example="tides:arms=5")
class Tides(Pairwise):
    """In round t an arm beats each later one with chance 1/2 + gap (1/2 + cos(2πt / rounds))."""

    kind = "tides"

    def __init__(
        self,
        arms: Annotated[int, "How many there are."],
        gap: Annotated[float, "The lead at flood, 2/3 of it."] = 0.2,
        rounds: Annotated[int, "From one flood to the next."] = 24,
    ) -> None:
        if arms < 2:
            raise WrongValue(f"arms of tides must be at least 2, got {arms!r}")
        if rounds < 1:
            raise WrongValue(f"rounds of tides must be at least 1, got {rounds!r}")
        if not 0 < gap <= 1 / 3:
            raise WrongValue(f"gap of tides must be above 0 and at most 1/3, got {gap!r}")
        self.arms = tuple(f"beach {i + 1}" for i in range(arms))
        self.name = f"tides:arms={arms},gap={gap},rounds={rounds}"
        self.gap, self.rounds = float(gap), int(rounds)

    def start(self, horizon: int) -> TideState:
        return TideState(self.gap, self.rounds)

    def matrices(self) -> np.ndarray:
        number, t = np.arange(len(self.arms)), np.arange(1, self.rounds + 1)
        lead = self.gap * (0.5 + np.cos(2 * np.pi * t / self.rounds))
        return 0.5 + lead[:, None, None] * np.sign(number - number[:, None])  # P of rounds 1, 2, ..., then again

    def content(self) -> dict[str, Any]:
        return {"size": len(self.arms), "gap": self.gap, "rounds": self.rounds}


def _decide(s: TideState, t, first, second, rng):
    if first == second:
        return 0
    lead = s.gap * (0.5 + math.cos(2 * math.pi * t / s.rounds))
    return 1 if rng.random() < (0.5 + lead if first < second else 0.5 - lead) else -1


decide.register(TideState, _decide)
