"""Who leads, how sure that is, whether one may stop: everything that votes say, in one object that prints itself."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from duelling.errors import one_of, path_of
from duelling.votes.columns import DISPLAY_ONLY, HEADINGS, SHOWN
from duelling.votes.ratings import DISPLAY
from duelling.votes.verdict import Verdict, listed
from duelling.votes.voters import Voters

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

HINT = "If every pair was equally likely to be shown, say so (pairs uniform): the intervals become much narrower."
Drawn = Literal["intervals", "matrix"]


@dataclass(frozen=True, eq=False, repr=False)
class Standings:
    """What votes say about items, best first, as ``du.rank`` returns it; all arrays have a place for each item.

    ``low`` and ``high`` hold all scores with chance 1 - δ, at every look, under what ``assumes`` says, and so do
    ``first`` and ``last`` all places. Where a verdict says who the best are, or who may be, the first places are
    theirs, and that is right whenever the verdict is. ``strength`` and ``strength_se`` are for display only.
    """

    items: tuple[str, ...]
    first: np.ndarray  # the best place that the item may have, from 1
    last: np.ndarray
    score: np.ndarray  # the chance against another item at random
    low: np.ndarray
    high: np.ndarray
    strength: np.ndarray  # in logits around their mean
    strength_se: np.ndarray
    strength_note: str  # what the errors allow for
    wins: np.ndarray  # [i, j]: how often i was preferred to j
    ties: np.ndarray  # [i, j], symmetric
    place_notes: tuple[str, ...]  # by whose promise the first places are known, and what else to know of the table
    groups: tuple[tuple[str, ...], ...]  # not told apart so far, best first
    verdict: Verdict
    others: tuple[Verdict, ...]  # of the other kinds
    forecast: str  # how many more votes, as a range; empty where nothing can be said
    warnings: tuple[str, ...]
    sides: dict[str, int]  # how many votes went to the left, to the right and to none
    people: Voters | None  # what is seen of each voter; None where nobody wrote down who voted
    votes: int
    voters: int  # 0 where nobody wrote down who voted
    pairs: str  # how the pairs were chosen
    by_voter: int | None  # how many answers of a voter count, as one; None: every vote counts
    delta: float
    within: float
    source: str

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the intervals, places and verdicts rest on."""
        return self.verdict.assumes

    def frame(self) -> "pl.DataFrame":
        """A row for each item, best first.

        Returns:
            A polars frame: first, last (places), item, score, low, high, wins, ties, losses, strength, strength_se.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 10).frame()["item"].to_list()
        ['tea', 'coffee']
        """
        import polars as pl

        return pl.DataFrame({"first": self.first, "last": self.last, "item": self.items, **self._numbers()})

    def _numbers(self) -> dict[str, np.ndarray]:
        """The columns of the frame that hold numbers about an item."""
        return {
            "score": self.score,
            "low": self.low,
            "high": self.high,
            "wins": self.wins.sum(axis=1),
            "ties": self.ties.sum(axis=1),
            "losses": self.wins.sum(axis=0),
            "strength": self.strength,
            "strength_se": self.strength_se,
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything in types that JSON has.

        Returns:
            A dict, as ``duelling rank --json`` prints it.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 10).to_dict()["votes"]
        10
        """
        places = [[first, last] for first, last in zip(self.first.tolist(), self.last.tolist(), strict=True)]
        numbers = {name: [_or_none(x) for x in column.tolist()] for name, column in self._numbers().items()}
        return {
            "items": [
                {"item": item, "places": places[k], **{name: column[k] for name, column in numbers.items()}}
                for k, item in enumerate(self.items)
            ],
            "votes": self.votes,
            "voters": self.voters or None,
            "pairs": self.pairs,
            "delta": self.delta,
            "within": self.within,
            "promise": self.promise,
            "assumes": list(self.assumes),
            "display_only": list(DISPLAY_ONLY),
            "strength_note": self.strength_note,
            "place_notes": list(self.place_notes),
            "verdict": {
                "winner": self.verdict.items[0] if self.verdict.items else None,
                "state": self.verdict.state,
                "race": list(self.verdict.still_in),
                "says": self.verdict.says,
            },
            "others": [{"about": each.about, "state": each.state, "says": each.says} for each in self.others],
            "groups": [list(group) for group in self.groups],
            "forecast": self.forecast or None,
            "warnings": list(self.warnings),
            "sides": self.sides,
            "by_voter": self.by_voter,
            "noted": [{"voter": name, "votes": votes, "note": note} for name, votes, note in self.noted()],
        }

    def noted(self) -> list[tuple[str, int, str]]:
        """The voters about whom there is something to say.

        Returns:
            Name, number of votes and note of each.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 10).noted()
        []
        """
        if self.people is None:
            return []
        names, votes = self.people.names, self.people.votes
        order, notes = self.people.order()
        return [(names[k], int(votes[k]), notes[k]) for k in order.tolist() if notes[k]]

    def rows(self) -> list[tuple[str, ...]]:
        """The cells of the table for people.

        Returns:
            A row of texts for each item, best first.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 10).rows()[0][1]
        'tea'
        """
        places = [f"{a}" if a == b else f"{a}-{b}" for a, b in zip(self.first, self.last, strict=True)]
        counts = zip(self.wins.sum(axis=1), self.ties.sum(axis=1), self.wins.sum(axis=0), strict=True)
        return [
            (
                place,
                item,
                "" if np.isnan(score) else f"{score:.3f}",
                "" if np.isnan(low) else f"{low:.3f} to {high:.3f}",
                f"{sum(count)} ({count[0]}/{count[1]}/{count[2]})",
                f"{strength:+.2f} ± {error:.2f}",
            )
            for place, item, score, low, high, count, strength, error in zip(
                places,
                self.items,
                self.score,
                self.low,
                self.high,
                counts,
                self.strength,
                self.strength_se,
                strict=True,
            )
        ]

    def summary(self) -> list[str]:
        """What stands around the table: the verdict first, then the others, what they promise, the warnings last.

        Returns:
            A sentence for each.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 30).summary()[0]
        'tea is the best: its score is the largest.'
        """
        groups = "; ".join(listed(group) for group in self.groups)
        return [
            f"{self.verdict.says}.",
            *(f"{each.about[:1].upper()}{each.about[1:]}: {each.says}." for each in self.others),
            *([f"Told apart so far, best first: {groups}."] if len(self.groups) > 1 else []),
            *([f"Forecast: {self.forecast}."] if self.forecast else []),
            f"{self.promise}, if {', and '.join(self.assumes)}.",
            *(f"{sentence}." for sentence in self.place_notes),
            f"Strength: {DISPLAY}; {self.strength_note}.",
            *([HINT] if self.pairs == "any" and self.verdict.state == "open" else []),
            *(f"Warning: {warning}." for warning in self.warnings),
        ]

    @property
    def promise(self) -> str:
        """What the numbers of the table and the verdicts promise, under what ``assumes`` says."""
        what = "All places" if np.isnan(self.low).all() else "All intervals, all places"
        return f"{what} and each verdict are right at every look, each of these with chance {1 - self.delta:g}"

    def __repr__(self) -> str:
        """The table and what stands around it, in plain text."""
        cells = [HEADINGS, *self.rows()[:SHOWN]]
        widths = [max(len(row[k]) for row in cells) for k in range(len(HEADINGS))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        if len(self.items) > SHOWN:
            lines.append(f"... and {len(self.items) - SHOWN} more: frame() has all of them")
        return "\n".join([*lines, "", *self.summary()])

    def _repr_html_(self) -> str:
        from duelling.votes.page.page import fragment

        return fragment(self)

    def plot(self, what: Drawn = "intervals") -> "Figure":
        """Draw the scores with their intervals, or the shares of wins.

        Args:
            what: "intervals" or "matrix".

        Returns:
            A matplotlib figure that a notebook shows by itself; ``savefig`` writes it to a file.

        Raises:
            InputError: ``what`` is something else.

        >>> import duelling as du
        >>> du.rank([("tea", "coffee", "tea")] * 10).plot().savefig("standings.svg")
        """
        from duelling.votes.page import figures

        return figures.intervals(self) if one_of("what", what, get_args(Drawn)) == "intervals" else figures.matrix(self)

    def save(self, folder: str | Path) -> None:
        """Write standings.csv, standings.json, two figures and a page that needs no other file into a folder.

        Args:
            folder: where to; it is made if there is none. The figures are those of the page, as SVG; ``plot().savefig``
                writes other forms.

        Raises:
            InputError: nothing can be written there.

        >>> import duelling as du
        >>> import pathlib
        >>> du.rank([("tea", "coffee", "tea")] * 10).save("standings")
        >>> pathlib.Path("standings/index.html").exists()
        True
        """
        from duelling.votes.page.page import save

        save(self, path_of("folder", folder))


def _or_none(number: float) -> float | None:
    """A number as JSON has it."""
    return None if number != number else number
