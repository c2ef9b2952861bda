"""Which items votes connect."""

import numpy as np


def connected(edges: np.ndarray) -> list[tuple[int, ...]]:
    """The groups in which arrows lead from every item to every other; the largest first.

    ``edges[i, j]`` says whether there is an arrow from i to j; without directions the table is symmetric. After
    Kosaraju and Sharir: go through the arrows in depth, then backwards from whoever was finished last. Each step looks
    at one row as a whole, so that K items take 3K steps, however many arrows there are.
    """
    backwards, waits = np.ascontiguousarray(edges.T), np.ones(len(edges), bool)
    found = []
    for root in reversed(_finished(edges)):
        if not waits[root]:
            continue
        group, later = [root], [root]
        waits[root] = False
        while later:
            new = np.flatnonzero(backwards[later.pop()] & waits).tolist()
            waits[new] = False
            later += new
            group += new
        found.append(tuple(sorted(group)))
    return sorted(found, key=lambda group: (-len(group), group))


def _finished(edges: np.ndarray) -> list[int]:
    """All items in the order in which a walk in depth leaves them."""
    waits, order = np.ones(len(edges), bool), []
    for root in range(len(edges)):
        path = [root] if waits[root] else []
        waits[root] = False
        while path:
            open_ones = edges[path[-1]] & waits
            to = int(open_ones.argmax())
            if open_ones[to]:
                waits[to] = False
                path.append(to)
            else:
                order.append(path.pop())
    return order
