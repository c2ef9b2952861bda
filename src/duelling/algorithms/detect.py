r"""DETECT: a base algorithm finds a winner. The winner then meets all other arms in turn, until the preferences of one
of these pairs have changed; then the base starts again.

    explore   the base plays T~ rounds; I is the first arm of the duel that it would play next
    watch     I meets the others in turn, from arm 0 on; for each the last w outcomes are kept, and when in one pair the
              wins in the newer half differ from those in the older half by more than b, the base starts again

    w = the even number from (16 ln T + 6) / δ² on,     b = sqrt(w (ln T + 3/8))
    T~ = (ln(T / ((1 - e^{-q}) ln T)) / q + K - 1)²,     q = (2p - 1)²

Without a change the test is wrong with a chance of at most 2 exp(-2b²/w) < 1/T², by Hoeffding's inequality; so
over all rounds with one below 1/T. A preference that changes by δ moves the difference by δw/2 >= 2b on average. So the
change is found within w/2 duels of its pair, except with chance 1/T. In the watch every duel contains I: weak
regret is 0 if I is the Condorcet winner.

T~ is made for Beat the Winner, whose first arm is the host. The best arm wins with a chance of at least p. As host
it loses block n with a chance of at most e^{-qn}. It may wait K - 1 blocks for its turn. After these it is host
from block ln(T/((1-e^{-q}) ln T))/q on, except with chance ln T / T, and n blocks have at most n² rounds. For
another base ``explore`` sets T~. Any algorithm for a finite number of arms can be the base. Its first arm should be the
one that it considers best, as in Winner Stays, RUCB and RMED.

Of the paper only the abstract was at hand. The rules and numbers follow its published code; the reasons above are ours,
and T~ is rounded up. A tie is half a win. Outcomes that come after the end of their phase are dropped.

[1] P. Kolpaczki, E. Hüllermeier and V. Bengs. Piecewise-stationary dueling bandits. TMLR 2024.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.windows import HALVES, changed, forget
from duelling.core.jit import jit
from duelling.core.protocol import ENDLESS, Duel, choose, update
from duelling.core.states import name_places, restore, write_out
from duelling.errors import WrongValue, above, whole
from duelling.registry.choice import choice
from duelling.registry.facts import algorithm


class Detect(NamedTuple):
    explore: int  # T~
    limit: float  # 2b
    base: Any
    fresh: Any  # the base in its initial state
    # the round in which the base began, 0 before it does; I, -1 while it explores; the first round of the watch; the
    # next arm in turn
    now: np.ndarray
    outcomes: np.ndarray  # [j, :]: the last outcomes of I against j, as a ring buffer
    half: np.ndarray  # [j, :]: how many there were; the sums of the newer and the older half of the last w


BEGUN, INCUMBENT, FIRST, NEXT = name_places(Detect, "now", "begun incumbent first next")
COUNT, NEWER, OLDER = name_places(Detect, "half", HALVES, axis=-1)


def exploring(arms: int, horizon: int, p_min: float) -> int:
    """T~."""
    log, q = max(1.0, math.log(horizon)), (2 * p_min - 1) ** 2
    blocks = math.log(horizon / (-math.expm1(-q) * log)) / q + arms - 1
    return math.ceil(min(blocks**2, ENDLESS))


def window(horizon: int, change: float) -> int:
    """w."""
    change = max(change, 1e-7)  # so that w is finite; no run is that long
    return 2 * math.ceil((16 * math.log(horizon) + 6) / change**2 / 2)


@algorithm(
    "detect",
    label="DETECT",
    reference="Kolpaczki, Hüllermeier and Bengs 2024",
    source="author's code",
    growth=0,
    examples=("base=ws-w,explore=60,change=1",),
    family=("green", 4),
    winners=("condorcet",),
    regret="weak",
    adversarial=False,
    anytime=False,
    cost="O(1) in the watch, before it that of the base",
    folds=False,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    base: Annotated[
        str, "The algorithm that finds the winner, with its parameters if they need no comma."
    ] = "beat-the-winner",
    p_min: Annotated[float, "The best arm wins with at least this chance."] = 0.7,
    change: Annotated[float, "The smallest change of a preference that must be seen."] = 0.5,
    explore: Annotated[
        int | None,
        "How many rounds the base plays before its winner is watched; enough for beat-the-winner unless given.",
    ] = None,
) -> Detect:
    """The winner that ``base`` finds meets all arms in turn; when a preference changes, the base starts again.

    The best arm wins with a chance of at least ``p_min``, and a changed preference changes by at least ``change``.
    """
    above("p_min", p_min, 0.5, 1)
    above("change", change, 0, 1)
    inside = choice(base)
    if inside.algorithm.name == "detect":
        raise WrongValue(f"base must be another algorithm than detect, got {base!r}")
    rounds = min(horizon, exploring(arms, horizon, p_min) if explore is None else whole("explore", explore))
    inner, w = inside.start(arms, rounds), window(horizon, change)
    write_out(inner)
    kept = w if w * (arms - 1) <= horizon else 0  # in this horizon no pair has w outcomes
    return Detect(
        explore=rounds,
        limit=2 * math.sqrt(w * (math.log(horizon) + 3 / 8)),
        base=inner,
        fresh=inside.start(arms, rounds),
        now=np.array([0, -1, 0, 0]),
        outcomes=np.zeros((arms, kept), np.int8),
        half=np.zeros((arms, 3), np.int64),
    )


def _choose(s: Detect, t, rng):
    now = s.now
    if now[BEGUN] == 0:
        now[BEGUN] = t
        restore(s.base, s.fresh)
    if now[INCUMBENT] < 0:
        local = t - now[BEGUN] + 1
        duel = choose(s.base, local, rng)
        if local <= s.explore:
            return duel
        now[INCUMBENT], now[FIRST], now[NEXT] = duel.first, t, 0
    return Duel(now[INCUMBENT], _challenger(now, len(s.half)), 1.0, 1.0)


@jit
def _challenger(now, arms):
    """The next arm in turn that is not the incumbent."""
    j = now[NEXT] if now[NEXT] != now[INCUMBENT] else (now[NEXT] + 1) % arms
    now[NEXT] = (j + 1) % arms
    return j


def _update(s: Detect, t, duel, outcome):
    now = s.now
    if now[BEGUN] > 0 and t >= now[BEGUN]:
        if now[INCUMBENT] < 0:
            update(s.base, t - now[BEGUN] + 1, duel, outcome)
        elif (
            t >= now[FIRST]
            and duel.first == now[INCUMBENT]
            and changed(s.outcomes, s.half, s.limit, duel.second, outcome)
        ):
            now[BEGUN], now[INCUMBENT] = 0, -1
            forget(s.half)


choose.register(Detect, _choose)
update.register(Detect, _update)
