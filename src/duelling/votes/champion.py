"""Which pairs to show to find out who beats everybody: the champion against the rival of whom least is known.

    kl(w, l) = n log 2 + w log(w/n) + l log(l/n),  n = w + l:    how far a pair is from even
    I_i = Σ kl over the rivals against whom i has not won more often than lost
    champion    the item that is not proven to lose to anybody with the least I, then with the most evidence for itself
    rival       whom the champion is not proven to beat, with the least evidence: kl, negative where the rival is ahead;
                with chance 1/5 the one that met the champion least often. Without it a pair near 1/2 could be shown for
                ever, while the true winner waits.

With ``within`` = ε, "beats" means "does not lose by more than ε": proofs and the evidence for a rival are about the
chance m = 1/2 - ε, the champion is chosen as before.
"""

import math

import numpy as np

from duelling.core.jit import interpreted
from duelling.votes.tally import Tally
from duelling.votes.verdicts.condorcet import beaten_by, settled

SELDOM = 0.2  # the chance of the rival that met the champion least often


class Champion:
    """The counts of votes, and of questions that wait for an answer, from which the next pair follows."""

    least = math.nan  # most pairs cannot be drawn, so that these votes say nothing about Borda scores
    out: tuple[int, ...] = ()

    def __init__(self, proven: Tally, seen: Tally, delta: float, within: float) -> None:
        """``proven`` are the votes that may count as evidence, ``seen`` are all of them."""
        alpha = delta / len(seen.items)
        self.within = within
        self.wins, self.ties = seen.wins.astype(float), seen.ties.astype(float)
        with interpreted():
            if within > 0:
                better, loses = (settled(proven.wins, proven.ties, slack, alpha) for slack in (within, -within))
                np.fill_diagonal(loses, False)
            else:
                better = loses = beaten_by(proven.wins, alpha).T
        self.better = better  # [i, j]: i is proven not to lose to j
        self.worse = loses.any(axis=0)  # who is proven to lose to somebody

    def wait(self, i: int, j: int) -> None:
        """Count a question that has no answer yet as half a vote for each, so that questions spread."""
        self.wins[i, j] += 0.5
        self.wins[j, i] += 0.5

    def draw(self, rng: np.random.Generator) -> tuple[int, int, float] | None:
        """The champion, its rival, and the chance of this pair; None when nothing is left to ask."""
        if self.worse.all():
            return None  # there is no such item
        wins, losses = self.wins, self.wins.T
        apart = _apart(wins, losses, 0.5)
        against = np.where(wins <= losses, apart, 0).sum(axis=1)
        own = np.where(wins > losses, apart, 0).sum(axis=1)
        h = int(np.lexsort((-own, np.where(self.worse, math.inf, against)))[0])
        rivals = np.flatnonzero(~self.better[h] & (np.arange(len(wins)) != h))
        if not rivals.size:
            return None
        half, m = self.ties[h] / 2, 0.5 - self.within
        if self.within == 0:
            half = 0 * half  # at 1/2 ties say nothing
        ahead = _apart(wins[h] + half, losses[h] + half, m) * np.sign(_mean(wins[h] + half, losses[h] + half, m) - m)
        nearest = int(rivals[ahead[rivals].argmin()])
        seldom = int(rivals[(wins[h] + losses[h] + self.ties[h])[rivals].argmin()])
        rival = seldom if rng.random() < SELDOM else nearest
        chance = 1.0 if nearest == seldom else SELDOM if rival == seldom else 1 - SELDOM
        return h, rival, chance


def _mean(wins: np.ndarray, losses: np.ndarray, otherwise: float) -> np.ndarray:
    n = wins + losses
    return np.asarray(np.divide(wins, n, out=np.full_like(n, otherwise), where=n > 0))


def _apart(wins: np.ndarray, losses: np.ndarray, m: float) -> np.ndarray:
    """How far the share of wins is from m: the number of votes times the divergence; at 1/2 it is kl."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p = _mean(wins, losses, m)
        parts = np.where(p > 0, wins * np.log(p / m), 0) + np.where(p < 1, losses * np.log((1 - p) / (1 - m)), 0)
    return np.asarray(parts)
