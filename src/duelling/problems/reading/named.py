"""Problems by name: those printed in the literature, random ones, adversaries, and files.

To add one, put a text file into ``data/``; ``duelling.problems.reading.text`` says how it is written.
"""

import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

from duelling.errors import WrongValue, name_or_path, path_of, quoted, unknown
from duelling.files import read_text
from duelling.problems.base import Pairwise, Problem
from duelling.problems.reading.text import parse
from duelling.problems.sequence import OutcomeSequence
from duelling.registry.facts import ALGORITHMS
from duelling.registry.makers import MAKERS, examples

DATA = resources.files("duelling.problems") / "data"
ENDINGS = (".txt", ".csv", ".npz")  # a name that ends so is meant as a path


@cache
def problem_names() -> tuple[str, ...]:
    """The names that ``problem`` knows, without those that are made."""
    return tuple(sorted(entry.name[:-4] for entry in DATA.iterdir() if entry.name.endswith(".txt")))


class Makes(Protocol):
    """What makes a problem, such as a tally of votes."""

    def problem(self) -> Pairwise: ...


def makes_problem(value: Any) -> bool:
    """Whether ``value`` makes a problem, as a tally of votes does."""
    return callable(getattr(type(value), "problem", None))


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


def problem(name: "str | Path | Makes", folder: Path = Path()) -> "Pairwise | Any":  # most are pairwise
    """The problem with this name, one that is made (``random:cyclic,arms=9,seed=1``), or the one in this file.

    Made are random problems and adversaries: ``flips:arms=10``, ``drift:arms=10``, ``corrupted:sushi,budget=1000`` and
    ``shadow:arms=10``.

    A file holds a matrix (blanks or commas, '#' for comments, arm names in the first row if you like), votes (CSV with
    the columns left, right, winner; ``votes:FILE,smoothing=0.5`` where some pairs never met), or a saved sequence
    (.npz); its path starts from ``folder``. Names do not care for case, nor for - or _. Votes that were counted
    (``du.tally``) make the problem that their method ``problem`` returns.
    """
    given: Any = name
    if makes_problem(given):
        return given.problem()
    text, folder = name_or_path("name", given), path_of("folder", folder)
    maker, colon, rest = text.partition(":")
    if colon and maker in MAKERS:
        return MAKERS.find(maker).read(rest, folder)
    found = {_plain(known): known for known in problem_names()}.get(_plain(text))
    if found is not None:
        return parse((DATA / f"{found}.txt").read_text(encoding="utf-8"), found)
    path = folder / text
    named = isinstance(name, os.PathLike) or path.suffix in ENDINGS or "/" in text
    if not (named or (text and os.path.exists(path))):
        if maker in ALGORITHMS:
            raise WrongValue(f"a problem must come before the algorithms, got {quoted(text)}")
        raise unknown("problem", text, [*problem_names(), *examples()])
    return OutcomeSequence.load(path) if path.suffix == ".npz" else parse(read_text(path), str(path))


def as_problem(value: Any) -> Problem:
    """Return ``value`` if it is a problem, or else the problem that has this name or path, or that it makes."""
    if isinstance(value, Problem):
        return value
    if not makes_problem(value):
        name_or_path("problem", value, "a problem, a name or a path")
    found: Problem = problem(value)
    return found
