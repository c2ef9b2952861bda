"""What is known of the scores of all items."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from duelling.votes.tally import Tally

Above = Callable[[float, float], np.ndarray]  # (N, ε): where [i, k] is true, b_i > b_k - ε is proved at δ/N
Race = Callable[[float], tuple[np.ndarray, int]]  # ε: who may still be the best, and who is named, or -1


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of all items; each interval holds at every look, all of them together with chance 1 - δ."""

    score: np.ndarray  # NaN where there is no vote to say anything
    low: np.ndarray
    high: np.ndarray
    above: Above
    assumes: tuple[str, ...]
    never_met: int  # pairs without a vote
    race: Race | None = None  # a sharper test for the best, where pairs were drawn with known chances
    settled: tuple[np.ndarray, np.ndarray] | None = None  # scores and numbers of the votes from which forecasts start
    refusal: str = ""  # why no difference can ever be proved


def refused(scores: Scores, why: str) -> Scores:
    """The scores for display, with nothing that is proved about them."""
    unknown, nothing = np.full(len(scores.score), np.nan), np.zeros((len(scores.score),) * 2, dtype=bool)
    return replace(
        scores, low=unknown, high=unknown, above=lambda tests, within: nothing, race=None, settled=None, refusal=why
    )


def never_met(tally: Tally) -> int:
    """How many pairs have no vote."""
    return len(tally.pairs(1))


def mean_share(won: np.ndarray, tied: np.ndarray, votes: np.ndarray) -> np.ndarray:
    """The share of wins, with ties as halves; NaN without votes."""
    return np.where(votes > 0, (won + tied / 2) / np.maximum(votes, 1), np.nan)
