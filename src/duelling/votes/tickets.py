"""Votes whose pairs were drawn with known chances, in the order of drawing: what may count for Borda scores."""

from typing import Literal, NamedTuple, get_args

import numpy as np

from duelling.errors import WrongValue, one_of
from duelling.votes.ballots import Ballots

Pairs = Literal["any", "uniform", "logged"]  # how pairs were chosen
PAIRS: tuple[Pairs, ...] = get_args(Pairs)


class Tickets(NamedTuple):
    """Arrays with one place for each vote that counts."""

    first: np.ndarray  # the place of an item
    second: np.ndarray
    share: np.ndarray  # of the first item: 1 it won, 1/2 tie, 0 it lost
    weight: np.ndarray  # v = s/π
    gone: np.ndarray  # the row of ``outs`` that says who had left the race when the pair was drawn
    outs: np.ndarray  # [row, item]: whether the item had left

    @property
    def all_in(self) -> np.ndarray:
        """For each vote, whether every item was in the race when its pair was drawn."""
        return np.asarray(~np.asarray(self.outs.any(axis=1))[self.gone])


def how_chosen(ballots: Ballots, pairs: str | None) -> Pairs:
    """How the pairs were chosen, as the caller says, or as the file does: "logged" where it has chances, else "any"."""
    logged = ballots.chance is not None and ballots.least is not None
    if pairs is None:
        return "logged" if logged else "any"
    said = one_of("pairs", pairs, PAIRS)
    if said == "logged" and not logged:
        raise WrongValue(f"pairs must be any or uniform where votes have no chance and least, got {pairs!r}")
    return said


def tickets(ballots: Ballots, pairs: str | None = None) -> Tickets:
    """The votes that count for Borda scores, given how pairs were chosen; none of them for "any".

    With "uniform" the votes without a chance have uniform pairs, and those with a chance were drawn with it.

    Votes count up to the first question that nobody has answered: whoever answers sooner on some pairs than on others
    would distort the scores. Logged votes count after the row in which the last item appears: nobody knows whether a
    pair with a later item could have been drawn before.
    """
    count = len(ballots)
    logged, weight = np.zeros(count, bool), np.ones(count)
    if ballots.chance is not None:
        logged = ~np.isnan(ballots.chance)
        least = np.full(count, np.nan) if ballots.least is None else ballots.least
        weight[logged] = (least / ballots.chance)[logged]  # NaN where some pairs could not have been drawn
    known = np.arange(count) > _all_known(ballots)
    counts = {"any": np.zeros(count, bool), "logged": logged & known, "uniform": ~logged | known}
    votes = np.flatnonzero((counts[how_chosen(ballots, pairs)] & ~np.isnan(weight))[: ballots.settled])
    outs = np.zeros((len(ballots.outs) + 1, len(ballots.items)), bool)  # the last row: nobody
    for row, out in enumerate(ballots.outs):
        outs[row, list(out)] = True
    gone = np.full(count, len(ballots.outs)) if ballots.out is None else ballots.out
    share = (1 + ballots.outcome) / 2
    return Tickets(ballots.left[votes], ballots.right[votes], share[votes], weight[votes], gone[votes], outs)


def _all_known(ballots: Ballots) -> int:
    """The vote in which the last item appears; beyond all votes if it has none yet."""
    appears = np.full(len(ballots.items), len(ballots))
    for side in (ballots.left, ballots.right):
        np.minimum.at(appears, side, np.arange(len(ballots)))
    return int(appears.max())
