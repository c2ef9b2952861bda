r"""SODA as a duelling learner: exponential weights over what each arm loses against the learner's own mixture of arms.

    A ~ p,     B uniform on the others,     D_B ← D_B + (K-1) Y,     S_B ← S_B + ((K-1) Y)²

    fixed:     p_i ∝ exp(-η D_i),               η = sqrt(K ln K / ((e-2) T)) / (K-1)
    anytime:   p_i ∝ exp(-η_t D_i),             η_t = min(1, sqrt(K ln K / (2 (e-2) t))) / (K-1)
    paper:     p_i ∝ exp(-η_t D_i - η_t² S_i),  η_t = sqrt(ln K / (max S + (K-1)²))

The original pays the loss of A, sees the losses of A and B, and adds up their differences (K-1)(l_B - l_A). A duel does
not show losses. But under the linear link Y is an unbiased sample of l_B - l_A, and the rule needs no more than that.

Why it works, for any outcomes with means M_t[A, B] that are fixed beforehand. Let d_a = (K-1) 1[B = a] Y. Then

    E d_a = Σ_A p_A M_t[A, a] = -(M_t p)_a       and       Σ_a p_a E d_a = p' M_t p = 0,       since M_t is skew
    E Σ_a p_a d_a² <= Σ_a p_a (K-1)² (1 - p_a)/(K-1) = (K-1) Σ_a p_a (1 - p_a) <= (K-1)²/K

so d_a is the loss of arm a against the learner's own mixture, and the learner itself loses nothing against that. Where
η |d| <= 1, e^-x <= 1 - x + (e-2) x² gives the bound of exponential weights: for every fixed mixture q of arms

    E Σ_t q' M_t p_t  <=  ln K / η + (e-2) η T (K-1)²/K  =  2 sqrt(e-2) (K-1) sqrt(T ln K / K)

with the fixed rate, if T >= K ln K / (e-2); 2 sqrt(e-2) < 1.70. The anytime rate costs a factor sqrt 2. If q is the
best arm of utilities with a linear link, this bounds the weak utility regret of A; half of it bounds the weak Condorcet
regret, if q is the Condorcet winner; and if q is the von Neumann winner, the von Neumann regret. The Borda winner is
another matter: nothing makes p uniform. For the rate of the paper no bound is known here, since the
step η² S is not bounded as it is there; it is the one that does best where chances stay.

[1] T. S. Thune and Y. Seldin. Adaptation to easy data in prediction with limited advice. NeurIPS 2018.
"""

import math
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from duelling.bandits.exp3 import smallest_other, weigh
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, seat, update
from duelling.core.sampling import draw, draw_other
from duelling.core.states import name_places
from duelling.errors import one_of
from duelling.registry.facts import algorithm

RATES = ("anytime", "fixed", "paper")
FIXED, PAPER = 1, 2
CURVED = math.e - 2  # e^-x <= 1 - x + CURVED x² for |x| <= 1


class Soda(NamedTuple):
    rate: int  # which of RATES
    eta: float  # η of the fixed rate
    table: np.ndarray  # D_i; S_i; the exponent and the weight of arm i at the last draw


SUM, SQUARES, EXPONENT, WEIGHT = name_places(Soda, "table", "sum squares exponent weight", axis=-2)


def fixed_rate(arms: int, horizon: int) -> float:
    """η = sqrt(K ln K / ((e-2) T)) / (K-1), at most 1/(K-1)."""
    return min(1.0, math.sqrt(arms * math.log(arms) / (CURVED * horizon))) / (arms - 1)


def _bound(arms: int, horizon: int, preference: Any = None, *, rate: str = "anytime") -> float | None:
    """2 sqrt(e-2) (K-1) sqrt(T ln K / K), times sqrt 2 with the anytime rate; never more than T."""
    if one_of("rate", rate, RATES) == "paper":
        return None
    factor = 2 * math.sqrt(CURVED) * (math.sqrt(2) if rate == "anytime" else 1)
    least = arms * math.log(arms) / (CURVED * (2 if rate == "anytime" else 1))  # rounds from which η |d| <= 1
    return factor * (arms - 1) * math.sqrt(max(horizon, least) * math.log(arms) / arms)


def _half(arms: int, horizon: int, preference: Any = None, *, rate: str = "anytime") -> float | None:
    whole = _bound(arms, horizon, preference, rate=rate)
    return None if whole is None else whole / 2


FORMULA = "2.40 (K-1) √(T ln K / K)"


@algorithm(
    "soda",
    label="SODA",
    reference="after Thune and Seldin 2018",
    source="description",
    family=("indigo", 1),
    examples=("rate=fixed", "rate=paper"),
    winners=("utility", "condorcet", "von_neumann"),
    regret="weak",
    adversarial=True,
    anytime=True,
    cost="O(K)",
    variants={"rate=fixed": {"anytime": False}},
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "utility": Bound(f"{FORMULA}, linear link", _bound, ("rate",)),
        "condorcet": Bound("1.20 (K-1) √(T ln K / K)", _half, ("rate",)),
        "von_neumann": Bound(FORMULA, _bound, ("rate",)),
    },
)
def start(
    arms: int,
    horizon: int,
    *,
    rate: Annotated[
        Literal["anytime", "fixed", "paper"],
        "The learning rate: falling with t, made for the horizon, or by what was seen, which has no bound.",
    ] = "anytime",
) -> Soda:
    """Exponential weights over losses against the learner's own mixture; the second arm is uniform over the rest."""
    kind = RATES.index(one_of("rate", rate, RATES))
    return Soda(kind, fixed_rate(arms, horizon) if kind == FIXED else 0.0, np.zeros((4, arms)))


@jit
def weights(s, t):
    """Fill the weights of round t; returns their sum."""
    D, squares, exponent = s.table[SUM], s.table[SQUARES], s.table[EXPONENT]
    arms, eta = D.size, s.eta
    if s.rate == FIXED:
        return weigh(D, eta, s.table[WEIGHT])
    if s.rate == PAPER:
        most = 0.0
        for i in range(arms):
            most = max(most, squares[i])
        eta = math.sqrt(math.log(arms) / (most + (arms - 1.0) ** 2))
        for i in range(arms):
            exponent[i] = D[i] + eta * squares[i]
        return weigh(exponent, eta, s.table[WEIGHT])
    eta = min(1.0, math.sqrt(arms * math.log(arms) / (2 * CURVED * t))) / (arms - 1)
    return weigh(D, eta, s.table[WEIGHT])


def _choose(s: Soda, t, rng):
    total = weights(s, t)
    w = s.table[WEIGHT]
    i = draw(w, total, rng)
    return Duel(i, draw_other(i, w.size, rng), w[i] / total, 1 / (w.size - 1))


def _update(s: Soda, t, duel, outcome):
    if duel.first != duel.second:
        step = (s.table.shape[1] - 1.0) * outcome
        s.table[SUM, duel.second] += step
        s.table[SQUARES, duel.second] += step * step


def _seat(s: Soda, arm):
    s.table[SUM, arm] = smallest_other(s.table[SUM], arm)


choose.register(Soda, _choose)
update.register(Soda, _update)
seat.register(Soda, _seat)
