"""An event as a row of the table, its digest, and back again.

What happens often has typed columns; the other kinds keep their fields as JSON in ``data``. Each row carries a digest
of itself and of the digest before it. So an edited row, a flipped bit, a missing row and another history are all found.
"""

import math
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple, get_args

from pydantic import ValidationError

from duelling.errors import DamagedFile, WrongValue, quoted, utf8
from duelling.live.journal import events as all_events
from duelling.live.journal.events import Event

COLUMNS: dict[str, type] = {  # of the kinds that happen often
    "question": int, "ticket": int, "first": int, "second": int, "voter": int, "case": int,
    "p_first": float, "p_second": float, "chance": float, "least": float, "widest": float, "time": float,
    "out": int, "roster": int, "t": int, "seen": int, "took": int, "action": int,
    "flipped": bool, "late": bool,
    "answer": str, "key": str, "why": str,
}  # fmt: skip
HEADS = ("seq", "at", "kind", "chain")
NAMES = (*HEADS, *COLUMNS, "data")
DATA = len(NAMES) - 1
Row = tuple[Any, ...]

ABSENT = {int: -1, float: math.nan, bool: -1}  # how a number that is not there enters the digest
LOOSE = frozenset({"took", "time", "answer", "key", "why"})  # whose types hold more than a column does
MOST = 2**63 - 1  # what an integer column holds

MODELS: dict[str, type[Event]] = {
    model.model_fields["kind"].default: model for model in get_args(get_args(all_events.AnyEvent)[0])
}
ANSWERS: tuple[str, ...] = get_args(all_events.Answer)
VOTE = ("drawn", "offered", "told")
OFTEN = ("drawn", "self", "offered", "repeated", "told", "skipped", "voided", "restored", "refused", "recorded")


class Mark(NamedTuple):
    """How far a journal goes: the number of its last event, and the digest of all of them."""

    head: int
    chain: int


START = Mark(0, 0)


class Layout:
    """Where the fields of one kind stand in a row."""

    def __init__(self, kind: str) -> None:
        self.model = MODELS[kind]
        self.fields = [name for name in self.model.model_fields if name not in HEADS] if kind in OFTEN else []
        numbers = [name for name in self.fields if COLUMNS[name] is not str]
        self.numbers = [(NAMES.index(name), ABSENT[COLUMNS[name]]) for name in numbers]
        self.texts = [NAMES.index(name) for name in self.fields if COLUMNS[name] is str] or [DATA] * (kind not in OFTEN)
        self.places = [(name, NAMES.index(name), COLUMNS[name] is bool) for name in self.fields]
        self.names = (*HEADS, *(self.fields if kind in OFTEN else ("data",)))  # of the columns that it fills
        self.filled: Callable[[Row], Row] = itemgetter(*map(NAMES.index, self.names))  # what stands there
        codes = "".join("d" if COLUMNS[name] is float else "q" for name in numbers)
        self.pack = struct.Struct(f"<qqq{codes}").pack


LAYOUTS = {kind: Layout(kind) for kind in MODELS}


def chained(before: int, row: Sequence[Any]) -> int:
    """The digest of a row after the digest ``before``: 64 bits, as a signed number.

    A field that a later version adds to a kind enters it only where it is set, so that old digests stay right.
    """
    layout = LAYOUTS[row[2]]
    numbers = [absent if row[place] is None else row[place] for place, absent in layout.numbers]
    content = [layout.pack(before, row[0], row[1], *numbers), row[2].encode()]
    for place in layout.texts:
        text = row[place]
        content.append(b"-" if text is None else b"+%d:%s" % (len(raw := text.encode()), raw))
    return int.from_bytes(blake2b(b"".join(content), digest_size=8).digest(), "little", signed=True)


def to_row(event: Event, before: int) -> Row:
    """The row of an event that follows the digest ``before``; raise WrongValue if no database could keep it."""
    kind: str = event.kind  # type: ignore[attr-defined]
    row: list[Any] = [event.seq, event.at, kind, 0, *[None] * (DATA - len(HEADS) + 1)]
    layout, values = LAYOUTS[kind], vars(event)
    for name, place, _ in layout.places:
        row[place] = _kept(name, values[name]) if name in LOOSE else values[name]
    if not layout.fields:
        row[DATA] = event.model_dump_json(exclude={"seq", "at", "kind"})
    row[3] = chained(before, row)
    return tuple(row)


def _kept(name: str, value: Any) -> Any:
    """Return the value of a field; raise WrongValue where a column cannot hold it."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise WrongValue(f"{name} must be a finite number, got {value}")
        return value + 0.0  # -0.0 would be read back as 0.0
    if isinstance(value, int) and value > MOST:
        raise WrongValue(f"{name} must be below 2^63, got {quoted(value)}")
    if isinstance(value, str) and "\0" in utf8(name, value):
        raise WrongValue(f"{name} must be a text without NUL, got {quoted(value)}")
    return value


def to_event(row: Row) -> Event:
    """The event in a row."""
    layout = LAYOUTS[row[2]]
    if row[DATA] is not None:
        begin = f'{{"seq":{row[0]},"at":{row[1]}'
        rest = "}" if row[DATA] == "{}" else f",{row[DATA][1:]}"
        return layout.model.model_validate_json(begin + rest)
    fields = {
        name: bool(row[place]) if flag and row[place] is not None else row[place] for name, place, flag in layout.places
    }
    return layout.model.model_validate({"seq": row[0], "at": row[1], **fields})


def numbered(events: Iterable[Event], after: int, at: int) -> list[Event]:
    """Give events the numbers after ``after``, and the time ``at`` where they have none.

    They are changed as they are: a copy would cost as much as all else that is done with a row.
    """
    found = [*events]
    for seq, event in enumerate(found, after + 1):
        vars(event).update(seq=seq, at=event.at or at)
    return found


def checked(rows: Iterable[Row], mark: Mark) -> tuple[list[Row], Mark]:
    """The rows up to the first that does not follow ``mark`` and the ones before it, and the mark after them."""
    head, chain = mark
    good = []
    for row in rows:
        if not _follows(row, head, chain):
            break
        head, chain = row[0], row[3]
        good.append(row)
    return good, Mark(head, chain)


def _follows(row: Row, head: int, chain: int) -> bool:
    """Whether a row comes after an event with this number and digest. A damaged row may hold anything."""
    try:
        return bool(row[0] == head + 1 and chained(chain, row) == row[3])
    except (KeyError, TypeError, AttributeError, struct.error):
        return False


def decoded(rows: Iterable[Row], place: str) -> Iterator[Event]:
    """The events in rows whose digests are right."""
    for row in rows:
        try:
            yield to_event(row)
        except ValidationError as error:
            raise damaged(place, row[0]) from error


def damaged(place: str, seq: int) -> DamagedFile:
    """The error for a journal whose event ``seq`` is missing or was changed."""
    return DamagedFile(
        f"the journal {place!r} is damaged: event {seq} is missing or was changed; "
        f"events 1 to {seq - 1} can be exported"
    )
