"""One door for all exports: a format, the options that it has, a file that appears whole."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from duelling import files
from duelling.errors import WrongValue, one_of, path_of, quoted
from duelling.live.exports.facts import Columns, Facts
from duelling.live.exports.frame import votes_frame
from duelling.live.exports.journal import Exported, export_journal
from duelling.live.exports.preferences import preferences
from duelling.live.exports.tables import TABLES, hidden
from duelling.live.journal.store import Store
from duelling.problems.reading.text import written
from duelling.votes.tally import Tally

Format = Literal["csv", "jsonl", "parquet", "dpo", "matrix", "journal"]
FORMATS: tuple[Format, ...] = get_args(Format)
OPTIONS = {**dict.fromkeys(("names", "voided", "present"), tuple(TABLES)), "smoothing": ("matrix",)}


class Source(NamedTuple):
    """Where exports come from: an arena, as it is now."""

    facts: Facts
    columns: Columns
    tally: Callable[[], Tally]
    store: Store


def export(source: Source, path: str | Path | None, format: str | None, **options: Any) -> Exported:
    """Write the export into the file ``path``, whole or not at all; without a path, return its content."""
    where = None if path is None else path_of("path", path)
    kind = format_of(where, format)
    check_options(kind, options)
    if kind == "journal":
        return export_journal(source.store, source.facts.arena, where, source.facts.head)
    found = _export(source, kind, options)
    if where is None or found.content is None:
        return found
    files.write(where.parent, {where.name: found.content})
    return found._replace(content=None)


def check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Raise WrongValue for an option that this format does not have."""
    for name, value in options.items():
        if value is not None and value is not False and kind not in OPTIONS[name]:
            raise WrongValue(f"{name} must be left out for the format {kind}, got {quoted(value)}")


def format_of(path: Path | None, format: str | None, known: Sequence[str] = FORMATS) -> str:
    """Return the format that was named, one of those that are ``known``, or that of the ending of the file."""
    if format is not None:
        return one_of("format", format, known)
    ending = "csv" if path is None else path.suffix.lower().removeprefix(".")
    if ending not in TABLES:
        ends = ", ".join(TABLES)
        raise WrongValue(f"format must be said where the file does not end in {ends}, got {quoted(str(path))}")
    return ending


def _export(source: Source, kind: str, options: dict[str, Any]) -> Exported:
    if kind == "dpo":
        pairs = preferences(source.facts, source.columns)
        return Exported(kind, len(pairs.lines), 0, pairs.left_out, "".join(pairs.lines).encode())
    if kind == "matrix":
        problem = source.tally().problem(options["smoothing"], name=source.facts.arena)
        return Exported(kind, len(problem.arms), 0, {}, written(problem).encode())
    how = {name: bool(options[name]) for name in ("names", "voided", "present")}
    rows = votes_frame(source.facts, source.columns, waiting=not how["voided"], **how)
    shown = hidden(rows).drop("ticket") if how["voided"] else rows.drop("ticket", "counted")
    waiting = rows["answer"].null_count()
    return Exported(kind, len(rows) - waiting, waiting, {}, TABLES[kind](shown))
