r"""Interleaved Filter, IF1 and IF2: a candidate duels all other arms in turn. Arms that it clearly beats leave; an arm
that clearly beats it is the next candidate.

    one pass: b̂ duels every b in W once;     P̂_b = wins of b̂ over b / n,     c = sqrt(4 ln(1/δ) / n),     δ = 1/(T K²)
    after it: W loses every b with P̂_b - c > 1/2;
              if some b' has P̂_b' + c < 1/2, then IF2 drops every b with P̂_b > 1/2 as well, b' is the new candidate,
              and all counts start from zero;
    W empty:  b̂ against itself until T.

If there are several b', the one with the smallest P̂ follows, and of equal ones that with the lowest number; the paper
leaves this open. The paper was not at hand: δ and c follow two implementations that agree.

With d = wins - losses the two tests are d² > 16 n ln(1/δ) with the sign of d, in whole numbers. Only the counts of the
present candidate are needed: O(K) memory, and the tests cost O(1) a duel.

The theory assumes a total order with strong stochastic transitivity and the stochastic triangle inequality. Then the
expected regret, weak and strong, is O(K ln K ln T / ε) for IF1 and O(K ln T / ε) for IF2, ε the gap between the two
best.

A late outcome counts while its first arm is still the candidate and its second arm is in W.

[1] Y. Yue, J. Broder, R. Kleinberg and T. Joachims. The K-armed dueling bandits problem. Journal of Computer and
    System Sciences 78(5), 2012. Algorithms 1 and 2.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.errors import chance
from duelling.registry.facts import algorithm

Mistake = Annotated[float | None, "The chance of a mistake in one comparison of two arms; 1/(T K²) unless given."]
OUT = -1  # the duels of an arm that is not in W


class InterleavedFilter(NamedTuple):
    """One array for all the numbers: the compiler counts references to each array that is used."""

    log: float  # 16 ln(1/δ)
    prune: int  # 1 in IF2
    # row 0: b̂, or -1 before it is drawn; |W|; the next place in W; the outcomes of this pass so far
    # row 1 + k: the k-th arm of W, for k < |W|
    # row 1 + b: n, and the wins of b̂ over b minus its wins over b̂, for b in W
    table: np.ndarray


CANDIDATE, LEFT, NEXT, SEEN = name_places(InterleavedFilter, "table", "candidate left next seen", axis=-1, rows="head")
WAITING, DUELS, LEAD = name_places(InterleavedFilter, "table", "waiting duels lead", axis=-1, rows="rest")


FACTS: dict[str, Any] = {
    "winners": ("condorcet", "utility"),
    "regret": "strong",
    "adversarial": False,
    "anytime": False,
    "cost": "O(1)",
    "folds": False,
    "self_duels": True,
    "opponent": "any",
    "takes_any_vote": True,
    "true_chances": True,
}


@algorithm(
    "if1",
    label="IF1",
    reference="Yue, Broder, Kleinberg and Joachims 2012, Algorithm 1",
    source="description",
    growth=0,
    family=("indigo", 2),
    order="O(K ln K ln T / ε), ε the gap of the two best",
    **FACTS,
)
def start_if1(arms: int, horizon: int, *, delta: Mistake = None) -> InterleavedFilter:
    """A candidate duels all others in turn until they are out or one beats it; ``delta`` replaces 1/(T K²)."""
    return _start(arms, horizon, delta, 0)


@algorithm(
    "if2",
    label="IF2",
    reference="Yue, Broder, Kleinberg and Joachims 2012, Algorithm 2",
    source="description",
    growth=0,
    family=("indigo", 1),
    order="O(K ln T / ε), ε the gap of the two best",
    **FACTS,
)
def start_if2(arms: int, horizon: int, *, delta: Mistake = None) -> InterleavedFilter:
    """As IF1, but the arms that a beaten candidate led against leave too; ``delta`` replaces 1/(T K²)."""
    return _start(arms, horizon, delta, 1)


def _start(arms: int, horizon: int, delta: float | None, prune: int) -> InterleavedFilter:
    if delta is not None:
        chance("delta", delta)
    log = math.log(horizon) + 2 * math.log(arms) if delta is None else -math.log(delta)
    table = np.zeros((1 + arms, 4), dtype=np.int64)
    table[0, :2], table[1:, WAITING] = (-1, arms), range(arms)
    return InterleavedFilter(16 * log, prune, table)


def _choose(s: InterleavedFilter, t, rng):
    table = s.table
    p = 1.0
    if table[0, CANDIDATE] < 0:
        arms = len(table) - 1
        p = 1 / arms
        replace(table, int(rng.random() * arms), 0)
    second = table[0, CANDIDATE]  # when W is empty
    if table[0, LEFT] > 0:
        k = table[0, NEXT] if table[0, NEXT] < table[0, LEFT] else 0
        second = table[1 + k, WAITING]
        table[0, NEXT] = k + 1
    return Duel(table[0, CANDIDATE], second, p, 1.0)


def _update(s: InterleavedFilter, t, duel, outcome):
    table, b = s.table, 1 + duel.second
    if duel.first == table[0, CANDIDATE] and table[b, DUELS] != OUT:
        table[b, DUELS] += 1
        table[b, LEAD] += outcome
        table[0, SEEN] += 1
        if table[0, SEEN] >= table[0, LEFT]:
            finish(s.log, s.prune, table)


@jit
def finish(log, prune, table):
    """End a pass: drop the arms that the candidate beats, and replace it if an arm beats it."""
    follower, least, kept = -1, 0.0, 0
    for k in range(table[0, LEFT]):
        arm = table[1 + k, WAITING]
        n, lead = table[1 + arm, DUELS], table[1 + arm, LEAD]
        sure = float(lead) * lead > log * n
        if sure and lead > 0:
            table[1 + arm, DUELS] = OUT
        else:
            table[1 + kept, WAITING] = arm
            kept += 1
            if sure and (lead / n < least or (lead / n == least and arm < follower)):
                follower, least = arm, lead / n
    table[0, LEFT], table[0, NEXT], table[0, SEEN] = kept, 0, 0
    if follower >= 0:
        replace(table, follower, prune)


@jit
def replace(table, candidate, prune):
    """Make an arm the candidate and reset all counts; if ``prune``, drop the arms that the last one led against."""
    kept = 0
    for k in range(table[0, LEFT]):
        arm = table[1 + k, WAITING]
        if arm == candidate or (prune == 1 and table[1 + arm, LEAD] > 0):
            table[1 + arm, DUELS] = OUT
        else:
            table[1 + kept, WAITING] = arm
            kept += 1
            table[1 + arm, DUELS], table[1 + arm, LEAD] = 0, 0
    table[0, CANDIDATE], table[0, LEFT], table[0, NEXT], table[0, SEEN] = candidate, kept, 0, 0


def _verdict(s: InterleavedFilter):
    return s.table[0, CANDIDATE] if s.table[0, LEFT] == 0 else -1


choose.register(InterleavedFilter, _choose)
update.register(InterleavedFilter, _update)
verdict.register(InterleavedFilter, _verdict)
