"""Votes whose pairs were drawn with known chances, in the order of drawing: what may count for Borda scores."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from duelling.errors import WrongValue, one_of
from duelling.votes.ballots import Ballots

Pairs = Literal["any", "uniform", "first", "balanced", "logged"]  # how pairs were chosen
PAIRS: tuple[Pairs, ...] = get_args(Pairs)
ROUNDING = 1e-9


class Tickets(NamedTuple):
    """Arrays with one place for each question that counts."""

    first: np.ndarray  # the place of an item
    second: np.ndarray
    share: np.ndarray  # of the first item: 1 it won, 1/2 tie, 0 it lost, NaN: nobody has answered yet
    weight: np.ndarray  # v = s/π
    widest: np.ndarray  # the largest weight of a pair of two candidates, or 1
    gone: np.ndarray  # the row of ``outs`` that says who had left the race when the pair was drawn
    outs: np.ndarray  # [row, item]: whether the item had left; the last row: nobody
    even: np.ndarray  # whether all pairs were equally likely

    @property
    def size(self) -> int:
        """How many questions there are."""
        return len(self.first)

    @property
    def items(self) -> int:
        """How many items there are, with votes or without."""
        return int(self.outs.shape[1])

    @property
    def all_in(self) -> np.ndarray:
        """For each question, whether every item was in the race when its pair was drawn."""
        return np.asarray(~np.asarray(self.outs.any(axis=1))[self.gone])

    def take(self, places: np.ndarray | slice) -> "Tickets":
        """The questions in these places, or where it is True."""
        return self._replace(**{name: getattr(self, name)[places] for name in self._fields if name != "outs"})

    @property
    def raced(self) -> tuple[np.ndarray, ...]:
        """The arrays that ``core.evidence.logged`` takes."""
        return self[:-1]

    @property
    def _first_open(self) -> int:
        return int(np.append(np.isnan(self.share), True).argmax())

    @property
    def settled(self) -> "Tickets":
        """The votes before the first open question.

        Whoever answers sooner on some pairs than on others would distort the scores, so that no later vote counts.
        """
        return self.take(slice(None, self._first_open))

    @property
    def behind(self) -> "Tickets":
        """The first open question and all that follow it."""
        return self.take(slice(self._first_open, None))


def how_chosen(ballots: Ballots, pairs: str | None) -> Pairs:
    """How the pairs were chosen, as the caller says, or as the votes do: "logged" if some have chances, else "any"."""
    chance, least = (np.array([np.nan]) if each is None else each for each in (ballots.chance, ballots.least))
    asked = [each.chance + each.least for each in ballots.waiting]
    some = np.append(chance + least, asked)
    logged = not np.isnan(some).all() if some.size else ballots.chance is not None
    if pairs is None:
        return "logged" if logged else "any"
    said = one_of("pairs", pairs, PAIRS)
    if said == "logged" and not logged:
        others = ", ".join(PAIRS[:-1])
        raise WrongValue(f"pairs must be one of {others} where votes have no chance and least, got {pairs!r}")
    return said


def tickets(ballots: Ballots, pairs: str | None = None) -> Tickets:
    """The questions that count with the chance of their pair, given how pairs were chosen; for "uniform" or "logged".

    With "uniform" the votes without a chance have uniform pairs, and those with a chance were drawn with it.

    Unless all items are known to have been there from the beginning, logged votes count after the row in which the
    last item appears: nobody knows whether a pair with a later item could have been drawn before.
    """
    nobody = len(ballots.outs)
    asked = [each.before for each in ballots.waiting]

    def both(votes: np.ndarray | None, otherwise: float, questions: Sequence[float]) -> np.ndarray:
        """The values of votes and open questions, in the order of drawing."""
        values = np.full(len(ballots), otherwise) if votes is None else votes
        return np.insert(values, asked, questions)

    chance = both(ballots.chance, np.nan, [each.chance for each in ballots.waiting])
    least = both(ballots.least, np.nan, [each.least for each in ballots.waiting])
    first, second = (
        both(votes, 0, questions)
        for votes, questions in (
            (ballots.left, [each.left for each in ballots.waiting]),
            (ballots.right, [each.right for each in ballots.waiting]),
        )
    )
    logged = ~np.isnan(chance)
    weight = np.where(logged, least / chance, 1.0)  # NaN where some pairs could not have been drawn
    known = np.arange(len(weight)) > (-1 if ballots.known else _all_known(first, second, len(ballots.items)))
    nothing = np.zeros(len(weight), bool)
    counts = {"logged": logged & known, "uniform": ~logged | known}.get(pairs or how_chosen(ballots, None), nothing)
    gone = both(ballots.out, nobody, [each.out for each in ballots.waiting])
    outs = np.zeros((nobody + 1, len(ballots.items)), bool)
    for row, out in enumerate(ballots.outs):
        outs[row, list(out)] = True
    return Tickets(
        first=first,
        second=second,
        share=both((1 + ballots.outcome) / 2, 0, [np.nan] * len(asked)),
        weight=weight,
        widest=both(ballots.widest, 1.0, [each.widest for each in ballots.waiting]),
        gone=np.where(gone < 0, nobody, gone),
        outs=outs,
        even=~logged | equally_likely(least, outs[gone].any(axis=1), len(ballots.items)),
    ).take(counts & ~np.isnan(weight))


def equally_likely(least: np.ndarray, some_left: np.ndarray, items: int) -> np.ndarray:
    """Where the least chance of a pair is that of any pair: known before the draw, unlike the weight of the pair."""
    return np.asarray(~some_left & (np.abs(least * items * (items - 1) / 2 - 1) < ROUNDING))


def _all_known(first: np.ndarray, second: np.ndarray, items: int) -> int:
    """The question in which the last item appears; beyond all of them if it has none yet."""
    appears = np.full(items, len(first))
    for side in (first, second):
        np.minimum.at(appears, side, np.arange(len(first)))
    return int(appears.max())
