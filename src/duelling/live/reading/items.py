"""The items of an arena: from names, a file with a row for each, or a folder with a file for each."""

import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

from duelling import files
from duelling.errors import CONTROL, InputError, WrongValue, plain_text, quoted, unreadable
from duelling.live.journal.events import Media
from duelling.live.reading.folders import picture, read_folder

if TYPE_CHECKING:
    from duelling.live.reading.tables import Rows, Texts

MEDIA: tuple[Media, ...] = get_args(Media)
TABLES = (".csv", ".tsv", ".json", ".jsonl", ".parquet")
HEADINGS = {"name": ("name", "item"), "content": ("content", "text"), "media": ("media",)}


class Item(NamedTuple):
    """What competes. Without a content its name is shown; a picture is bytes."""

    name: str
    content: str | bytes | None = None
    media: Media = "text"


def read_items(source: str) -> list[Item]:
    """The items that ``source`` tells: ``a,b,c``, the path of a file, or that of a folder.

    A table (CSV, JSON, Parquet) has a column ``name`` and perhaps ``content`` and ``media`` (text, markdown or image;
    the content of an image is the path of a picture). Any other file has a name on each line. In a folder each file is
    an item with the name of the file: pictures, texts (.txt) and markdown (.md).
    """
    if not os.path.exists(source):
        if "/" in source or source.lower().endswith((*TABLES, ".txt", ".md")):
            raise unreadable(source, FileNotFoundError())
        return named_items([name for name in map(str.strip, source.split(",")) if name], "items")
    path = Path(source)
    if path.is_dir():
        found = [Item(*each) for each in read_folder(path)]
        if not found:
            raise WrongValue(f"folder {quoted(str(path))} must hold pictures or texts, got none")
        return checked(found, str(path))
    if path.suffix.lower() in TABLES:
        from duelling.live.reading.tables import rows_of  # brings all that reads votes

        return checked(list(_in_table(rows_of(path, "name"), path.parent)), str(path))
    return named_items([line.strip() for line in files.read_text(path).split("\n") if line.strip()], str(path))


def named_items(names: Iterable[str], label: str) -> list[Item]:
    """Items that are names alone."""
    return checked([Item(name) for name in names], label)


def checked(items: Sequence[Item], label: str) -> list[Item]:
    """Return the items; raise WrongValue unless there are some, with names that can be seen and told apart."""
    if not items:
        raise WrongValue(f"{label} must name the items, got none")
    seen: dict[str, str] = {}
    for item in items:
        if not isinstance(item.name, str) or CONTROL.search(item.name) or not item.name.strip():
            rule = "one line that can be seen, without control characters"
            raise WrongValue(f"{label}: the name of an item must be {rule}, got {quoted(item.name)}")
        if isinstance(item.content, str) and not item.content.strip():
            rule, got = "a text that can be seen", quoted(item.content)
            raise WrongValue(f"{label}: the content of {quoted(item.name)} must be {rule}, got {got}")
        looks = unicodedata.normalize("NFC", item.name)
        if looks in seen:
            raise WrongValue(f"{label} must have different names, got {quoted(item.name)} twice")
        seen[looks] = item.name
    return list(items)


def _in_table(rows: "Rows", folder: Path) -> Iterator[Item]:
    columns = rows.find(HEADINGS, needed=("name",))
    nothing: Texts = [None] * rows.table.rows
    cells = (columns.get(meaning, nothing) for meaning in HEADINGS)
    for row, (name, content, media) in enumerate(zip(*cells, strict=True)):
        try:
            kind = _media(media or "text")
            shown = picture(folder / plain_text("content", content or "")) if kind == "image" else content
            yield Item(plain_text("name", name), shown, kind)
        except InputError as error:
            raise error.within(rows.where(row)) from None


def _media(word: str) -> Media:
    found = [media for media in MEDIA if media == word.strip().lower()]
    if not found:
        raise WrongValue(f"media must be one of {', '.join(MEDIA)}, got {quoted(word)}")
    return found[0]
