r"""MergeRUCB, for many arms: knock-out in small batches of arms, which are merged as they empty.

``shared/knock_out`` says how arms are split, removed and merged. Round t goes to batch t mod (number of batches);
batches with one arm are skipped while another has more. After removal, c is uniform on the rest of the batch and meets
d = argmax u_lc among the others. The last arm plays itself.

The paper was not at hand. This follows its author's code and one by the author of a successor, and the order of its
regret is quoted from others. The code merges at floor(K/2^S) + 1 arms, which is ``merge_at="code"``. Two rules are
added so that the algorithm always ends: batches are also merged when all of them have one arm, and a batch with one arm
that is the only batch ends it. A batch in which all pairs are at 1/2 stays for ever. Late outcomes count for their
pair, also when one of its arms has been removed.

[1] M. Zoghi, S. Whiteson and M. de Rijke. MergeRUCB: a method for large-scale online ranker evaluation. WSDM 2015.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared import knock_out
from duelling.algorithms.shared.knock_out import (
    ARMS_LEFT,
    BATCHES,
    BEGIN,
    SIZE,
    BatchSize,
    KnockOut,
    MergeAt,
    MergeDelta,
    Width,
    ask,
    last_arm,
    level,
    merge,
    next_stage,
    prune,
    split,
    tell,
)
from duelling.algorithms.shared.meetings import wins_of
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import nth
from duelling.registry.facts import algorithm


class MergeRucb(NamedTuple):
    knock_out: KnockOut


@algorithm(
    "merge-rucb",
    label="MergeRUCB",
    reference="Zoghi et al. 2015 (WSDM)",
    source="author's code",
    growth=0,
    family=("pink", 1),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(p²), p the size of a batch",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="O(K ln T)",
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Width = 1.01,
    batch_size: BatchSize = 4,
    delta: MergeDelta = 0.01,
    merge_at: MergeAt = "paper",
) -> MergeRucb:
    """Knock-out in small batches of arms, which are merged as they empty."""
    return MergeRucb(knock_out.start(arms, alpha, batch_size, delta, merge_at, 0))


@jit
def _upper(met, i, j, radius):
    """u_ij, where ``radius`` is sqrt(x)."""
    wins, losses = wins_of(met, i, j)
    n = wins + losses
    return wins / n + radius * (1 / math.sqrt(n)) if n > 0 else 2.0


@jit
def _rival(s, b, place, radius, rng):
    """The place in batch b of the largest bound against the arm at ``place``, random among equals; its chance."""
    batch, size = s.batch[0, s.span[0, BEGIN, b] :], s.span[0, SIZE, b]
    best, count, last = -np.inf, 0, place
    for k in range(size):
        if k != place:
            u = _upper(s.met, batch[k], batch[place], radius)
            if u > best:
                best, count, last = u, 1, k
            elif u == best:
                count += 1
    if count > 1:
        last = nth(int(rng.random() * count), size, _has_bound, s.met, batch, place, radius, best)
    return last, 1 / max(count, 1)


@jit
def _has_bound(k, met, batch, place, radius, bound):
    """Whether the arm at place k of a batch is another than the one at ``place``, with this bound against it."""
    return k != place and _upper(met, batch[k], batch[place], radius) == bound


def _choose(s: MergeRucb, t, rng):
    k = s.knock_out
    now, size = k.now, k.span[0, SIZE]
    if now[BATCHES] == 0:
        split(k, rng)
    if not next_stage(k, rng) and now[ARMS_LEFT] == now[BATCHES] > 1:
        merge(k, rng)
    b = t % now[BATCHES]
    while size[b] == 1 and now[ARMS_LEFT] > now[BATCHES]:
        b = (b + 1) % now[BATCHES]
    x = level(k, t)
    prune(k, b, x)
    place, p = 0, 1 / size[b]
    if size[b] > 1:
        place = int(rng.random() * size[b])
    other, p_second = _rival(k, b, place, math.sqrt(x), rng)
    begin = k.span[0, BEGIN, b]
    first, second = k.batch[0, begin + place], k.batch[0, begin + other]
    ask(k, first, second)
    return Duel(first, second, p, p_second)


def _update(s: MergeRucb, t, duel, outcome):
    tell(s.knock_out, duel.first, duel.second, outcome)


def _verdict(s: MergeRucb):
    return last_arm(s.knock_out)


choose.register(MergeRucb, _choose)
update.register(MergeRucb, _update)
verdict.register(MergeRucb, _verdict)
