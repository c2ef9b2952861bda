"""The evidence that one Borda score is above another: every product over every vote, for each node."""

from functools import cache
from typing import NamedTuple

import numpy as np

BETS, CENTRES = [0.95 / 2**g for g in range(8)], [0.5, 0.8]


class Ticket(NamedTuple):
    """A vote: a has the share y of it; s and the chance of each pair are known from the draw."""

    a: int
    b: int
    y: float
    v: float = 1.0  # s/π
    widest: float = 1.0  # the largest weight of a pair of two candidates


def advantage(i, k, ticket, c, within):
    """x: how far the vote speaks for i and against k; None if it has neither."""
    share = {ticket.a: ticket.y, ticket.b: 1 - ticket.y}
    if i in share and k in share:
        return 2 * share[i] - 1 + within
    if i in share:
        return share[i] - c + within / 2
    if k in share:
        return c + within / 2 - share[k]
    return None


def factor(i, k, ticket, bet, c, within):
    x = advantage(i, k, ticket, c, within)
    return 1.0 if x is None else 1 + bet / max(c, 1 - c, ticket.widest) * ticket.v * x


@cache  # few votes differ, and every look goes over all of them
def factors(i, k, ticket, within):
    """One for each node."""
    return np.array([factor(i, k, ticket, bet, c, within) for bet in BETS for c in CENTRES])


def difference(i, k, tickets, within=0.0):
    """E_ik."""
    return np.prod([factors(i, k, t, within) for t in tickets], axis=0).mean()


def chase(k, tickets, leaders):
    """C_k: as E, but each vote tests the item that led before it against k."""
    led = zip(tickets, leaders, strict=True)
    return np.prod([factors(h, k, t, 0.0) for t, h in led if h != k], axis=0).mean()
