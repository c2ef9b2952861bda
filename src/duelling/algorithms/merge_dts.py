r"""MergeDTS: MergeRUCB's knock-out in batches, with Thompson sampling inside the batch.

    first     the arm of the batch with most wins in a sample  θ_ij ~ Beta(w_ij + 1, w_ji + 1), i < j,  θ_ji = 1 - θ_ij
    second    argmin_{i ≠ first} φ_i  in a second sample  φ_i ~ Beta(w_i,first + 1, w_first,i + 1)

The second arm is the one that seems to lose most clearly to the first, so that it is soon gone. Splitting, removing and
merging are MergeRUCB's, see there; but a batch with one arm is joined with the next one when its turn comes. Equals
are decided at random. Neither chance has a closed form: duels carry the chance 1 for both arms.

This follows its author's code; of the paper the abstract was seen. The code draws θ_ij and θ_ji apart, counts a win and
a loss of every pair before the first duel in its confidence bounds too, and sets t back at every stage. Here t runs on
and the bounds have the counts alone, as in MergeRUCB. It merges at floor(K/2^S) + 1 arms, which is ``merge_at="code"``.

[1] C. Li, I. Markov, M. de Rijke and M. Zoghi. MergeDTS: a method for effective large-scale online ranker evaluation.
    ACM Transactions on Information Systems 38(4), 2020.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.merge_rucb import (
    ARMS_LEFT,
    BATCHES,
    STAGE,
    BatchSize,
    MergeAt,
    MergeDelta,
    knock_out,
    merge,
    prune,
    split,
)
from duelling.algorithms.shared.confidence import WINS, Pairs, least, record
from duelling.algorithms.shared.settings import Radius
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.registry.facts import algorithm


class MergeDts(NamedTuple):
    alpha: float  # α
    burn_in: float  # C
    batch_size: int  # p
    extra: int  # batches are merged at floor(K/2^S) + extra arms
    pairs: Pairs
    batch: np.ndarray  # as in MergeRUCB; joined batches may have any size
    size: np.ndarray
    now: np.ndarray
    score: np.ndarray  # room for what decides on an arm of the batch, less is better


@algorithm(
    "merge-dts",
    label="MergeDTS",
    reference="Li, Markov, de Rijke and Zoghi 2020",
    source="author's code",
    growth=0,
    family=("brown", 4),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(p²), p the size of a batch",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=False,
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Radius = 1.01,
    batch_size: BatchSize = 4,
    delta: MergeDelta = 0.01,
    merge_at: MergeAt = "paper",
) -> MergeDts:
    """Knock-out in small batches of arms, in which Thompson sampling picks the best and the worst to duel."""
    return MergeDts(**knock_out(arms, alpha, batch_size, delta, merge_at, arms), score=np.zeros(arms))


@jit
def _join(s, b):
    """Put batch b behind the next one, at the place of the earlier of the two; that place."""
    batch, size, last = s.batch, s.size, s.now[BATCHES] - 1
    after = b + 1 if b < last else 0
    kept, gone = min(b, after), max(b, after)
    count, arm = size[after], batch[b, 0]
    if kept == b:
        for k in range(count):
            batch[kept, k] = batch[after, k]
    batch[kept, count] = arm
    size[kept] = count + 1
    for row in range(gone, last):
        size[row] = size[row + 1]
        for k in range(size[row]):
            batch[row, k] = batch[row + 1, k]
    s.now[BATCHES] = last
    return kept


@jit
def _sample(w, i, j, rng):
    """θ_ij."""
    return rng.beta(w[i, j] + 1, w[j, i] + 1)


@jit
def _first(s, b, rng):
    """The place in batch b of the arm with most wins in a sample."""
    arms, w, score, count = s.batch[b], s.pairs.pair[WINS], s.score, s.size[b]
    for k in range(count):
        score[k] = 0.0
    for k in range(count):
        for m in range(k + 1, count):
            score[k if _sample(w, arms[k], arms[m], rng) > 0.5 else m] -= 1.0
    return least(score[:count], rng)[0]


@jit
def _second(s, b, place, rng):
    """The place in batch b of the arm that does worst against the one at ``place``."""
    arms, w, worst, found = s.batch[b], s.pairs.pair[WINS], 2.0, place
    c = arms[place]
    for k in range(s.size[b]):
        if k != place:
            phi = _sample(w, arms[k], c, rng)
            if phi < worst:
                worst, found = phi, k
    return found


def _choose(s: MergeDts, t, rng):
    now, size, batch = s.now, s.size, s.batch
    if now[BATCHES] == 0:
        split(s, rng)
    if now[BATCHES] > 1 and now[ARMS_LEFT] <= s.pairs.arm.shape[1] // 2 ** min(now[STAGE], 62) + s.extra:
        if merge(s, rng) <= s.batch_size / 2 and now[BATCHES] > 1:
            merge(s, rng)
        now[STAGE] += 1
    b, x = t % now[BATCHES], s.alpha * math.log(t + s.burn_in)
    while True:
        prune(s, b, x)
        if size[b] > 1 or now[BATCHES] == 1:
            break
        b = _join(s, b)
    place = _first(s, b, rng) if size[b] > 1 else 0
    return Duel(batch[b, place], batch[b, _second(s, b, place, rng)], 1.0, 1.0)


def _update(s: MergeDts, t, duel, outcome):
    record(s.pairs, duel.first, duel.second, outcome)


def _verdict(s: MergeDts):
    return s.batch[0, 0] if s.now[ARMS_LEFT] == 1 else -1


choose.register(MergeDts, _choose)
update.register(MergeDts, _update)
verdict.register(MergeDts, _verdict)
