r"""Exp3: exponential weights for adversarial losses.

    p_i ∝ exp(-η L_i),     I ~ p,     L_I  ←  L_I + l / (p_I + γ)          γ = 0

Three states implement the same rule. ``Exp3`` walks over the weights. ``Exp3Tree`` keeps them in a sum tree, for many
arms. ``Exp3Anytime`` has the rate η_t = η_1 / sqrt(t), which changes every weight in every round. Cumulative losses are
kept, never products of weights: an arm whose weight underflows can still come back. Only their differences count: when
all weights are faint, the least loss is taken from each. With γ > 0 the same states are Exp3-IX.

[1] S. Bubeck and N. Cesa-Bianchi. Regret analysis of stochastic and nonstochastic multi-armed bandit problems.
    Foundations and Trends in Machine Learning 5(1), 2012. Theorem 3.1.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.core import theory
from duelling.core.exponential import exp
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull, seat
from duelling.core.sampling import draw, total_of, tree_draw, tree_of, tree_set, tree_sum
from duelling.errors import WrongValue, above, one_of
from duelling.registry.facts import bandit

Rate = Annotated[Literal["fixed", "anytime"], "Whether the learning rate is made for the horizon, or falls with t."]
Eta = Annotated[float | None, "A fixed learning rate instead of the theorem's."]

TREE_FROM = 16  # arms from which the tree is faster than the walk (measured at K = 8 to 512)
FAINT = 1e-130  # when the sum of all weights is below this, the smallest loss becomes 0


class Exp3(NamedTuple):
    eta: float  # η, the learning rate
    gamma: float  # γ, the implicit exploration; 0 in Exp3
    L: np.ndarray  # L_i, the estimated cumulative loss of arm i, up to what is the same for all
    w: np.ndarray  # exp(-η L_i)
    total: np.ndarray  # the sum of w


class Exp3Tree(NamedTuple):
    eta: float
    gamma: float
    L: np.ndarray
    tree: np.ndarray  # the weights of Exp3 in a sum tree


class Exp3Anytime(NamedTuple):
    eta: float  # η_1; η_t = η_1 / sqrt(t)
    gamma: float  # γ_1; γ_t = γ_1 / sqrt(t)
    L: np.ndarray
    w: np.ndarray  # exp(-η_t (L_i - min L)) of the last draw


def start_fixed(arms: int, eta: float, gamma: float = 0.0) -> Exp3 | Exp3Tree:
    """Equal weights and the fixed rate ``eta``."""
    above("eta", eta, 0)
    if arms < TREE_FROM:
        return Exp3(float(eta), float(gamma), np.zeros(arms), np.ones(arms), np.array([float(arms)]))
    return Exp3Tree(float(eta), float(gamma), np.zeros(arms), tree_of(np.ones(arms)))


def start_anytime(arms: int, eta: float, gamma: float = 0.0) -> Exp3Anytime:
    """Equal weights and the rate eta / sqrt(t)."""
    return Exp3Anytime(float(eta), float(gamma), np.zeros(arms), np.ones(arms))


def check_rate(rate: str, eta: float | None) -> None:
    """Raise unless the rate is known, and ``eta`` is left out where the rate falls."""
    one_of("rate", rate, ("fixed", "anytime"))
    if rate == "anytime" and eta is not None:
        raise WrongValue(f"eta must be left out with rate=anytime, got {eta!r}")


@bandit(
    "exp3",
    label="Exp3",
    reference="Bubeck and Cesa-Bianchi 2012, Theorem 3.1",
    source="paper",
    growth=0,
    variants={"rate=anytime": {"anytime": True, "cost": "O(K)", "growth": 1}},
    adversarial=True,
    anytime=False,
    cost="O(log K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.EXP3,
)
def start(arms: int, horizon: int, *, rate: Rate = "fixed", eta: Eta = None) -> Exp3 | Exp3Tree | Exp3Anytime:
    """Exponential weights over importance-weighted losses; ``eta`` overrides the fixed rate."""
    check_rate(rate, eta)
    if rate == "anytime":
        return start_anytime(arms, theory.exp3_anytime_rate(arms, 1))
    return start_fixed(arms, theory.exp3_rate(arms, horizon) if eta is None else eta)


def _pull(s: Exp3, t, rng):
    i = draw(s.w, s.total[0], rng)
    return i, s.w[i] / s.total[0]


def _learn(s: Exp3, t, arm, p, loss):
    if loss == 0:  # under a fixed rate no weight changes
        return
    s.w[arm] = 0.0
    others = total_of(s.w)  # this need not wait for the new weight, which takes longest
    s.L[arm] += loss / (p + s.gamma)
    s.w[arm] = exp(-s.eta * s.L[arm])
    s.total[0] = others + s.w[arm]
    if s.total[0] < FAINT:
        s.total[0] = weigh_anew(s.L, s.eta, s.w)


def _chances(s: Exp3, t, w):
    for i in range(w.size):
        w[i] = s.w[i] / s.total[0]


def _seat(s: Exp3, arm):
    s.L[arm] = smallest_other(s.L, arm)
    s.total[0] = weigh_anew(s.L, s.eta, s.w)


chances.register(Exp3, _chances)
seat.register(Exp3, _seat)
pull.register(Exp3, _pull)
learn.register(Exp3, _learn)


def _pull_tree(s: Exp3Tree, t, rng):
    i = tree_draw(s.tree, rng)
    return i, s.tree[s.tree.size // 2 + i] / s.tree[1]


def _learn_tree(s: Exp3Tree, t, arm, p, loss):
    if loss == 0:
        return
    s.L[arm] += loss / (p + s.gamma)
    tree_set(s.tree, arm, exp(-s.eta * s.L[arm]))
    if s.tree[1] < FAINT:
        weigh_anew(s.L, s.eta, s.tree[s.tree.size // 2 :])
        tree_sum(s.tree)


def _chances_tree(s: Exp3Tree, t, w):
    leaves = s.tree.size // 2
    for i in range(w.size):
        w[i] = s.tree[leaves + i] / s.tree[1]


def _seat_tree(s: Exp3Tree, arm):
    s.L[arm] = smallest_other(s.L, arm)
    weigh_anew(s.L, s.eta, s.tree[s.tree.size // 2 :])
    tree_sum(s.tree)


chances.register(Exp3Tree, _chances_tree)
seat.register(Exp3Tree, _seat_tree)
pull.register(Exp3Tree, _pull_tree)
learn.register(Exp3Tree, _learn_tree)


@jit
def smallest(L):
    """min L; the array's own method takes the compiler half a second."""
    least = L[0]
    for i in range(1, L.size):
        least = min(least, L[i])
    return least


@jit
def smallest_other(L, arm):
    """The least entry of L but that of ``arm``."""
    least = math.inf
    for i in range(L.size):
        if i != arm:
            least = min(least, L[i])
    return least


@jit
def weigh(L, eta, w):
    """w_i = exp(-η (L_i - min L)); returns their sum."""
    least = smallest(L)
    total = 0.0
    for i in range(L.size):
        w[i] = exp(-eta * (L[i] - least))
        total += w[i]
    return total


@jit
def weigh_anew(L, eta, w):
    """Take the least of L from each, then as ``weigh``."""
    least = smallest(L)
    for i in range(L.size):
        L[i] -= least
    return weigh(L, eta, w)


def _pull_anytime(s: Exp3Anytime, t, rng):
    total = weigh(s.L, s.eta / math.sqrt(t), s.w)
    i = draw(s.w, total, rng)
    return i, s.w[i] / total


def _learn_anytime(s: Exp3Anytime, t, arm, p, loss):
    s.L[arm] += loss / (p + s.gamma / math.sqrt(t))


def _chances_anytime(s: Exp3Anytime, t, w):
    total = weigh(s.L, s.eta / math.sqrt(t), w)
    for i in range(w.size):
        w[i] /= total


def _seat_anytime(s: Exp3Anytime, arm):
    s.L[arm] = smallest_other(s.L, arm)


chances.register(Exp3Anytime, _chances_anytime)
seat.register(Exp3Anytime, _seat_anytime)
pull.register(Exp3Anytime, _pull_anytime)
learn.register(Exp3Anytime, _learn_anytime)
