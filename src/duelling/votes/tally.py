"""Votes counted: who beat whom how often, who voted, and which pairs never met."""

import functools
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.errors import Doubt, InputError, WrongValue, above, whole
from duelling.problems.matrix import PreferenceMatrix
from duelling.votes.ballots import Ballots
from duelling.votes.connected import connected
from duelling.votes.reading.read import read_votes

if TYPE_CHECKING:
    import polars as pl

FEW = 10  # votes on a pair below which its share of wins is mostly chance
MOST = 2000  # items: a table of all pairs of more would not fit into memory beside the others that are made of it
SHOWN = 3  # names that are printed of a group


@dataclass(frozen=True, eq=False)
class Tally:
    """What ``du.tally`` counts. In the tables the row beats, or ties with, the column.

    ``losses`` is ``wins`` with rows and columns exchanged; ``met`` counts all votes on a pair.
    """

    items: tuple[str, ...]
    wins: np.ndarray  # wins[i, j], how often i won against j
    ties: np.ndarray  # ties[i, j] = ties[j, i]
    bad: np.ndarray  # bad[i, j], the ties that said that both are bad
    left: int  # how often the left item won
    right: int
    voters: tuple[str, ...]  # empty where nobody wrote down who voted
    voter_votes: np.ndarray  # the votes of each voter
    source: str  # the file, or ""

    @functools.cached_property
    def met(self) -> np.ndarray:
        """How many votes there are on each pair."""
        return np.asarray(self.wins + self.wins.T + self.ties)

    @property
    def losses(self) -> np.ndarray:
        """losses[i, j], how often i lost against j."""
        return self.wins.T

    @property
    def votes(self) -> int:
        """How many votes there are."""
        return int(self.met.sum()) // 2

    @functools.cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """The items that votes connect, the largest group first: between two groups there is no vote at all."""
        return connected(self.met > 0)

    @functools.cached_property
    def levels(self) -> list[tuple[int, ...]]:
        """Groups in which wins and ties lead from every item to every other, perhaps through third ones; largest first.

        Between two of them all votes went one way, or there is none. So nobody can say by how much one is stronger.
        """
        return connected(self.wins + self.ties > 0)

    def pairs(self, fewer: int) -> np.ndarray:
        """The pairs with few votes.

        Args:
            fewer: fewer votes than this; 1 gives the pairs that never met.

        Returns:
            Rows of two places in ``items``.

        Raises:
            InputError: ``fewer`` is no whole number from 0 on.

        >>> tally([("tea", "coffee", "tea"), ("tea", "milk", "tea")]).pairs(1).tolist()
        [[1, 2]]
        """
        return np.argwhere(np.triu(self.met < whole("fewer", fewer, 0), 1))

    def frame(self) -> "pl.DataFrame":
        """One row for each pair, also for those that never met.

        Returns:
            A polars frame: item, other, votes, wins, ties, losses, both_bad.

        >>> tally([("tea", "coffee", "tea"), ("tea", "coffee", "tie")]).frame().rows()
        [('tea', 'coffee', 2, 1, 1, 0, 0)]
        """
        import polars as pl

        i, j = np.triu_indices(len(self.items), 1)
        names = pl.Series(self.items, dtype=pl.String)
        return pl.DataFrame(
            {
                "item": names.gather(i),
                "other": names.gather(j),
                "votes": self.met[i, j],
                "wins": self.wins[i, j],
                "ties": self.ties[i, j],
                "losses": self.wins[j, i],
                "both_bad": self.bad[i, j],
            }
        )

    def problem(self, smoothing: float | None = None, *, name: str | None = None) -> PreferenceMatrix:
        """P_ij, the share of the votes between i and j that i won, ties counted half.

        Pairs with few votes are warned of (``du.Doubt``): the matrix does not know how few they were.

        Args:
            smoothing: s > 0 gives each item of a pair s votes in advance, so that P_ij = (w_ij + s) / (n_ij + 2s), and
                pairs that never met count as even. With None a pair that never met is an error.
            name: what the problem is called; None is the name of the file, or "votes".

        Returns:
            A problem for ``du.simulate``.

        Raises:
            InputError: a pair never met and there is no smoothing.

        >>> tally([("tea", "coffee", "tea")] * 15 + [("tea", "coffee", "coffee")] * 5).problem().preference().tolist()
        [[0.5, 0.75], [0.25, 0.5]]
        """
        extra = 0.0 if smoothing is None else above("smoothing", smoothing, 0)
        never = self.pairs(1)
        if len(never) and smoothing is None:
            pair = " and ".join(repr(self.items[place]) for place in never[0])
            advice = "or choose a smoothing, as in smoothing=0.5"
            count = f", and so did {len(never) - 1} other pairs" if len(never) > 1 else ""
            raise WrongValue(f"{self._label} must compare every pair ({advice}), {pair} never met{count}")
        won = self.wins + self.ties / 2 + extra
        np.fill_diagonal(won, 1.0)
        P = won / (won + won.T)
        self._doubt(len(never))
        try:
            return PreferenceMatrix(P, self.items, name=self._name if name is None else name, source=self.source)
        except InputError as error:
            raise error.within(self._label) from None

    def _doubt(self, never: int) -> None:
        few, every = len(self.pairs(FEW)) - never, len(self.items) * (len(self.items) - 1) // 2
        said = [f"{never} of {every} pairs never met and count as even"] if never else []
        said += [f"{few} of {every} pairs met fewer than {FEW} times"] if few else []
        if said:
            warnings.warn(f"{self._label}: {', '.join(said)}; their chances are mostly guesses", Doubt, stacklevel=3)

    @property
    def _label(self) -> str:
        return self.source or "votes"

    @property
    def _name(self) -> str:
        return Path(self.source).stem if self.source else "votes"

    def __str__(self) -> str:
        voters = f" by {len(self.voters)} voters" if self.voters else ""
        ties, bad = int(self.ties.sum()) // 2, int(self.bad.sum()) // 2
        every = len(self.items) * (len(self.items) - 1) // 2
        never, few = len(self.pairs(1)), len(self.pairs(FEW))
        lines = [
            f"{self.votes} votes{voters} on {len(self.items)} items",
            f"left won {self.left}, right won {self.right}, ties {ties}" + (f" (both bad {bad})" if bad else ""),
            f"{every - never} of {every} pairs met, {few - never} of them fewer than {FEW} times",
        ]
        if len(self.groups) > 1:
            lines.append(f"{len(self.groups)} groups that never met: {self._some(self.groups)}")
        elif len(self.levels) > 1:
            lines.append(f"{len(self.levels)} groups between which all votes went one way: {self._some(self.levels)}")
        return "\n".join(lines)

    def _some(self, groups: list[tuple[int, ...]]) -> str:
        """The groups in words, the first of them with the first of their names."""
        words = []
        for group in groups[:SHOWN]:
            names = ", ".join(self.items[place] for place in group[:SHOWN])
            words.append(names + (f" and {len(group) - SHOWN} more" if len(group) > SHOWN else ""))
        return " | ".join(words) + (" | ..." if len(groups) > SHOWN else "")


def tally(votes: Any, columns: Mapping[str, str] | str | None = None) -> Tally:
    """Count votes: a path, a frame or rows. ``columns`` says which column means what, as in "left=a,right=b".

    ``print`` shows the counts in a few lines; ``frame()`` has one row for each pair, and ``problem()`` is the matrix of
    shares. There can be at most 2000 items, because the tables hold every pair.

    Args:
        votes: the path of a file, a frame, or rows of left, right, winner.
        columns: which column means what.

    Returns:
        The counts of each pair, side and voter.

    Raises:
        InputError: the votes cannot be read, or have more than 2000 items.

    >>> print(tally([("tea", "coffee", "tea"), ("coffee", "tea", "tie"), ("tea", "milk", "left")]))
    3 votes on 3 items
    left won 2, right won 0, ties 1
    2 of 3 pairs met, 2 of them fewer than 10 times
    2 groups between which all votes went one way: tea, coffee | milk
    """
    return votes if isinstance(votes, Tally) else count(read_votes(votes, columns))


def count(ballots: Ballots) -> Tally:
    """The tally of ballots."""
    K = len(ballots.items)
    if K > MOST:
        raise WrongValue(f"{ballots.source or 'votes'} must name at most {MOST} items to count every pair, got {K}")
    winner = np.where(ballots.outcome == 1, ballots.left, ballots.right)
    loser = ballots.left + ballots.right - winner
    tied = ballots.outcome == 0
    return Tally(
        items=ballots.items,
        wins=_count_pairs(winner, loser, ~tied, K),
        ties=_both_ways(_count_pairs(ballots.left, ballots.right, tied, K)),
        bad=_both_ways(_count_pairs(ballots.left, ballots.right, ballots.bad, K)),
        left=int((ballots.outcome == 1).sum()),
        right=int((ballots.outcome == -1).sum()),
        voters=ballots.voters,
        voter_votes=np.bincount(ballots.voter[ballots.voter >= 0], minlength=len(ballots.voters)),
        source=ballots.source,
    )


def _count_pairs(one: np.ndarray, two: np.ndarray, which: np.ndarray, K: int) -> np.ndarray:
    return np.bincount((one * K + two)[which], minlength=K * K).reshape(K, K)


def _both_ways(counts: np.ndarray) -> np.ndarray:
    return np.asarray(counts + counts.T)
