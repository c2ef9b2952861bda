"""What a column means by its heading, or by what the caller says about it."""

import shlex
from collections.abc import Mapping

from duelling.errors import Advice, WrongValue, quoted, unknown
from duelling.votes.reading.table import Table

MEANINGS = {  # what a column can mean, and the headings that say so, in small letters
    "left": ("left", "model_a"),
    "right": ("right", "model_b"),
    "winner": ("winner",),
    "voter": ("voter", "judge", "user", "worker"),
    "case": ("case", "prompt", "question"),
    "time": ("time", "tstamp", "timestamp"),
    "chance": ("chance",),
    "least": ("least",),
    "out": ("out",),
    "widest": ("widest",),
    "among": ("among",),
    "first": ("first",),
}
NEEDED = ("left", "right", "winner")


def plain(heading: str) -> str:
    """A heading in small letters, without blanks around it."""
    return heading.strip().lower()


def as_mapping(columns: Mapping[str, str] | str | None) -> dict[str, str]:
    """What the caller says about columns: a mapping from meanings to headings, or its text "left=a,right=b"."""
    if columns is None:
        return {}
    if isinstance(columns, str):
        parts = [part.partition("=") for part in columns.split(",") if part.strip()]
        if not all(equals for _, equals, _ in parts):
            raise WrongValue(f"columns must be written as left=a,right=b, got {quoted(columns)}")
        pairs = [(meaning, heading) for meaning, _, heading in parts]
    elif isinstance(columns, Mapping):
        pairs = [(meaning, "" if heading is None else heading) for meaning, heading in columns.items()]
    else:
        raise WrongValue(f"columns must map meanings to headings, as in {{'left': 'a'}}, got {quoted(columns)}")
    said: dict[str, str] = {}
    for meaning, heading in pairs:
        if not isinstance(meaning, str) or not isinstance(heading, str):
            raise WrongValue(f"columns must map texts to texts, got {quoted({meaning: heading})}")
        if plain(meaning) not in MEANINGS:
            raise unknown("meaning of a column", meaning, MEANINGS)
        if plain(meaning) in said:
            raise WrongValue(f"columns must name one column for {plain(meaning)}, got {quoted(columns)}")
        said[plain(meaning)] = plain(heading)
    return said


def find_columns(table: Table, columns: Mapping[str, str] | str | None) -> dict[str, int]:
    """The place of the column for each meaning; meanings that have none are left out.

    A column that the caller names has the meaning that the caller says, and no other. A meaning for which the caller
    names no heading, as in ``"time="``, is not read.
    """
    said, headings = as_mapping(columns), [plain(heading) for heading in table.headings]
    taken = set(said.values())
    found: dict[str, int] = {}
    for meaning, known in MEANINGS.items():
        wanted = (said[meaning],) if meaning in said else tuple(name for name in known if name not in taken)
        if said.get(meaning) == "":
            continue
        places = [place for place, heading in enumerate(headings) if heading in wanted]
        if len(places) > 1:
            both = " and ".join(repr(table.headings[place]) for place in places[:2])
            alike = len({headings[place] for place in places}) == 1
            chosen = f"choose one, as in {_said(f'{meaning}={table.headings[places[0]].strip()}')}"
            advice = "give one of them another name" if alike else chosen
            raise WrongValue(f"{table.label} must have one column for {meaning}, got {both}; {advice}")
        if places:
            found[meaning] = places[0]
        elif meaning in said:
            got = quoted(",".join(table.headings))
            raise WrongValue(f"{table.label} must have the column {said[meaning]!r} for {meaning}, got {got}")
    missing = [meaning for meaning in NEEDED if meaning not in found]
    if missing:
        got = quoted(",".join(table.headings))
        rule = "name the columns left, right and winner (or model_a, model_b and winner)"
        advice = f"say which is {missing[0]}, as in {_said(f'{missing[0]}=NAME')}"
        raise WrongValue(f"{table.label} must {rule}, got {got}; {advice}")
    return found


def _said(columns: str) -> Advice:
    """How a caller says what columns mean."""
    return Advice(f"--columns {shlex.quote(columns)}", f"columns={columns!r}")
