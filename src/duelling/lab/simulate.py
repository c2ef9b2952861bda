"""Play learners against a problem, in compiled code, over threads."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from duelling.core import losses as loss_states
from duelling.core.concepts import CONCEPTS
from duelling.core.jit import kernel_for
from duelling.errors import WrongValue, unknown, whole
from duelling.lab.provenance import provenance
from duelling.lab.results import Result
from duelling.loops import play
from duelling.problems.base import AdaptiveProblem, Problem
from duelling.problems.reading.named import problem as find_problem
from duelling.problems.sequence import exact_sequence
from duelling.registry.choice import Choice, choice
from duelling.registry.vocabulary import World
from duelling.seeds import Streams, check_seed, streams
from duelling.worlds.contexts import loop as contexts
from duelling.worlds.continuous import problem as points


def checkpoint_rounds(horizon: int, checkpoints: str | Iterable[int] = "linear") -> np.ndarray:
    """The rounds after which regret is recorded, the horizon always among them.

    ``linear``: a hundred equal steps. ``log``: twenty a decade. Or the rounds themselves.
    """
    if not isinstance(checkpoints, str) and isinstance(checkpoints, Iterable):
        given = [*checkpoints, horizon]
        if not all(isinstance(t, int | np.integer) and 1 <= t <= horizon for t in given):
            raise WrongValue(f"checkpoints must be whole numbers from 1 to the horizon {horizon}, got {given[:-1]!r}")
        return np.unique(np.array(given, dtype=np.int64))
    if checkpoints == "linear":
        steps = np.linspace(0, horizon, min(horizon, 100) + 1)[1:]
        return np.unique(steps.round().astype(np.int64))
    if checkpoints == "log":
        count = int(20 * np.log10(horizon)) + 2
        return np.unique(np.geomspace(1, horizon, count).round().astype(np.int64))
    raise WrongValue(f"checkpoints must be linear, log or a list of rounds, got {checkpoints!r}")


def adaptive_duels(problem: AdaptiveProblem, concepts: Sequence[str]) -> tuple[Callable[..., int], Callable[..., Any]]:
    """As ``duels``, where each run has a best arm of its own: its regret is complete when it is played."""

    def run(learner: Any, rounds: np.ndarray, stream: Streams, weak: np.ndarray, strong: np.ndarray) -> int:
        met = problem.against(learner, concepts, rounds)  # type: ignore[arg-type]
        astray = kernel_for(play, *met)(*met, len(problem.arms), rounds, *stream, weak, strong)
        for total in (weak, strong):
            total -= loss_states.comparator(met.losses, rounds, concepts)
        return int(astray)

    return run, lambda rounds: 0.0


def duels(problem: Problem, concepts: Sequence[str], horizon: int) -> tuple[Callable[..., int], Callable[..., Any]]:
    """How a run on this problem is played, and what the best single arm pays until each checkpoint."""
    environment, losses, arms = problem.start(horizon), problem.losses(concepts, horizon), len(problem.arms)  # type: ignore[arg-type]
    if isinstance(problem, AdaptiveProblem):
        return adaptive_duels(problem, concepts)

    def run(learner: Any, rounds: np.ndarray, stream: Streams, weak: np.ndarray, strong: np.ndarray) -> int:
        kernel = kernel_for(play, learner, environment, losses)
        return int(kernel(learner, environment, losses, arms, rounds, *stream, weak, strong))

    return run, lambda rounds: loss_states.comparator(losses, rounds, concepts)


class Stage(NamedTuple):
    """How the problems of one world are played."""

    concepts: tuple[str, ...]  # what regret can be measured against
    usual: str  # if nobody says
    set_up: Callable[..., Any]  # set_up(problem, concepts, horizon): as ``duels`` does


STAGES: dict[World, Stage] = {
    "arms": Stage(CONCEPTS, "borda", duels),
    "contexts": Stage(contexts.CONCEPTS, "policy", contexts.duels),
    "continuous": Stage(points.CONCEPTS, "condorcet", points.duels),
}


def _texts(given: str | Sequence[str]) -> list[str]:
    """One name or several, whatever the caller took for a name."""
    return list(map(str, given)) if isinstance(given, Iterable) and not isinstance(given, str) else [str(given)]


def _concepts(winner: str | Sequence[str], known: tuple[str, ...]) -> tuple[str, ...]:
    names = [text.replace("-", "_") for text in _texts(winner)]
    for name in names:
        if name not in known:
            raise unknown("winner", name, known)
    if not names or len(set(names)) < len(names):
        raise WrongValue(f"winner must name at least one concept, each once, got {winner!r}")
    return tuple(names)


def _choices(algorithms: str | Sequence[str | Choice]) -> list[Choice]:
    given = [algorithms] if isinstance(algorithms, str) or not isinstance(algorithms, Iterable) else list(algorithms)
    texts = [each.text if isinstance(each, Choice) else str(each) for each in given]
    if not texts or len(set(texts)) < len(texts):
        raise WrongValue(f"algorithms must name at least one algorithm, each once, got {texts!r}")
    return [each if isinstance(each, Choice) else choice(text) for each, text in zip(given, texts, strict=True)]


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


def simulate(
    problem: Problem | str | Path,
    algorithms: str | Sequence[str | Choice],
    *,
    horizon: int,
    runs: int = 100,
    first: int = 0,
    winner: str | Sequence[str] | None = None,
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
    best over the rounds 1..t. ``winner`` says what is best: Borda unless you name another; with contexts, the policy.

    >>> simulate("sushi", ["ws-w", "random"], horizon=1000, runs=5).summary().columns[:2]
    ['algorithm', 'weak']
    """
    horizon, runs, seed = whole("horizon", horizon), whole("runs", runs), check_seed(seed)
    first = whole("first", first, 0)
    threads = whole("threads", os.cpu_count() or 1 if threads is None else threads)
    choices = _choices(algorithms)
    problem = problem if isinstance(problem, Problem) else find_problem(problem)
    for chosen in choices:
        chosen.check_world(problem.world, problem.name)
    stage = STAGES[problem.world]
    concepts = _concepts(stage.usual if winner is None else winner, stage.concepts)
    if period is not None:
        if problem.world != "arms":
            raise WrongValue(f"period must be left out for {problem.name}, which has no sequence, got {period!r}")
        problem = exact_sequence(problem, period=whole("period", period), seed=seed)
    play_run, best = stage.set_up(problem, concepts, horizon)
    rounds = checkpoint_rounds(horizon, checkpoints)
    arms, given = len(problem.arms), problem.given
    weak, strong = np.zeros((2, len(choices), runs, rounds.size, len(concepts)))
    seconds = np.zeros((len(choices), runs))
    for a, chosen in enumerate(choices):  # compile by playing no round, so that the time of the runs is their own
        learner = chosen.start(arms, horizon, *given)
        play_run(learner, np.zeros(1, np.int64), streams(seed, 0), weak[a, 0], strong[a, 0])

    def one(a: int, run: int) -> None:
        learner, stream = choices[a].start(arms, horizon, *given), streams(seed, first + run)
        begun = time.perf_counter()
        astray = play_run(learner, rounds, stream, weak[a, run], strong[a, run])
        seconds[a, run] = time.perf_counter() - begun
        if astray:
            raise WrongValue(f"{choices[a].text} must choose {problem.limits}, it left them in round {astray}")

    jobs = [(a, run) for a in range(len(choices)) for run in range(runs)]
    for done in over_threads(one, jobs, threads):
        if progress:
            progress(done * horizon, len(jobs) * horizon)
    return Result(
        problem=problem.describe(),
        winners=concepts,
        horizon=horizon,
        runs=runs,
        seed=seed,
        period=period,
        rounds=rounds,
        algorithms=tuple(chosen.text for chosen in choices),
        weak=weak - best(rounds),
        strong=strong - best(rounds),
        seconds=seconds.sum(axis=1),
        provenance=provenance(choices),
        first=first,
    )
