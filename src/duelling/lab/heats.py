"""The first rounds of a run, before it is known whether there is time for all of them.

Where losses stay the same and none is negative, regret only grows: what a run has paid after some rounds is a lower
bound of what it pays in all. So who has paid more in a heat than the best pays in all need not play on.
"""

import math
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.losses import Constant
from duelling.core.regrets import REGRETS, Regret
from duelling.errors import InputError
from duelling.lab.prepare import over_threads
from duelling.lab.simulate import Game
from duelling.lab.stages import set_up
from duelling.problems.base import Pairwise, Problem
from duelling.registry.choice import choice

ROUNDS = 1000  # of a heat in plain Python
TASTE = 50  # rounds that tell how long such a heat takes


def only_grows(problem: Problem, winner: str, horizon: int) -> bool:
    """Whether no round can lower regret."""
    if not isinstance(problem, Pairwise):
        return False
    losses = problem.losses([winner], horizon)
    return isinstance(losses, Constant) and bool((losses.loss >= 0).all())


class Heats(NamedTuple):
    """Runs that are played to their first rounds only; they are those of ``simulate`` with the same arguments."""

    problem: Problem
    winner: str
    regret: Regret | str
    horizon: int
    seed: int
    shuffle: bool

    def play(self, name: str, rounds: int, runs: int, threads: int) -> np.ndarray:
        """The regret of each run after so many rounds."""
        ends, chosen = np.array([rounds]), choice(name)
        game = Game(
            self.problem,
            set_up(self.problem, (self.winner,), ends),
            self.horizon,
            ends,
            self.seed,
            self.shuffle,
            (),
        )
        values = np.zeros((runs, len(REGRETS), 1, 1))

        def one(run: int) -> None:
            game.play(chosen, game.meet(chosen, run, ends), run, values[run])

        for _ in over_threads(one, [(run,) for run in range(runs)], threads):
            pass
        return np.asarray(values[:, REGRETS.index(self.regret), 0, 0])

    def in_python(self, names: Sequence[str], seconds: float) -> dict[str, float]:
        """The regret of each after a heat of one run in plain Python, for which nothing is compiled.

        Who would take too long, or fails, has none. All together may take so many seconds.
        """
        found: dict[str, float] = {}
        stop, rounds = time.monotonic() + seconds, min(ROUNDS, self.horizon)
        with interpreted():
            for name in names:
                begun = time.monotonic()
                try:
                    regret = self.play(name, min(TASTE, rounds), 1, 1)
                    now = time.monotonic()
                    if now + (now - begun) * rounds / TASTE > min(stop, begun + 0.1 * seconds):
                        continue
                    if rounds > TASTE:
                        regret = self.play(name, rounds, 1, 1)
                except InputError:  # it is said when it is played
                    continue
                found[name] = float(regret[0])
        return found


def promising(names: Sequence[str], heat: dict[str, float]) -> list[str]:
    """Those with less regret first; whose is not known, stands in the middle."""
    middle = float(np.median([*heat.values()])) if heat else math.inf
    return sorted(names, key=lambda name: heat.get(name, middle))


def hopeless(early: np.ndarray, best: np.ndarray) -> bool:
    """Whether each run has paid more in its first rounds than any run of the best in all."""
    return bool(early.min() > best.max())
