"""Play learners against a problem, in compiled code, over threads."""

import time
from collections.abc import Callable, Iterable, Sequence, Set
from pathlib import Path
from typing import Any, Literal

import numpy as np

from duelling.arrays import whole_numbers
from duelling.core.concepts import Concept
from duelling.core.regrets import REGRETS, Regret, recorder
from duelling.errors import UnknownName, WrongValue, quoted, several, whole
from duelling.lab.prepare import Algorithms, over_threads, prepare
from duelling.lab.provenance import provenance
from duelling.lab.results import Result
from duelling.lab.stages import Stage, parse_winners, set_up
from duelling.problems.base import Problem
from duelling.problems.sequence import exact_sequence
from duelling.registry.regrets import recorded_kinds
from duelling.seeds import streams

LARGEST = 2**31  # numbers of regret, which must fit into memory


def checkpoint_rounds(horizon: int, checkpoints: str | Iterable[int] = "linear") -> np.ndarray:
    """The rounds after which regret is recorded, the horizon always among them.

    ``linear``: a hundred equal steps. ``log``: twenty a decade. Or the rounds themselves.
    """
    if not isinstance(checkpoints, str):
        rule = f"be whole numbers from 1 to the horizon {horizon}"
        listed = (
            list(checkpoints)
            if isinstance(checkpoints, Set)
            else several("checkpoints", checkpoints, "a list of rounds")
        )
        given = whole_numbers("checkpoints", listed, rule)
        if given.ndim != 1 or (given.size and not 1 <= given.min() <= given.max() <= horizon):
            raise WrongValue(f"checkpoints must {rule}, got {quoted(checkpoints)}")
        return np.unique(np.append(given, horizon))
    if checkpoints == "linear":
        steps = np.linspace(0, horizon, min(horizon, 100) + 1)[1:]
        return np.unique(steps.round().astype(np.int64))
    if checkpoints == "log":
        count = int(20 * np.log10(horizon)) + 2
        return np.unique(np.geomspace(1, horizon, count).round().astype(np.int64))
    raise UnknownName(f"checkpoints must be linear, log or a list of rounds, got {quoted(checkpoints)}")


def warm_up(stage: Stage, learner: Any, totals: np.ndarray) -> None:
    """Compile the loop for this learner, by playing no round."""
    stage.run(learner, np.zeros(1, np.int64), streams(0, 0), np.zeros_like(totals))


WinnerName = Concept | Literal["policy"] | str  # the built-in ones, for editors, or a user's own
RegretName = Regret | str


def simulate(
    problem: Problem | str | Path,
    algorithms: Algorithms,
    *,
    horizon: int,
    runs: int = 100,
    first_run: int = 0,
    winner: WinnerName | Sequence[WinnerName] | None = None,
    regret: RegretName | Sequence[RegretName] = REGRETS,
    seed: int = 0,
    period: int | None = None,
    checkpoints: Literal["linear", "log"] | str | Iterable[int] = "linear",
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Play every algorithm ``runs`` times for ``horizon`` rounds and record weak and strong regret.

    An algorithm is a name, with parameters as in ``rucb:alpha=0.51`` or in a dict, ``("rucb", {"alpha": 0.51})``.

    The result is a function of the arguments but ``threads``: run r of any algorithm draws from the streams (seed, r),
    so it does not matter which algorithms are played with it, in how many threads or on which machine. The runs have
    the numbers from ``first_run`` on: large work can be done in parts. With ``period`` the outcomes are an
    exact-frequency sequence drawn from the seed, the same in all runs. Regret at a checkpoint t is measured against the
    arm that is best over the rounds 1..t. ``winner`` says what is best: Borda unless you name another; with contexts,
    the policy. Weak and strong regret are always recorded; ``regret`` names kinds of your own to record beside them.

    >>> simulate("sushi", ["ws-w", "random"], horizon=1000, runs=5).summary().columns[:2]
    ['algorithm', 'weak']
    """
    horizon, first_run, kinds = whole("horizon", horizon), whole("first_run", first_run, 0), recorded_kinds(regret)
    problem, choices, runs, seed, threads = prepare(
        problem, algorithms, runs=runs, seed=seed, threads=threads, progress=progress
    )
    concepts = parse_winners(winner, problem.world)
    if period is not None:
        if problem.world != "arms":
            raise WrongValue(f"period must be left out for {problem.name}, which has no sequence, got {quoted(period)}")
        problem = exact_sequence(problem, period=whole("period", period), seed=seed)
    rounds = checkpoint_rounds(horizon, checkpoints)
    stage = set_up(problem, concepts, rounds, recorder([kind.psi for kind in kinds[len(REGRETS) :]]))
    arms, given = len(problem.arms), problem.given
    in_a_run = len(kinds) * len(choices) * rounds.size * len(concepts)
    whole("runs", runs, 1, max(LARGEST // in_a_run, 1))
    values = np.zeros((len(kinds), len(choices), runs, rounds.size, len(concepts)))
    seconds = np.zeros((len(choices), runs))
    for chosen in choices:  # so that the time of the runs is their own
        learner = chosen.start(arms, horizon, *given)
        if learner is None:
            raise WrongValue(f"start of {chosen.text} must return a state, got None")
        warm_up(stage, learner, values[:, 0, 0])

    def one(a: int, run: int) -> None:
        learner, stream = choices[a].start(arms, horizon, *given), streams(seed, first_run + run)
        totals = np.zeros((len(kinds), rounds.size, len(concepts)))
        begun = time.perf_counter()
        played = stage.run(learner, rounds, stream, totals)
        seconds[a, run] = time.perf_counter() - begun
        if played.left:
            raise WrongValue(f"{choices[a].text} must choose {problem.limits}, it left them in round {played.left}")
        values[:, a, run] = totals - played.best

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
        values=values,
        seconds=seconds.sum(axis=1),
        provenance=provenance(choices),
        first_run=first_run,
        regrets=tuple(kind.name for kind in kinds),
    )
