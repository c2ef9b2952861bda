"""Run a grid: play what is missing, keep each unit when it is finished, then put all of them together."""

import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from duelling.errors import function, path_of, whole
from duelling.lab.grids.ahead import compiling
from duelling.lab.grids.beginnings import gathered
from duelling.lab.grids.pieces import Piece, join, split
from duelling.lab.grids.plan import Plan, resolve
from duelling.lab.grids.specification import Specification, from_dict, read
from duelling.lab.grids.store import Store
from duelling.lab.grids.units import Found, Unit

# the id of an experiment, its rounds done, its rounds in all; where algorithms stop by themselves, its runs
Progress = Callable[[str, int, int], object]


class Player(Protocol):
    """Something that plays pieces."""

    lanes: int  # how many at once

    def play(self, pieces: Sequence[Piece], progress: Callable[[Piece, int], None]) -> Iterator[tuple[Piece, Found]]:
        """Begin the pieces in this order and yield their results as they come.

        ``progress(piece, rounds)`` is called when rounds of a piece are done, or runs, as ``Unit.each`` says.
        """
        ...


class Threads:
    """The player of one machine: a pool of threads, so that one unit is compiled while another is played."""

    def __init__(self, count: int | None = None) -> None:
        self.lanes = whole("threads", os.cpu_count() or 1 if count is None else count)

    def play(self, pieces: Sequence[Piece], progress: Callable[[Piece, int], None]) -> Iterator[tuple[Piece, Found]]:
        pool = ThreadPoolExecutor(self.lanes)
        # with the context of the caller, so that interpreted() holds in the threads too
        futures = {pool.submit(copy_context().run, piece.play, partial(progress, piece)): piece for piece in pieces}
        try:
            with compiling(pieces) if self.lanes > 1 else nullcontext():
                for future in as_completed(futures):
                    yield futures.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # after an error nothing waits for what is being played


class Summary(NamedTuple):
    """What a call of ``run`` did."""

    played: int  # units
    kept: int  # units that were finished before
    rounds: int  # played in them
    seconds: float  # on the clock


def run(
    plan: Plan,
    folder: str | Path,
    *,
    player: Player | None = None,
    progress: Progress | None = None,
    finished: Callable[[str], object] = lambda _: None,
) -> Summary:
    """Play the units of the plan whose results are not in ``folder``; ``Store(folder)`` reads the results.

    ``finished`` is called with the id of an experiment when all its units are there, while others are still played.

    A stopped or killed run loses the units that were being played and nothing else; the next one goes on from there.
    The files depend on the specification and on the sources of the algorithms, not on the player, the number of
    threads or the number of attempts. Where a parameter or an algorithm has changed, what depends on it is played anew.
    """
    begun = time.perf_counter()
    player, store, wanted = player or Threads(), Store(folder), plan.units
    with store.alone():
        missing = store.missing(wanted)
        board, waiting = _Board(wanted, missing, progress), Counter(unit.experiment for unit in missing)
        for each in plan.specification.experiments:
            if not waiting[each.id]:
                finished(each.id)
        parts: dict[Unit, list[tuple[Piece, Found]]] = defaultdict(list)
        rounds = 0
        for piece, result in player.play(split(gathered(missing), player.lanes), board.advance):
            parts[piece.unit].append((piece, result))
            if sum(played.runs for played, _ in parts[piece.unit]) == piece.unit.runs:
                for unit, found in piece.unit.apart(join(parts.pop(piece.unit))):
                    rounds += unit.duels(found)
                    store.write(unit, found)
                    waiting[unit.experiment] -= 1
                if not waiting[piece.unit.experiment]:
                    finished(piece.unit.experiment)
        store.merge(plan)
    return Summary(len(missing), len(wanted) - len(missing), rounds, time.perf_counter() - begun)


def run_grid(
    grid: str | Path | Mapping[str, Any] | Specification,
    folder: str | Path,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Store:
    """Run a grid on this machine and return its results. What ``folder`` holds already is not played again.

    Args:
        grid: the path of a TOML file, a dict with the same keys, or the specification of a store.
        folder: where results go.
        threads: by default one for each processor.
        progress: called with an experiment, what is done and what there is in all: rounds, or runs where algorithms
            stop by themselves.

    Returns:
        The store: ``frame()`` has all rows, ``measured(experiment)`` the arrays of one experiment.

    Raises:
        InputError: something in the grid is wrong; the message names the experiment and the key. Nothing was played.

    >>> one = {"id": "one", "problems": "cyclic", "algorithms": ["random", "ws-w"], "horizons": 100, "runs": 2}
    >>> run_grid({"experiment": [one]}, "results").frame().columns[:4]
    ['experiment', 'problem', 'horizon', 'winner']
    """
    folder = path_of("folder", folder)
    if isinstance(grid, Mapping):
        declared = from_dict(grid)
    else:
        declared = grid if isinstance(grid, Specification) else read(path_of("grid", grid))
    if progress is not None:
        function("progress", progress)
    run(resolve(declared), folder, player=Threads(threads), progress=progress)
    return Store(folder)


class _Board:
    """How far each experiment is; several threads report to it."""

    def __init__(self, wanted: Sequence[Unit], missing: Sequence[Unit], progress: Progress | None) -> None:
        self.progress, self.lock = progress, threading.Lock()
        self.total: dict[str, int] = defaultdict(int)
        self.done: dict[str, int] = defaultdict(int)
        for unit in wanted:
            self.total[unit.experiment] += unit.rounds
            self.done[unit.experiment] += 0 if unit in missing else unit.rounds
        for name in self.total:
            self._tell(name)

    def advance(self, piece: Piece, rounds: int) -> None:
        with self.lock:
            self.done[piece.unit.experiment] += rounds
            self._tell(piece.unit.experiment)

    def _tell(self, name: str) -> None:
        if self.progress:
            self.progress(name, self.done[name], self.total[name])
