"""Problems by name: those printed in the literature, random ones, adversaries, and files.

To add one, put a text file into ``data/``; ``duelling.problems.reading.text`` says how it is written.
"""

import os
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np

from duelling.errors import InputError, WrongValue, name_or_path, path_of, quoted, unknown
from duelling.files import read_text
from duelling.problems.base import Pairwise, Problem
from duelling.problems.frames import is_frame
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.text import parse
from duelling.problems.sequence import OutcomeSequence
from duelling.registry.facts import ALGORITHMS
from duelling.registry.makers import MAKERS, examples

DATA = resources.files("duelling.problems") / "data"
ENDINGS = (".txt", ".csv", ".npz")  # a name that ends so is meant as a path


@cache
def problem_names() -> tuple[str, ...]:
    """The names that ``problem`` knows, without those that are made.

    Returns:
        The names of the matrices that come with the package, sorted.

    >>> "sushi" in problem_names()
    True
    """
    return tuple(sorted(entry.name[:-4] for entry in DATA.iterdir() if entry.name.endswith(".txt")))


class Makes(Protocol):
    """What makes a problem, such as a tally of votes."""

    def problem(self) -> Pairwise: ...


class Frame(Protocol):
    """A frame of polars or pandas. If pandas were named and is not installed, a type checker would take anything."""

    @property
    def columns(self) -> Any: ...

    @property
    def to_numpy(self) -> Any: ...


Matrix: TypeAlias = np.ndarray | Sequence[Sequence[float]] | Frame
ProblemLike: TypeAlias = Problem | str | Path | Makes | Matrix
WANTED = "a problem, a name, a path or a matrix"


def makes_problem(value: Any) -> bool:
    """Whether ``value`` makes a problem, as a tally of votes does."""
    return callable(getattr(type(value), "problem", None))


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


def problem(problem: ProblemLike, folder: Path = Path()) -> "Pairwise | Any":  # most are pairwise
    """The problem with this name, in this file, or with this preference matrix.

    Whatever takes a problem takes all that this function takes.

    Args:
        problem: one of

            - a name of ``du.problem_names()``, in any case, with - or _;
            - a problem that is made, by its text: ``random:cyclic,arms=9,seed=1``, ``flips:arms=10``,
              ``drift:arms=10``, ``corrupted:sushi,budget=1000``, ``shadow:arms=10``;
            - the path of a file with a matrix (blanks or commas, '#' for comments, arm names in the first row if you
              like, and in the first column too), with votes (CSV with the columns left, right, winner;
              ``votes:FILE,smoothing=0.5`` where some pairs never met), or with a saved sequence (.npz);
            - a preference matrix: an array, lists, or a frame of polars or pandas, whose columns name the arms;
            - votes that were counted (``du.tally``);
            - a problem, which is returned as it is.
        folder: the folder in which a path starts.

    Returns:
        The problem. Its arms are numbered from 0, and called by their numbers where nobody named them.

    Raises:
        UnknownName: there is no such name or file.
        WrongValue: the matrix breaks a rule.
        DamagedFile: the file cannot be read.

    >>> problem([[0.5, 0.8], [0.2, 0.5]]).winners().borda
    (0,)
    """
    given: Any = problem
    if isinstance(given, Problem):
        return given
    if makes_problem(given):
        return given.problem()
    if is_frame(given) or isinstance(given, np.ndarray | list | tuple):
        try:
            return PreferenceMatrix(given)
        except InputError as error:
            raise error.within("problem") from None
    text, folder = name_or_path("problem", given, WANTED), path_of("folder", folder)
    maker, colon, rest = text.partition(":")
    if colon and maker in MAKERS:
        return MAKERS.find(maker).read(rest, folder)
    found = {_plain(known): known for known in problem_names()}.get(_plain(text))
    if found is not None:
        return parse((DATA / f"{found}.txt").read_text(encoding="utf-8"), found)
    path = folder / text
    named = isinstance(given, os.PathLike) or path.suffix in ENDINGS or "/" in text
    if not (named or (text and os.path.exists(path))):
        if maker in ALGORITHMS:
            raise WrongValue(f"a problem must come before the algorithms, got {quoted(text)}")
        raise unknown("problem", text, [*problem_names(), *examples()])
    return OutcomeSequence.load(path) if path.suffix == ".npz" else parse(read_text(path), str(path))
