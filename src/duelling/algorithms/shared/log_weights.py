r"""Exponential weights of which one changes at a time: logarithms, and the weights themselves in a sum tree.

    draw    with chance γ a uniform arm, otherwise arm i with chance w_i / Σ w       O(log K)
    add     ln w_i ← ln w_i + step                                                              O(log K)

The tree holds w_i / exp(reference). When a logarithm is FAR above the reference, or when all weights together are below
FAINT, the largest logarithm becomes the reference and all weights are computed again. So nothing overflows, and an arm
whose weight underflows can still come back.
"""

from typing import NamedTuple

import numpy as np

from duelling.core.exponential import exp
from duelling.core.jit import jit
from duelling.core.sampling import tree_draw, tree_of, tree_set, tree_sum

FAR = 300.0
FAINT = 1e-130


class LogWeights(NamedTuple):
    log: np.ndarray  # ln w_i
    tree: np.ndarray  # a sum tree of w_i / exp(reference), with the reference in its free place 0


def start(arms: int) -> LogWeights:
    """Equal weights."""
    return LogWeights(np.zeros(arms), tree_of(np.ones(arms)))


@jit
def draw_arm(s, gamma, rng):
    """An arm and the chance with which it was drawn."""
    arms, tree = s.log.size, s.tree
    i = int(rng.random() * arms) if rng.random() < gamma else tree_draw(tree, rng)
    return i, (1 - gamma) * tree[tree.size // 2 + i] / tree[1] + gamma / arms


@jit
def add(s, i, step):
    """ln w_i ← ln w_i + step."""
    log, tree = s.log, s.tree
    log[i] += step
    above = log[i] - tree[0]
    if above < FAR:
        tree_set(tree, i, exp(above))
    if above >= FAR or tree[1] < FAINT:
        tree[0] = log.max()
        for k in range(log.size):
            tree[tree.size // 2 + k] = exp(log[k] - tree[0])
        tree_sum(tree)
