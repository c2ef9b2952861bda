r"""Multisort: quicksort by single duels, again and again until the budget is used up; then all duels make one ranking.

    a run: a random arm of a segment is the pivot; each other arm of it duels the pivot once and goes to the side of its
    outcome; then the two sides, the better one first;   of a pair no run asks twice, and a run takes O(K log K) duels

    aggregate=bt        the strengths γ of Bradley and Terry with the largest likelihood of all duels
    aggregate=copeland  i above j if it stood above j in more runs; the number of arms below

The paper proves for arms whose strengths are a Poisson process that one run misplaces few arms, and that the Copeland
aggregation of O(log⁵ K) runs misplaces a vanishing share; it advises to fit Bradley-Terry in practice, which is the
default. Nothing is promised at a level: the budget is all. So that the strengths exist, every pair has 1/K duels more
that are tied; they are found by 500 rounds of Hunter's minorisation. A tie in a duel lets the pivot stay above. A run
that the budget cuts off counts with its duels for ``bt`` alone.

[1] L. Maystre and M. Grossglauser. Just sort it! A simple and effective approach to active preference learning. ICML
2017, Algorithms 1 and 2.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Budget, Explored
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.states import name_places
from duelling.errors import one_of, whole
from duelling.registry.facts import algorithm

Aggregate = Annotated[
    Literal["bt", "copeland"], "How the runs become one ranking: by strengths from all duels, or by majorities of runs."
]
ROUNDS = 500  # of minorisation


class Multisort(NamedTuple):
    budget: int
    copeland: int  # 1 for the aggregation of the runs
    wins: np.ndarray  # how often i beat j, a tie counts 1/2; in the end what ``_fit`` leaves
    above: np.ndarray  # in how many runs i stood above j; for the aggregation of the runs alone
    order: np.ndarray  # the arms; the segment in hand has the pivot at BEGIN, arms above it before MIDDLE
    buffer: np.ndarray
    stack: np.ndarray  # segments to sort, begin and end
    score: np.ndarray  # γ_i or the number of arms below
    now: np.ndarray  # duels told; stack depth; the segment; the pivot's place; CURSOR; the final arm or -1


TOLD, DEPTH, BEGIN, END, CURSOR, UPPER, LOWER, VERDICT = name_places(
    Multisort, "now", "told depth begin end cursor upper lower verdict"
)


def _start(arms: int, budget: int, aggregate: str) -> Multisort:
    copeland = int(one_of("aggregate", aggregate, ("bt", "copeland")) == "copeland")
    return Multisort(
        int(budget),
        copeland,
        np.zeros((arms, arms)),
        np.zeros((arms * copeland, arms), np.int64),
        np.arange(arms),
        np.zeros(arms, np.int64),
        np.zeros((arms + 1, 2), np.int64),
        np.zeros(arms),
        np.array([0, 0, 0, 0, 0, 0, 0, -1]),
    )


def identify(arms: int, *, budget: Budget, aggregate: Aggregate = "bt") -> Multisort:
    """Quicksort again and again, then one ranking from all duels."""
    return _start(arms, whole("budget", budget), aggregate)


@algorithm(
    "multisort",
    label="Multisort",
    reference="Maystre and Grossglauser 2017, Algorithms 1 and 2",
    source="paper",
    growth=0,
    family=("brown", 2),
    examples=("aggregate=copeland",),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised, O(K²) at the end; with aggregate=copeland at the end of each sort",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    finds="ranking",
    assumes=("plackett-luce",),
)
def start(arms: int, horizon: int, *, budget: Explored = None, aggregate: Aggregate = "bt") -> Multisort:
    """Sorts the arms by single duels again and again, then plays the first of all orders together."""
    return _start(arms, max(1, horizon // 10) if budget is None else whole("budget", budget), aggregate)


@jit
def _finish_segment(s):
    """Put the arms above the pivot before it and those below behind it, and keep both sides for later."""
    now, order = s.now, s.order
    begin, end, pivot = now[BEGIN], now[END], s.order[now[BEGIN]]
    middle = begin + now[UPPER]
    for k in range(now[UPPER]):  # those above were written from the left, those below from the right
        order[begin + k] = s.buffer[begin + k]
    order[middle] = pivot
    for k in range(now[LOWER]):
        order[middle + 1 + k] = s.buffer[end - 1 - k]
    for low, high in ((middle + 1, end), (begin, middle)):  # the better side is sorted first
        if high - low > 1:
            s.stack[now[DEPTH], 0], s.stack[now[DEPTH], 1] = low, high
            now[DEPTH] += 1
    now[BEGIN] = now[END] = 0
    if now[DEPTH] == 0 and s.copeland == 1:
        for k in range(order.size):
            for below in range(k + 1, order.size):
                s.above[order[k], order[below]] += 1


def _choose(s: Multisort, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    now, order = s.now, s.order
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    chance = 1.0
    if now[END] == 0:
        if now[DEPTH] == 0:  # a new run
            now[BEGIN], now[END] = 0, order.size
        else:
            now[DEPTH] -= 1
            now[BEGIN], now[END] = s.stack[now[DEPTH], 0], s.stack[now[DEPTH], 1]
        size = now[END] - now[BEGIN]
        k = now[BEGIN] + int(rng.random() * size)
        order[k], order[now[BEGIN]] = order[now[BEGIN]], order[k]
        now[CURSOR], now[UPPER], now[LOWER] = now[BEGIN] + 1, 0, 0
        chance = 1 / size
    return Duel(order[now[BEGIN]], order[now[CURSOR]], chance, 1.0)


def _update(s: Multisort, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, i, j, outcome):
    now = s.now
    if now[VERDICT] >= 0 or i == j or now[END] == 0:
        return
    pivot, arm = s.order[now[BEGIN]], s.order[now[CURSOR]]
    if i == arm and j == pivot:
        i, j, outcome = j, i, -outcome
    if i != pivot or j != arm:
        return
    s.wins[i, j] += (1 + outcome) / 2
    s.wins[j, i] += (1 - outcome) / 2
    if outcome >= 0:
        s.buffer[now[END] - 1 - now[LOWER]] = arm
        now[LOWER] += 1
    else:
        s.buffer[now[BEGIN] + now[UPPER]] = arm
        now[UPPER] += 1
    now[CURSOR] += 1
    now[TOLD] += 1
    if now[CURSOR] == now[END]:
        _finish_segment(s)
    if now[TOLD] == s.budget:
        _conclude(s)


@jit
def _conclude(s):
    arms, score = s.score.size, s.score
    if s.copeland == 1:
        for i in range(arms):
            for j in range(arms):
                score[i] += s.above[i, j] > s.above[j, i]
    else:
        _fit(s.wins, score)
    best = 0
    for i in range(arms):
        if score[i] > score[best]:
            best = i
    s.now[VERDICT] = best


@jit
def _fit(wins, score):
    """ln γ of Bradley and Terry: γ_i = W_i / Σ_j n_ij/(γ_i + γ_j), with 1/K ties more for each pair.

    Wins become what each round reads, row by row: n_ij, and W_i in the diagonal.
    """
    arms = score.size
    more = 1.0 / arms
    for i in range(arms):
        score[i], won = 1.0, 0.0
        for j in range(arms):
            if j != i:
                won += wins[i, j] + more / 2
        wins[i, i] = won
    for i in range(arms):
        for j in range(i):
            wins[i, j] += wins[j, i]
            wins[j, i] = wins[i, j]
    for _ in range(ROUNDS):
        total = 0.0
        for i in range(arms):
            rate = 0.0
            for j in range(arms):
                if j != i:
                    rate += (wins[i, j] + more) / (score[i] + score[j])
            score[i] = wins[i, i] / rate
            total += math.log(score[i])
        for i in range(arms):
            score[i] *= math.exp(-total / arms)


def _verdict(s: Multisort):
    return s.now[VERDICT]


def _standing(s: Multisort, groups):
    done = s.now[VERDICT] >= 0
    for i in range(groups.size):
        groups[i] = 0
    if done:
        levels = np.unique(-s.score)  # sorted
        for i in range(groups.size):
            groups[i] = np.searchsorted(levels, -s.score[i])
    return done


choose.register(Multisort, _choose)
update.register(Multisort, _update)
verdict.register(Multisort, _verdict)
standing.register(Multisort, _standing)
