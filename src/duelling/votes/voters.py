"""What can be seen of each voter: sides, agreement, information, speed. A table to look at, never a ban.

A different taste looks like low agreement, so a voter "often disagrees with the others", and nothing more is said. To
remove a voter after looking at the results voids the level of every verdict: decide by sides and time, or fix the rule
before the first vote.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.davidson import expected
from duelling.votes.ratings import Ratings, group_scores
from duelling.votes.sides import log_one_sided

if TYPE_CHECKING:
    import polars as pl

ENOUGH = 20  # votes from which on a voter is compared with the others
CROWD = 10  # voters from which on their spread is known
FAR = 3.0  # spreads below 0 from which on somebody disagrees often
EDGE = 1e-12  # chances nearer to 0 or 1 have no logit
QUICK = 1 / 3  # a vote that takes less than this part of the usual time is fast
HASTY = 0.5  # the share of fast votes from which on it is noted


@dataclass(frozen=True, eq=False)
class Voters:
    """A place for each voter, in the order of ``Ballots.voters``; NaN where there is too little to say anything."""

    names: tuple[str, ...]
    votes: np.ndarray
    left: np.ndarray  # how often the left item won
    right: np.ndarray
    log_side: np.ndarray  # the logarithm of 2^n B(1 + left, 1 + right), as far as open questions let it be known
    one_sided: np.ndarray  # flagged: guaranteed, see ``look_at_voters``
    agreement: np.ndarray  # z; display only, approximate
    relative: np.ndarray  # z divided by the crowd's robust spread; display only, approximate
    information: np.ndarray  # Σ log(2 q(y)); display only, approximate
    fast: np.ndarray  # the share of fast votes; display only, no error rate
    spread: float  # the crowd's robust standard deviation of z: 1 if all share one taste

    def notes(self, place: int) -> tuple[str, ...]:
        """Return what is unusual about a voter, in words."""
        notes = []
        if self.one_sided[place]:
            notes.append(f"votes mostly for the {'left' if self.left[place] > self.right[place] else 'right'} side")
        if self.relative[place] < -FAR:
            notes.append("often disagrees with the others")
        if self.fast[place] > HASTY:
            notes.append("votes much faster than the others")
        return tuple(notes)

    def order(self) -> tuple[np.ndarray, list[str]]:
        """Return the places of the voters in the order of ``frame``, and the note of each place."""
        notes = ["; ".join(self.notes(place)) for place in range(len(self.names))]
        return np.lexsort((np.nan_to_num(self.relative, nan=np.inf), [not note for note in notes])), notes

    def frame(self) -> "pl.DataFrame":
        """A row for each voter: those with a note first, then by agreement, the lowest first."""
        import polars as pl

        order, notes = self.order()
        arrays = ("votes", "left", "right", "log_side", "one_sided", "agreement", "relative", "information", "fast")
        columns = {name: getattr(self, name)[order] for name in arrays}
        named = {"voter": pl.Series([self.names[k] for k in order], dtype=pl.String)}
        return pl.DataFrame({**named, **columns, "note": pl.Series([notes[k] for k in order], dtype=pl.String)})


def look_at_voters(ballots: Ballots, ratings: Ratings, delta: float = 0.05, crowd: int | None = None) -> Voters:
    """Return what is seen of each voter.

    Guaranteed, if a fair coin decided for each vote who stands on the left: over all looks, the chance that any voter
    who does not care about sides is ever flagged as one-sided is at most ``delta``. The u-th voter, in the order in
    which they began, is flagged at evidence π²u²/(6 delta), and the levels add up: Σ 6 delta/(π²u²) = delta. If the
    number of voters was fixed beforehand, ``crowd`` says it, and the limit is crowd/delta for each.

    Display only, approximate, from 20 votes on:

    - ``agreement``: z = Σ λ (y - q) / sqrt(Σ λ² Var(y)), where q is what the strengths of all others expect (one step
      of Newton's method away from his votes) and λ = logit q. It has mean 0 and spread 1 if everybody shares one taste,
      which real crowds do not; so ``relative`` is z divided by the crowd's own spread, 1.48 times the median absolute
      deviation.
    - ``information``: Σ log(2 q(y)) over votes without a tie, with sides left out of q. For a voter who throws a coin
      e^information has a mean of about 1; many votes and a small number are the sign of a coin.
    - ``fast``: the share of votes that came within a third of the usual time after his vote before. Usual is the
      median of all voters, for that case if it has 20 votes.

    If one side never won, the file names winners first, or nobody looked: then nobody is flagged.
    """
    count = len(ballots.voters)
    known = ballots.take(ballots.voter >= 0)
    left, right = (np.bincount(known.voter[known.outcome == side], minlength=count) for side in (1, -1))
    votes = np.bincount(known.voter, minlength=count)
    log_side = log_one_sided(known, known.voter, count)
    limit = np.log(_limits(known, count) / delta) if crowd is None else math.log(max(crowd, 1) / delta)
    z, information = _agreement(known, ratings, votes)
    compared = z[~np.isnan(z)]
    spread = float(1.4826 * np.median(np.abs(compared - np.median(compared)))) if len(compared) >= CROWD else math.nan
    relative = z / spread if spread > 0 else np.full(count, np.nan)
    flagged = (log_side >= limit) & bool(left.any() and right.any())
    fast = _fast(known, count)
    return Voters(ballots.voters, votes, left, right, log_side, flagged, z, relative, information, fast, spread)


def _limits(known: Ballots, count: int) -> np.ndarray:
    """π²u²/6 for each voter, who was the u-th to begin; infinite for those without a vote."""
    began = np.full(count, np.inf)
    whose, first = np.unique(known.voter, return_index=True)
    began[whose[np.argsort(first)]] = np.arange(1, len(whose) + 1)
    return np.asarray(math.pi**2 / 6 * began**2)


def _agreement(known: Ballots, ratings: Ratings, votes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """z and the information of each voter with enough votes, by the strengths of the others."""
    fit, compared = ratings.fit, np.flatnonzero(votes >= ENOUGH)
    z, information = np.full(len(votes), np.nan), np.full(len(votes), np.nan)
    place = np.full(len(votes), -1)
    place[compared] = np.arange(len(compared))
    theirs = known.take(place[known.voter] >= 0)
    whose = place[theirs.voter]
    scores = group_scores(fit, theirs, whose, len(compared))
    others = fit.at - scores @ ratings.covariances["model"]
    by_items = others[whose, theirs.left] - others[whose, theirs.right]
    nu = np.exp(others[whose, -1]) if fit.tied else np.zeros(len(whose))
    model = expected(by_items + (others[whose, fit.items] if fit.side else 0.0), nu)
    y, mean = (theirs.outcome + 1) / 2, model.mean.clip(EDGE, 1 - EDGE)
    weight = np.log(mean / (1 - mean))
    noise = np.bincount(whose, weight**2 * model.spread, len(compared))
    with np.errstate(invalid="ignore"):  # nothing was expected of a voter who saw equal items only
        z[compared] = np.bincount(whose, weight * (y - model.mean), len(compared)) / np.sqrt(noise)
    gain = np.where(theirs.outcome == 0, 0.0, math.log(2) - np.logaddexp(0.0, -theirs.outcome * by_items))
    information[compared] = np.bincount(whose, gain, len(compared))
    return z, information


def _fast(known: Ballots, count: int) -> np.ndarray:
    """The share of fast votes of each voter with enough votes that have a time."""
    share = np.full(count, np.nan)
    order = np.lexsort((known.time, known.voter))
    order = order[~np.isnan(known.time[order])]
    later, before = order[1:], order[:-1]
    after_own = known.voter[later] == known.voter[before]
    later, took = later[after_own], (known.time[later] - known.time[before])[after_own]
    timed = np.bincount(known.voter[later], minlength=count)
    if not len(took):
        return share
    quick = np.bincount(known.voter[later], took < QUICK * _usual(known.case[later], took), count)
    enough = timed >= ENOUGH
    share[enough] = quick[enough] / timed[enough]
    return share


def _usual(case: np.ndarray, took: np.ndarray) -> np.ndarray:
    """The median time of a vote's case, or that of all votes if the case is unknown or rare."""
    usual = np.full(len(took), float(np.median(took)))
    order = np.lexsort((took, case))
    cases, begin, votes = np.unique(case[order], return_index=True, return_counts=True)
    frequent = (cases >= 0) & (votes >= ENOUGH)
    low, high = begin + (votes - 1) // 2, begin + votes // 2
    median = (took[order][low] + took[order][high]) / 2
    places = np.searchsorted(cases, case)
    return np.where(frequent[places], median[places], usual)
