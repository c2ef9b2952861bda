r"""Knock-out in small batches of arms, which MergeRUCB and MergeDTS share.

    u_kl = w_kl/N_kl + sqrt(x/N_kl),     x = α ln(t + C),     C = ((4α-1) K² / ((2α-1) δ))^{1/(2α-1)}

``split``       shuffles the arms and puts them into batches of p
``prune``       removes every arm k of a batch with u_kl < 1/2 for an l in it, for good
``next_stage``  merges batches when at most K/2^S arms are left in stage S = 1, 2, ..., and begins the next stage
``merge``       joins the smallest batch with the largest, the next smallest with the next largest and so on, as long as
                two have together at most 1.5 p arms; once more if the smallest result has at most p/2 arms

Only a pair that is not at 1/2 lets an arm leave. With ``merge_at="code"`` batches are merged at floor(K/2^S) + 1 arms,
as in the authors' code.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import TAU, Pairs, burn_in
from duelling.core.jit import jit
from duelling.core.states import name_places
from duelling.errors import WrongValue, above, chance, one_of, whole

Width = Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln(t + C) / N)."]
BatchSize = Annotated[int, "How many arms a batch has at the start."]
MergeDelta = Annotated[float, "The chance with which the confidence bounds may fail."]
MergeAt = Annotated[
    Literal["paper", "code"], "When batches are merged: at K/2^S arms, or at floor(K/2^S) + 1 as in the author's code."
]


class KnockOut(NamedTuple):
    alpha: float  # α
    burn_in: float  # C
    batch_size: int  # p
    extra: int  # batches are merged at floor(K/2^S) + extra arms
    pairs: Pairs  # w and what follows from it
    batch: np.ndarray  # [b, :] are the arms of batch b; [n + b, :] working space for merged ones, n their first number
    size: np.ndarray  # of each batch
    now: np.ndarray  # the number of batches, 0 before the first round; S; the arms in all batches


BATCHES, STAGE, ARMS_LEFT = name_places(KnockOut, "now", "batches stage arms_left")


def start(arms: int, alpha: float, batch_size: int, delta: float, merge_at: str, most: float) -> KnockOut:
    """The state before the first round; no batch will have more than ``most`` p arms."""
    above("alpha", alpha, 0.5)
    chance("delta", delta)
    one_of("merge_at", merge_at, ("paper", "code"))
    p = min(whole("batch_size", batch_size, 4), arms)
    constant, n = burn_in(arms, alpha, delta), -(-arms // p)
    if not constant < 1e300:
        raise WrongValue(f"alpha must be further above 1/2 for {arms} arms, got {alpha!r}")
    return KnockOut(
        alpha=float(alpha),
        burn_in=float(math.ceil(constant)),
        batch_size=p,
        extra=int(merge_at == "code"),
        pairs=confidence.start(arms),
        batch=np.zeros((2 * n, min(arms, int(most * p))), np.int64),
        size=np.zeros(2 * n, np.int64),
        now=np.array([0, 1, arms]),
    )


@jit
def _shuffle(items, count, rng):
    """Put the first ``count`` items in a uniform random order."""
    for k in range(count - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        items[k], items[other] = items[other], items[k]


@jit
def split(s, rng):
    """Shuffle the arms and put them into batches of p."""
    arms, p = s.now[ARMS_LEFT], s.batch_size
    order = np.arange(arms)
    _shuffle(order, arms, rng)
    for k in range(arms):
        s.batch[k // p, k % p] = order[k]
        s.size[k // p] += 1
    s.now[BATCHES] = (arms + p - 1) // p


@jit
def _sort_by_size(order, size):
    """Sort batches by their size; equals keep their order. (np.argsort would take the compiler seconds.)"""
    for k in range(1, order.size):
        b, place = order[k], k
        while place > 0 and size[order[place - 1]] > size[b]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = b


@jit
def _merge_once(s, rng):
    """One pass of ``merge``, in a random order of batches of equal size; return the size of the smallest result."""
    batch, size, n, room = s.batch, s.size, s.now[BATCHES], s.size.size // 2
    order = np.arange(n)
    _shuffle(order, n, rng)
    _sort_by_size(order, size)
    i, j, made, smallest = 0, n - 1, 0, s.now[ARMS_LEFT]
    while i <= j:
        large, small = order[j], order[i]
        count = size[large]
        for k in range(count):
            batch[room + made, k] = batch[large, k]
        if i < j and count + size[small] <= 1.5 * s.batch_size:
            for k in range(size[small]):
                batch[room + made, count + k] = batch[small, k]
            count += size[small]
            i += 1
        j -= 1
        size[room + made] = count
        smallest = min(smallest, count)
        made += 1
    for b in range(made):
        size[b] = size[room + b]
        for k in range(size[b]):
            batch[b, k] = batch[room + b, k]
    s.now[BATCHES] = made
    return smallest


@jit
def merge(s, rng):
    """Merge batches, once or twice."""
    if _merge_once(s, rng) <= s.batch_size / 2 and s.now[BATCHES] > 1:
        _merge_once(s, rng)


@jit
def next_stage(s, rng):
    """Merge batches and begin the next stage, if few enough arms are left; return whether they are."""
    now = s.now
    due = now[BATCHES] > 1 and now[ARMS_LEFT] <= s.pairs.arm.shape[1] // 2 ** min(now[STAGE], 62) + s.extra
    if due:
        merge(s, rng)
        now[STAGE] += 1
    return due


@jit
def level(s, t):
    """x in round t."""
    return s.alpha * math.log(t + s.burn_in)


@jit
def prune(s, b, x):
    """Remove from batch b, one at a time, the arms that are certainly beaten by one that is still in it."""
    batch, size, pair = s.batch, s.size, s.pairs.pair
    k = 0
    while k < size[b]:
        beaten = False
        for m in range(size[b]):
            beaten = beaten or pair[TAU, batch[b, k], batch[b, m]] > x
        if beaten:
            size[b] -= 1
            s.now[ARMS_LEFT] -= 1
            for m in range(k, size[b]):
                batch[b, m] = batch[b, m + 1]
        else:
            k += 1


@jit
def last_arm(s):
    """The only arm left, or -1."""
    return s.batch[0, 0] if s.now[ARMS_LEFT] == 1 else -1
