r"""MDB, monitored duelling bandits: a base algorithm plays, and a share γ of the rounds goes over all pairs in turn.
When the preferences of one pair have changed, the base starts again.

    N = K(K-1)/2 pairs in a random order;     in each N/γ rounds (rounded down) since the start or the last change,
    the first N play each pair once;     the base plays the others
    of each pair the last w outcomes in these sweeps are kept; when the wins in the newer half differ from those in the
    older half by more than b, the base starts again and all outcomes are forgotten

    C = ln((4T+2) sqrt(T) / (K sqrt(M))),   w = the even number from 8C/δ² on,   b = sqrt(wC/2),
    γ = (K-1)/2 sqrt(Mw/T), at most 1

M is the number of phases between changes, δ the smallest change that must be seen. Without a change a test is wrong
with a chance of at most 2 exp(-2b²/w) = 2 e^-C by Hoeffding's inequality. A change by δ moves the difference of the
halves by δw/2 >= 2b on average. With γ = 1 there is nothing but sweeps: then T is too short for so small a change.

Of the paper only the abstract was at hand. The rules and numbers follow its published code without the counters that
save memory. The base is not told what the sweeps show. A tie is half a win. Outcomes that come after a restart are
dropped.

[1] P. Kolpaczki, E. Hüllermeier and V. Bengs. Piecewise-stationary dueling bandits. TMLR 2024.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.triangle import pairs
from duelling.algorithms.shared.windows import HALVES, changed, forget
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places, restore, write_out
from duelling.errors import WrongValue, above, whole
from duelling.registry.choice import choice
from duelling.registry.facts import algorithm


class Mdb(NamedTuple):
    cycle: int  # the rounds of a sweep and of the base until the next sweep
    limit: float  # 2b
    base: Any
    fresh: Any  # the base in its initial state
    order: np.ndarray  # [p, :]: the arms of pair p; random up to DRAWN
    outcomes: np.ndarray  # [p, :]: the last outcomes of pair p in sweeps, as a ring buffer
    half: np.ndarray  # [p, :]: how many there were; the sums of the newer and the older half; empty if no w are kept
    now: np.ndarray  # the round in which the base began, 0 before it does; how many pairs have their place


TOGETHER = 64  # pairs whose places are drawn in one round
BEGUN, DRAWN = name_places(Mdb, "now", "begun drawn")
COUNT, NEWER, OLDER = name_places(Mdb, "half", HALVES, axis=-1)


class Numbers(NamedTuple):
    """What follows from K, T, M and δ."""

    window: int  # w
    limit: float  # b
    share: float  # γ


def numbers_of(arms: int, horizon: int, phases: int, change: float) -> Numbers:
    """w, b and γ."""
    log = max(0.0, math.log((4 * horizon + 2) * math.sqrt(horizon) / (math.sqrt(phases) * arms)))
    w = 2 * max(1, math.ceil(4 * log / max(change, 1e-7) ** 2))
    return Numbers(w, math.sqrt(w * log / 2), min(1.0, (arms - 1) / 2 * math.sqrt(phases * w / horizon)))


@algorithm(
    "mdb",
    label="MDB",
    reference="Kolpaczki, Hüllermeier and Bengs 2024",
    source="author's code",
    growth=0,
    examples=("base=rucb,phases=2,change=1",),
    family=("wine", 0),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) in a sweep, otherwise that of the base",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    base: Annotated[str, "The algorithm that plays, with its parameters if they need no comma."] = "ws-s",
    phases: Annotated[int, "How many phases there are in which preferences do not change, M."] = 10,
    change: Annotated[float, "The smallest change of a preference that must be seen."] = 0.5,
) -> Mdb:
    """A base plays, and sweeps over all pairs watch for a change; after one the base starts again."""
    whole("phases", phases)
    above("change", change, 0, 1)
    inside = choice(base)
    if inside.algorithm.name == "mdb":
        raise WrongValue(f"base must be another algorithm than mdb, got {base!r}")
    found, count = numbers_of(arms, horizon, min(phases, horizon), change), pairs(arms)
    cycle = max(count, math.floor(count / found.share))
    inner = inside.start(arms, horizon)
    write_out(inner)
    kept = found.window if found.window * cycle <= horizon + cycle else 0  # in this horizon no pair has w outcomes
    return Mdb(
        cycle=cycle,
        limit=2 * found.limit,
        base=inner,
        fresh=inside.start(arms, horizon),
        order=np.ascontiguousarray(np.stack(np.triu_indices(arms, 1), axis=1)),
        outcomes=np.zeros((count, kept), np.int8),
        half=np.zeros((count if kept else 0, 3), np.int64),  # with many arms they would be most of the memory
        now=np.zeros(2, np.int64),
    )


def _choose(s: Mdb, t, rng):
    now = s.now
    if now[BEGUN] == 0:
        now[BEGUN] = t
        restore(s.base, s.fresh)
    place = _place(s, t)
    if place < len(s.order):
        while now[DRAWN] <= place:
            _draw_places(s.order, now, rng)
        return Duel(s.order[place, 0], s.order[place, 1], 1.0, 1.0)
    return choose(s.base, _local(s, t), rng)


@jit
def _draw_places(order, now, rng):
    """Draw which pairs stand at the next places. To draw all at once takes as long as many rounds."""
    for p in range(now[DRAWN], min(now[DRAWN] + TOGETHER, len(order) - 1)):
        q = p + int(rng.random() * (len(order) - p))
        for k in range(2):
            order[p, k], order[q, k] = order[q, k], order[p, k]
    now[DRAWN] += TOGETHER


@jit
def _place(s, t):
    """The place of round t in its cycle."""
    return (t - s.now[BEGUN]) % s.cycle


@jit
def _local(s, t):
    """How many rounds the base has with this one, since it began."""
    past = t - s.now[BEGUN]
    return past // s.cycle * (s.cycle - len(s.order)) + past % s.cycle - len(s.order) + 1


def _update(s: Mdb, t, duel, outcome):
    now = s.now
    if now[BEGUN] > 0 and t >= now[BEGUN]:
        place = _place(s, t)
        if place >= len(s.order):
            update(s.base, _local(s, t), duel, outcome)
        elif _asked(s, place, duel) and changed(s.outcomes, s.half, s.limit, place, outcome):
            now[BEGUN] = 0
            forget(s.half)


@jit
def _asked(s, place, duel):
    """Whether this is the duel of a place in the sweep, and of one that has its pair."""
    return place < s.now[DRAWN] and duel.first == s.order[place, 0] and duel.second == s.order[place, 1]


choose.register(Mdb, _choose)
update.register(Mdb, _update)
