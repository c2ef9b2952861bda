r"""The Borda reduction with elimination: a bandit looks for the best arm against a uniform opponent, until one is left.

    a pull of arm i is a duel with a uniform j ≠ i; its gain (1 + Y)/2 has the mean s_i = (1/(K-1)) Σ_{j≠i} P_ij
    c(n) = sqrt(ln(4 K n² / δ) / (2n)),     low = the largest s̄_i - c(N_i) so far,     i is out once s̄_i + c(N_i) < low

With chance 1 - δ all means lie within their radii for ever, since Σ_n 2K exp(-2n c(n)²) = δ π²/12, however the
bandit picks its arms. So with this chance the last arm has the largest s. It is also the thesis's Borda winner,
whose score counts the duel with itself, (s_i (K-1) + 1/2)/K. Only the first arm gets a gain, because the opponents of
the second arm are not uniform. If the bandit pulls an arm that is out, it learns the loss 1 at once and pulls again.

With ``cycle``, which takes the arms in turn, this is successive elimination: O(Σ Δ_i^-2 ln(K / (δ Δ_i))) duels. Where
all preferences are near 1/2, every method needs at least (1/90) ln(1/(2δ)) Σ Δ_i^-2 duels on average [1].

Ties count 1/2. Outcomes may come late; those after the commitment change nothing.

[1] K. Jamieson, S. Katariya, A. Deshpande and R. Nowak. Sparse dueling bandits. AISTATS 2015. Definition 1, Theorem 1.
[2] E. Even-Dar, S. Mannor and Y. Mansour. Action elimination and stopping conditions for the multi-armed bandit and
    reinforcement learning problems. JMLR 7, 2006. Algorithm 3.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Settled, Wrong
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, learn, pull, update, verdict
from duelling.core.sampling import draw_other
from duelling.core.states import name_places
from duelling.errors import WrongValue, chance, unknown
from duelling.registry.facts import BANDITS, algorithm

Seeker = Annotated[str, "The bandit that picks the first arm; cycle takes the arms in turn."]
OUT = -math.inf  # the upper end of an arm that is out


class RoundRobin(NamedTuple):
    arms: int
    last: np.ndarray  # [the arm of the last pull]


def _pull_next(s: RoundRobin, t, rng):
    s.last[0] = s.last[0] + 1 if s.last[0] + 1 < s.arms else 0
    return s.last[0], 1.0


def _learn_nothing(s: RoundRobin, t, arm, p, loss):
    pass


pull.register(RoundRobin, _pull_next)
learn.register(RoundRobin, _learn_nothing)


class BordaElimination(NamedTuple):
    log: float  # ln(4K/δ)
    bandit: Any  # picks A_t
    # row 0: low; a lower bound on all upper ends; how many arms are left; the arm that reached low
    # row 1 + i: N_i, the sum of the gains of i, and s̄_i + c(N_i)
    table: np.ndarray


LOW, LEAST, LEFT, LAST = name_places(BordaElimination, "table", "low least left last", axis=-1, rows="head")
N, GAIN, UPPER = name_places(BordaElimination, "table", "n gain upper", axis=-1, rows="rest")


def _start(arms: int, delta: float, bandit: Any) -> BordaElimination:
    chance("delta", delta)
    table = np.zeros((1 + arms, 4))
    table[0], table[1:, UPPER] = (-math.inf, math.inf, arms, 0), math.inf
    return BordaElimination(math.log(4 * arms / delta), bandit, table)


def identify(arms: int, *, delta: Wrong = 0.05, bandit: Seeker = "cycle") -> BordaElimination:
    """Look for the Borda winner until all others are out; wrong with chance ``delta`` at most."""
    if bandit != "cycle" and bandit in BANDITS and not BANDITS.find(bandit).anytime:
        raise WrongValue(f"bandit must need no horizon where there is none, got {bandit!r}")
    return _start(arms, delta, _bandit(bandit, arms, 1))


def _bandit(name: str, arms: int, horizon: int) -> Any:
    if name == "cycle":
        return RoundRobin(int(arms), np.array([-1]))
    if name not in BANDITS:
        raise unknown("bandit", name, ["cycle", *BANDITS])
    return BANDITS.find(name).start(arms, horizon)


@algorithm(
    "borda-elimination",
    label="Borda elimination",
    reference="Jamieson, Katariya, Deshpande and Nowak 2015, Definition 1; Even-Dar, Mannor and Mansour 2006",
    source="paper",
    growth=0,
    family=("indigo", 4),
    winners=("borda",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K/|A|) pulls of the bandit, A the arms left",
    folds=False,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    order="O(Σ ln(KT/Δ_i) / Δ_i²) with cycle",
    identify=identify,
)
def start(arms: int, horizon: int, *, delta: Settled = None, bandit: Seeker = "cycle") -> BordaElimination:
    """Any bandit against a uniform opponent, without the arms that cannot win; ``delta`` replaces 1/T."""
    return _start(arms, 1 / max(horizon, 2) if delta is None else delta, _bandit(bandit, arms, horizon))


def _choose(s: BordaElimination, t, rng):
    table, arms = s.table, len(s.table) - 1
    i, p, q = int(table[0, LAST]), 1.0, 1.0
    j = i
    if table[0, LEFT] > 1:
        i, p = pull(s.bandit, t, rng)
        patience = 2 * arms
        while table[1 + i, UPPER] == OUT and patience > 0:
            learn(s.bandit, t, i, p, 1.0)
            i, p = pull(s.bandit, t, rng)
            patience -= 1
        if table[1 + i, UPPER] == OUT:  # the bandit does not avoid arms that are out
            i, p = int(table[0, LAST]), 1.0
        j, q = draw_other(i, arms, rng), 1 / (arms - 1)
    return Duel(i, j, p, q)


def _update(s: BordaElimination, t, duel, outcome):
    table = s.table
    if table[0, LEFT] > 1 and duel.first != duel.second:
        learn(s.bandit, t, duel.first, duel.p_first, (1 - outcome) / 2)
        if table[1 + duel.first, UPPER] != OUT:
            credit(s.log, table, duel.first, (1 + outcome) / 2)


@jit
def credit(log, table, arm, gain):
    """Count one more gain of an arm, compute its interval, and remove the arms that are out."""
    i = 1 + arm
    table[i, N] += 1
    table[i, GAIN] += gain
    n = table[i, N]
    mean, radius = table[i, GAIN] / n, math.sqrt((log + 2 * math.log(n)) / (2 * n))
    table[i, UPPER] = mean + radius
    table[0, LEAST] = min(table[0, LEAST], mean + radius)
    if mean - radius > table[0, LOW]:
        table[0, LOW], table[0, LAST] = mean - radius, arm
    if table[0, LOW] > table[0, LEAST]:
        eliminate(table)


@jit
def eliminate(table):
    """Remove the arms whose interval ends below low, and find the least upper end of the rest."""
    last = 0
    table[0, LEAST], table[0, LEFT] = math.inf, 0
    for i in range(1, len(table)):
        if table[i, UPPER] < table[0, LOW]:
            table[i, UPPER] = OUT
        else:
            table[0, LEFT] += 1
            table[0, LEAST] = min(table[0, LEAST], table[i, UPPER])
            last = i - 1
    if table[0, LEFT] == 1:  # usually the arm that reached low; another one if a mean has left its interval
        table[0, LAST] = last


def _verdict(s: BordaElimination):
    return int(s.table[0, LAST]) if s.table[0, LEFT] < 2 else -1


choose.register(BordaElimination, _choose)
update.register(BordaElimination, _update)
verdict.register(BordaElimination, _verdict)
