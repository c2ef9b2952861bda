r"""Single elimination for the best k arms, in their order: brackets in k groups, and a heap of the winners.

    a random partition into groups of Q = ⌈K/k⌉ arms;   SELECT finds the winner of a group by a random bracket
    the winners are a heap, in which every arm has won against its two children
    k times: the arm at the top is the next best;  the winner of the rest of its group takes its place, and sinks

Every match of a bracket and of the heap has m duels, and its first arm goes on if it wins m/2 of them or more. A heap
of n arms is built by B(n) <= 2n matches, and an arm sinks in 2 ⌊log2 n⌋ at most, so that m is ⌊budget/M⌋ with

    M = (K - n) + B(n) + (k-1) (max(Q-2, 0) + 2 ⌊log2 n⌋),     n = ⌈K/Q⌉ groups

and there are M matches at most; what is left of the budget is not used. It assumes an order in which every arm beats
all later ones. With m of the order max(ln k, ln ln K)/Δ duels a match, Δ the least (P_ij - 1/2)² of an arm i of the
best k and a later one j, the order of the best k is found with a chance that tends to 1; for the set of them the Δ of
the places k and k+1 suffices. Nothing is promised at a level: the budget is all. With k = 1 it is single elimination.

As printed, Algorithm 2 finds the group of the arm at the top as ⌊Z[1]/K⌋ and lets group i play in its place: here it is
the arm's own group, as the text says.

[1] S. Mohajer, C. Suh and A. Elmahdy. Active learning for top-K rank aggregation from noisy comparisons. ICML 2017,
Algorithm 2.
"""

from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.bracket import READ, SIZE, WRITE, Bracket, pick, start_bracket, told
from duelling.algorithms.shared.bracket import VERDICT as WINNER
from duelling.algorithms.shared.match import FIRST, FIXED, SECOND, Rule, begin, decided, duel_of, tell
from duelling.algorithms.shared.settings import Budget, Explored
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.sampling import shuffle
from duelling.core.states import name_places
from duelling.errors import whole
from duelling.registry.facts import algorithm

Top = Annotated[int, "How many of the best arms are sought, in their order."]


class SingleEliminationTop(NamedTuple):
    top: int  # k
    size: int  # Q, the arms of a group
    groups: int  # n
    bracket: Bracket  # of the group that plays; the heap's matches are played in its match
    arms: np.ndarray  # group by group
    rank: np.ndarray  # the place of each arm that was found, from 0 on; -1 for the others
    heap: np.ndarray  # the winners of groups
    home: np.ndarray  # the group of each arm in the heap
    now: np.ndarray  # what is done: see below


MIXED, GROUP, HEAPED, BUILD, SINK, CHILD, FOUND, VERDICT = name_places(
    SingleEliminationTop,
    "now",
    # whether the groups are drawn; the group whose bracket is played, or -1; the arms in the heap; the place up to
    # which it is no heap yet; the place of the arm that sinks, or -1; the child that it meets, or -1; how many are
    # found; the first of them when all are
    "mixed group heaped build sink child found verdict",
)


def most_matches(arms: int, top: int) -> int:
    """M: there are so many matches at most.

    >>> most_matches(8, 1), most_matches(8, 8)
    (7, 56)
    """
    size = -(-arms // top)
    groups = -(-arms // size)
    heights = [(groups // (place + 1)).bit_length() - 1 for place in range(groups)]
    build, sink = 2 * sum(heights), 2 * heights[0]
    return arms - groups + build + (top - 1) * (max(size - 2, 0) + sink)


def _start(arms: int, top: int, budget: int) -> SingleEliminationTop:
    size = -(-arms // top)
    duels = max(1, budget // most_matches(arms, top))
    return SingleEliminationTop(
        int(top),
        size,
        -(-arms // size),
        start_bracket(arms, Rule(FIXED, 1.0, 0.0, float(duels))),
        np.arange(arms),
        np.full(arms, -1),
        np.zeros(arms, np.int64),
        np.zeros(arms, np.int64),
        np.array([0, -1, 0, 0, -1, -1, 0, -1]),
    )


def identify(arms: int, *, budget: Budget, top: Top = 2) -> SingleEliminationTop:
    """Brackets in groups, and a heap of their winners."""
    whole("top", top, 1, arms)
    whole("budget", budget, most_matches(arms, top))
    return _start(arms, top, budget)


@algorithm(
    "single-elimination-top",
    label="Single elimination, top k",
    reference="Mohajer, Suh and Elmahdy 2017, Algorithm 2",
    source="paper",
    growth=0,
    family=("indigo", 4),
    examples=("top=1",),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    finds="groups",
    assumes=("total order",),
)
def start(arms: int, horizon: int, *, budget: Explored = None, top: Top = 2) -> SingleEliminationTop:
    """Finds the best arms in their order by brackets and a heap, then plays the first of them."""
    whole("top", top, 1, arms)
    return _start(arms, top, horizon // 10 if budget is None else whole("budget", budget))


@jit
def _call_up(s, group):
    """Let the arms of a group play for a place in the heap; False if there is none."""
    bracket, now, count = s.bracket, s.bracket.now, 0
    for place in range(group * s.size, min((group + 1) * s.size, s.arms.size)):
        if s.rank[s.arms[place]] < 0:
            bracket.order[count] = s.arms[place]
            count += 1
    if count == 0:
        return False
    now[READ] = now[WRITE] = 0
    now[SIZE], now[WINNER] = count, bracket.order[0] if count == 1 else -1
    s.now[GROUP] = group
    return True


@jit
def _take_in(s):
    """The winner of the group takes its place in the heap: a new one, or that of the arm at the top."""
    now = s.now
    place = 0 if now[FOUND] > 0 else now[HEAPED]
    s.heap[place], s.home[place] = s.bracket.now[WINNER], now[GROUP]
    now[GROUP] = -1
    if now[FOUND] > 0:
        now[SINK], now[CHILD] = 0, -1
        return
    now[HEAPED] += 1
    if now[HEAPED] < s.groups:
        _call_up(s, now[HEAPED])
    else:
        now[BUILD] = now[HEAPED] // 2


@jit
def _take_out(s):
    """The arm at the top is the next best; its group plays once more, or the last arm of the heap takes its place."""
    now, last = s.now, s.now[HEAPED] - 1
    s.rank[s.heap[0]] = now[FOUND]
    now[FOUND] += 1
    if now[FOUND] == s.top:
        for arm in range(s.rank.size):
            if s.rank[arm] == 0:
                now[VERDICT] = arm
    elif not _call_up(s, s.home[0]):
        s.heap[0], s.home[0] = s.heap[last], s.home[last]
        now[HEAPED] = last
        now[SINK], now[CHILD] = 0, -1


@jit
def _go_on(s):
    """Go on until a match has to be played, or all is found."""
    now, match = s.now, s.bracket.match
    while now[VERDICT] < 0 and match.now[FIRST] < 0:
        if now[GROUP] >= 0:
            if s.bracket.now[WINNER] < 0:
                return
            _take_in(s)
        elif now[SINK] >= 0:
            left = 2 * now[SINK] + 1
            if left >= now[HEAPED]:
                now[SINK] = -1
            elif now[CHILD] < 0 and left + 1 < now[HEAPED]:
                begin(match, s.heap[left], s.heap[left + 1])
            else:
                now[CHILD] = max(now[CHILD], left)
                begin(match, s.heap[now[SINK]], s.heap[now[CHILD]])
        elif now[BUILD] > 0:
            now[BUILD] -= 1
            now[SINK], now[CHILD] = now[BUILD], -1
        else:
            _take_out(s)


@jit
def _settle(s, first_won):
    """A match of the heap is over: between two children, or between an arm and its child."""
    now, heap, home = s.now, s.heap, s.home
    if now[CHILD] < 0:
        now[CHILD] = 2 * now[SINK] + (1 if first_won else 2)
        return
    if first_won:
        now[SINK] = -1
    else:
        a, b = now[SINK], now[CHILD]
        heap[a], heap[b], home[a], home[b] = heap[b], heap[a], home[b], home[a]
        now[SINK] = b
    now[CHILD] = -1


def _choose(s: SingleEliminationTop, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    now, arms = s.now, s.arms.size
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    first = now[MIXED] == 0
    if first:
        now[MIXED] = 1
        if s.top > 1:
            shuffle(s.arms, rng)
        _call_up(s, 0)
        _go_on(s)
    duel = pick(s.bracket, rng) if now[GROUP] >= 0 else duel_of(s.bracket.match, 1.0, 1.0)
    return Duel(duel.first, duel.second, 1 / arms, 1 / (arms - 1)) if first else duel


def _update(s: SingleEliminationTop, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    now, match = s.now, s.bracket.match
    if now[VERDICT] >= 0:
        return
    if now[GROUP] >= 0:
        told(s.bracket, duel, outcome)
    elif tell(match, duel, outcome):
        test = s.bracket.test
        ahead = decided(test.kind, match, test.delta, test.low, test.high)
        if ahead != 0:
            match.now[FIRST] = match.now[SECOND] = -1
            _settle(s, ahead > 0)
    if now[MIXED] == 1:
        _go_on(s)


def _verdict(s: SingleEliminationTop):
    return s.now[VERDICT]


def _standing(s: SingleEliminationTop, groups):
    done = s.now[VERDICT] >= 0
    for i in range(groups.size):
        groups[i] = 0 if not done else s.rank[i] if s.rank[i] >= 0 else s.top
    return done


choose.register(SingleEliminationTop, _choose)
update.register(SingleEliminationTop, _update)
verdict.register(SingleEliminationTop, _verdict)
standing.register(SingleEliminationTop, _standing)
