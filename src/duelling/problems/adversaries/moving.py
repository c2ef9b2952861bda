"""Adversaries that fix everything beforehand: preferences that flip, and preferences that drift.

flips    for a while the arms stand in an order, then in the reverse one, and so on; or one arm is the favourite, and
         then the next one
drift    one arm is the favourite, and its lead melts while that of the next one grows, along a line

Phases grow, by default to twice the length each time. So every horizon from a few phases on looks alike: a constant
share of the rounds belongs to the last phase, and what was learnt before it is wrong. With ``growth=1`` all phases are
equally long. The last of the ``phases`` has no end.

As text: ``flips:arms=10,what=favourite,growth=3`` and ``drift:arms=10,length=1000``.
"""

from typing import Annotated, Literal

import numpy as np

from duelling.errors import above, at_least, one_of, whole
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.random import Arms, check_arms
from duelling.registry.makers import maker

Gap = Annotated[float, "The better arm of a pair wins with chance 1/2 + gap."]
Length = Annotated[int, "The rounds of the first phase."]
Stretch = Annotated[float, "How much longer each phase is than the one before it."]
Phases = Annotated[int, "The number of phases; the last has no end."]

LAST = 2**53  # no horizon goes beyond


def phase_starts(length: int, growth: float, phases: int) -> list[int]:
    """The first round of each phase: phase s = 0, 1, ... has ``length * growth^s`` rounds, rounded."""
    starts, rounds, count = [1], float(whole("length", length)), whole("phases", phases)
    at_least("growth", growth, 1)
    while len(starts) < count and starts[-1] + rounds <= LAST:
        starts.append(starts[-1] + round(rounds))
        rounds *= growth
    return starts


def _check_gap(gap: float) -> float:
    return above("gap", gap, 0, 0.5)


def _order(arms: int, gap: float) -> np.ndarray:
    """Each arm beats those that follow it with chance 1/2 + gap."""
    return np.asarray(0.5 + gap * np.sign(np.arange(arms) - np.arange(arms)[:, None]))


def _favourite(arms: int, gap: float, arm: int) -> np.ndarray:
    """One arm beats every other with chance 1/2 + gap; the others are equal."""
    P = np.full((arms, arms), 0.5)
    P[arm], P[:, arm] = 0.5 + gap, 0.5 - gap
    P[arm, arm] = 0.5
    return P


@maker("flips", example="flips:arms=10")
def flips(
    arms: Arms,
    *,
    what: Annotated[
        Literal["order", "favourite"], "What turns round: the whole order of the arms, or who is the favourite."
    ] = "order",
    gap: Gap = 0.2,
    length: Length = 100,
    growth: Stretch = 2.0,
    phases: Phases = 40,
) -> Piecewise:
    """Preferences that turn round at the start of each phase.

    ``what=order``: the arms stand in an order, the first at the top, in every second phase at the bottom.
    ``what=favourite``: arm s mod K beats all others in phase s, and they are equal.

    >>> flips(3, phases=2, length=10).rounds.tolist()
    [1, 11]
    """
    one_of("what", what, ("order", "favourite"))
    count, gap, starts = check_arms(arms, 2, "flips"), _check_gap(gap), phase_starts(length, growth, phases)
    if what == "order":
        P = _order(count, gap)
        matrices = [P.T if s % 2 else P for s in range(len(starts))]
    else:
        matrices = [_favourite(count, gap, s % count) for s in range(len(starts))]
    about = "the order turns round" if what == "order" else "the favourite changes"
    return Piecewise(
        matrices,
        starts,
        name=f"flips:arms={arms},what={what},gap={gap},length={length},growth={growth},phases={phases}",
        description=f"{about} at the start of each phase",
    )


@maker("drift", example="drift:arms=10")
def drift(arms: Arms, *, gap: Gap = 0.2, length: Length = 100, growth: Stretch = 2.0, phases: Phases = 40) -> Drifting:
    """Arm s mod K is the favourite when phase s begins; within the phase its lead passes to the next arm.

    >>> drift(2, length=10, phases=2).preference(11).round(3).tolist()  # on the way from 0.7 to 0.3
    [[0.5, 0.5], [0.5, 0.5]]
    """
    count, gap, times = check_arms(arms, 2, "drift"), _check_gap(gap), phase_starts(length, growth, phases)
    return Drifting(
        [_favourite(count, gap, s % count) for s in range(len(times))],
        times,
        name=f"drift:arms={arms},gap={gap},length={length},growth={growth},phases={phases}",
        description="the favourite's lead passes to the next arm, along a line, again and again",
    )
