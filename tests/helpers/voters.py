"""A stand-in for an arena that shows pairs at random and writes down what it is told; and votes in a real one."""

from typing import NamedTuple

import numpy as np

import duelling as du
from duelling.live.decisions.ask import NothingToAsk


class Slip(NamedTuple):
    id: str
    left: str
    right: str


class Notebook:
    """Asks pairs of items; ``most`` is how many tickets a named voter gets."""

    def __init__(self, items, most=10**9):
        self.items, self.most = list(items), most
        self.rng = np.random.default_rng(0)
        self.asked, self.told = [], []  # (voter, ticket), (ticket, answer, tickets asked so far)

    def ask(self, *, voter=None):
        if voter is not None and [who for who, _ in self.asked].count(voter) >= self.most:
            raise NothingToAsk("there is no question left for this voter")
        left, right = self.rng.choice(self.items, 2, replace=False).tolist()
        self.asked.append((voter, Slip(str(len(self.asked) + 1), left, right)))
        return self.asked[-1][1]

    def tell(self, ticket, answer):
        self.told.append((ticket, answer, len(self.asked)))


def vote_in(place, tickets, **options):
    """Let simulated people vote in the arena at this place; the earlier an item comes, the better it is."""
    with du.Arena(place) as arena:
        strength = np.linspace(1, 0, len(arena.items))
        P = 1 / (1 + np.exp(2 * (strength[None, :] - strength[:, None])))
        du.testing.Voters(du.PreferenceMatrix(P, arena.items), **{"voters": tickets, **options}).vote(arena, tickets)
