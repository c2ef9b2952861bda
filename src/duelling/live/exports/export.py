"""One door for all exports: a format, the options that it has, a file that appears whole."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from duelling import files
from duelling.errors import WrongValue, one_of, path_of, quoted, whole
from duelling.live.exports.facts import Columns, Facts
from duelling.live.exports.frame import votes_frame
from duelling.live.exports.journal import Media, journal_lines
from duelling.live.exports.preferences import preferences
from duelling.live.exports.tables import TABLES
from duelling.problems.reading.text import written
from duelling.votes.tally import Tally

FORMATS = (*TABLES, "dpo", "matrix", "journal")
OPTIONS = {"names": tuple(TABLES), "voided": tuple(TABLES), "present": tuple(TABLES)}  # which formats have them
OPTIONS |= {"smoothing": ("matrix",), "upto": ("journal",)}


class Source(NamedTuple):
    """Where exports come from: an arena, as it is now."""

    facts: Facts
    columns: Columns
    tally: Callable[[], Tally]
    events: Callable[[int], Iterable[Any]]  # events(upto)
    media: Media


class Exported(NamedTuple):
    """What was exported, and what had to be left out, by the reason."""

    format: str
    rows: int
    left_out: dict[str, int]
    content: bytes | None  # None where it was written into a file


def export(source: Source, path: str | Path | None, format: str | None, **options: Any) -> Exported:
    """Write the export into the file ``path``, whole or not at all; without a path, return its content."""
    where = None if path is None else path_of("path", path)
    kind = _format(where, format)
    for name, value in options.items():
        if value not in (None, False) and kind not in OPTIONS[name]:
            raise WrongValue(f"{name} must be left out for the format {kind}, got {quoted(value)}")
    if kind == "journal":
        return _journal(source, where, options["upto"])
    rows, content, left_out = _content(source, kind, options)
    if where is not None:
        files.write(where.parent, {where.name: content})
    return Exported(kind, rows, left_out, content if where is None else None)


def _format(path: Path | None, format: str | None) -> str:
    if format is not None:
        return one_of("format", format, FORMATS)
    ending = "csv" if path is None else path.suffix.lower().removeprefix(".")
    if ending not in TABLES:
        raise WrongValue(f"format must be said where the file does not end in {', '.join(TABLES)}, got {quoted(path)}")
    return ending


def _content(source: Source, kind: str, options: dict[str, Any]) -> tuple[int, bytes, dict[str, int]]:
    if kind == "dpo":
        pairs = preferences(source.facts, source.columns)
        return len(pairs.lines), "".join(pairs.lines).encode(), pairs.left_out
    if kind == "matrix":
        problem = source.tally().problem(options["smoothing"], name=source.facts.arena)
        return len(problem.arms), written(problem).encode(), {}
    how = {name: bool(options[name]) for name in ("names", "voided", "present")}
    votes = votes_frame(source.facts, source.columns, waiting=not how["voided"], **how)
    shown = votes.drop("ticket") if how["voided"] else votes.drop("ticket", "counted")
    return len(votes), TABLES[kind](shown), {}


def _journal(source: Source, path: Path | None, upto: int | None) -> Exported:
    """The journal goes into its file line by line: it may be larger than the memory."""
    last = source.facts.head if upto is None else min(whole("upto", upto), source.facts.head)
    lines = journal_lines(source.events(last), source.media)
    if path is None:
        return Exported("journal", last, {}, b"".join(lines))
    files.write(path.parent, {path.name: lines})
    return Exported("journal", last, {}, None)
