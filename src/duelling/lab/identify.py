"""Let an algorithm run until it is sure: how many duels it takes, and how often it is right."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from duelling.core.intervals import student
from duelling.core.protocol import NOBODY, members, verdict
from duelling.errors import WrongValue, chance, whole
from duelling.lab.prepare import over_threads, prepare
from duelling.loops import play_until_sure
from duelling.problems.base import Problem, pairwise
from duelling.registry.choice import Named
from duelling.seeds import streams

LIMIT = 10**8  # duels after which a run is given up
MOST_RUNS = 10**7  # their numbers must fit into memory
TIE = 1e-12  # scores that differ by less are equal


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """What the runs of one algorithm found."""

    problem: dict[str, Any]
    algorithm: str
    winner: str  # the concept that the algorithm looks for
    delta: float | None  # the chance of failure that the algorithm was given
    horizon: int | None  # the horizon that it was given instead
    seed: int
    duels: np.ndarray  # of each run
    arms: np.ndarray  # the verdict of each run, -1 where none was reached, -2 where it is that no arm wins
    right: tuple[int, ...]  # the arms that win under the concept
    fits: np.ndarray  # whether the verdict of each run is right
    sets: np.ndarray | None = None  # [run, arm]: 1 for each arm of the verdict, where several are sought

    def __repr__(self) -> str:
        """What was looked for, and what was found."""
        found = self.summary()
        shares = ", ".join(f"{found[kind]:.1%} {kind}" for kind in ("right", "wrong", "undecided"))
        looks = f"{found['problem']}: {self.algorithm} looks for the {self.winner} winner, {found['runs']} runs"
        return f"{looks}: {found['duels']['mean']:.0f} duels on average, {shares}"

    def summary(self) -> dict[str, Any]:
        """The mean number of duels with its standard error, and the shares of right, wrong and missing verdicts."""
        spread, texts = student(self.duels.astype(float)), self._verdicts()
        return {
            "problem": self.problem["name"],
            "algorithm": self.algorithm,
            "winner": self.winner,
            "delta": self.delta,
            "horizon": self.horizon,
            "runs": len(self.duels),
            "seed": self.seed,
            "duels": {
                "mean": float(spread.mean),
                "sem": None if np.isnan(spread.sem) else float(spread.sem),
                "median": float(np.median(self.duels)),
                "max": int(self.duels.max()),
            },
            "right": float(self.fits.mean()),
            "wrong": float(((self.arms != -1) & ~self.fits).mean()),
            "undecided": float((self.arms == -1).mean()),
            "verdicts": {text: texts.count(text) for text in dict.fromkeys(texts)},
        }

    def _verdicts(self) -> list[str]:
        """In words, those of the runs that have one, in the order of the arms."""
        names = {**dict(enumerate(self.problem["arms"])), NOBODY: "nobody"}
        found = [
            [int(arm)] if self.sets is None else np.flatnonzero(self.sets[run]).tolist()
            for run, arm in enumerate(self.arms)
            if arm != -1
        ]
        return [", ".join(names[arm] for arm in each) for each in sorted(found)]


def identify(
    problem: Problem | str | Path,
    algorithm: Named,
    *,
    delta: float = 0.05,
    horizon: int | None = None,
    runs: int = 100,
    seed: int = 0,
    limit: int = LIMIT,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Identification:
    """Run ``algorithm`` to its own stopping time ``runs`` times, with the confidence ``delta`` of its paper.

    By its theorem the verdict is a winner with chance 1 - delta; for ``btm``, for ``savage`` with an epsilon and for
    ``race`` with a ``within`` it is one up to that, and the share of wrong verdicts, which counts every arm but the
    winners, may be larger. A run without a verdict after ``limit`` duels is given up, and counted as undecided. That
    nobody wins, as ``champion`` may say, is wrong, because the problem has a winner. Where several arms are sought, as
    by ``race:top=3``, the verdict is right if no other arm has a better score than one of them.

    With a ``horizon``, an explore-then-exploit algorithm plays as in ``simulate``, until it commits; ``delta`` is not
    used then.
    """
    limit = whole("limit", limit) if horizon is None else whole("horizon", horizon)
    chance("delta", delta)
    how = {"identify": horizon is None, "delta": delta}
    problem, (chosen,), runs, seed, threads = prepare(
        problem, [algorithm], runs=runs, seed=seed, threads=threads, progress=progress, **how
    )
    whole("runs", runs, 1, MOST_RUNS)
    arms, winner = len(problem.arms), chosen.algorithm.winners[0] if chosen.algorithm.winners else None
    kind = type(chosen.start(arms, horizon))
    silent, several = kind not in verdict.written, kind in members.written
    if winner is None or silent:
        own = silent and not chosen.algorithm.start.__module__.startswith("duelling.")
        advice = "choose one that explores first and then exploits" + ", or register verdict for your own" * own
        raise WrongValue(f"{chosen.text} never commits to an arm: {advice}")
    period = problem.multiple
    if limit < period:
        raise WrongValue(f"limit must be at least the period {period} of {problem.name}, got {limit!r}")
    limit -= limit % period
    problem.check_concepts([winner], limit)
    right, scores, *_ = pairwise(problem).winners(limit)[winner]
    environment = problem.start(limit)
    duels, verdicts = np.zeros((2, runs), dtype=np.int64)
    sets = np.zeros((runs, arms), dtype=np.int64)

    def one(run: int) -> None:
        learner = chosen.start(arms, horizon)
        duels[run], verdicts[run] = play_until_sure(learner, environment, arms, limit, *streams(seed, run))
        if verdicts[run] >= arms:
            raise WrongValue(f"{chosen.text} must choose arms from 0 to {arms - 1}, it left them in round {duels[run]}")
        if several and verdicts[run] >= 0:
            members(learner, sets[run])

    for done in over_threads(one, [(run,) for run in range(runs)], threads):
        if progress:
            progress(done, runs)
    fits = np.isin(verdicts, right)
    if several and scores is not None:  # nobody outside the set is better than somebody in it
        least, most = np.where(sets == 1, scores, np.inf).min(axis=1), np.where(sets == 0, scores, -np.inf).max(axis=1)
        fits = (verdicts >= 0) & (least >= most - TIE)
    return Identification(
        problem=problem.describe(),
        algorithm=chosen.text,
        winner=winner,
        delta=float(delta) if horizon is None else None,
        horizon=horizon,
        seed=seed,
        duels=duels,
        arms=verdicts,
        right=right,
        fits=fits,
        sets=sets if several else None,
    )
