r"""PCOMP: all pairs of the arms that are left duel equally often, in few batches. Arms leave only at the end of a
batch, so each batch is planned before its first outcome.

    batch r = 1, 2, ..., B:   every pair of A duels c_r = ⌊T^{r/B}⌋ times,   P̂_ij from this batch alone,
                              j leaves A if some i of A has P̂_ij > 1/2 + γ_r,   γ_r = sqrt(ln(1/δ) / (2 c_r)),
    δ = 1/(6 T K² B)

With B = ln T batches the lengths grow by the factor e. When one arm is left it plays itself. If there is a Condorcet
winner, better than j by ε_j = P_1j - 1/2, the expected strong regret is at most

    3 K T^{1/B} ln(6 T K² B) Σ_j 1/ε_j          for B <= ln T

A cycle can condemn all arms of A at once. Then no arm leaves, and the next batch decides. A batch ends when the duel
after its last one is asked for. An outcome that comes later is dropped, and γ is computed from the number of outcomes
that came in time.

[1] A. Agarwal, R. Ghuge and V. Nagarajan. Batched dueling bandits. ICML 2022. Algorithm 1, Theorem 3.1.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.core.winners import condorcet_winner
from duelling.errors import whole
from duelling.registry.facts import algorithm


class Pcomp(NamedTuple):
    log: float  # ln(1/δ)
    lengths: np.ndarray  # c_1, ..., c_B
    active: np.ndarray  # A
    # |A|; r - 1; the places in A of the present pair; how often it was chosen; the first round of this batch
    now: np.ndarray
    pair: np.ndarray  # of this batch, for i before j in A: COUNT: duels; AHEAD: wins of i minus those of j
    beaten: np.ndarray  # working space: the arms that leave


SIZE, BATCH, LEFT, RIGHT, PLAYED, FIRST = name_places(Pcomp, "now", "size batch left right played first")
COUNT, AHEAD = name_places(Pcomp, "pair", "count ahead")


def best_batches(horizon: int) -> int:
    """ln T, rounded down."""
    return max(1, int(math.log(horizon)))


def _bound(arms: int, horizon: int, preference: Any = None, *, batches: int | None = None) -> float | None:
    best, count = None if preference is None else condorcet_winner(preference), batches or best_batches(horizon)
    if best is None or count > max(1.0, math.log(horizon)):
        return None
    gaps = np.delete(np.asarray(preference, dtype=float)[best], best) - 0.5
    value = 3 * arms * horizon ** (1 / count) * math.log(6 * horizon * arms**2 * count) * (1 / gaps).sum()
    return float(min(horizon * gaps.max(), value))


@algorithm(
    "pcomp",
    label="PCOMP",
    reference="Agarwal, Ghuge and Nagarajan 2022, Algorithm 1",
    source="paper",
    growth=0,
    family=("wine", 4),
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
    bounds={"condorcet": Bound("3K T^{1/B} ln(6TK²B) Σ_j 1/Δ_j, B <= ln T", _bound, ("batches",))},
)
def start(
    arms: int,
    horizon: int,
    *,
    batches: Annotated[int | None, "How many batches there are at most; ln T, rounded, unless given."] = None,
) -> Pcomp:
    """All pairs of the arms that are left, in ``batches`` batches, ln T unless given; then the last arm itself."""
    batches = best_batches(horizon) if batches is None else whole("batches", batches)
    grown = (math.log(horizon) * r / min(batches, horizon) for r in range(1, min(batches, horizon) + 1))
    return Pcomp(
        log=math.log(6 * horizon * arms**2 * batches),
        lengths=np.array([int(math.exp(x) * (1 + 1e-12)) for x in grown]),
        active=np.arange(arms),
        now=np.array([arms, 0, 0, 1, 0, 1]),
        pair=np.zeros((2, arms, arms), np.int64),
        beaten=np.zeros(arms, np.int64),
    )


@jit
def _close(s, t):
    """Remove the arms that were beaten in this batch; the next batch begins in round t."""
    now, active, pair = s.now, s.active, s.pair
    size, gone = now[SIZE], 0
    for a in range(size):
        s.beaten[a] = 0
    for a in range(size):
        for b in range(a + 1, size):
            i, j = active[a], active[b]
            ahead = pair[AHEAD, i, j]
            if abs(ahead) > math.sqrt(2 * pair[COUNT, i, j] * s.log):
                s.beaten[b if ahead > 0 else a] = 1
            pair[COUNT, i, j], pair[AHEAD, i, j] = 0, 0
    for a in range(size):
        gone += s.beaten[a]
    if gone < size:
        kept = 0
        for a in range(size):
            if s.beaten[a] == 0:
                active[kept] = active[a]
                kept += 1
        now[SIZE] = kept
    now[BATCH], now[LEFT], now[RIGHT], now[PLAYED], now[FIRST] = now[BATCH] + 1, 0, 1, 0, t


def _choose(s: Pcomp, t, rng):
    now, active = s.now, s.active
    if now[SIZE] > 1:
        if now[PLAYED] >= s.lengths[min(now[BATCH], s.lengths.size - 1)]:
            now[PLAYED] = 0
            now[RIGHT] += 1
            if now[RIGHT] == now[SIZE]:
                now[LEFT] += 1
                now[RIGHT] = now[LEFT] + 1
                if now[RIGHT] == now[SIZE]:
                    _close(s, t)
        now[PLAYED] += 1
    if now[SIZE] == 1:
        return Duel(active[0], active[0], 1.0, 1.0)
    return Duel(active[now[LEFT]], active[now[RIGHT]], 1.0, 1.0)


def _update(s: Pcomp, t, duel, outcome):
    """Arms stay in ascending order in A."""
    if t >= s.now[FIRST] and s.now[SIZE] > 1 and duel.first != duel.second:
        i, j, gain = duel.first, duel.second, outcome
        if i > j:
            i, j, gain = j, i, -outcome
        s.pair[COUNT, i, j] += 1
        s.pair[AHEAD, i, j] += gain


def _verdict(s: Pcomp):
    return s.active[0] if s.now[SIZE] == 1 else -1


choose.register(Pcomp, _choose)
update.register(Pcomp, _update)
verdict.register(Pcomp, _verdict)
