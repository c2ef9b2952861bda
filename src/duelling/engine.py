"""Play learners against a problem, in compiled code, over threads."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

import duelling.algorithms  # noqa: F401  (declares the built-in algorithms)
from duelling import losses as loss_states
from duelling._jit import jit, kernel_for
from duelling.errors import InputError, unknown
from duelling.facts import CONCEPTS, Choice, Concept, choice
from duelling.problems.base import Problem
from duelling.problems.registry import problem as find_problem
from duelling.problems.sequence import exact_sequence
from duelling.protocol import charge, choose, decide, update
from duelling.results import Result, provenance
from duelling.seeds import check_seed, streams


@jit
def play(learner, problem, losses, arms, rounds, learner_rng, problem_rng, weak, strong):
    """Duel until the last of ``rounds``; weak[c, k] and strong[c, k] are the totals of concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not an arm.
    """
    c, concepts = 0, weak.shape[1]
    for t in range(1, rounds[-1] + 1):
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t
        outcome = decide(problem, t, duel.first, duel.second, problem_rng)
        update(learner, t, duel, outcome)
        for k in range(concepts):
            x, y = charge(losses, t, duel.first, k), charge(losses, t, duel.second, k)
            weak[c, k] += min(x, y)
            strong[c, k] += (x + y) / 2
        if t == rounds[c]:
            c += 1
            if c < rounds.size:
                for k in range(concepts):  # whole rows at once would take the compiler three seconds
                    weak[c, k], strong[c, k] = weak[c - 1, k], strong[c - 1, k]
    return 0


def checkpoint_rounds(horizon: int, checkpoints: str | Iterable[int] = "linear") -> np.ndarray:
    """The rounds after which regret is recorded, the horizon always among them.

    ``linear``: a hundred equal steps. ``log``: twenty a decade. Or the rounds themselves.
    """
    if checkpoints == "linear":
        steps = np.linspace(0, horizon, min(horizon, 100) + 1)[1:]
        return np.unique(steps.round().astype(np.int64))
    if checkpoints == "log":
        count = int(20 * np.log10(horizon)) + 2
        return np.unique(np.geomspace(1, horizon, count).round().astype(np.int64))
    if isinstance(checkpoints, str):
        raise InputError(f"checkpoints must be linear, log or a list of rounds, got {checkpoints!r}")
    given = np.unique(np.array([*checkpoints, horizon]))
    if given.dtype.kind != "i" or given[0] < 1 or given[-1] > horizon:
        raise InputError(
            f"checkpoints must be whole numbers from 1 to the horizon {horizon}, got {list(checkpoints)!r}"
        )
    return given.astype(np.int64)


def positive(name: str, value: int) -> int:
    """``value`` itself, if it counts something."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise InputError(f"{name} must be a whole number from 1 on, got {value!r}")
    if value > 2**53:  # beyond, checkpoints and sums would not be exact
        raise InputError(f"{name} must be at most 2^53, got {value!r}")
    return int(value)


def _concepts(winner: str | Sequence[str]) -> tuple[Concept, ...]:
    names = [w.replace("-", "_") for w in ([winner] if isinstance(winner, str) else winner)]
    for name in names:
        if name not in CONCEPTS:
            raise unknown("winner", name, CONCEPTS)
    if not names or len(set(names)) < len(names):
        raise InputError(f"winner must name at least one concept, each once, got {winner!r}")
    return tuple(names)  # type: ignore[arg-type]


def _choices(algorithms: str | Sequence[str]) -> list[Choice]:
    texts = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    if not texts or len(set(texts)) < len(texts):
        raise InputError(f"algorithms must name at least one algorithm, each once, got {texts!r}")
    return [choice(text) for text in texts]


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


def simulate(
    problem: Problem | str,
    algorithms: str | Sequence[str],
    *,
    horizon: int,
    runs: int = 100,
    first: int = 0,
    winner: str | Sequence[str] = "borda",
    seed: int = 0,
    period: int | None = None,
    checkpoints: str | Iterable[int] = "linear",
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Play every algorithm ``runs`` times for ``horizon`` rounds and record weak and strong regret.

    The result is a function of the arguments but ``threads``: run r of any algorithm draws from the streams (seed, r),
    so it does not matter which algorithms are played with it, in how many threads or on which machine. The runs have
    the numbers from ``first`` on: large work can be done in parts. With ``period`` the outcomes are an exact-frequency
    sequence drawn from the seed, the same in all runs. Regret at a checkpoint t is measured against the arm that is
    best over the rounds 1..t.

    >>> simulate("sushi", ["ws-w", "random"], horizon=1000, runs=5).summary().columns[:2]
    ['algorithm', 'weak']
    """
    horizon, runs, seed = positive("horizon", horizon), positive("runs", runs), check_seed(seed)
    if first < 0:
        raise InputError(f"first must be a whole number from 0 on, got {first!r}")
    threads = positive("threads", os.cpu_count() or 1 if threads is None else threads)
    concepts, choices = _concepts(winner), _choices(algorithms)
    problem = find_problem(problem) if isinstance(problem, str) else problem
    if period is not None:
        problem = exact_sequence(problem, period=positive("period", period), seed=seed)
    environment, losses = problem.start(horizon), problem.losses(concepts, horizon)
    rounds = checkpoint_rounds(horizon, checkpoints)
    arms = len(problem.arms)
    weak, strong = np.zeros((2, len(choices), runs, rounds.size, len(concepts)))
    seconds = np.zeros((len(choices), runs))
    kernels = []
    for a, chosen in enumerate(choices):  # compile by playing no round, so that the time of the runs is their own
        learner, stream = chosen.start(arms, horizon), streams(seed, 0)
        kernels.append(kernel_for(play, learner, environment, losses))
        kernels[a](learner, environment, losses, arms, np.zeros(1, np.int64), *stream, weak[a, 0], strong[a, 0])

    def one(a: int, run: int) -> None:
        learner, stream = choices[a].start(arms, horizon), streams(seed, first + run)
        begun = time.perf_counter()
        astray = kernels[a](learner, environment, losses, arms, rounds, *stream, weak[a, run], strong[a, run])
        seconds[a, run] = time.perf_counter() - begun
        if astray:
            raise InputError(f"{choices[a].text} must choose arms from 0 to {arms - 1}, it left them in round {astray}")

    jobs = [(a, run) for a in range(len(choices)) for run in range(runs)]
    for done in over_threads(one, jobs, threads):
        if progress:
            progress(done * horizon, len(jobs) * horizon)
    best = loss_states.comparator(losses, rounds, concepts)
    return Result(
        problem=problem.describe(),
        winners=concepts,
        horizon=horizon,
        runs=runs,
        seed=seed,
        period=period,
        rounds=rounds,
        algorithms=tuple(chosen.text for chosen in choices),
        weak=weak - best,
        strong=strong - best,
        seconds=seconds.sum(axis=1),
        provenance=provenance(choices),
    )
