"""Preferences that strengths cannot explain: triples whose odds do not multiply to 1, and circles that are proved."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from duelling.votes.evens import log_evens

if TYPE_CHECKING:
    import polars as pl

ENOUGH = 10  # votes without a tie that a pair needs before its odds are looked at
SHOWN = 1000  # triples that are kept; more say nothing new


@dataclass(frozen=True, eq=False)
class Triples:
    """Some triples of items i, j, k: a row of places for each, with its z where there is one."""

    places: np.ndarray
    z: np.ndarray
    found: int  # how many there are; ``places`` has at most the first 1000
    tested: int
    says: str  # a sentence for people, or "" if there is nothing to say

    def frame(self, items: tuple[str, ...]) -> "pl.DataFrame":
        """A row for each triple, with the names of the items."""
        import polars as pl

        titles = ("first", "second", "third")
        names = {title: [items[k] for k in self.places[:, c]] for c, title in enumerate(titles)}
        return pl.DataFrame({**names, "z": self.z}, schema={**dict.fromkeys(titles, pl.String), "z": pl.Float64})


def curls(wins: np.ndarray, level: float = 0.05) -> Triples:
    """Return the triples whose three pairs no strengths explain, the clearest first. Display only, approximate.

    With strengths, the log odds of votes without a tie add up to 0 around a triple, however many votes tie. For n of
    them, W wins, p = (W + 1/2) / (n + 1) and l = logit p,

        z = |l_ij + l_jk + l_ki| / sqrt(Σ 1 / ((n + 1) p (1 - p)))

    is nearly normal, for one look at independent votes. (With ties as half wins the odds would add up to 0 only
    nearly.) A triple is returned if z passes the quantile at ``level`` divided by the number of triples whose pairs
    have 10 votes without a tie each. ``wins[i, j]`` is how often i beat j.
    """
    n = wins + wins.T
    p = (wins + 0.5) / (n + 1)
    odds, noise = np.log(p / (1 - p)), 1 / ((n + 1) * p * (1 - p))
    met = np.triu(n >= ENOUGH, 1)
    tested = round(float(((met.astype(float) @ met) * met).sum()))
    if tested == 0:
        return Triples(np.zeros((0, 3), dtype=np.int64), np.zeros(0), 0, 0, "")
    limit = NormalDist().inv_cdf(1 - level / (2 * tested))
    places, strong = [], []
    for i in range(len(n)):
        others = np.flatnonzero(met[i])
        pairs = np.ix_(others, others)
        around = odds[i, others][:, None] + odds[pairs] - odds[i, others][None, :]
        z = np.abs(around) / np.sqrt(noise[i, others][:, None] + noise[pairs] + noise[i, others][None, :])
        j, k = np.nonzero(met[pairs] & (z > limit))
        places.append(np.column_stack([np.full(len(j), i), others[j], others[k]]))
        strong.append(z[j, k])
    triples, z = np.concatenate(places), np.concatenate(strong)
    order = np.argsort(-z, kind="stable")[:SHOWN]
    says = f"strengths do not explain the votes: {len(z)} of {tested} triples" if len(z) else ""
    return Triples(triples[order], z[order], len(z), tested, says)


def circles(wins: np.ndarray, delta: float = 0.05) -> Triples:
    """Return the triples in which i beats j, j beats k and k beats i, each of the three proved.

    Guaranteed: over all looks, the chance that any triple is ever returned wrongly is at most ``delta``, if every
    vote on a pair has that pair's mean given the past. Each of the K(K-1)/2 pairs is tested two-sided at 2 delta /
    (K(K-1)): the evidence against "even" has passed K(K-1) / (2 delta), and the item with more wins is said to be
    ahead.
    """
    beats = proved(wins, delta)
    places, found = [], 0
    for i in range(len(wins)):
        later = np.arange(len(wins)) > i
        after, before = np.flatnonzero(beats[i] & later), np.flatnonzero(beats[:, i] & later)
        j, k = np.nonzero(beats[np.ix_(after, before)])
        found += len(j)
        places.append(np.column_stack([np.full(len(j), i), after[j], before[k]])[:SHOWN])
    triples = np.concatenate([np.zeros((0, 3), dtype=np.int64), *places])[:SHOWN]
    tested = math.comb(len(wins), 3)
    says = f"preferences go in a circle: proved for {found} of {tested} triples" if found else ""
    return Triples(triples, np.full(len(triples), np.nan), found, tested, says)


def proved(wins: np.ndarray, delta: float) -> np.ndarray:
    """Where item i is proved ahead of item j, two-sided, at ``delta`` for all pairs and looks together."""
    limit = math.log(max(len(wins) * (len(wins) - 1), 1) / (2 * delta))
    return (wins > wins.T) & (log_evens(wins, wins.T) >= limit)
