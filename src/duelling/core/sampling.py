"""Draws from small distributions, written for compiled loops.

``draw`` walks over the weights, O(K). A sum tree keeps the sums of pairs, of pairs of pairs and so on, so that drawing
and changing one weight cost O(log K). Both map the same uniform number to the same index.
"""

import numpy as np

from duelling.arrays import numbers
from duelling.core.jit import jit
from duelling.errors import WrongValue, quoted


@jit
def total_of(w):
    """Add up weights, in order.

    Args:
        w: an array of weights.

    Returns:
        Their sum.

    >>> import numpy as np
    >>> float(total_of(np.array([1.0, 2.0, 3.0])))
    6.0
    """
    total = 0.0
    for k in range(w.size):
        total += w[k]
    return total


@jit
def draw(w, total, rng):
    """Draw an index k with chance w_k / total; never one with w_k = 0, even after rounding.

    Args:
        w: an array of weights from 0 on, at least one above 0.
        total: their sum.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The index.

    >>> import numpy as np
    >>> draw(np.array([0.0, 1.0, 0.0]), 1.0, np.random.default_rng(0))
    1
    """
    u, k, passed = rng.random() * total, 0, w[0]
    while u >= passed and k < w.size - 1:
        k += 1
        passed += w[k]  # does not depend on u, so it need not wait for it
    while k > 0 and w[k] == 0:
        k -= 1
    return k


@jit
def draw_other(i, arms, rng):
    """Draw a uniform arm other than i.

    Args:
        i: the arm that is left out.
        arms: how many there are, 2 or more.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The arm.

    >>> import numpy as np
    >>> draw_other(0, 2, np.random.default_rng(0))
    1
    """
    j = int(rng.random() * (arms - 1))  # Generator.integers is ten times slower when compiled
    return j + 1 if j >= i else j


@jit
def shuffle(items, rng):
    """Put the items in a uniform random order."""
    for k in range(items.size - 1):
        other = k + int(rng.random() * (items.size - k))
        items[k], items[other] = items[other], items[k]


@jit
def nth(skip, count, holds, *given):
    """Number ``skip``, from 0 on, of the indices i < count for which holds(i, *given) is true.

    The last of them if there are fewer, and 0 if there is none. With a uniform ``skip`` this is a uniform draw among
    equals. ``holds`` must be a function with ``jit``: it becomes a part of the loop.
    """
    last = 0
    for i in range(count):
        if holds(i, *given):
            last = i
            if skip == 0:
                break
            skip -= 1
    return last


@jit
def equals(i, row, value):
    """Whether row[i] is ``value``; a condition for ``nth``."""
    return row[i] == value


def tree_of(w: np.ndarray) -> np.ndarray:
    """Make a sum tree: node n is the sum of nodes 2n and 2n+1, the root is node 1.

    Args:
        w: the weights.

    Returns:
        An array of 2n places, n the number of weights rounded up to a power of 2; the leaves are its second half.

    Raises:
        InputError: ``w`` is no list of numbers.

    >>> tree_of([1, 2, 3, 4])[1:].tolist()
    [10.0, 3.0, 7.0, 1.0, 2.0, 3.0, 4.0]
    """
    found = numbers("w", w)
    if found.ndim != 1 or not found.size:
        raise WrongValue(f"w must be a list of weights, got {quoted(w)}")
    leaves = 1 << (len(w) - 1).bit_length()
    tree = np.zeros(2 * leaves)
    tree[leaves : leaves + len(w)] = w
    while leaves > 1:  # level by level, in NumPy: nothing to compile before the loop itself
        leaves //= 2
        tree[leaves : 2 * leaves] = tree[2 * leaves : 4 * leaves : 2] + tree[2 * leaves + 1 : 4 * leaves : 2]
    return tree


@jit
def tree_sum(tree):
    """Compute all inner nodes from the leaves.

    Args:
        tree: a sum tree, which changes.

    >>> tree = tree_of([1, 2])
    >>> tree[2:] = 5
    >>> tree_sum(tree)
    >>> float(tree[1])
    10.0
    """
    for n in range(tree.size // 2 - 1, 0, -1):
        tree[n] = tree[2 * n] + tree[2 * n + 1]


@jit
def tree_set(tree, k, w):
    """Give a leaf another weight. Parents are computed from their children, so rounding does not accumulate.

    Args:
        tree: a sum tree, which changes.
        k: the index of the weight.
        w: its new value.

    >>> tree = tree_of([1, 2])
    >>> tree_set(tree, 0, 5.0)
    >>> float(tree[1])
    7.0
    """
    n = tree.size // 2 + k
    tree[n] = w
    while n > 1:
        n //= 2
        tree[n] = tree[2 * n] + tree[2 * n + 1]


@jit
def tree_draw(tree, rng):
    """Draw an index with chance proportional to its leaf; never one with weight 0.

    Args:
        tree: a sum tree with a root above 0.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The index.

    >>> import numpy as np
    >>> tree_draw(tree_of([0, 1, 0]), np.random.default_rng(0))
    1
    """
    leaves = tree.size // 2
    u = rng.random() * tree[1]
    n = 1
    while n < leaves:
        n *= 2
        if u >= tree[n] and tree[n + 1] > 0:
            u -= tree[n]
            n += 1
    return n - leaves
