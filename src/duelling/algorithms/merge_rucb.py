r"""MergeRUCB: knock-out in small batches of arms, which are merged as they empty; for many arms.

    u_kl = w_kl/N_kl + sqrt(α ln(t + C) / N_kl),     C = ((4α-1) K² / ((2α-1) δ))^{1/(2α-1)}

The shuffled arms are split into batches of p. Round t goes to batch t mod (number of batches); batches with one arm are
passed over while another has more. From the batch, every arm k with u_kl < 1/2 for an l in it is removed for good;
then c, uniform on what is left, meets d = argmax u_lc among the others. When at most K/2^S arms are left in stage
S = 1, 2, ..., batches are merged, smallest with largest, as long as two have together at most 1.5 p arms; once more if
the smallest has at most p/2 then; and the next stage begins. The last arm plays itself.

The paper was not at hand; this follows its author's code and one by the author of a successor, and the order of its
regret is quoted from others. The code merges at floor(K/2^S) + 1 arms, which is ``merge_at="code"``. Two rules only
make sure that it ends: batches are also merged when all have one arm, and a batch with one arm that stands alone ends
it. A batch needs a pair that is not at 1/2, or it stays for ever. Late outcomes count for their pair, also when one of
its arms has been removed.

[1] M. Zoghi, S. Whiteson and M. de Rijke. MergeRUCB: a method for large-scale online ranker evaluation. WSDM 2015.
"""

import math
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import TAU, Pairs, burn_in, record, upper
from duelling.algorithms.shared.settings import Radius
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import nth
from duelling.errors import WrongValue, above, chance, whole
from duelling.registry.facts import algorithm
from duelling.registry.parameters import one_of

BatchSize = Annotated[int, "How many arms a batch has at the start."]
MergeDelta = Annotated[float, "The chance with which the confidence bounds may fail."]
MergeAt = Annotated[
    Literal["paper", "code"], "When batches are merged: at K/2^S arms, or at floor(K/2^S) + 1 as in the author's code."
]

BATCHES, STAGE, ARMS_LEFT = range(3)  # places in ``now``


class MergeRucb(NamedTuple):
    alpha: float  # α
    burn_in: float  # C
    batch_size: int  # p
    extra: int  # batches are merged at floor(K/2^S) + extra arms
    pairs: Pairs
    batch: np.ndarray  # [b, :] are the arms of batch b; [n + b, :] room to build merged ones, n their number at first
    size: np.ndarray  # of each batch
    now: np.ndarray  # BATCHES: 0 before the first round; STAGE: S; ARMS_LEFT: in all batches


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
    alpha: Radius = 1.01,
    batch_size: BatchSize = 4,
    delta: MergeDelta = 0.01,
    merge_at: MergeAt = "paper",
) -> MergeRucb:
    """Knock-out in small batches of arms, which are merged as they empty."""
    return MergeRucb(**knock_out(arms, alpha, batch_size, delta, merge_at, 1.5))


def knock_out(arms: int, alpha: float, batch_size: int, delta: float, merge_at: str, most: float) -> dict[str, Any]:
    """The fields of a fresh state; no batch will have more than ``most`` p arms."""
    above("alpha", alpha, 0.5)
    chance("delta", delta)
    one_of("merge_at", merge_at, ("paper", "code"))
    p = min(whole("batch_size", batch_size, 4), arms)
    constant, n = burn_in(arms, alpha, delta), -(-arms // p)
    if not constant < 1e300:
        raise WrongValue(f"alpha must be further above 1/2 for {arms} arms, got {alpha!r}")
    return {
        "alpha": float(alpha),
        "burn_in": float(math.ceil(constant)),
        "batch_size": p,
        "extra": int(merge_at == "code"),
        "pairs": confidence.start(arms),
        "batch": np.zeros((2 * n, min(arms, int(most * p))), np.int64),
        "size": np.zeros(2 * n, np.int64),
        "now": np.array([0, 1, arms]),
    }


@jit
def _shuffle(items, count, rng):
    """A uniform order of the first ``count`` items."""
    for k in range(count - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        items[k], items[other] = items[other], items[k]


@jit
def split(s, rng):
    """The batches of the first round."""
    arms, p = s.now[ARMS_LEFT], s.batch_size
    order = np.arange(arms)
    _shuffle(order, arms, rng)
    for k in range(arms):
        s.batch[k // p, k % p] = order[k]
        s.size[k // p] += 1
    s.now[BATCHES] = (arms + p - 1) // p


@jit
def merge(s, rng):
    """Smallest with largest, in a random order of those with equal size; the number of arms in the smallest result."""
    batch, size, n, room = s.batch, s.size, s.now[BATCHES], s.size.size // 2
    order = np.arange(n)
    _shuffle(order, n, rng)
    order = order[np.argsort(size[order], kind="mergesort")]  # which keeps the order of equals
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
def prune(s, b, x):
    """Remove from batch b, one at a time, who is surely beaten by one that is still in it."""
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
def _rival(s, b, place, radius, rng):
    """The place in batch b of the largest bound against the arm at ``place``, uniform among equals, and its chance."""
    c, best, count, last = s.batch[b, place], -np.inf, 0, place
    for k in range(s.size[b]):
        if k != place:
            u = upper(s.pairs, s.batch[b, k], c, radius)
            if u > best:
                best, count, last = u, 1, k
            elif u == best:
                count += 1
    if count > 1:
        last = nth(int(rng.random() * count), s.size[b], _has_bound, s, b, place, radius, best)
    return last, 1 / max(count, 1)


@jit
def _has_bound(k, s, b, place, radius, bound):
    """Whether the arm at place k of batch b is another than the one at ``place``, with this bound against it."""
    return k != place and upper(s.pairs, s.batch[b, k], s.batch[b, place], radius) == bound


def _choose(s: MergeRucb, t, rng):
    now, size, batch = s.now, s.size, s.batch
    if now[BATCHES] == 0:
        split(s, rng)
    if now[BATCHES] > 1:
        due = now[ARMS_LEFT] <= s.pairs.arm.shape[1] // 2 ** min(now[STAGE], 62) + s.extra
        if due or now[ARMS_LEFT] == now[BATCHES]:
            if merge(s, rng) <= s.batch_size / 2 and now[BATCHES] > 1:
                merge(s, rng)
            if due:
                now[STAGE] += 1
    b = t % now[BATCHES]
    while size[b] == 1 and now[ARMS_LEFT] > now[BATCHES]:
        b = (b + 1) % now[BATCHES]
    x = s.alpha * math.log(t + s.burn_in)
    prune(s, b, x)
    place, p = 0, 1 / size[b]
    if size[b] > 1:
        place = int(rng.random() * size[b])
    other, p_second = _rival(s, b, place, math.sqrt(x), rng)
    return Duel(batch[b, place], batch[b, other], p, p_second)


def _update(s: MergeRucb, t, duel, outcome):
    record(s.pairs, duel.first, duel.second, outcome)


def _verdict(s: MergeRucb):
    return s.batch[0, 0] if s.now[ARMS_LEFT] == 1 else -1


choose.register(MergeRucb, _choose)
update.register(MergeRucb, _update)
verdict.register(MergeRucb, _verdict)
