"""Votes in texts: CSV with commas, semicolons or tabs, one JSON object a line, or a JSON list of objects."""

import contextlib
import csv
import io
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

from duelling.errors import DamagedFile, WrongValue, quoted
from duelling.votes.reading.rows import from_rows
from duelling.votes.reading.table import Table

SEPARATORS = ",;\t"
ABOVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")  # empty lines and comments above the headings
MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}  # with which spreadsheets begin a "Unicode text"


def decode(data: bytes, label: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 if it begins with a mark; each line ends with a newline."""
    encoding = MARKS.get(data[:2], "utf-8-sig")
    if b"\0" in data[:2]:  # every second byte of plain letters in UTF-16
        raise DamagedFile(f"{label} line 1 must be text in UTF-8, or UTF-16 with a mark, got a zero byte")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = data[error.start : error.start + 1]
        raise DamagedFile(f"{label} line {line} must be text in UTF-8, got the byte {wrong!r}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def from_text(text: str, label: str) -> Table:
    """The rows of a text; its first character says of which form it is."""
    start = text.lstrip()[:1]
    if start == "[":
        return _list(text, label)
    return _lines(text, label) if start == "{" else _separated(text, label)


def _separated(text: str, label: str) -> Table:
    import polars as pl

    above = ABOVE.match(text).end()  # type: ignore[union-attr]  # it matches the empty text too
    skipped, body = text.count("\n", 0, above), text[above:]
    separator = max(SEPARATORS, key=lambda each: _width(body, each))

    def rows() -> Iterator[tuple[int, list[str]]]:
        return _read(body, separator, f"{label} line", skipped)

    headings = next(rows(), (0, []))[1]
    if not headings:
        raise WrongValue(f"{label} line 1 must name the columns left, right and winner, got nothing")
    flat = pl.Series(list(itertools.chain.from_iterable(row for _, row in rows())), dtype=pl.String)
    width = len(headings)
    return Table(
        label,
        headings,
        len(flat) // width - 1,
        lambda place: flat.gather_every(width, width + place),
        lambda row: f"{label} line {next(itertools.islice(rows(), row + 1, None))[0]}",
    )


def _width(body: str, separator: str) -> int:
    """Into how many parts this separator divides the headings."""
    with contextlib.suppress(csv.Error):
        return len(next(csv.reader(io.StringIO(body), delimiter=separator, skipinitialspace=True), []))
    return 0


def _read(body: str, separator: str, line: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the number of its line; all have as many fields as the first."""
    rows = csv.reader(io.StringIO(body), delimiter=separator, skipinitialspace=True, strict=True)
    width = 0
    try:
        for row in rows:
            if len(row) == width:
                yield skipped + rows.line_num, row
            elif "".join(row).strip():
                if width:
                    raise WrongValue(f"{line} {skipped + rows.line_num} must have {width} fields, got {len(row)}")
                width = len(row)
                yield skipped + rows.line_num, row
    except csv.Error as error:
        raise DamagedFile(f"{line} {skipped + rows.line_num} must be CSV, got: {error}") from None


def _lines(text: str, label: str) -> Table:
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line and not line.isspace()]
    try:
        rows = _objects(",".join(line for _, line in numbered))  # in one go: twice as fast as line by line
    except (ValueError, RecursionError):
        rows = []
    if len(rows) != len(numbered):
        for number, line in numbered:
            with _saying(f"{label} line {number}", "a JSON object"):
                _objects(line)
        raise DamagedFile(f"{label} must have one JSON object a line, got {len(rows)} on {len(numbered)} lines")
    return from_rows(rows, label, lambda row: f"{label} line {numbered[row][0]}")


def _list(text: str, label: str) -> Table:
    with _saying(label, "a JSON list of objects"):
        rows = json.loads(text, object_pairs_hook=_once)
    return from_rows(rows, label, lambda row: f"{label} row {row + 1}")


def _objects(text: str) -> list[Any]:
    rows: list[Any] = json.loads(f"[{text}]", object_pairs_hook=_once)
    return rows


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        raise WrongValue(f"must name each key once, got {quoted([key for key, _ in pairs])}")
    return row


@contextlib.contextmanager
def _saying(place: str, kind: str) -> Iterator[None]:
    """Say of an error in JSON where it is."""
    try:
        yield
    except WrongValue as error:
        raise WrongValue(f"{place} {error}") from None
    except (ValueError, RecursionError) as error:
        raise DamagedFile(f"{place} must be {kind}, got: {error}") from None
