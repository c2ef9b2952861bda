"""Units whose runs are the beginnings of longer ones: these are played, and the others read off.

An algorithm that is not told the horizon plays its first rounds in the same way for every horizon. Whether it is told
is seen from its state: where learner, problem and losses of two units are equal at the start, so is all that follows,
since a run is a function of these states and of its streams.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from duelling.core.fields import kinds, walk
from duelling.lab.grids.regret_units import RegretUnit
from duelling.lab.grids.units import Unit
from duelling.lab.stages import DuelStage, Stage, set_up
from duelling.problems.base import Problem


def gathered(units: Sequence[Unit]) -> list[Unit]:
    """The units to play: each in place of all that are its beginnings, which it then has as ``shorter``."""

    @cache
    def stage(problem: Problem, winners: tuple[str, ...], horizon: int) -> Stage:
        return set_up(problem, winners, np.array([horizon]))

    families: dict[Hashable, list[RegretUnit]] = defaultdict(list)
    found: list[Unit] = []
    for unit in units:
        alike = None
        if isinstance(unit, RegretUnit) and unit.chosen.algorithm.anytime:
            alike = _start(unit, stage(unit.played, unit.winners, unit.horizon))
        if alike is None:
            found.append(unit)
        else:
            families[alike].append(unit)  # type: ignore[arg-type]  # None is for all others
    for family in families.values():
        *shorter, longest = sorted(family, key=lambda unit: unit.horizon)
        found.append(replace(longest, shorter=tuple(shorter)) if shorter else longest)
    return found


def _start(unit: RegretUnit, stage: Stage) -> Hashable:
    """All that its runs depend on but the horizon; None where the problem makes its rounds against the learner."""
    if not isinstance(stage, DuelStage):
        return None
    told = tuple((name, str(value)) for name, value in unit.declared.items() if name != "horizon")
    return (told, *(_content(state) for state in (unit.learner(), stage.environment, stage.losses)))


def _content(state: Any) -> Hashable:
    """The types of a state and all its numbers."""
    numbers = tuple((name, np.shape(part), np.asarray(part).tobytes()) for name, part in walk(state))
    return frozenset(kinds(state)), numbers
