"""Let an algorithm run until it is sure: how many duels it takes, and how often it is right."""

import time
import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from duelling.core.intervals import student
from duelling.core.protocol import NOBODY, stand
from duelling.errors import Doubt, WrongValue, chance, whole
from duelling.lab.prepare import over_threads, prepare
from duelling.lab.progress import Progress, shown
from duelling.lab.provenance import provenance
from duelling.lab.quests import look_for
from duelling.loops import play_until_sure
from duelling.problems.reading.named import ProblemLike
from duelling.registry.choice import Named
from duelling.registry.vocabulary import Finds
from duelling.seeds import streams

LIMIT = 10**8  # duels after which a run is given up
MOST_RUNS = 10**7  # their numbers must fit into memory


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """What the runs of one algorithm found, as ``du.identify`` returns it."""

    problem: dict[str, Any]
    algorithm: str
    winner: str  # the concept that the algorithm looks for
    finds: Finds  # what the verdict is
    delta: float | None  # the chance of failure that the algorithm was given
    budget: int | None  # the number of duels that it was given instead
    horizon: int | None  # the horizon that it was given instead
    within: float  # how much worse than the winner a verdict may be and still be right
    seed: int
    duels: np.ndarray  # of each run
    arms: np.ndarray  # the verdict of each run, -1 where none was reached, -2 where it is that no arm wins
    right: tuple[int, ...]  # the arms that win under the concept, or nearly do
    groups: np.ndarray  # [run, arm]: the group of each arm, 0 the best; all 0 where there is no verdict
    fits: np.ndarray  # whether the verdict of each run is right
    near: np.ndarray  # whether it is right up to the algorithm's own tolerance
    tolerance: dict[str, float]  # what the algorithm's own parameters ``within`` and ``wrong`` allow
    inversions: np.ndarray | None  # pairs of arms in the wrong order in each run; None where one arm is sought
    wrong_members: np.ndarray | None  # arms in a better group than they belong to
    warning: str  # what the algorithm assumes and the problem does not have; empty if nothing
    seconds: np.ndarray  # of processor time that each run took in the loop
    provenance: dict[str, Any]

    OF_RUNS: ClassVar = ("duels", "arms", "groups", "fits", "near", "inversions", "wrong_members", "seconds")

    def __repr__(self) -> str:
        """What was looked for, and what was found."""
        found = self.summary()
        shares = ", ".join(f"{found[kind]:.1%} {kind}" for kind in ("right", "wrong", "undecided"))
        looks = f"{found['problem']}: {self.algorithm} looks for the {self.winner} winner, {found['runs']} runs"
        return f"{looks}: {found['duels']['mean']:.0f} duels on average, {shares}"

    def _repr_html_(self) -> str:
        from duelling.lab import forms

        return forms.identification_page(self.summary())

    def summary(self) -> dict[str, Any]:
        """The mean number of duels with its standard error, and the shares of right, wrong and missing verdicts.

        Returns:
            A dict of plain values, as ``duelling identify --json`` prints it.

        >>> import duelling as du
        >>> du.identify("cyclic", "savage-borda", runs=2, limit=100).summary()["undecided"]
        1.0
        """
        spread = student(self.duels.astype(float))
        order = np.lexsort(self.groups.T[::-1]) if self.finds != "arm" else np.argsort(self.arms, kind="stable")
        told = self.verdicts()
        texts = [text for run in order.tolist() if (text := told[run]) is not None]
        return {
            "problem": self.problem["name"],
            "algorithm": self.algorithm,
            "winner": self.winner,
            "finds": self.finds,
            "delta": self.delta,
            "budget": self.budget,
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
            "nearly": float(self.near.mean()),
            "tolerance": self.tolerance,
            "inversions": self._mean_of(self.inversions),
            "wrong_members": self._mean_of(self.wrong_members),
            "warning": self.warning or None,
            "verdicts": {text: texts.count(text) for text in dict.fromkeys(texts)},
        }

    def _mean_of(self, counts: np.ndarray | None) -> float | None:
        """The mean over the runs with a verdict."""
        done = self.arms != -1
        return None if counts is None or not done.any() else float(counts[done].mean())

    def verdicts(self) -> list[str | None]:
        """The verdict of each run in words.

        Returns:
            A text for each run, None where there is no verdict. A set is its arms; of groups and rankings the best come
            first, as in ``b, d > a > c``.

        >>> import duelling as du
        >>> du.identify([[0.5, 0.9], [0.1, 0.5]], "savage", runs=2).verdicts()
        ['0', '0']
        """
        return [None if arm == -1 else self._text(int(arm), self.groups[run]) for run, arm in enumerate(self.arms)]

    def _text(self, arm: int, groups: np.ndarray) -> str:
        names = self.problem["arms"]
        if self.finds == "arm":
            return "nobody" if arm == NOBODY else str(names[arm])
        each = [", ".join(names[k] for k in np.flatnonzero(groups == g)) for g in range(groups.max() + 1)]
        a_set = self.finds == "set" or (self.finds == "groups" and len(each) == 2)
        return each[0] if a_set else " > ".join(each)


def identify(
    problem: ProblemLike,
    algorithm: Named,
    *,
    delta: float = 0.05,
    within: float = 0.0,
    budget: float | None = None,
    horizon: float | None = None,
    runs: float = 100,
    first_run: float = 0,
    seed: float | None = 0,
    limit: float = LIMIT,
    threads: int | None = None,
    progress: Progress = None,
) -> Identification:
    """Run ``algorithm`` to its own stopping time ``runs`` times, with the confidence ``delta`` of its paper.

    By its theorem the verdict is a winner with chance 1 - delta. A run without a verdict after ``limit`` duels is given
    up, and counted as undecided. That nobody wins, as ``champion`` may say, is wrong, because the problem has a winner.
    Some algorithms have no such confidence and answer after ``budget`` duels. The runs have the numbers from
    ``first_run`` on, so that large work can be done in parts.

    What is found is an arm, a set, groups or a ranking: each arm has a group, 0 the best. It is right if no arm of a
    later group is better than one of an earlier group, by the scores of the winner or, where the order of all arms is
    sought, in their duel. ``inversions`` counts such pairs, and ``wrong_members`` the arms in too good a group.
    ``near`` (in the summary ``nearly``) says whether it is right up to what the algorithm itself allows by its
    parameters ``within`` and ``wrong``. ``warning`` names what its guarantee assumes and the problem does not have.

    With ``within`` a verdict is right if it is at most so much worse than the winner: if its share of wins against a
    uniform opponent is (Borda), or if it loses to nobody by more (Condorcet, also where nobody beats all others). An
    algorithm that has a parameter of this name, such as ``race`` and ``champion``, is given it; any other looks for the
    winner itself. In the algorithm's text the same parameter, ``race:within=0.05``, changes nothing about what is
    right. So there, for ``btm`` and for ``savage`` with an epsilon, the share of wrong verdicts may be larger than
    delta.

    With a ``horizon``, an explore-then-exploit algorithm plays as in ``simulate``, until it commits; ``delta`` is not
    used then.

    Args:
        problem: whatever ``du.problem`` takes: a problem, a name, a file, a preference matrix, a frame.
        algorithm: one that stops by itself, as in ``du.simulate``: "race", "savage:epsilon=0.1", ("race", {...}).
        delta: the chance with which a verdict may be wrong.
        within: how much worse than the winner a verdict may be and still be right.
        budget: the number of duels of an algorithm that answers after so many, in place of ``delta``.
        horizon: that of an explore-then-exploit algorithm, in place of ``delta``.
        runs: how often it plays.
        first_run: the number of the first run.
        seed: equal seeds give equal results. None draws a fresh one; ``found.seed`` tells it.
        limit: after how many duels a run is given up.
        threads: by default one for each processor.
        progress: as in ``du.simulate``; a function is called with the runs that are done and the runs in all.

    Returns:
        The duels and the verdict of every run: ``print`` and ``summary()`` tell means and shares, ``frame()`` all runs.

    Raises:
        InputError: an argument breaks a rule; nothing has been played then.

    >>> import duelling as du
    >>> found = du.identify([[0.5, 0.9], [0.1, 0.5]], "race", runs=5)
    >>> set(found.arms.tolist())
    {0}
    """
    first_run = whole("first_run", first_run, 0)
    horizon = None if horizon is None else whole("horizon", horizon)
    limit = whole("limit", limit) if horizon is None else horizon
    chance("delta", delta)
    how = {"identify": horizon is None, "delta": delta, "budget": budget}
    problem, (chosen,), runs, seed, threads = prepare(
        problem, [algorithm], runs=runs, seed=seed, threads=threads, progress=progress, **how
    )
    whole("runs", runs, 1, MOST_RUNS)
    quest = look_for(problem, chosen, within=within, horizon=horizon, limit=limit)
    if warning := quest.warning():
        warnings.warn(warning, Doubt, stacklevel=2)
    environment = problem.start(quest.limit)
    duels, verdicts = np.zeros((2, runs), dtype=np.int64)
    groups, seconds = np.zeros((runs, quest.arms), dtype=np.int16), np.zeros(runs)
    play_until_sure(quest.start(), environment, quest.arms, 0, *streams(0, 0))  # compiles: a run's time is its own

    def one(run: int) -> None:
        learner, stream, begun = quest.start(), streams(seed, first_run + run), time.thread_time()
        duels[run], verdicts[run] = play_until_sure(learner, environment, quest.arms, quest.limit, *stream)
        seconds[run] = time.thread_time() - begun
        if verdicts[run] >= quest.arms:
            arms = f"arms from 0 to {quest.arms - 1}"
            raise WrongValue(f"{chosen.text} must choose {arms}, it left them in round {duels[run]}")
        if verdicts[run] != -1:
            stand(learner, groups[run])

    with shown(progress, "runs") as report:
        for done in over_threads(one, [(run,) for run in range(runs)], threads):
            if report:
                report(done, runs)
    return Identification(
        problem=problem.describe(),
        algorithm=chosen.text,
        winner=quest.winner,
        finds=quest.finds,
        delta=float(delta) if horizon is None and budget is None else None,
        budget=chosen.budget,
        horizon=horizon,
        within=float(within),
        seed=seed,
        duels=duels,
        arms=verdicts,
        right=quest.right if not quest.several else (),
        groups=groups,
        **quest.judge(verdicts, groups)._asdict(),
        tolerance=quest.tolerance,
        warning=warning,
        seconds=seconds,
        provenance=provenance([chosen]),
    )
