"""Units cut into pieces for a player.

A long unit is cut by its runs, so that no thread plays on alone at the end, and long pieces come first.
"""

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from duelling.lab.grids.units import Unit
from duelling.lab.results import Result
from duelling.lab.simulate import simulate

SHARE = 4  # the least number of pieces for each thread


@dataclass(frozen=True, eq=False)
class Piece:
    """Some runs of a unit: ``runs`` of them, from the run with the number ``first_run`` on."""

    unit: Unit
    first_run: int
    runs: int

    def play(self, progress: Callable[[int], object] | None = None) -> Result:
        """Play it in this thread; ``progress`` is called with the number of rounds when a run is done."""
        unit = self.unit

        def told(done: int, total: int) -> None:
            if progress:
                progress(unit.horizon)

        return simulate(
            unit.played,
            [unit.chosen],
            horizon=unit.horizon,
            runs=self.runs,
            first_run=self.first_run,
            winner=unit.winners,
            seed=unit.seed,
            checkpoints=unit.checkpoints,
            threads=1,
            progress=told,
        )


def cost(unit: Unit) -> float:
    """About how long it takes to play a unit: its rounds, times the cost of a round that the algorithm declares."""
    growth, arms = unit.chosen.algorithm.growth, len(unit.origin.arms)
    return unit.rounds * (10 + (arms**growth if growth else 0))


def split(units: Sequence[Unit], lanes: int) -> list[Piece]:
    """The pieces of all units, in the order in which to begin them.

    Pieces of equal length that belong to different units come before a second piece of one: while a kernel is
    compiled for the first, all others that need it wait.
    """
    costs = [cost(unit) for unit in units]
    most = sum(costs) / (lanes * SHARE)
    queue = []
    for number, (unit, whole) in enumerate(zip(units, costs, strict=True)):
        count = min(unit.runs, max(1, round(whole / most))) if lanes > 1 else 1
        edges = np.linspace(0, unit.runs, count + 1).round().astype(int).tolist()
        for turn, (first, end) in enumerate(itertools.pairwise(edges)):
            queue.append((-whole / count, turn, number, Piece(unit, first, end - first)))
    return [piece for *_, piece in sorted(queue, key=lambda entry: entry[:3])]


def join(parts: Sequence[tuple[Piece, Result]]) -> Result:
    """The result of a unit from the results of all its pieces, in any order."""
    results = [result for piece, result in sorted(parts, key=lambda part: part[0].first_run)]
    return dataclasses.replace(
        results[0],
        runs=sum(result.runs for result in results),
        values=np.concatenate([result.values for result in results], axis=2),
        seconds=np.sum([result.seconds for result in results], axis=0),
    )
