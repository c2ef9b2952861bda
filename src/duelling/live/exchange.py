"""What goes out of an arena and what comes into it: votes, problems, journals."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from duelling.arrays import flag
from duelling.errors import function, path_of
from duelling.live.journal.store import Store

if TYPE_CHECKING:  # methods bring what they need: a first question waits for none of it
    import polars as pl

    from duelling.live.exports.export import Format, Source
    from duelling.live.exports.journal import Exported
    from duelling.live.imports.votes import Included
    from duelling.live.state import State
    from duelling.problems.matrix import PreferenceMatrix
    from duelling.votes.tally import Tally

T = TypeVar("T")


class Exchange:
    """The part of an arena that trades with files, frames and the laboratory."""

    _store: Store
    _number: int
    _do: Callable[[Any], Any]
    _look: Callable[[Callable[["State"], Any]], Any]

    def votes(self, *, voided: bool = False) -> "pl.DataFrame":
        """A row for each vote that counts, in the order in which the questions were drawn.

        Args:
            voided: whether to have also those that were taken away; ``counted`` tells them apart.

        Returns:
            A polars frame with ticket, left, right, winner, answer, voter and more.

        Raises:
            InputError: ``voided`` is not True or False.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.votes()["voter"].to_list()
        ['ann']
        """
        from duelling.live.exports.frame import votes_frame

        source = self._source()
        return votes_frame(source.facts, source.columns, names=True, voided=flag("voided", voided), ids=True)

    def export(
        self,
        path: str | Path | None = None,
        format: "Format | None" = None,
        *,
        names: bool = False,
        voided: bool = False,
        present: bool = False,
        smoothing: float | None = None,
    ) -> "Exported":
        """Write votes (csv, jsonl, parquet), preference pairs (dpo), a matrix or the journal into a file.

        Args:
            path: where to; None returns the content.
            format: "csv", "jsonl", "parquet", "dpo", "matrix" or "journal"; None goes by the ending of the path.
            names: whether voters have their names, and not words that stand for them.
            voided: whether to add votes that no longer count.
            present: whether to leave out votes about items that have gone.
            smoothing: for a matrix: so many votes for each item of a pair beforehand.

        Returns:
            How many ``rows`` went out, what was ``left_out`` and why, and the ``content`` where there was no path.

        Raises:
            InputError: the format is not known, or an option does not fit it.

        >>> receipt = arena.tell(arena.ask(), "left")
        >>> arena.export("votes.csv").rows
        1
        """
        from duelling.live.exports.export import export

        how: dict[str, Any] = {"names": flag("names", names), "voided": flag("voided", voided)}
        how |= {"present": flag("present", present), "smoothing": smoothing}
        return export(self._source(), path, format, **how)

    def include(self, votes: Any, *, columns: Mapping[str, str] | str | None = None, again: bool = False) -> "Included":
        """Take in votes from elsewhere, in any form that ``du.tally`` reads: a file, a frame, rows.

        Nobody knows how they were chosen, so that they count in the table and for strengths, and nothing is proved by
        them.

        Args:
            votes: the votes; their items must be items of the arena.
            columns: which column means what, as in "left=a,right=b".
            again: whether the same votes may be taken in twice.

        Returns:
            How many votes were taken in, and what was left out.

        Raises:
            InputError: the votes cannot be read, name other items, or were taken in before.

        >>> arena.include([("fox", "owl", "fox"), ("owl", "hare", "tie")]).votes
        2
        """
        from duelling.live.imports.votes import include

        return include(self._do, votes, columns, flag("again", again))

    def tally(self) -> "Tally":
        """The votes between the items that compete, counted.

        Returns:
            What ``du.tally`` returns.

        >>> receipt = arena.tell(arena.ask(), "tie")
        >>> arena.tally().votes
        1
        """
        from duelling.live.standings import ballots_of
        from duelling.votes.tally import count

        return replace(count(self._look(ballots_of)), source=self._store.place)

    def problem(self, smoothing: float | None = None) -> "PreferenceMatrix":
        """The arena as a problem for the laboratory: the shares of the votes between the items that compete.

        Args:
            smoothing: so many votes for each item of a pair beforehand; None refuses pairs that never met.

        Returns:
            A preference matrix, with a warning (``du.Doubt``) where pairs have few votes.

        Raises:
            InputError: a pair never met and there is no smoothing.

        >>> included = arena.include([("fox", "owl", "fox"), ("owl", "hare", "owl"), ("fox", "hare", "fox")] * 10)
        >>> arena.problem().winners().names["condorcet"]
        ('fox',)
        """
        name: str = self._look(lambda state: state.name)
        return self.tally().problem(smoothing, name=name)

    def backup(self, path: str | Path) -> None:
        """Copy the whole place, with all its arenas, into a new file, while others may write into it.

        Args:
            path: of a file that does not exist yet.

        Raises:
            InputError: the file exists, or cannot be written.

        >>> arena.backup("copy.db")
        >>> import duelling as du
        >>> with du.Arena("copy.db") as copy:
        ...     copy.items
        ('fox', 'owl', 'hare')
        """
        self._store.backup(path_of("path", path))

    def look(self, see: Callable[["State"], T]) -> T:
        """Call a function with the state of the arena, as it is now.

        Args:
            see: a function of the state; it must not change it.

        Returns:
            What ``see`` returns.

        Raises:
            InputError: ``see`` is no function.

        >>> arena.look(lambda state: state.name)
        'main'
        """
        found: T = self._look(function("see", see))
        return found

    def _source(self) -> "Source":
        from duelling.live.exports.export import Source
        from duelling.live.exports.facts import facts_of

        columns = partial(self._store.columns, self._number)
        return Source(self._look(facts_of), columns, self.tally, self._store)
