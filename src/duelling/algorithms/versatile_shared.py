r"""Versatile-DB with one distribution: both arms are drawn from the same weights, and both teach them.

    A, B ~ w independently, w of Tsallis-INF,     L_A ← L_A + (1-Y)/4 / w_A,     L_B ← L_B + (1+Y)/4 / w_B

Each arm pays half of its loss, (1-Y)/2 or (1+Y)/2. Given w the mean of what arm k is charged is l_k = Σ_j w_j P_jk: its
loss against the learner's own mixture, to which the learner itself loses 1/2. The mean of two estimates has no larger
square than one on average, so the bound R of Tsallis-INF with importance weights holds: for every arm a

    E Σ_t (1/2 - l_a) = E Σ_t (M[a, A_t] + M[a, B_t]) / 4  <=  R,     M = 2P - 1

as for two bandits that spar, with the same consequences for the Condorcet winner, the von Neumann winner and utilities.

[1] A. Saha and P. Gaillard. Versatile dueling bandits: best-of-both-world analyses for learning from preferences. ICML
2022, Algorithm 3 and Remark 2.
"""

from typing import NamedTuple

from duelling.bandits.tsallis import Tsallis
from duelling.bandits.tsallis import start as start_tsallis
from duelling.core import theory
from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.registry.facts import algorithm


class VersatileShared(NamedTuple):
    bandit: Tsallis


@algorithm(
    "versatile-shared",
    label="Versatile-DB, shared",
    reference="Saha and Gaillard 2022, Remark 2",
    source="paper",
    family=("orange", 1),
    winners=("utility", "von_neumann", "condorcet"),
    regret="strong",
    adversarial=True,
    anytime=True,
    cost="O(K)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds=theory.sparring_bounds(theory.TSALLIS._replace(parameters=(), variants={})),  # its estimator is fixed
)
def start(arms: int, horizon: int) -> VersatileShared:
    """Both arms by one Tsallis-INF, which learns half the loss of each."""
    return VersatileShared(start_tsallis(arms, horizon))


def _choose(s: VersatileShared, t, rng):
    i, p = pull(s.bandit, t, rng)
    j, q = pull(s.bandit, t, rng)
    return Duel(i, j, p, q)


def _update(s: VersatileShared, t, duel, outcome):
    learn(s.bandit, t, duel.first, duel.p_first, (1 - outcome) / 4)
    learn(s.bandit, t, duel.second, duel.p_second, (1 + outcome) / 4)


choose.register(VersatileShared, _choose)
update.register(VersatileShared, _update)
