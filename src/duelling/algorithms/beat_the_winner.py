r"""Beat the Winner: the winner of a block meets the arm that has waited longest, and each block is longer.

    block r = 1, 2, ...: the host and its challenger duel until one has r wins; it is the next host, the loser goes to
                         the end of the queue, and the head of the queue is the next challenger
    reset:               r is 1 again whenever the host loses
    modified:            every arm has its own r_i >= 1; a block ends at r_host wins, then the winner's r grows by one,
                         the loser's falls by one, and the next challenger is drawn in proportion to r_i

If one arm beats every other with chance p > 1/2 or more, the expected number of duels without it is finite. It waits
at most m = K - 2 blocks at the start, which have m² duels, and m more after each block n that it loses, m (2n + m)
duels, with a chance b_n of at most that of n losses among 2n - 1 duels. The sum m² + Σ_n b_n m (2n + m) has a closed
form, since b_n = (2p-1) Σ_{k>=n} C(2k-1, k) (p(1-p))^k:

    m² + m x (K/(2p-1)² + 6x/(2p-1)⁴),     x = p (1-p)

A tie gives each side half a win; a block that both would end goes on. An outcome that comes late counts if its pair
is the present one.

[1] E. Peköz, S. M. Ross and Z. Zhang. Dueling bandit problems. Probability in the Engineering and Informational
    Sciences 36(2), 2022. (The rule of the modified form is that of the code for [2]; no bound is known for it.)
[2] P. Kolpaczki, V. Bengs and E. Hüllermeier. Non-stationary dueling bandits. 2022. (Beat the Winner Reset)
"""

from typing import Any, NamedTuple

import numpy as np

from duelling._jit import jit
from duelling.facts import Bound, algorithm
from duelling.protocol import Duel, choose, update
from duelling.sampling import draw_other, tree_draw, tree_of, tree_set
from duelling.winners import condorcet_winner

HOST, CHALLENGER, ROUND, HOST_WINS, CHALLENGER_WINS, PHASE, HEAD, QUEUE = range(8)  # places in ``now``
START, DUEL, NEXT = range(3)  # what the next choice does: draw a first pair, repeat the pair, draw a challenger


class BeatTheWinner(NamedTuple):
    reset: int  # 1: r = 1 whenever the host loses
    # the pair; r; the wins of both in this block, doubled; what comes next; the head of the queue, and from QUEUE on a
    # ring of the K - 2 arms that wait, before the first draw all arms. One array, since the compiler counts references
    now: np.ndarray


class ModifiedBeatTheWinner(NamedTuple):
    now: np.ndarray  # as above; ROUND is r of the host
    tree: np.ndarray  # a sum tree of r_i of the others, with 0 for the host
    arms: int


def waiting(preference: Any) -> float | None:
    """The bound on the expected number of duels without the Condorcet winner, for ever."""
    win = np.asarray(preference, dtype=float)
    best = condorcet_winner(win)
    if best is None:
        return None
    p, m = float(np.delete(win[best], best).min()), len(win) - 2
    x, gap = p * (1 - p), 2 * p - 1
    return m**2 + m * x * (len(win) / gap**2 + 6 * x / gap**4)


def _bound(arms: int, horizon: int, preference: Any = None, *, reset: bool = False) -> float | None:
    duels = None if preference is None or reset else waiting(preference)
    win = np.asarray(preference, dtype=float)
    return None if duels is None else duels * float(win[condorcet_winner(win)].max() - 0.5)


def _utility_bound(arms: int, horizon: int, preference: Any = None, *, reset: bool = False) -> float | None:
    bound = _bound(arms, horizon, preference, reset=reset)
    return None if bound is None else 2 * bound


FORMULA = "(m² + m x (K/(2p-1)² + 6x/(2p-1)⁴)) r, m = K-2, x = p(1-p), p = min P_1j, r the largest loss of an arm"
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
    cost="O(1)",
    bounds={
        "condorcet": Bound(FORMULA, _bound, ("reset",)),
        "utility": Bound(f"{FORMULA}, linear link", _utility_bound, ("reset",)),
    },
    **FACTS,
)
def start(arms: int, horizon: int, *, reset: bool = False) -> BeatTheWinner:
    """The first to r wins meets the arm that waited longest, r = 1, 2, ...; with ``reset`` a new winner begins at 1."""
    return BeatTheWinner(int(reset), np.array([0, 1, 1, 0, 0, START, 0, *range(arms)]))


def _choose(s: BeatTheWinner, t, rng):
    now = s.now
    p, q = 1.0, 1.0
    if now[PHASE] == START:
        arms = now.size - QUEUE
        for last in range(now.size - 1, QUEUE, -1):  # a random order, from its end
            place = QUEUE + int(rng.random() * (last - QUEUE + 1))
            now[place], now[last] = now[last], now[place]
        now[HOST], now[CHALLENGER], now[PHASE] = now[now.size - 1], now[now.size - 2], DUEL
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
        now[ROUND] = 1 if challenged and s.reset == 1 else now[ROUND] + 1


choose.register(BeatTheWinner, _choose)
update.register(BeatTheWinner, _update)


@jit
def counted(now, duel, outcome):
    """Count the outcome if its pair is the present one; whether the block is over."""
    over = False
    same = duel.first == now[HOST] and duel.second == now[CHALLENGER]
    if now[PHASE] == DUEL and (same or (duel.first == now[CHALLENGER] and duel.second == now[HOST])):
        gain = outcome if same else -outcome
        now[HOST_WINS] += 1 + gain
        now[CHALLENGER_WINS] += 1 - gain
        over = now[HOST_WINS] != now[CHALLENGER_WINS] and max(now[HOST_WINS], now[CHALLENGER_WINS]) >= 2 * now[ROUND]
    return over


@jit
def settle(now):
    """Make the winner of the block the host and its loser the challenger; whether the host changed."""
    challenged = now[CHALLENGER_WINS] > now[HOST_WINS]
    if challenged:
        now[HOST], now[CHALLENGER] = now[CHALLENGER], now[HOST]
    now[HOST_WINS], now[CHALLENGER_WINS] = 0, 0
    return challenged


@algorithm(
    "modified-beat-the-winner",
    label="Modified Beat the Winner",
    reference="Peköz, Ross and Zhang 2022",
    cost="O(log K)",
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
        mine, other = now[ROUND], s.tree[s.tree.size // 2 + now[CHALLENGER]]  # r of the host and of its challenger
        won, lost = (other, float(mine)) if settle(now) else (float(mine), other)
        now[ROUND], now[PHASE] = int(won) + 1, NEXT
        tree_set(s.tree, now[HOST], 0.0)
        tree_set(s.tree, now[CHALLENGER], max(lost - 1, 1.0))


choose.register(ModifiedBeatTheWinner, _choose_modified)
update.register(ModifiedBeatTheWinner, _update_modified)
