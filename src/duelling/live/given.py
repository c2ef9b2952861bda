"""What callers may give as items and cases, for type checkers; ``coming.py`` reads it."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike

Record = tuple[str] | tuple[str, str | bytes | None] | tuple[str, str | bytes | None, str]  # name, content, media
Items = str | PathLike[str] | Mapping[str, str | None] | Iterable[str | Record]
More = str | Record | Sequence[str | Record]  # one item, or several

CaseRecord = tuple[str] | tuple[str, Mapping[str, str]] | tuple[str, Mapping[str, str], str]  # text, contents, media
Cases = str | PathLike[str] | Iterable[str | CaseRecord]
