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

    from duelling.live.exports.export import Source
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

        With ``voided`` there are also those that were taken away; ``counted`` tells them apart.
        """
        from duelling.live.exports.frame import votes_frame

        source = self._source()
        return votes_frame(source.facts, source.columns, names=True, voided=flag("voided", voided), ids=True)

    def export(
        self,
        path: str | Path | None = None,
        format: str | None = None,
        *,
        names: bool = False,
        voided: bool = False,
        present: bool = False,
        smoothing: float | None = None,
    ) -> "Exported":
        """Write votes (csv, jsonl, parquet), preference pairs (dpo), a matrix or the journal into a file.

        By default the ending of the file says the format. Without a path the content is returned. Voters are words
        that stand for them, unless ``names``. ``voided`` adds votes that no longer count, ``present`` leaves out those
        about items that have gone. ``smoothing`` is for a matrix: so many votes for each item of a pair beforehand.
        """
        from duelling.live.exports.export import export

        how: dict[str, Any] = {"names": flag("names", names), "voided": flag("voided", voided)}
        how |= {"present": flag("present", present), "smoothing": smoothing}
        return export(self._source(), path, format, **how)

    def include(self, votes: Any, *, columns: Mapping[str, str] | str | None = None, again: bool = False) -> "Included":
        """Take in votes from elsewhere, in any form that ``du.tally`` reads: a file, a frame, rows.

        Their items must be items of the arena. Nobody knows how they were chosen, so that they count in the
        table and for strengths, and nothing is proved by them. The same votes are not taken in twice, unless ``again``.
        """
        from duelling.live.imports.votes import include

        return include(self._do, votes, columns, flag("again", again))

    def tally(self) -> "Tally":
        """The votes between the items that compete, counted."""
        from duelling.live.standings import ballots_of
        from duelling.votes.tally import count

        return replace(count(self._look(ballots_of)), source=self._store.place)

    def problem(self, smoothing: float | None = None) -> "PreferenceMatrix":
        """The arena as a problem for the laboratory: the shares of the votes between the items that compete."""
        name: str = self._look(lambda state: state.name)
        return self.tally().problem(smoothing, name=name)

    def backup(self, path: str | Path) -> None:
        """Copy the whole place, with all its arenas, into a new file, while others may write into it."""
        self._store.backup(path_of("path", path))

    def look(self, see: Callable[["State"], T]) -> T:
        """What ``see`` makes of the state of the arena, as it is now."""
        found: T = self._look(function("see", see))
        return found

    def _source(self) -> "Source":
        from duelling.live.exports.export import Source
        from duelling.live.exports.facts import facts_of

        columns = partial(self._store.columns, self._number)
        return Source(self._look(facts_of), columns, self.tally, self._store)
