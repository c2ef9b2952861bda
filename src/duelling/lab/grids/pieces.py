"""Units cut into pieces for a player.

A long unit is cut by its runs, so that no thread plays on alone at the end, and long pieces come first. A single thread
begins with the short ones, so that a run that is stopped soon has finished some. Experiments come one after another, so
that what is done with the results of one does not wait for all others.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from duelling.lab.grids.units import Found, Unit

SHARE = 4  # the least number of pieces for each thread


@dataclass(frozen=True, eq=False)
class Piece:
    """Some runs of a unit: ``runs`` of them, from the run with the number ``first_run`` on."""

    unit: Unit
    first_run: int
    runs: int

    def play(self, progress: Callable[[int], object] | None = None) -> Found:
        """Play it in this thread; ``progress`` is called with what a run counts when one is done."""

        def told() -> None:
            if progress:
                progress(self.unit.each)

        return self.unit.play(self.first_run, self.runs, told)


def cost(unit: Unit) -> float:
    """About how long it takes to play a unit: its duels, times the cost of a round that the algorithm declares.

    Where nobody knows how many there will be, those of runs that are all given up.
    """
    growth, arms = unit.chosen.algorithm.growth, len(unit.origin.arms)
    return unit.horizon * unit.runs * (10 + (arms**growth if growth else 0))


def split(units: Sequence[Unit], lanes: int) -> list[Piece]:
    """The pieces of all units, in the order in which to begin them.

    The experiment with the longest piece comes first, and in each its longest piece, so that the last ones are short;
    for a single lane, which has nothing to share out, it is the other way round. Pieces of equal length that belong to
    different units come before a second piece of one: while a kernel is compiled for the first, all others that need
    it wait.
    """
    costs = [cost(unit) for unit in units]
    most = sum(costs) / (lanes * SHARE)
    sign = -1 if lanes > 1 else 1
    queue, longest = [], dict.fromkeys((unit.experiment for unit in units), 0.0)
    for number, (unit, whole) in enumerate(zip(units, costs, strict=True)):
        count = min(unit.runs, max(1, round(whole / most))) if lanes > 1 else 1
        longest[unit.experiment] = max(longest[unit.experiment], whole / count)
        edges = np.linspace(0, unit.runs, count + 1).round().astype(int).tolist()
        for turn, (first, end) in enumerate(itertools.pairwise(edges)):
            queue.append((sign * whole / count, turn, number, Piece(unit, first, end - first)))
    ranks = {name: rank for rank, name in enumerate(sorted(longest, key=longest.__getitem__, reverse=lanes > 1))}
    return [piece for *_, piece in sorted(queue, key=lambda entry: (ranks[entry[3].unit.experiment], *entry[:3]))]


def join(parts: Sequence[tuple[Piece, Found]]) -> Found:
    """What was found in a unit, from all its pieces in any order."""
    found = [each for piece, each in sorted(parts, key=lambda part: part[0].first_run)]
    return parts[0][0].unit.join(found)
