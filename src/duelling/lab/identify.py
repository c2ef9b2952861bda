"""Let an algorithm run until it is sure: how many duels it takes, and how often it is right."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from duelling.core.intervals import student
from duelling.core.protocol import NOBODY, members, verdict
from duelling.core.winners import Found
from duelling.errors import WrongValue, at_least, chance, whole
from duelling.lab.prepare import over_threads, prepare
from duelling.lab.provenance import provenance
from duelling.loops import play_until_sure
from duelling.problems.base import Problem, pairwise
from duelling.registry.choice import Choice, Named
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
    within: float  # how much worse than the winner a verdict may be and still be right
    seed: int
    duels: np.ndarray  # of each run
    arms: np.ndarray  # the verdict of each run, -1 where none was reached, -2 where it is that no arm wins
    right: tuple[int, ...]  # the arms that win under the concept, or nearly do
    fits: np.ndarray  # whether the verdict of each run is right
    seconds: np.ndarray  # of processor time that each run took in the loop
    provenance: dict[str, Any]
    sets: np.ndarray | None = None  # [run, arm]: 1 for each arm of the verdict, where several are sought

    def __repr__(self) -> str:
        """What was looked for, and what was found."""
        found = self.summary()
        shares = ", ".join(f"{found[kind]:.1%} {kind}" for kind in ("right", "wrong", "undecided"))
        looks = f"{found['problem']}: {self.algorithm} looks for the {self.winner} winner, {found['runs']} runs"
        return f"{looks}: {found['duels']['mean']:.0f} duels on average, {shares}"

    def summary(self) -> dict[str, Any]:
        """The mean number of duels with its standard error, and the shares of right, wrong and missing verdicts."""
        spread = student(self.duels.astype(float))
        told = zip(self._named(), self.verdicts(), strict=True)
        texts = [text for arms, text in sorted((arms, text) for arms, text in told if arms is not None)]
        return {
            "problem": self.problem["name"],
            "algorithm": self.algorithm,
            "winner": self.winner,
            "delta": self.delta,
            "horizon": self.horizon,
            "within": self.within,
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

    def verdicts(self) -> list[str | None]:
        """The verdict of each run in words; None where there is none."""
        names = {**dict(enumerate(self.problem["arms"])), NOBODY: "nobody"}
        return [None if arms is None else ", ".join(names[arm] for arm in arms) for arms in self._named()]

    def _named(self) -> list[list[int] | None]:
        """The arms that the verdict of each run names."""
        return [
            None if arm == -1 else [int(arm)] if self.sets is None else np.flatnonzero(self.sets[run]).tolist()
            for run, arm in enumerate(self.arms)
        ]


def identify(
    problem: Problem | str | Path,
    algorithm: Named,
    *,
    delta: float = 0.05,
    within: float = 0.0,
    horizon: int | None = None,
    runs: int = 100,
    first_run: int = 0,
    seed: int = 0,
    limit: int = LIMIT,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Identification:
    """Run ``algorithm`` to its own stopping time ``runs`` times, with the confidence ``delta`` of its paper.

    By its theorem the verdict is a winner with chance 1 - delta. A run without a verdict after ``limit`` duels is given
    up, and counted as undecided. That nobody wins, as ``champion`` may say, is wrong, because the problem has a winner.
    Where several arms are sought, as by ``race:top=3``, the verdict is right if no other arm has a better score than
    one of them. The runs have the numbers from ``first_run`` on, so that large work can be done in parts.

    With ``within`` a verdict is right if it is at most so much worse than the winner: if its share of wins against a
    uniform opponent is (Borda), or if it loses to nobody by more (Condorcet, also where nobody beats all others). An
    algorithm that has a parameter of this name, such as ``race`` and ``champion``, is given it; any other looks for the
    winner itself. In the algorithm's text the same parameter, ``race:within=0.05``, changes nothing about what is
    right. So there, for ``btm`` and for ``savage`` with an epsilon, the share of wrong verdicts may be larger than
    delta.

    With a ``horizon``, an explore-then-exploit algorithm plays as in ``simulate``, until it commits; ``delta`` is not
    used then.
    """
    first_run = whole("first_run", first_run, 0)
    limit = whole("limit", limit) if horizon is None else whole("horizon", horizon)
    chance("delta", delta)
    how = {"identify": horizon is None, "delta": delta}
    problem, (chosen,), runs, seed, threads = prepare(
        problem, [algorithm], runs=runs, seed=seed, threads=threads, progress=progress, **how
    )
    whole("runs", runs, 1, MOST_RUNS)
    quest = look_for(problem, chosen, within=within, horizon=horizon, limit=limit)
    environment = problem.start(quest.limit)
    duels, verdicts = np.zeros((2, runs), dtype=np.int64)
    sets, seconds = np.zeros((runs, quest.arms), dtype=np.int64), np.zeros(runs)
    play_until_sure(quest.start(), environment, quest.arms, 0, *streams(0, 0))  # compiles: a run's time is its own

    def one(run: int) -> None:
        learner, stream, begun = quest.start(), streams(seed, first_run + run), time.thread_time()
        duels[run], verdicts[run] = play_until_sure(learner, environment, quest.arms, quest.limit, *stream)
        seconds[run] = time.thread_time() - begun
        if verdicts[run] >= quest.arms:
            arms = f"arms from 0 to {quest.arms - 1}"
            raise WrongValue(f"{chosen.text} must choose {arms}, it left them in round {duels[run]}")
        if quest.several and verdicts[run] >= 0:
            members(learner, sets[run])

    for done in over_threads(one, [(run,) for run in range(runs)], threads):
        if progress:
            progress(done, runs)
    return Identification(
        problem=problem.describe(),
        algorithm=chosen.text,
        winner=quest.winner,
        delta=float(delta) if horizon is None else None,
        horizon=horizon,
        within=float(within),
        seed=seed,
        duels=duels,
        arms=verdicts,
        right=quest.right,
        fits=quest.fits(verdicts, sets),
        seconds=seconds,
        provenance=provenance([chosen]),
        sets=sets if quest.several else None,
    )


class Quest(NamedTuple):
    """An algorithm that looks for the winner of a problem: all is checked, nothing is played yet."""

    chosen: Choice
    arms: int
    horizon: int | None
    limit: int
    winner: str  # the concept
    right: tuple[int, ...]
    scores: np.ndarray | None  # of all arms, where the concept has scores
    several: bool  # whether several arms are sought

    def start(self) -> Any:
        """A fresh learner."""
        return self.chosen.start(self.arms, self.horizon)

    def fits(self, verdicts: np.ndarray, sets: np.ndarray) -> np.ndarray:
        """Which verdicts are right: none outside a set is better than one in it."""
        if not self.several or self.scores is None:
            return np.isin(verdicts, self.right)
        least = np.where(sets == 1, self.scores, np.inf).min(axis=1)
        most = np.where(sets == 0, self.scores, -np.inf).max(axis=1)
        return np.asarray((verdicts >= 0) & (least >= most - TIE))


def look_for(problem: Problem, chosen: Choice, *, within: float, horizon: int | None, limit: int) -> Quest:
    """What ``identify`` plays; an InputError says that the algorithm has no verdict or the problem no such winner."""
    algorithm, arms = chosen.algorithm, len(problem.arms)
    winner = algorithm.winners[0] if algorithm.winners else None
    if at_least("within", within, 0, 1) > 0:
        known = algorithm.stopping_parameters if horizon is None else algorithm.parameters
        if "within" in chosen.parameters:
            raise WrongValue(f"within must be given once, got {within!r} and {chosen.text}")
        if "within" in known:
            chosen = chosen._replace(parameters=chosen.parameters | {"within": float(within)})
    kind = type(chosen.start(arms, horizon))
    silent, several = kind not in verdict.written, kind in members.written
    if several and within > 0:
        raise WrongValue(f"within must be 0 where several arms are sought, got {within!r}")
    if winner is None or silent:
        own = silent and not algorithm.start.__module__.startswith("duelling.")
        advice = "choose one that explores first and then exploits" + ", or register verdict for your own" * own
        raise WrongValue(f"{chosen.text} never commits to an arm: {advice}")
    period = problem.multiple
    if limit < period:
        raise WrongValue(f"limit must be at least the period {period} of {problem.name}, got {limit!r}")
    limit -= limit % period
    nearly = within > 0 and winner == "condorcet" and "borda" in problem.concepts(limit)  # there may be no winner
    if not nearly:
        problem.check_concepts([winner], limit)
    found = pairwise(problem).winners(limit)[winner]
    right = _right(found, winner, within)
    if not right:
        problem.check_concepts([winner], limit)
    return Quest(chosen, arms, horizon, limit, winner, right, found.scores, several)


def _right(found: Found, winner: str, within: float) -> tuple[int, ...]:
    """The winners and all arms that are at most ``within`` worse."""
    if within == 0:
        return found.arms
    if winner == "borda" and found.scores is not None:  # these count the duel with oneself: gaps are (K-1)/K as large
        least = found.scores.max() - within * (found.scores.size - 1) / found.scores.size
    elif winner == "condorcet" and found.scores is not None:  # the chances against the hardest opponents
        least = 0.5 - within
    else:
        raise WrongValue(f"within must be 0 where the {winner} winner is sought, got {within!r}")
    return tuple(np.flatnonzero(found.scores >= least - TIE).tolist())
