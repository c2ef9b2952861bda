r"""Knock-out in small batches of arms, which MergeRUCB and MergeDTS share.

    u_kl = w_kl/N_kl + sqrt(x/N_kl),     x = α ln(t + C),     C = ((4α-1) K² / ((2α-1) δ))^{1/(2α-1)}

``split``       shuffles the arms and puts them into batches of p
``prune``       removes every arm k of a batch with u_kl < 1/2 for an l in it, for good
``next_stage``  merges batches when at most K/2^S arms are left in stage S = 1, 2, ..., and begins the next stage
``merge``       joins the smallest batch with the largest, the next smallest with the next largest and so on, as long as
                two have together at most 1.5 p arms; once more if the smallest result has at most p/2 arms

Only a pair that is not at 1/2 lets an arm leave. With ``merge_at="code"`` batches are merged at floor(K/2^S) + 1 arms,
as in the authors' code.

Only arms of one batch ever meet, so ``shared/meetings`` keeps what they count, and the batches stand one behind the
other: O(K p) numbers in MergeRUCB. ``shared/confidence`` explains τ_kl, the x from which on u_kl >= 1/2. It changes
when k and l meet, and x grows: as long as the largest τ_kl that k ever had is at most x, no l has to be looked at.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared import meetings
from duelling.algorithms.shared.confidence import burn_in, threshold
from duelling.algorithms.shared.meetings import Meetings, count, meet, wins_of
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
    met: Meetings  # w
    batch: np.ndarray  # [0]: the arms of all batches, one batch behind the other; [1]: working space for new batches
    span: np.ndarray  # [0]: where each batch begins and how many arms it has; [1]: working space
    arm: np.ndarray  # for each arm the largest τ_kl that it ever had; 1 where it has left
    now: np.ndarray  # the number of batches, 0 before the first round; S; the arms in all batches


BATCHES, STAGE, ARMS_LEFT = name_places(KnockOut, "now", "batches stage arms_left")
BEGIN, SIZE = name_places(KnockOut, "span", "begin size", axis=1)
WORST, OUT = name_places(KnockOut, "arm", "worst out")


def start(arms: int, alpha: float, batch_size: int, delta: float, merge_at: str, joins: int) -> KnockOut:
    """The state before the first round. ``joins``: 1 where batches of one arm are put to others of any size."""
    above("alpha", alpha, 0.5)
    chance("delta", delta)
    one_of("merge_at", merge_at, ("paper", "code"))
    p = min(whole("batch_size", batch_size, 4), arms)
    constant, n = burn_in(arms, alpha, delta), -(-arms // p)
    if not constant < 1e300:
        raise WrongValue(f"alpha must be further above 1/2 for {arms} arms, got {alpha!r}")
    large = 1.5 * p + n  # a join makes one batch larger by one arm, and there is one batch less
    pairs = 0.75 * p * arms + joins * large**2 / 2  # that may be in one batch at once
    return KnockOut(
        alpha=float(alpha),
        burn_in=float(math.ceil(constant)),
        batch_size=p,
        extra=int(merge_at == "code"),
        met=meetings.start(arms, int(pairs)),
        batch=np.zeros((2, arms), np.int64),
        span=np.zeros((2, 2, n), np.int64),
        arm=np.zeros((2, arms)),
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
    for k in range(arms):
        s.batch[0, k] = k
    _shuffle(s.batch[0], arms, rng)
    for b in range((arms + p - 1) // p):
        s.span[0, BEGIN, b], s.span[0, SIZE, b] = b * p, min(p, arms - b * p)
    s.now[BATCHES] = (arms + p - 1) // p


@jit
def put(s, made, b):
    """Append the arms of batch b to the new batch number ``made``, behind which nothing stands yet."""
    begin = s.span[0, BEGIN, b]
    end = s.span[1, BEGIN, made] + s.span[1, SIZE, made]
    for k in range(s.span[0, SIZE, b]):
        s.batch[1, end + k] = s.batch[0, begin + k]
    s.span[1, SIZE, made] += s.span[0, SIZE, b]


@jit
def open_batch(s, made):
    """Begin the new batch number ``made``, behind the one before it."""
    s.span[1, BEGIN, made] = s.span[1, BEGIN, made - 1] + s.span[1, SIZE, made - 1] if made > 0 else 0
    s.span[1, SIZE, made] = 0


@jit
def adopt(s, made):
    """The new batches, ``made`` of them, take the place of the old ones."""
    for k in range(s.batch.shape[1]):
        s.batch[0, k] = s.batch[1, k]
    for b in range(made):
        s.span[0, BEGIN, b], s.span[0, SIZE, b] = s.span[1, BEGIN, b], s.span[1, SIZE, b]
    s.now[BATCHES] = made


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
    size, n = s.span[0, SIZE], s.now[BATCHES]
    order = np.arange(n)
    _shuffle(order, n, rng)
    _sort_by_size(order, size)
    i, j, made, smallest = 0, n - 1, 0, s.now[ARMS_LEFT]
    while i <= j:
        large, small = order[j], order[i]
        open_batch(s, made)
        put(s, made, large)
        if i < j and size[large] + size[small] <= 1.5 * s.batch_size:
            put(s, made, small)
            i += 1
        j -= 1
        smallest = min(smallest, s.span[1, SIZE, made])
        made += 1
    adopt(s, made)
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
    due = now[BATCHES] > 1 and now[ARMS_LEFT] <= s.arm.shape[1] // 2 ** min(now[STAGE], 62) + s.extra
    if due:
        merge(s, rng)
        now[STAGE] += 1
    return due


@jit
def level(s, t):
    """x in round t."""
    return s.alpha * math.log(t + s.burn_in)


@jit
def _beaten(s, b, arm, x):
    """Whether ``arm`` is certainly beaten by one of batch b."""
    begin, beaten = s.span[0, BEGIN, b], False
    if s.arm[WORST, arm] > x:
        for m in range(begin, begin + s.span[0, SIZE, b]):
            wins, losses = wins_of(s.met, arm, s.batch[0, m]) if s.batch[0, m] != arm else (0.0, 0.0)
            beaten = beaten or threshold(wins, losses) > x
    return beaten


@jit
def prune(s, b, x):
    """Remove from batch b, one at a time, the arms that are certainly beaten by one that is still in it."""
    batch, begin, size = s.batch[0], s.span[0, BEGIN, b], s.span[0, SIZE]
    k = 0
    while k < size[b]:
        arm = batch[begin + k]
        if _beaten(s, b, arm, x):
            s.arm[OUT, arm] = 1.0
            size[b] -= 1
            s.now[ARMS_LEFT] -= 1
            for m in range(begin + k, begin + size[b]):
                batch[m] = batch[m + 1]
        else:
            k += 1


@jit
def ask(s, first, second):
    """Two arms of one batch are to meet."""
    meet(s.met, first, second, s.arm[OUT])


@jit
def tell(s, first, second, outcome):
    """Count a duel of any two arms."""
    count(s.met, first, second, outcome)
    if first != second:
        wins, losses = wins_of(s.met, first, second)
        s.arm[WORST, first] = max(s.arm[WORST, first], threshold(wins, losses))
        s.arm[WORST, second] = max(s.arm[WORST, second], threshold(losses, wins))


@jit
def last_arm(s):
    """The only arm left, or -1."""
    return s.batch[0, s.span[0, BEGIN, 0]] if s.now[ARMS_LEFT] == 1 else -1
