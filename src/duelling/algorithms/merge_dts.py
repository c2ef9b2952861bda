r"""MergeDTS, for many arms: knock-out in batches as in MergeRUCB, with Thompson sampling inside the batch.

    first     the arm of the batch with most wins in a sample  θ_ij ~ Beta(w_ij + 1, w_ji + 1), i < j,  θ_ji = 1 - θ_ij
    second    argmin_{i ≠ first} φ_i  in a second sample  φ_i ~ Beta(w_i,first + 1, w_first,i + 1)

The second arm is the one that seems to lose most clearly to the first, so it is soon removed. ``shared/knock_out`` says
how arms are split, removed and merged. In addition, a batch with one arm is joined with the next batch when its turn
comes. Equals are decided at random. The chances of the arms have no closed form: duels carry the chance 1
for both arms.

Of the paper only the abstract was at hand. This follows its author's code, with three differences. The code draws θ_ij
and θ_ji independently; it counts a win and a loss of every pair before the first duel in its confidence bounds too; and
it sets t back at every stage. Here t runs on and the bounds contain the counts alone, as in MergeRUCB. The code merges
at floor(K/2^S) + 1 arms, which is ``merge_at="code"``.

[1] C. Li, I. Markov, M. de Rijke and M. Zoghi. MergeDTS: a method for effective large-scale online ranker evaluation.
    ACM Transactions on Information Systems 38(4), 2020.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared import knock_out
from duelling.algorithms.shared.confidence import least
from duelling.algorithms.shared.knock_out import (
    BATCHES,
    BEGIN,
    SIZE,
    BatchSize,
    KnockOut,
    MergeAt,
    MergeDelta,
    Width,
    adopt,
    ask,
    last_arm,
    level,
    next_stage,
    open_batch,
    prune,
    put,
    split,
    tell,
)
from duelling.algorithms.shared.meetings import wins_of
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.registry.facts import algorithm


class MergeDts(NamedTuple):
    knock_out: KnockOut  # joined batches may have any size
    score: np.ndarray  # working space: what decides on an arm of the batch, less is better


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
    alpha: Width = 1.01,
    batch_size: BatchSize = 4,
    delta: MergeDelta = 0.01,
    merge_at: MergeAt = "paper",
) -> MergeDts:
    """Knock-out in small batches of arms, in which Thompson sampling picks the best and the worst to duel."""
    return MergeDts(knock_out.start(arms, alpha, batch_size, delta, merge_at, 1), np.zeros(arms))


@jit
def _join(s, b):
    """Append the arm of batch b to the next batch, at the place of the earlier of the two; return that place."""
    n = s.now[BATCHES]
    after = b + 1 if b < n - 1 else 0
    kept, gone, made = min(b, after), max(b, after), 0
    for old in range(n):
        if old != gone:
            open_batch(s, made)
            if old == kept:
                put(s, made, after)
                put(s, made, b)
            else:
                put(s, made, old)
            made += 1
    adopt(s, made)
    return kept


@jit
def _sample(met, i, j, rng):
    """θ_ij."""
    wins, losses = wins_of(met, i, j)
    return rng.beta(wins + 1, losses + 1)


@jit
def _first(s, batch, rng):
    """The place in a batch of the arm with most wins in a sample."""
    met, score, count = s.knock_out.met, s.score, batch.size
    for k in range(count):
        score[k] = 0.0
    for k in range(count):
        for m in range(k + 1, count):
            score[k if _sample(met, batch[k], batch[m], rng) > 0.5 else m] -= 1.0
    return least(score[:count], rng)[0]


@jit
def _second(met, batch, place, rng):
    """The place in a batch of the arm with the smallest φ against the arm at ``place``."""
    worst, found = 2.0, place
    for k in range(batch.size):
        if k != place:
            phi = _sample(met, batch[k], batch[place], rng)
            if phi < worst:
                worst, found = phi, k
    return found


def _choose(s: MergeDts, t, rng):
    k = s.knock_out
    now, size = k.now, k.span[0, SIZE]
    if now[BATCHES] == 0:
        split(k, rng)
    next_stage(k, rng)
    b, x = t % now[BATCHES], level(k, t)
    while True:
        prune(k, b, x)
        if size[b] > 1 or now[BATCHES] == 1:
            break
        b = _join(k, b)
    begin = k.span[0, BEGIN, b]
    batch = k.batch[0, begin : begin + size[b]]
    place = _first(s, batch, rng) if batch.size > 1 else 0
    first, second = batch[place], batch[_second(k.met, batch, place, rng)]
    ask(k, first, second)
    return Duel(first, second, 1.0, 1.0)


def _update(s: MergeDts, t, duel, outcome):
    tell(s.knock_out, duel.first, duel.second, outcome)


def _verdict(s: MergeDts):
    return last_arm(s.knock_out)


choose.register(MergeDts, _choose)
update.register(MergeDts, _update)
verdict.register(MergeDts, _verdict)
