"""The evidence that one Borda score is above another, vote by vote, as it is defined."""

import math

NODES = [(0.95 * 2.0**-g, c) for g in range(8) for c in (0.5, 0.8)]


def evidence(i, k, votes, within=0.0):
    """E_ik for votes (a, b, y of a) on uniform pairs: the mean over the nodes of the products."""
    products = [1.0] * len(NODES)
    for a, b, y in votes:
        for n, (bet, c) in enumerate(NODES):
            result = {a: y, b: 1 - y}
            if i in result and k in result:
                x = 2 * result[i] - 1 + within
            elif i in result:
                x = result[i] - c + within / 2
            elif k in result:
                x = c + within / 2 - result[k]
            else:
                x = 0.0
            products[n] *= 1 + bet * x
    return math.fsum(products) / len(products)
