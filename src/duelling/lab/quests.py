"""What an algorithm looks for in a problem, and whether what it found is right.

An answer gives each arm a group, 0 the best: one arm, a set, groups or a ranking. A pair is inverted where an arm of a
later group is better, by the scores of the winner concept or, where the order of all arms is sought, in the duel of the
two. An answer is right if no pair is inverted, and right up to ε if none is by more than ε.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from duelling.core.losses import TIE
from duelling.core.preferences import Preferences
from duelling.core.protocol import standing, verdict
from duelling.core.winners import Found, order, transitivity
from duelling.errors import WrongValue, at_least
from duelling.problems.base import Problem, pairwise
from duelling.registry.choice import Choice
from duelling.registry.vocabulary import Assumption, Finds

SAID: dict[Assumption, str] = {
    "total order": "every arm beats all that come later in an order",
    "sst": "strong stochastic transitivity",
    "mst": "moderate stochastic transitivity",
    "sti": "the stochastic triangle inequality",
    "plackett-luce": "the chances of Plackett and Luce",
}
SAME_ODDS = 1e-6  # chances of a Plackett-Luce model that were printed with few digits do not fit exactly


class Judged(NamedTuple):
    """What is said of each run."""

    fits: np.ndarray  # whether the answer is right
    near: np.ndarray  # whether it is right up to what the algorithm itself allows
    inversions: np.ndarray | None  # pairs in the wrong order; None where one arm is sought
    wrong_members: np.ndarray | None  # arms in a better group than they belong to


class Quest:
    """An algorithm that looks for the winner of a problem: all is checked, nothing is played yet."""

    def __init__(
        self, problem: Problem, chosen: Choice, winner: str, within: float, horizon: int | None, limit: int
    ) -> None:
        self.problem, self.chosen, self.winner, self.horizon, self.limit = problem, chosen, winner, horizon, limit
        self.arms, self.within = len(problem.arms), float(within)
        algorithm = chosen.algorithm
        self.several = type(self.start()) in standing.written  # more than one arm is sought
        self.finds: Finds = "arm" if not self.several else "set" if algorithm.finds == "arm" else algorithm.finds
        known = algorithm.parameters if chosen.delta is None else algorithm.stopping_parameters
        settings = {name: p.default for name, p in known.items() if not p.required} | chosen.parameters
        self.tolerance = {"within": float(settings.get("within", 0)), "wrong": int(settings.get("wrong", 0))}
        self.preferences: Preferences = pairwise(problem).preferences(limit)

    def start(self) -> Any:
        """A fresh learner."""
        return self.chosen.start(self.arms, self.horizon)

    @cached_property
    def found(self) -> Found:
        """Who wins."""
        return pairwise(self.problem).winners(self.limit)[self.winner]

    @cached_property
    def right(self) -> tuple[int, ...]:
        """The arms that win, or nearly do."""
        return self._right(self.within)

    @cached_property
    def by_duels(self) -> bool:
        """Whether the order of all arms is sought: then pairs are judged by their own duels."""
        return self.several and self.winner == "condorcet"

    @cached_property
    def _scores(self) -> np.ndarray | None:
        """A number for each arm, the best highest, in the unit of ``within``."""
        if self.winner == "borda":  # these count the duel with oneself: gaps are (K-1)/K as large
            return self.preferences.borda() * self.arms / (self.arms - 1)
        if self.by_duels or self.winner == "copeland":
            return self.preferences.beats().astype(float)
        return None

    @cached_property
    def _lead(self) -> np.ndarray:
        """lead[i, j]: by how much i is better than j."""
        if self.by_duels:
            return self.preferences.mean - 0.5
        assert self._scores is not None  # _check saw to it
        return np.asarray(np.subtract.outer(self._scores, self._scores))

    def _right(self, within: float) -> tuple[int, ...]:
        """The winners and all arms that are at most ``within`` worse."""
        found = self.found
        if within == 0:
            return found.arms
        if self.winner == "borda" and self._scores is not None:
            return tuple(np.flatnonzero(self._scores >= self._scores.max() - within - TIE).tolist())
        if self.winner == "condorcet" and found.scores is not None:  # the chances against the hardest opponents
            return tuple(np.flatnonzero(found.scores >= 0.5 - within - TIE).tolist())
        raise WrongValue(f"within must be 0 where the {self.winner} winner is sought, got {within!r}")

    def judge(self, verdicts: np.ndarray, groups: np.ndarray) -> Judged:
        """What is right of the answers: the arms, and the groups of all arms of each run."""
        allowed = max(self.within, self.tolerance["within"])
        if not self.several:
            fits, near = (np.isin(verdicts, self._right(within)) for within in (self.within, allowed))
            return Judged(fits, near, None, None)
        inverted, beyond, far = (
            np.array([self._inverted(each, within) for each in groups]) for within in (0.0, self.within, allowed)
        )
        wrong, done = np.array([self._wrong_members(each) for each in groups]), verdicts != -1
        kept = (far == 0) | (wrong <= self.tolerance["wrong"]) if self.tolerance["wrong"] else far == 0
        return Judged(done & (beyond == 0), done & kept, inverted, wrong)

    def _inverted(self, groups: np.ndarray, within: float) -> int:
        """How many pairs stand in the wrong order by more than ``within``."""
        return int(((groups[:, None] > groups) & (self._lead > within + TIE)).sum())

    def _wrong_members(self, groups: np.ndarray) -> int:
        """How many arms stand in a better group than their score allows, where groups have the sizes that they have."""
        assert self._scores is not None
        ends = np.searchsorted(np.sort(groups), groups, side="right")  # how many arms stand in this group or before
        return int((self._scores < np.sort(self._scores)[::-1][ends - 1] - TIE).sum())

    def check_order(self) -> None:
        """Raise WrongValue where an order of all arms is sought and the preferences go round in a circle."""
        beats = self._lead > self.within + TIE
        left = np.ones(self.arms, dtype=bool)
        while left.any():
            unbeaten = left & ~(beats & left[:, None]).any(axis=0)
            if not unbeaten.any():
                circle = f"got {self.problem.name}, in which some arms beat one another in a circle"
                raise WrongValue(f"{self.chosen.text} must play where the arms have an order, {circle}")
            left &= ~unbeaten

    def warning(self) -> str:
        """What the guarantee of the algorithm assumes and the problem does not have, in one line; empty if nothing."""
        assumed = self.chosen.algorithm.assumes
        if not assumed:
            return ""
        missing = [SAID[each] for each in assumed if not self._has(each)]
        lacks = f"{self.chosen.text} promises nothing here: it assumes {' and '.join(missing)}"
        return f"{lacks}, which {self.problem.name} does not have" if missing else ""

    def _has(self, assumption: Assumption) -> bool:
        win = self.preferences.mean
        if assumption == "total order":
            return order(win) is not None
        if assumption == "plackett-luce":
            inside = np.clip(win, 1e-300, 1 - 1e-16)
            odds = np.log(inside) - np.log1p(-inside)
            return bool(np.allclose(odds, odds[:, :1] - odds[:, :1].T, rtol=SAME_ODDS, atol=SAME_ODDS))
        facts = transitivity(win)
        return facts.weak and {"sst": facts.strong, "mst": facts.moderate, "sti": facts.triangle}[assumption]


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
    silent = type(chosen.start(arms, horizon)) not in verdict.written
    if winner is None or silent:
        own = silent and not algorithm.start.__module__.startswith("duelling.")
        advice = "choose one that explores first and then exploits" + ", or register verdict for your own" * own
        raise WrongValue(f"{chosen.text} never commits to an arm: {advice}")
    period = problem.multiple
    if limit < period:
        raise WrongValue(f"limit must be at least the period {period} of {problem.name}, got {limit!r}")
    limit -= limit % period
    quest = Quest(problem, chosen, winner, within, horizon, limit)
    nearly = within > 0 and winner == "condorcet" and "borda" in problem.concepts(limit)  # there may be no winner
    if not nearly and not quest.by_duels:
        problem.check_concepts([winner], limit)
    if quest.by_duels:
        quest.check_order()
    elif not quest.right:  # it says also that ``within`` means nothing for this winner
        problem.check_concepts([winner], limit)
    return quest
