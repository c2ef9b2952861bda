"""Names, items and cases as callers give them, checked."""

import os
from collections.abc import Mapping
from os import PathLike
from typing import Any

from duelling.errors import UnknownName, WrongValue, name_or_path, one_of, plain_text, quoted, several, utf8
from duelling.live.items import MOST_ITEMS
from duelling.live.reading.cases import Case, read_cases
from duelling.live.reading.items import MEDIA, Item, checked, read_items
from duelling.live.reading.pictures import picture_type

MOST_LETTERS = 500  # of a name by which a database finds something
RECORD = "(name, content, media)"


def name_of(name: str, value: Any) -> str:
    """Return the name of an arena, a voter or a request; raise WrongValue unless it is one."""
    found = plain_text(name, value)
    if not found.strip():
        raise WrongValue(f"{name} must be a name that can be seen, got {quoted(value)}")
    if len(found) > MOST_LETTERS:
        raise WrongValue(f"{name} must have at most {MOST_LETTERS} letters, got {len(found)}")
    return found


def items_of(items: Any) -> list[Item]:
    """Items from names, from records of name, content and media, from contents by name, or from a file or folder."""
    if isinstance(items, str | PathLike):
        path = name_or_path("items", items)
        if not os.path.exists(path):  # one name alone is more likely a slip in a path
            raise WrongValue(f"items must be a list of names, or the path of a file or folder, got {quoted(path)}")
        found = read_items(path)
    elif isinstance(items, Mapping):
        found = checked([_item(pair) for pair in items.items()], "items")
    else:
        found = checked(
            [_item(each) for each in several("items", items, "a list of names, a file or a folder")], "items"
        )
    if len(found) > MOST_ITEMS:
        raise WrongValue(f"items must be at most {MOST_ITEMS}, got {len(found)}")
    return found


def _item(given: Any) -> Item:
    if not isinstance(given, tuple):
        return Item(plain_text("items", given))
    if not 1 <= len(given) <= 3:
        raise WrongValue(f"items must be names, or records {RECORD}, got {quoted(given)}")
    name, content, media = _filled(given, [None, None, "text"])
    kind = one_of("media", media, MEDIA)
    if content is not None and not isinstance(content, bytes if kind == "image" else str):
        rule = "the bytes of a picture" if kind == "image" else "a text"
        raise WrongValue(f"items must have {rule} as content, got {quoted(content)} for {quoted(name)}")
    if isinstance(content, bytes):
        picture_type(content)
    elif content is not None:
        utf8(f"the content of {quoted(name)}", content)
    return Item(plain_text("items", name), content, kind)


def cases_of(cases: Any, items: list[Item] | None) -> list[Case]:
    """Cases from texts, from records of text, contents by item and media, or from a file; ``items`` are the arena's."""
    if cases is None:
        return []
    known = [item.name for item in items or ()]
    if isinstance(cases, str | PathLike):
        return read_cases(name_or_path("cases", cases), known)
    return [_case(each, known) for each in several("cases", cases, "texts, or a file")]


def _case(given: Any, items: list[str]) -> Case:
    text, contents, media = (given, {}, "text") if isinstance(given, str) else _record(given)
    if not isinstance(text, str) or not text.strip():
        raise WrongValue(f"cases must be texts that can be seen, got {quoted(text)}")
    utf8("a case", text)
    for name, content in contents.items():
        if name not in items:
            raise UnknownName(f"cases must have contents of items, got {quoted(name)}")
        if not isinstance(content, str):
            raise WrongValue(f"cases must have texts as contents, got {quoted(content)} for {quoted(name)}")
        utf8(f"the content of {quoted(name)}", content)
    return Case(text, dict(contents), one_of("media", media, MEDIA[:2]))


def _record(given: Any) -> tuple[Any, Any, Any]:
    whole = isinstance(given, tuple) and 1 <= len(given) <= 3
    text, contents, media = _filled(given, [None, {}, "text"]) if whole else [None] * 3
    if not isinstance(contents, Mapping):
        raise WrongValue(f"cases must be texts, or records (text, contents, media), got {quoted(given)}")
    return text, contents, media


def _filled(given: tuple[Any, ...], otherwise: list[Any]) -> list[Any]:
    """A record with what it leaves out."""
    return [*given, *otherwise[len(given) :]]
