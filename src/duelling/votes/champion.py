"""Which pairs to show to find out who beats everybody: the champion against the rival of whom least is known.

    kl(w, l) = n log 2 + w log(w/n) + l log(l/n),  n = w + l:    how far a pair is from even
    I_i = Σ kl over the rivals against whom i has not won more often than lost
    champion    the item that is not proven to lose to anybody with the least I, then with the most evidence for itself
    rival       whom the champion is not proven to beat, with the least evidence: kl, negative where the rival is ahead;
                with chance 1/5 the one that met the champion least often. Without it a pair near 1/2 could be shown for
                ever, while the true winner waits. Of equals each is as likely.

With ``within`` = ε, "beats" means "does not lose by more than ε": proofs and the evidence for a rival are about the
chance m = 1/2 - ε, the champion is chosen as before.

It is the rule of the learner ``champion``, from counts instead of votes one by one: nobody waits for a compiler, and
questions that wait for an answer count too, so that several at once are about different pairs.
"""

import math

import numpy as np

from duelling.core.jit import interpreted
from duelling.votes.tally import Tally
from duelling.votes.verdicts.condorcet import beaten_by, settled

SELDOM = 0.2  # the chance of the rival that met the champion least often
ROUNDING = 1e-9


class Champion:
    """The counts of votes, and of questions that wait for an answer, from which the next pair follows."""

    least = math.nan  # most pairs cannot be drawn, so that these votes say nothing about Borda scores
    out: tuple[int, ...] = ()

    def __init__(self, proven: Tally, seen: Tally, delta: float, within: float) -> None:
        """``proven`` are the votes that may count as evidence, ``seen`` are all of them."""
        alpha = delta / len(seen.items)
        self.within = within
        self.wins, self.ties = seen.wins.astype(float), seen.ties.astype(float)
        self.against, self.own = _for_and_against(self.wins, self.wins.T)
        with interpreted():
            if within > 0:
                better, loses = (settled(proven.wins, proven.ties, slack, alpha) for slack in (within, -within))
                np.fill_diagonal(loses, False)
            else:
                better = loses = beaten_by(proven.wins, alpha).T
        np.fill_diagonal(better, False)
        self.better = better  # [i, j]: i is proven not to lose to j
        self.worse = loses.any(axis=0)  # who is proven to lose to somebody

    def wait(self, i: int, j: int) -> None:
        """Count a question that has no answer yet as half a vote for each, so that questions spread."""
        both = [i, j]
        self.wins[both, both[::-1]] += 0.5
        self.against[both], self.own[both] = _for_and_against(self.wins[both], self.wins.T[both])

    def draw(self, rng: np.random.Generator) -> tuple[int, int, float] | None:
        """The champion, its rival, and the chance of this pair; None when nothing is left to ask."""
        if self.worse.all():
            return None  # there is no such item
        leaders = _least(self.against, np.flatnonzero(~self.worse))
        leaders = _least(-self.own, leaders)
        if self.better[leaders].sum(axis=1).max() == len(self.own) - 1:
            return None  # one of them beats everybody
        h = int(leaders[int(rng.random() * leaders.size)])
        chances = self._of_rivals(h)
        rival = int(rng.choice(chances.size, p=chances))
        turned = self._of_rivals(rival)[h] if rival in leaders else 0.0  # the same pair, with the other as champion
        return h, rival, float((chances[rival] + turned) / leaders.size)

    def _of_rivals(self, h: int) -> np.ndarray:
        """The chance of each item to be the rival of h."""
        won, lost, tied, m = self.wins[h], self.wins[:, h], self.ties[h], 0.5 - self.within
        half = tied / 2 if self.within > 0 else 0.0  # at 1/2 ties say nothing
        ahead = _apart(won + half, lost + half, m) * np.sign(_mean(won + half, lost + half, m) - m)
        rivals = np.flatnonzero(~self.better[h] & (np.arange(won.size) != h))
        chances = np.zeros(won.size)
        for share, of in ((1 - SELDOM, ahead), (SELDOM, won + lost + tied)):
            equals = _least(of, rivals)
            chances[equals] += share / equals.size
        return chances


def _least(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Those of the places with the least value, up to rounding."""
    return np.asarray(places[values[places] <= values[places].min() + ROUNDING])


def _for_and_against(wins: np.ndarray, losses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The evidence against the item of each row, and for it."""
    apart = _apart(wins, losses, 0.5)
    return np.where(wins <= losses, apart, 0).sum(axis=1), np.where(wins > losses, apart, 0).sum(axis=1)


def _mean(wins: np.ndarray, losses: np.ndarray, otherwise: float) -> np.ndarray:
    n = wins + losses
    return np.asarray(np.divide(wins, n, out=np.full_like(n, otherwise), where=n > 0))


def _apart(wins: np.ndarray, losses: np.ndarray, m: float) -> np.ndarray:
    """How far the share of wins is from m: the number of votes times the divergence; at 1/2 it is kl."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p = _mean(wins, losses, m)
        parts = np.where(p > 0, wins * np.log(p / m), 0) + np.where(p < 1, losses * np.log((1 - p) / (1 - m)), 0)
    return np.asarray(parts)
