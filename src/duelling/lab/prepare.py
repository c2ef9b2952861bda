"""What simulations and identifications do before they play, and how they share the runs among threads."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from duelling.errors import whole
from duelling.problems.base import Problem
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import Choice
from duelling.seeds import check_seed


class Prepared(NamedTuple):
    """Checked settings."""

    problem: Problem
    runs: int
    seed: int
    threads: int


def prepare(
    problem: Problem | str | Path, choices: Sequence[Choice], *, runs: int, seed: int, threads: int | None
) -> Prepared:
    """Find the problem and check that the algorithms can play on it; ``threads`` is by default one for each core."""
    count = whole("threads", os.cpu_count() or 1 if threads is None else threads)
    found = problem if isinstance(problem, Problem) else find(problem)
    for chosen in choices:
        chosen.check_world(found.world, found.name)
    return Prepared(found, whole("runs", runs), check_seed(seed), count)


def over_threads(work: Callable[..., None], jobs: Sequence[tuple[int, ...]], threads: int) -> Iterator[int]:
    """Do ``work(*job)`` for every job; yields how many are done. An error stops what has not begun."""
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(work, *job) for job in jobs]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                yield done
        finally:
            pool.shutdown(cancel_futures=True)
