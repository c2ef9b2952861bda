r"""Beat the Winner: the winner of a block of duels meets the arm that has waited longest. Each block is longer.

    block r = 1, 2, ...: the host and its challenger duel until one has r wins; it is the next host, the loser goes to
                         the end of the queue, and the head of the queue is the next challenger
    reset, with a gap Δ: the c-th block of a host ends at N_c = ⌈ln(c(c+1) e/(e-1)) / (4Δ²)⌉ wins; a new host has c = 1
    modified:            every arm has its own r_i >= 1; a block ends at r_host wins, then the winner's r grows by one,
                         the loser's falls by one, and the next challenger is drawn in proportion to r_i

If one arm beats every other with chance p > 1/2 or more, the expected number of duels without it is finite. The
arm waits at most m = K - 2 blocks at the start, which have m² duels. It waits m more blocks, which have m (2n + m)
duels, after each block n that it loses. It loses block n with a chance b_n of at most that of n losses among 2n -
1 duels. The sum m² + Σ_n b_n m (2n + m) has a closed form, since b_n = (2p-1) Σ_{k>=n} C(2k-1, k) (p(1-p))^k:

    m² + m x (K/(2p-1)² + 6x/(2p-1)⁴),     x = p (1-p)

With reset, if p >= 1/2 + Δ, the best arm loses a race to N wins with a chance of at most exp(-4NΔ²), by
Hoeffding's inequality. For N_c this is (1 - 1/e) / (c(c+1)), and the sum over c is 1 - 1/e. So an arm that becomes host
stays host for ever with a chance of at least 1/e, and it waits at most e times on average. While it waits, it
loses each challenge with a chance of at most ρ = (1 - 1/e)/2, and the m blocks before challenge a + 1 have c <=
a(K-1) + 1, ..., a(K-1) + m. So there are at most

    e Σ_{a>=0} ρ^a Σ_{k=1}^{m} (2 N_{a(K-1)+k} - 1)     =  O(K ln K / Δ²)

duels without it. The reset makes the host easy to replace after a change of the preferences. The published code has N_c
= c, which is ``gap=none``. Then the host stays for ever only with a chance of Π_c (1 - e^{-4cΔ²}) or more, about
e^{-π²/(24Δ²)}, and regret looks linear for a long time.

A tie gives each side half a win; a block goes on where both sides would end it. A late outcome counts if its pair is
the present one.

Only the abstracts of [1] and [2] were at hand. All rules follow the published code for [2]. The orders of the bounds
are those that the papers state, and the constants are proved above. No bound is known for the modified form.

[1] E. Peköz, S. M. Ross and Z. Zhang. Dueling bandit problems. Probability in the Engineering and Informational
    Sciences 36(2), 2022.
[2] P. Kolpaczki, E. Hüllermeier and V. Bengs. Piecewise-stationary dueling bandits. TMLR 2024. (Beat the Winner Reset)
"""

import math
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other, tree_draw, tree_of, tree_set
from duelling.core.states import name_places
from duelling.core.winners import condorcet_winner
from duelling.errors import above
from duelling.registry.facts import algorithm

GAP = 0.05  # the default assumption about the margin of the best arm
START, DUEL, NEXT = range(3)  # what the next choice does: draw a first pair, repeat the pair, draw a challenger


class BeatTheWinner(NamedTuple):
    reset: int  # 1: the block number c starts at 1 whenever the host loses
    scale: float  # 1/(4Δ²); 0: N_c = c
    # the pair; the wins that end this block, r or N_c; those of both, doubled; what comes next; the number of this
    # block, r or c; the head of the queue, and from QUEUE on a ring of the K - 2 arms that wait, before the first draw
    # all arms. One array, since the compiler counts references
    now: np.ndarray


class ModifiedBeatTheWinner(NamedTuple):
    now: np.ndarray  # as above up to PHASE; NEEDED is r of the host
    tree: np.ndarray  # a sum tree of r_i of the others, with 0 for the host
    arms: int


HOST, CHALLENGER, NEEDED, HOST_WINS, CHALLENGER_WINS, PHASE, BLOCK, HEAD, QUEUE = name_places(
    BeatTheWinner, "now", "host challenger needed host_wins challenger_wins phase block head queue..."
)
name_places(ModifiedBeatTheWinner, "now", "host challenger needed host_wins challenger_wins phase")  # the same numbers


def waiting(preference: Any) -> float | None:
    """A bound on the expected number of duels without the Condorcet winner, over all rounds."""
    win = np.asarray(preference, dtype=float)
    best = condorcet_winner(win)
    if best is None:
        return None
    p, m = float(np.delete(win[best], best).min()), len(win) - 2
    x, gap = p * (1 - p), 2 * p - 1
    return m**2 + m * x * (len(win) / gap**2 + 6 * x / gap**4)


def waiting_with_reset(preference: Any, gap: float) -> float | None:
    """The same bound for N_c with this gap; None where the best arm wins by less."""
    win = np.asarray(preference, dtype=float)
    best, arms = condorcet_winner(win), len(win)
    if best is None or np.delete(win[best], best).min() < 0.5 + gap - 1e-12:
        return None
    blocks = np.arange(200)[:, None] * (arms - 1) + np.arange(1, arms - 1)  # ρ^200 is negligible
    duels = 2 * np.ceil(np.log(blocks * (blocks + 1.0) / (1 - 1 / math.e)) / (4 * max(gap, 1e-8) ** 2)) - 1
    return float(math.e * (((1 - 1 / math.e) / 2) ** np.arange(200) @ duels.sum(axis=1)))


def _times(duels: float | None, preference: Any) -> float | None:
    win = np.asarray(preference, dtype=float)
    return None if duels is None else duels * float(win[condorcet_winner(win)].max() - 0.5)


def _bound(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(None if preference is None else waiting(preference), preference)


def _reset_bound(arms: int, horizon: int, preference: Any = None, *, gap: float | None = GAP) -> float | None:
    return _times(None if preference is None or gap is None else waiting_with_reset(preference, gap), preference)


def _twice(bound: Callable[..., float | None]) -> Callable[..., float | None]:
    """The bound on utility regret under a linear link, which is twice the Condorcet regret."""

    def value(*given: Any, **parameters: Any) -> float | None:
        found = bound(*given, **parameters)
        return None if found is None else 2 * found

    return value


FORMULA = "(m² + m x (K/(2p-1)² + 6x/(2p-1)⁴)) r, m = K-2, x = p(1-p), p = min P_1j, r the largest loss of an arm"
RESET_FORMULA = (
    "e Σ_a ρ^a Σ_{k=1}^{K-2} (2 N_{a(K-1)+k} - 1) r, ρ = (1-1/e)/2, N_c = ⌈ln(c(c+1)e/(e-1))/(4Δ²)⌉, "
    "Δ <= min P_1j - ½, r the largest loss of an arm"
)
FACTS: dict[str, Any] = {
    "winners": ("condorcet", "utility"),
    "regret": "weak",
    "adversarial": False,
    "anytime": True,
}


@algorithm(
    "beat-the-winner",
    label="Beat the Winner",
    reference="Peköz, Ross and Zhang 2022",
    source="description",
    growth=0,
    family=("green", 2),
    cost="O(1)",
    folds=False,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "condorcet": Bound(FORMULA, _bound),
        "utility": Bound(f"{FORMULA}, linear link", _twice(_bound)),
    },
    **FACTS,
)
def start(arms: int, horizon: int) -> BeatTheWinner:
    """The first to r wins meets the arm that waited longest, r = 1, 2, ..."""
    return _start(arms, 0, 0.0)


@algorithm(
    "beat-the-winner-reset",
    label="Beat the Winner Reset",
    reference="Kolpaczki, Hüllermeier and Bengs 2024",
    source="author's code",
    growth=0,
    examples=("gap=none",),
    family=("green", 3),
    cost="O(1)",
    folds=False,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "condorcet": Bound(RESET_FORMULA, _reset_bound, ("gap",)),
        "utility": Bound(f"{RESET_FORMULA}, linear link", _twice(_reset_bound), ("gap",)),
    },
    **FACTS,
)
def start_reset(
    arms: int,
    horizon: int,
    *,
    gap: Annotated[
        float | None,
        "The best arm wins with a chance of at least 1/2 + gap; none makes block c of a host end at c wins.",
    ] = GAP,
) -> BeatTheWinner:
    """The first to N_c wins meets the arm that waited longest; a new winner begins with short blocks again.

    The best arm must win with a chance of at least 1/2 + ``gap``.
    """
    if gap is not None:
        above("gap", gap, 0, 0.5)
    scale = 0.0 if gap is None else 1 / (4 * max(gap, 1e-8) ** 2)  # no run is long enough to see the cut
    return _start(arms, 1, scale)


def _start(arms: int, reset: int, scale: float) -> BeatTheWinner:
    return BeatTheWinner(reset, scale, np.array([0, 1, 1, 0, 0, START, 1, 0, *range(arms)]))


@jit
def wins_needed(c, scale):
    """N_c."""
    return c if scale == 0 else math.ceil(scale * math.log(c * (c + 1.0) / (1 - math.exp(-1.0))))


def _choose(s: BeatTheWinner, t, rng):
    now = s.now
    p, q = 1.0, 1.0
    if now[PHASE] == START:
        arms = now.size - QUEUE
        for last in range(now.size - 1, QUEUE, -1):  # a random order, from its end
            place = QUEUE + int(rng.random() * (last - QUEUE + 1))
            now[place], now[last] = now[last], now[place]
        now[HOST], now[CHALLENGER], now[PHASE] = now[now.size - 1], now[now.size - 2], DUEL
        now[NEEDED] = wins_needed(now[BLOCK], s.scale)
        p, q = 1 / arms, 1 / (arms - 1)
    return Duel(now[HOST], now[CHALLENGER], p, q)


def _update(s: BeatTheWinner, t, duel, outcome):
    now = s.now
    if counted(now, duel, outcome):
        challenged = settle(now)
        others = now.size - QUEUE - 2
        if others > 0:
            head = QUEUE + now[HEAD]
            now[CHALLENGER], now[head] = now[head], now[CHALLENGER]
            now[HEAD] = now[HEAD] + 1 if now[HEAD] + 1 < others else 0
        now[BLOCK] = 1 if challenged and s.reset == 1 else now[BLOCK] + 1
        now[NEEDED] = wins_needed(now[BLOCK], s.scale)


choose.register(BeatTheWinner, _choose)
update.register(BeatTheWinner, _update)


@jit
def counted(now, duel, outcome):
    """Count the outcome if its pair is the present one; return whether the block is over."""
    over = False
    same = duel.first == now[HOST] and duel.second == now[CHALLENGER]
    if now[PHASE] == DUEL and (same or (duel.first == now[CHALLENGER] and duel.second == now[HOST])):
        gain = outcome if same else -outcome
        now[HOST_WINS] += 1 + gain
        now[CHALLENGER_WINS] += 1 - gain
        over = now[HOST_WINS] != now[CHALLENGER_WINS] and max(now[HOST_WINS], now[CHALLENGER_WINS]) >= 2 * now[NEEDED]
    return over


@jit
def settle(now):
    """Make the winner of the block the host and the loser the challenger; return whether the host changed."""
    challenged = now[CHALLENGER_WINS] > now[HOST_WINS]
    if challenged:
        now[HOST], now[CHALLENGER] = now[CHALLENGER], now[HOST]
    now[HOST_WINS], now[CHALLENGER_WINS] = 0, 0
    return challenged


@algorithm(
    "modified-beat-the-winner",
    label="Modified Beat the Winner",
    reference="Peköz, Ross and Zhang 2022",
    source="description",
    growth=0,
    family=("green", 4),
    cost="O(log K)",
    folds=False,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    **FACTS,
)
def start_modified(arms: int, horizon: int) -> ModifiedBeatTheWinner:
    """The first to r_host wins meets an arm drawn in proportion to r; r grows with each block won and falls again."""
    return ModifiedBeatTheWinner(np.array([0, 1, 1, 0, 0, START]), tree_of(np.ones(arms)), int(arms))


def _choose_modified(s: ModifiedBeatTheWinner, t, rng):
    now = s.now
    p, q = 1.0, 1.0
    if now[PHASE] == START:
        now[HOST] = int(rng.random() * s.arms)
        now[CHALLENGER] = draw_other(now[HOST], s.arms, rng)
        now[PHASE] = DUEL
        tree_set(s.tree, now[HOST], 0.0)
        p, q = 1 / s.arms, 1 / (s.arms - 1)
    elif now[PHASE] == NEXT:
        now[CHALLENGER] = tree_draw(s.tree, rng)
        now[PHASE] = DUEL
        q = s.tree[s.tree.size // 2 + now[CHALLENGER]] / s.tree[1]
    return Duel(now[HOST], now[CHALLENGER], p, q)


def _update_modified(s: ModifiedBeatTheWinner, t, duel, outcome):
    now = s.now
    if counted(now, duel, outcome):
        mine, other = now[NEEDED], s.tree[s.tree.size // 2 + now[CHALLENGER]]  # r of the host and of its challenger
        won, lost = (other, float(mine)) if settle(now) else (float(mine), other)
        now[NEEDED], now[PHASE] = int(won) + 1, NEXT
        tree_set(s.tree, now[HOST], 0.0)
        tree_set(s.tree, now[CHALLENGER], max(lost - 1, 1.0))


choose.register(ModifiedBeatTheWinner, _choose_modified)
update.register(ModifiedBeatTheWinner, _update_modified)
