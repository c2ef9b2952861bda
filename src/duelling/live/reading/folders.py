"""A folder with a file for each item: pictures, texts and markdown."""

import warnings
from collections.abc import Iterator
from pathlib import Path

from duelling import files
from duelling.errors import Doubt, WrongValue, quoted, unreadable
from duelling.live.journal.events import Media
from duelling.live.reading.pictures import LARGEST_PICTURE, picture_type

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif")
KINDS: dict[str, Media] = {
    **dict.fromkeys(PICTURES, "image"),
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
}
MOST_TEXT = 2**20  # bytes


def read_folder(folder: Path) -> Iterator[tuple[str, str | bytes, Media]]:
    """Name, content and kind of each item in a folder, in the order of the names; what is hidden is left out."""
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise unreadable(folder, error) from None
    kinds = {path: KINDS.get(path.suffix.lower()) for path in found if path.is_file()}
    other = [path.name for path in found if kinds.get(path) is None]
    if other:
        more = f" and {len(other) - 1} more" if len(other) > 1 else ""
        rule = f"not a picture ({' '.join(PICTURES)}), a text (.txt) or markdown (.md)"
        warnings.warn(f"{folder}: {quoted(other[0])}{more} left out: {rule}", Doubt, stacklevel=4)
    for path, kind in kinds.items():
        if kind is not None:
            yield path.stem, picture(path) if kind == "image" else text(path), kind


def picture(path: Path) -> bytes:
    """The bytes of a picture."""
    data = files.read(path, LARGEST_PICTURE)
    try:
        picture_type(data)
    except WrongValue as error:
        raise error.within(str(path)) from None
    return data


def text(path: Path) -> str:
    """The text of a file, without the empty lines at its end; raise WrongValue where nothing would be seen."""
    found = files.read_text(path).rstrip("\n")
    if not found.strip():
        raise WrongValue(f"{str(path)!r} must hold a text, got an empty file")
    if len(found.encode()) > MOST_TEXT:
        raise WrongValue(f"{str(path)!r} must have at most {MOST_TEXT // 2**20} MB, got more")
    return found
