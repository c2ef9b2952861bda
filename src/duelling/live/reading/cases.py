"""The cases of an arena: what all items answer, such as prompts, and their answers."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from duelling import files
from duelling.errors import WrongValue, quoted
from duelling.live.journal.events import Media
from duelling.live.reading.items import TABLES


class Case(NamedTuple):
    """What all items answer; ``contents`` are their answers, by the names of the items."""

    text: str
    contents: dict[str, str]
    media: Media = "text"


def read_cases(path: str | Path, items: Sequence[str], media: Media = "text") -> list[Case]:
    """The cases in a file, for items with these names; ``media`` is the kind of the answers.

    A table (CSV, JSON, Parquet) has a column ``case`` (or ``prompt``, or ``question``) and, where the items' answers
    are known, a column for each item with the name of the item. Any other file has a case on each line.
    """
    where = Path(path)
    if where.suffix.lower() not in TABLES:
        lines = [line.strip() for line in files.read_text(where).split("\n") if line.strip()]
        return _checked([Case(line, {}, media) for line in lines], str(where))
    from duelling.live.reading.tables import rows_of  # brings all that reads votes
    from duelling.votes.reading.columns import MEANINGS

    rows = rows_of(where, "case")
    texts = rows.find({"case": MEANINGS["case"]}, needed=("case",))["case"]
    headings = [heading.strip() for heading in rows.table.headings]
    columns = {heading: place for place, heading in enumerate(headings) if heading in items}
    missing = [item for item in items if item not in columns]
    if missing and len(headings) > 1:  # beside the cases there is something that should be answers
        got = quoted(",".join(headings))
        raise WrongValue(
            f"{where} must have a column for each item, or for none; {quoted(missing[0])} has none, got {got}"
        )
    answers = {item: rows.contents(place, needed=True) for item, place in columns.items()}
    return _checked(
        [
            Case(text or "", {item: each[row] or "" for item, each in answers.items()}, media)
            for row, text in enumerate(texts)
        ],
        str(where),
    )


def _checked(cases: list[Case], label: str) -> list[Case]:
    if not cases:
        raise WrongValue(f"{label} must hold at least one case, got none")
    return cases
