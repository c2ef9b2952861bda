r"""RUCB, Relative Upper Confidence Bound: an arm that may still beat all others duels the rival with the largest upper
confidence bound against it.

    C = {c : u_cj >= 1/2 for all j},     d = argmax_j u_jc,     u_ij = w_ij/N_ij + sqrt(α ln t / N_ij)

The first arm c is drawn from C, and from all arms if C is empty. The ICML version keeps in B the last arm that was
alone in C, as long as it stays in C, and draws it with chance 1/2. The first version (arXiv) has no B and draws c
uniformly. There is no separate exploitation: once every other arm is below 1/2 against c, its rival is c itself.

The text of the first version was not at hand. Its rule follows another author's code, and no bound is given for it.

[1] M. Zoghi, S. Whiteson, R. Munos and M. de Rijke. Relative upper confidence bound for the K-armed dueling bandit
    problem. ICML 2014, Algorithm 1 and Theorems 4, 5. First version: arXiv:1312.3393v1.
"""

import math
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import LOST, Pairs, advance, count_outcome, rival
from duelling.algorithms.shared.settings import Radius
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import nth
from duelling.core.winners import condorcet_winner
from duelling.errors import above, one_of
from duelling.registry.facts import algorithm


class Rucb(NamedTuple):
    alpha: float  # α
    remember: bool  # whether there is a B
    favourite: np.ndarray  # the arm in B, or -1
    pairs: Pairs


def bound(
    arms: int, horizon: int, preference: Any = None, *, alpha: float = 0.51, version: str = "icml"
) -> float | None:
    """Theorem 5: the expectation of strong Condorcet regret, for α > 1; None without a Condorcet winner."""
    if preference is None or alpha <= 1 or version != "icml":
        return None
    win = np.asarray(preference, dtype=float)
    best = condorcet_winner(win)
    if best is None:
        return None
    gap = np.delete(win[best] - 0.5, best)
    pairs = np.minimum.outer(gap, gap)[np.triu_indices(gap.size, 1)]
    D = float((4 * alpha / gap**2).sum() + (4 * alpha / pairs**2).sum())
    slope = float((2 * alpha * (gap + 4 * gap.max()) / gap**2).sum())
    burn_in = confidence.burn_in(arms, alpha, 0.5) * (2 * alpha - 1) / (alpha - 1)
    return float((8 + burn_in + 2 * D * math.log(2 * D)) * float(gap.max()) + slope * math.log(horizon))


@algorithm(
    "rucb",
    label="RUCB",
    reference="Zoghi et al. 2014, Algorithm 1",
    source="paper",
    family=("pink", 0),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K)",
    folds=False,  # B is what it saw when it chose
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "condorcet": Bound(
            "(8 + (2(4α-1)K²/(2α-1))^{1/(2α-1)} (2α-1)/(α-1) + 2D ln 2D) Δmax + Σ 2α (Δ + 4Δmax)/Δ² ln T, α > 1, "
            "D = Σ_{i<j} 4α/min(Δi, Δj)²",
            bound,
            ("alpha", "version"),
        )
    },
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Radius = 0.51,
    version: Annotated[
        Literal["icml", "arxiv"], "Which version of the paper: the ICML one remembers the last arm that was alone in C."
    ] = "icml",
) -> Rucb:
    """An arm that may still beat all others against the rival with the largest upper bound."""
    above("alpha", alpha, 0.5)
    one_of("version", version, ("icml", "arxiv"))
    return Rucb(float(alpha), version == "icml", np.array([-1]), confidence.start(arms))


def _choose(s: Rucb, t, rng):
    x = s.alpha * math.log(t)
    advance(s.pairs, x)
    arm = s.pairs.arm
    arms = arm.shape[1]
    size = 0  # |C|
    for i in range(arms):
        if arm[LOST, i] == 0:
            size += 1
    b = s.favourite[0]
    if b >= 0 and arm[LOST, b] > 0:
        b = -1
    p = 1.0
    if size == 0:
        c, p = int(rng.random() * arms), 1 / arms
    elif size == 1:
        b = b if b >= 0 else nth(0, arms, _in_C, arm, b)
        c = b
    elif b >= 0 and rng.random() < 0.5:
        c, p = b, 0.5
    else:
        others = size - 1 if b >= 0 else size
        p = (0.5 if b >= 0 else 1.0) / others
        c = nth(int(rng.random() * others), arms, _in_C, arm, b)
    if s.remember:
        s.favourite[0] = b
    d, p_second = rival(s.pairs, c, math.sqrt(x), rng)
    return Duel(c, d, p, p_second)


@jit
def _in_C(i, arm, b):
    """Whether i is in C, and not b."""
    return arm[LOST, i] == 0 and i != b


def _update(s: Rucb, t, duel, outcome):
    count_outcome(s.pairs, duel.first, duel.second, outcome)


choose.register(Rucb, _choose)
update.register(Rucb, _update)
