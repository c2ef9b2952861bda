r"""CTB, Comparing The Best: every order of the arms is scored by the duels that agree with it. The two arms that are on
top of the best orders duel; they are never the same arm.

    score(o) = the number of duels in which o ranks the arm that won above the one that lost
    V_i = max of score(o) over the admissible orders o with i on top,     A = argmax V,     B = argmax of the others

Ties are broken uniformly among the arms. Without features all K! orders are admissible. With features for each arm,
those orders are admissible that rank the arms by θ·(features) for some θ.

    all orders    W_ij counts the wins of i over j. The best order of the arms in S alone has the score
                  f(S) = max over i in S of Σ_{j in S} W_ij + f(S - i),   V_i = Σ_j W_ij + f(all but i)
                  A duel changes f on the sets that contain both its arms, a quarter of the 2^K. At most twelve arms
    features      two features allow at most K(K-1) orders, d features about K^{2(d-1)}; ``linear_orders`` finds them,
                  and each has a score of its own

The paper's text was not at hand. This follows its abstract and the description in the thesis; the rest is a
reconstruction. The paper weighs each duel with λ_ij and allows any initial scores. With the log-odds that the better
arm wins as λ_ij, and the log of a prior as the initial score, a score is a log-posterior. Here all weights are 1 and
all scores begin at 0. The paper's condition under which many arms can be handled is open. The paper shows that expected
weak regret is bounded by a constant, whose value is not known.

[1] B. Chen and P. I. Frazier. Dueling bandits with dependent arms. arXiv 1605.08838, 2016.
"""

import functools
import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.linear_orders import linear_orders, most_orders
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import nth
from duelling.errors import WrongValue
from duelling.registry.facts import algorithm

MOST = 12  # arms whose orders are all admissible
MANY = 50_000  # orders that features may allow


class AllOrders(NamedTuple):
    V: np.ndarray  # V_i, the highest score of an order with arm i on top
    low: np.ndarray  # low[i, S] = Σ_{j in S} W_ij for sets S of the first K/2 arms
    high: np.ndarray  # the same for sets of the others
    f: np.ndarray  # f(S), where bit j of S stands for arm j


class ListedOrders(NamedTuple):
    V: np.ndarray  # V_i, the highest score of an order with arm i on top; -1 where there is none
    score: np.ndarray  # of each order
    top: np.ndarray  # the arm on top of each order
    place: np.ndarray  # place[o, i], how many arms order o ranks above arm i


@algorithm(
    "ctb",
    label="CTB",
    reference="Chen and Frazier 2016",
    source="description",
    growth=3,
    family=("orange", 2),
    winners=("utility", "condorcet"),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(2^K K)",
    folds=True,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    most_arms=MOST,
)
def start(
    arms: int,
    horizon: int,
    *,
    features: Annotated[
        str | None,
        "Numbers for each arm, as in 0.1 0.9; 0.4 0.2; 1 0. Without them every order of the arms is possible.",
    ] = None,
) -> AllOrders | ListedOrders:
    """The two arms on top of the orders that agree with most duels; ``features`` as in 0.1 0.9; 0.4 0.2; 1 0."""
    if features is not None:
        place = _admissible(features, arms)
        V = np.where((place == 0).any(axis=0), 0, -1)
        return ListedOrders(V, np.zeros(len(place), np.int64), place.argmin(axis=1), place)
    if arms > MOST:
        raise WrongValue(f"arms of ctb must be at most {MOST} without features, got {arms}")
    half = arms // 2
    low, high = np.zeros((arms, 1 << half), np.int64), np.zeros((arms, 1 << (arms - half)), np.int64)
    return AllOrders(np.zeros(arms, np.int64), low, high, np.zeros(1 << arms, np.int64))


@functools.cache  # every run starts a learner with the same text
def _admissible(text: str, arms: int) -> np.ndarray:
    """The orders that features allow, written as numbers for each arm; arms are separated by semicolons."""
    try:
        points = np.array([[float(number) for number in arm.split()] for arm in text.split(";")])
    except ValueError:
        points = np.full((1, 1), math.nan)
    if points.ndim != 2 or len(points) != arms or points.size == 0 or np.isnan(points).any():
        raise WrongValue(f"features must be as many numbers for each of {arms} arms, got {text!r:.80}")
    if abs(points).max() > 1e100:  # so that differences are finite
        raise WrongValue(f"features must be at most 1e100 in size, got {text!r:.80}")
    if len(np.unique(points, axis=0)) < arms:
        raise WrongValue(f"features must differ from arm to arm, got {text!r:.80}")
    most = most_orders(*points.shape)
    if most > MANY:
        raise WrongValue(
            f"features must allow at most {MANY} orders, {points.shape[1]} for {arms} arms may allow {most}"
        )
    return linear_orders(points)


@jit
def _best(V, without, rng):
    """An arm other than ``without`` with the highest V, and its chance among equals."""
    most, count = -2, 0
    for i in range(V.size):
        if i != without and V[i] > most:
            most, count = V[i], 0
        if i != without and V[i] == most:
            count += 1
    return nth(int(rng.random() * count), V.size, _is_best, V, without, most), 1 / count


@jit
def _is_best(i, V, without, most):
    """Whether i is another arm than ``without`` with this V."""
    return i != without and V[i] == most


def _choose(s: AllOrders | ListedOrders, t, rng):
    i, p = _best(s.V, -1, rng)
    j, q = _best(s.V, i, rng)
    return Duel(i, j, p, q)


@jit
def _count(s, i, j):
    """Count one more win of i over j, and update all scores that change with it."""
    arms, half = s.V.size, s.low.shape[1]
    bits = 0
    while 1 << bits < half:
        bits += 1
    table, bit = (s.low, 1 << j) if j < bits else (s.high, 1 << (j - bits))
    for part in range(table.shape[1]):
        if part & bit:
            table[i, part] += 1
    both = (1 << i) | (1 << j)
    for S in range(both, s.f.size):
        if S & both == both:
            best = 0
            for k in range(arms):
                if S >> k & 1:
                    best = max(best, s.low[k, S & (half - 1)] + s.high[k, S >> bits] + s.f[S ^ (1 << k)])
            s.f[S] = best
    whole = s.f.size - 1
    for k in range(arms):
        s.V[k] = s.low[k, half - 1] + s.high[k, whole >> bits] + s.f[whole ^ (1 << k)]


def _update_all(s: AllOrders, t, duel, outcome):
    """A tie changes no score: it agrees with no order more than with another."""
    if outcome != 0 and duel.first != duel.second:
        _count(s, duel.first if outcome > 0 else duel.second, duel.second if outcome > 0 else duel.first)


def _update_listed(s: ListedOrders, t, duel, outcome):
    """A tie changes no score: it agrees with no order more than with another."""
    if outcome != 0 and duel.first != duel.second:
        i, j = (duel.first, duel.second) if outcome > 0 else (duel.second, duel.first)
        for o in range(s.score.size):
            if s.place[o, i] < s.place[o, j]:
                s.score[o] += 1
            s.V[s.top[o]] = max(s.V[s.top[o]], s.score[o])


choose.register(AllOrders, _choose)
update.register(AllOrders, _update_all)
choose.register(ListedOrders, _choose)
update.register(ListedOrders, _update_listed)
