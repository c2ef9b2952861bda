"""The goal "condorcet": who beats everybody."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.algorithms.champion import VERDICT, Champion, sum_up, weigh
from duelling.algorithms.contest import Contest, start_contest, tell_contest
from duelling.core.protocol import choose
from duelling.live.compiling import ready
from duelling.live.learning import STEP
from duelling.live.marks import Marks
from duelling.live.policies import Draw, Policy, uniform
from duelling.live.questions import COUNTED, OPEN, VOID
from duelling.votes.tally import count
from duelling.votes.verdict import Verdict
from duelling.votes.verdicts.condorcet import beaten_by, condorcet, loses_by_little, settled

if TYPE_CHECKING:
    from duelling.live.state import State
    from duelling.votes.ballots import Ballots


class Condorcet(Policy):
    """The champion meets its rivals; after its verdict uniform pairs.

    Votes of all rosters count: what one item is to another does not depend on the others.
    """

    def __init__(self, state: "State") -> None:
        super().__init__(state)
        level, within = state.level, state.settings.within
        self.marks = Marks(lambda: start_contest(self.arms, level, within), STEP)
        self._counted = (-1, 0, np.zeros(0, np.int64))  # (event, questions, those that no test has counted by then)

    def back(self, question: int, seq: int) -> None:
        super().back(question, seq)
        status = self.state.questions.table.cell("status", question - 1)
        self.marks.back(seq - 1 if status == OPEN else 0)  # what was void had not kept later votes on its pair waiting

    def fold(self) -> None:
        super().fold()
        self.contest()

    def contest(self) -> Contest:
        """The contest after all votes that count now."""
        done, contest = self.marks.now
        found: Contest = contest
        if done == self.state.head or found.champion.now[VERDICT] != -1:
            return found
        told = self.state.questions.told_after(done)
        if len(told):
            self.marks.go(self.state.head)
            self._fold(found, done, told)
        return found

    def _fold(self, contest: Contest, done: int, told: np.ndarray) -> None:
        table, rows = self.state.questions.table, self._uncounted(contest, done)
        a, b = self._arms(rows)
        pair = np.minimum(a, b) * self.arms + np.maximum(a, b)
        order = np.argsort(pair, kind="stable")
        rows, a, b = rows[order], a[order], b[order]
        pairs, group = np.unique(pair[order], return_inverse=True)
        answered = ((table["status"][rows] == COUNTED) & (table["told"][rows] <= done)).astype(np.int64)
        outcome = table["answer"][rows].astype(np.int64)
        ends = np.cumsum(np.bincount(group, minlength=len(pairs)))
        with ready(len(told)):
            tell_contest(contest, a, b, outcome, rows, group, ends, answered, _places(rows, told))
        self._counted = self.state.head, len(table), rows[rows > contest.upto[a, b]]

    def _uncounted(self, contest: Contest, done: int) -> np.ndarray:
        """The questions between items that compete that no test has counted yet, in the order of drawing."""
        place, length, rows = self._counted
        table = self.state.questions.table
        if place == done:
            rows = np.concatenate([np.sort(rows), np.arange(length, len(table))])
        else:
            rows = np.arange(len(table))
        a, b = self._arms(rows)
        return np.asarray(rows[(a >= 0) & (b >= 0) & (table["status"][rows] != VOID) & (rows > contest.upto[a, b])])

    def _arms(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        table, arms = self.state.questions.table, self.state.items.roster.arms
        return arms[table["first"][rows]], arms[table["second"][rows]]

    def _draw(self, t: int, rng: np.random.Generator) -> Draw:
        champion = self.contest().champion
        if champion.now[VERDICT] != -1:
            return uniform(self.arms, rng)
        changed = [getattr(champion, name) for name in ("wins", "z", "arm", "behind")]
        before = [each.copy() for each in changed]
        _wait(champion, self._waiting())
        try:
            return Draw(choose(champion, t, rng))
        finally:
            for each, was in zip(changed, before, strict=True):
                each[:] = was

    def _waiting(self) -> list[tuple[int, int]]:
        """The pairs of the questions without an answer."""
        arms = self.state.items.roster.arms
        pairs = [(arms.item(a), arms.item(b)) for a, b in map(self.state.pair, self.state.questions.waiting)]
        return [pair for pair in pairs if min(pair) >= 0]

    def verdict(self, asked: "Ballots") -> Verdict:
        """Who beats everybody, by what was proved at any time, or in the worst case of the open questions.

        Both look at one sequence for each pair: the answers ``asked`` for here, in the order of drawing. Once the
        contest has ended its verdict stays: no later look can prove the opposite beside it.
        """
        found, tally, waiting = self.contest().champion, count(asked), asked.open
        level, within = self.state.level, self.state.settings.within
        alpha, beaten, over = level / self.arms, found.ties < 0, found.now[VERDICT] != -1
        if within == 0:
            worst = beaten_by(tally.wins, alpha, waiting)
            return condorcet(asked.items, beaten.T if over else beaten.T | worst, level)
        little = beaten | np.eye(self.arms, dtype=bool)
        if not over:
            little |= settled(tally.wins, tally.ties, within, alpha, waiting)
        wins, ties = self.contest().wins, self.contest().ties
        much = settled(wins, ties, -within, alpha) | settled(tally.wins, tally.ties, -within, alpha, waiting)
        return loses_by_little(asked.items, little, within, level, lost=much.sum(axis=0) > 1)  # more than itself


def _places(rows: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Where the wanted rows stand, in their order; those that are not there are left out."""
    if not len(rows):
        return np.zeros(0, np.int64)
    order = np.argsort(rows)
    found = order[np.minimum(np.searchsorted(rows, wanted, sorter=order), len(rows) - 1)]
    return np.asarray(found[rows[found] == wanted])


def _wait(champion: Champion, pairs: list[tuple[int, int]]) -> None:
    """Count questions without an answer as half a vote for each, so that the next ones are about other pairs."""
    for i, j in pairs:
        champion.wins[i, j] += 1  # it holds twice the wins
        champion.wins[j, i] += 1
    for i, j in {*pairs}:
        weigh(champion, i, j)
    for i in {arm for pair in pairs for arm in pair}:
        sum_up(champion.z, champion.arm, i)
