"""Problems by name: those printed in the literature, random ones, and files.

To add one, put a text file into ``data/``; ``duelling.problems.text`` says how it is written.
"""

from functools import cache
from importlib import resources
from pathlib import Path

from duelling.errors import unknown
from duelling.problems.base import Problem
from duelling.problems.random import MODELS, random_problem
from duelling.problems.sequence import OutcomeSequence
from duelling.problems.text import parse, read_text

DATA = resources.files("duelling.problems") / "data"
ENDINGS = (".txt", ".csv", ".npz")  # a name that ends so is meant as a path


@cache
def problem_names() -> tuple[str, ...]:
    """The names that ``problem`` knows, without the random ones."""
    return tuple(sorted(entry.name[:-4] for entry in DATA.iterdir() if entry.name.endswith(".txt")))


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


def problem(name: str | Path, folder: Path = Path()) -> Problem:
    """The problem with this name, a random one (``random:cyclic,arms=9,seed=1``), or the one in this file.

    A file holds a matrix (blanks or commas, '#' for comments, arm names in the first row if you like), votes (CSV with
    the columns left, right, winner), or a saved sequence (.npz); its path starts from ``folder``. Names do not care for
    case, nor for - or _.
    """
    text = str(name)
    if text.startswith("random:"):
        return random_problem(text.removeprefix("random:"))
    found = {_plain(known): known for known in problem_names()}.get(_plain(text))
    if found is not None:
        return parse((DATA / f"{found}.txt").read_text(encoding="utf-8"), found)
    path = folder / text
    if not (isinstance(name, Path) or path.suffix in ENDINGS or "/" in text or path.exists()):
        raise unknown("problem", text, [*problem_names(), *(f"random:{model}" for model in MODELS)])
    return OutcomeSequence.load(path) if path.suffix == ".npz" else parse(read_text(path), str(path))
