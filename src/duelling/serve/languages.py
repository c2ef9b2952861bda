"""The words of the voting page. A file in ``texts/`` adds a language; English stands in for what it lacks."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

DEFAULT = "en"
WISH = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?\s*")
WISHES = 20  # that are read


@dataclass(frozen=True)
class Language:
    """Words by their keys."""

    code: str
    words: Mapping[str, str]

    def __call__(self, key: str, count: int | None = None, **values: object) -> str:
        """Return the words of a key, with values in their places; ``count`` chooses between one and several.

        >>> languages()["de"]("answers", count=2)
        '2 Antworten'
        """
        if count is not None:
            key = f"{key}.{'one' if count == 1 else 'other'}"
            values["count"] = f"{count:,}".replace(",", "\u202f")
        return self.words[key].format(**values)

    def script(self) -> dict[str, str]:
        """Return the words that the script of the page needs."""
        return {key.removeprefix("script."): text for key, text in self.words.items() if key.startswith("script.")}


@cache
def languages() -> dict[str, Language]:
    """Return all languages by their codes, English first."""
    folder = resources.files("duelling.serve").joinpath("texts")
    files = {each.name.removesuffix(".json"): each for each in folder.iterdir() if each.name.endswith(".json")}
    words = {code: json.loads(file.read_text(encoding="utf-8")) for code, file in files.items()}
    order = sorted(words, key=lambda code: (code != DEFAULT, code))
    return {code: Language(code, {**words[DEFAULT], **words[code]}) for code in order}


def choose(wanted: str | None, accepted: str | None) -> Language:
    """Return the language that somebody chose, or else the best one of those that the browser accepts.

    >>> choose(None, "fr;q=0.9, de-AT;q=0.8, en;q=0.7").code
    'de'
    """
    known = languages()
    if wanted in known:
        return known[str(wanted)]
    wishes = [WISH.fullmatch(each) for each in (accepted or "").split(",")[:WISHES]]
    ranked = sorted((wish for wish in wishes if wish), key=lambda wish: -float(wish[2] or 1))
    codes = [wish[1].lower() for wish in ranked if float(wish[2] or 1) > 0]
    return known[next((code for code in codes if code in known), DEFAULT)]
