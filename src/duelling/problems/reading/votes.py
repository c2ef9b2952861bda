"""A preference matrix from votes: each says which of two arms somebody preferred."""

import csv
import io
import itertools
from collections.abc import Iterable, Iterator, Sequence, Sized
from pathlib import Path

import numpy as np

from duelling.errors import DamagedFile, InputError, WrongValue, above, plain_text
from duelling.files import read_text
from duelling.problems.matrix import PreferenceMatrix
from duelling.registry.makers import reader
from duelling.registry.parameters import Parameter, settings

COLUMNS = ("left", "right", "winner")
SMOOTHING = {"smoothing": Parameter("smoothing", float, None, "How many votes each arm of a pair gets in advance.")}
EXAMPLE = "votes:FILE,smoothing=0.5"


def names_columns(fields: Iterable[str]) -> bool:
    """Whether these are the headings of votes, in any order and among others."""
    return set(COLUMNS) <= {field.strip().lower() for field in fields}


def _read(text: str, label: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The votes of a CSV file with the columns left, right and winner, each with where it stands."""
    rows = csv.reader(io.StringIO(text))
    try:
        header = next((row for row in rows if row and not row[0].startswith("#")), [])
        where = f"{label} line {max(rows.line_num, 1)}"
        if not names_columns(header):
            raise WrongValue(f"{where} must name the columns left, right and winner, got {','.join(header)!r}")
        places = [[heading.strip().lower() for heading in header].index(column) for column in COLUMNS]
        for row in rows:
            where = f"{label} line {rows.line_num}"
            if row and len(row) != len(header):
                raise WrongValue(f"{where} must have {len(header)} fields, got {len(row)}")
            if row:
                yield where, [row[place].strip() for place in places]
    except csv.Error:
        raise DamagedFile(f"cannot read {label!r}: it is not a CSV file") from None


def _points(where: str, left: str, right: str, winner: str) -> float:
    """What the left arm gets of this vote."""
    if not left or not right or left == right:
        raise WrongValue(f"{where} must compare two different arms, got {left!r} and {right!r}")
    points = {"tie": 0.5, "left": 1.0, "right": 0.0} | {left: 1.0, right: 0.0}  # an arm's own name goes first
    if winner not in points:
        raise WrongValue(f"{where}: winner must be {left!r}, {right!r}, left, right or tie, got {winner!r}")
    return points[winner]


def from_votes(
    votes: str | Path | Iterable[Sequence[str]], smoothing: float | None = None, *, name: str | None = None
) -> PreferenceMatrix:
    """P_ij, the share of the votes between i and j that i won, ties counted half; arms in order of appearance.

    ``votes`` is the path of a CSV file with the columns left, right, winner, or rows of these three: the winner is the
    name of one of the two, or left, right, tie. With ``smoothing`` s each arm of a pair gets s votes in advance, so
    that P_ij = (w_ij + s) / (n_ij + 2s), and pairs that never met count as even.

    >>> from_votes([("tea", "coffee", "tea"), ("coffee", "tea", "tie")]).preference().tolist()
    [[0.5, 0.75], [0.25, 0.5]]
    """
    if isinstance(votes, str | Path):
        return votes_in(read_text(votes), str(votes), smoothing, name=name)
    if not isinstance(votes, Iterable):
        raise WrongValue(f"votes must be the path of a file or rows of left, right, winner, got {votes!r}")
    return _count(((f"votes[{n}]", row) for n, row in enumerate(votes)), smoothing, name=name or "votes")


def votes_in(text: str, label: str, smoothing: float | None = None, *, name: str | None = None) -> PreferenceMatrix:
    """What ``from_votes`` makes of the ``text`` of a file; ``label`` is its path."""
    return _count(_read(text, label), smoothing, name=name or Path(label).stem, source=label)


def _count(
    rows: Iterable[tuple[str, Sequence[str]]], smoothing: float | None, *, name: str, source: str = ""
) -> PreferenceMatrix:
    """The preferences that these votes tell, each with where it stands."""
    if smoothing is not None:
        above("smoothing", smoothing, 0)
    places: dict[str, int] = {}
    won: dict[tuple[int, int], float] = {}
    for where, row in rows:
        if not isinstance(row, Sized) or len(row) != 3:
            raise WrongValue(f"{where} must be left, right, winner, got {row!r}")
        left, right, winner = (plain_text(where, str(field)) for field in row)
        points = _points(where, left, right, winner)
        i, j = (places.setdefault(arm, len(places)) for arm in (left, right))
        won[i, j] = won.get((i, j), 0.0) + points
        won[j, i] = won.get((j, i), 0.0) + 1 - points
    arms = list(places)
    if not arms:
        raise WrongValue(f"{source or 'votes'} must hold at least one vote, got none")
    P = np.full((len(arms), len(arms)), 0.5)
    for i, j in itertools.combinations(range(len(arms)), 2):
        if (i, j) not in won and smoothing is None:
            pair = f"{arms[i]!r} and {arms[j]!r} never met"
            raise WrongValue(f"votes must compare every pair (or choose a smoothing, as in {EXAMPLE!r}), {pair}")
        ahead, behind = (won.get(pair, 0.0) + (smoothing or 0.0) for pair in ((i, j), (j, i)))
        P[i, j], P[j, i] = ahead / (ahead + behind), behind / (ahead + behind)
    try:
        return PreferenceMatrix(P, arms, name=name, source=source)
    except InputError as error:
        raise error.within(source or "votes") from None


@reader("votes", examples=("votes:",), parameters=SMOOTHING)
def read_votes(text: str, folder: Path) -> PreferenceMatrix:
    """The preferences that a file of votes tells, from ``FILE,smoothing=0.5``; the path starts from ``folder``."""
    file, *parts = text.split(",")
    return from_votes(folder / file, **settings("votes", parts, SMOOTHING, EXAMPLE))
