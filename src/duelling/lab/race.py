"""Further runs for those that may still be the best, then for the others, as far as the time goes."""

from collections.abc import Callable, Sequence

import numpy as np

from duelling.core.intervals import student
from duelling.core.regrets import Regret
from duelling.lab.clock import Clock
from duelling.lab.merging import merge
from duelling.lab.results import Result

CAREFUL = 1.25  # how many times longer further runs may take than the first ones did


def regrets(part: Result, regret: Regret | str) -> np.ndarray:
    """The regret of each run of the first algorithm at the horizon, under the first winner."""
    return part.regret(regret)[0, :, -1, 0]


def ranked(parts: Sequence[Result], regret: Regret | str) -> list[Result]:
    """The smallest mean regret first."""
    return sorted(parts, key=lambda part: float(regrets(part, regret).mean()))


def contends(part: Result, best: Result, regret: Regret | str) -> bool:
    """Whether it may be as good as the best: the 95% intervals meet, and not all of its runs are worse than all others.

    The interval of two runs is so wide that it excludes hardly anybody.
    """
    mine, other = (regrets(each, regret) for each in (part, best))
    return bool(mine.min() <= other.max()) and not bool(student(mine).low > student(other).high)


def race(
    parts: Sequence[Result],
    regret: Regret | str,
    clock: Clock,
    *,
    runs: int,
    threads: int,
    play: Callable[[str, int, int], Result | None],
) -> list[Result]:
    """Results of one algorithm each, with further runs: at most ``runs`` of each, as many as fit, ranked.

    Who contends with the best comes first, and of these who has the fewest runs. It then has twice as many. ``play``
    plays runs of a name from a first one on, or returns None if the time is over.
    """
    now = ranked(parts, regret)
    while True:
        best, choices = now[0], []
        for place, part in enumerate(now):
            waves = int(max(clock.left, 0.0) / max(CAREFUL * float(part.seconds[0]) / part.runs, 1e-9))
            more = min(runs - part.runs, max(part.runs, threads), waves * threads)
            if more > 0:
                choices.append((not contends(part, best, regret), part.runs, place, more))
        if not choices:
            return now
        _, before, place, more = min(choices)
        further = play(now[place].algorithms[0], before, more)
        if further is None:
            return now
        now[place] = merge(now[place], further)
        now = ranked(now, regret)
