"""What simulations and identifications do before they play, and how they share the runs among threads."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from typing import Any, NamedTuple

from duelling.errors import WrongValue, quoted, several, whole
from duelling.lab.progress import Progress, check_progress
from duelling.problems.base import Problem
from duelling.problems.reading.named import ProblemLike
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import Choice, Named, choice, written
from duelling.seeds import seed_or_fresh

Algorithms = Named | Sequence[Named] | Mapping[str, Mapping[str, Any]]  # one, several, or names with their parameters


WANTED = "a name, a list of names, or a dict of parameters by name"


class Prepared(NamedTuple):
    """Checked settings."""

    problem: Problem
    choices: list[Choice]
    runs: int
    seed: int
    threads: int


def prepare(
    problem: ProblemLike,
    algorithms: Algorithms,
    *,
    runs: float,
    seed: float | None,
    threads: int | None,
    progress: Progress,
    **how: Any,
) -> Prepared:
    """Find the problem, then the algorithms, and check that they can play on it.

    ``threads`` is by default one for each core; ``how`` is what ``choice`` is told besides the algorithm.
    """
    count = whole("threads", os.cpu_count() or 1 if threads is None else threads)
    check_progress(progress)
    found, given = find(problem), _listed(algorithms)
    texts = list(map(written, given))
    if not texts or len(set(texts)) < len(texts):
        raise WrongValue(f"algorithms must name at least one algorithm, each once, got {quoted(texts)}")
    choices = [choice(each, **how) for each in given]
    for chosen in choices:
        chosen.check_world(found.world, found.name)
    return Prepared(found, choices, whole("runs", runs), seed_or_fresh(seed), count)


def _listed(algorithms: Algorithms) -> list[Any]:
    if isinstance(algorithms, Mapping):
        return list(algorithms.items())
    pair = isinstance(algorithms, tuple) and len(algorithms) == 2 and isinstance(algorithms[1], Mapping)
    if isinstance(algorithms, str | Choice) or pair:
        return [algorithms]
    found: list[Any] = []
    for each in several("algorithms", algorithms, WANTED):
        found += each.items() if isinstance(each, Mapping) else [each]
    return found


def over_threads(work: Callable[..., None], jobs: Sequence[tuple[int, ...]], threads: int) -> Iterator[int]:
    """Do ``work(*job)`` for every job; yields how many are done. An error stops what has not begun."""
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(copy_context().run, work, *job) for job in jobs]  # so interpreted() holds there, too
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                yield done
        finally:
            pool.shutdown(cancel_futures=True)
