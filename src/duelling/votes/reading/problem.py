"""A preference matrix from votes, in Python and by a text such as ``votes:FILE,smoothing=0.5``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from duelling.errors import above
from duelling.problems.matrix import PreferenceMatrix
from duelling.registry.makers import reader
from duelling.registry.parameters import Parameter, path_and_settings
from duelling.votes.reading.read import votes_in
from duelling.votes.tally import count, tally

SMOOTHING = {"smoothing": Parameter("smoothing", float, None, "How many votes each item of a pair gets in advance.")}
EXAMPLE = "votes:FILE,smoothing=0.5"


def from_votes(
    votes: Any,
    smoothing: float | None = None,
    *,
    name: str | None = None,
    columns: Mapping[str, str] | str | None = None,
) -> PreferenceMatrix:
    """P_ij, the share of the votes between i and j that i won, ties counted half; items in order of appearance.

    ``votes`` is the path of a file (CSV, JSON lines, Parquet), a frame, or rows of left, right, winner; the winner is
    the name of one of the two, or left, right, tie. ``columns`` says which column means what: "left=a,right=b". With
    ``smoothing`` s each item of a pair gets s votes in advance, so that P_ij = (w_ij + s) / (n_ij + 2s), and pairs that
    never met count as even. It is ``tally(votes, columns).problem(smoothing)``; the tally keeps the counts.

    Args:
        votes: the path of a file, a frame, or rows of left, right, winner.
        smoothing: votes that each item of a pair gets in advance; None refuses pairs that never met.
        name: what the problem is called; None is the name of the file.
        columns: which column means what.

    Returns:
        The matrix of shares, which is a problem.

    Raises:
        InputError: the votes cannot be read, or a pair never met and there is no smoothing.

    >>> import warnings
    >>> warnings.simplefilter("ignore")  # two votes on a pair are few
    >>> from_votes([("tea", "coffee", "tea"), ("coffee", "tea", "tie")]).preference().tolist()
    [[0.5, 0.75], [0.25, 0.5]]
    """
    if smoothing is not None:
        above("smoothing", smoothing, 0)  # before a long file is read
    return tally(votes, columns).problem(smoothing, name=name)


def votes_of_text(text: str, label: str) -> PreferenceMatrix:
    """The preferences that the ``text`` of a file tells; ``label`` is its path."""
    return count(votes_in(text, label)).problem()


@reader("votes", examples=("votes:",), parameters=SMOOTHING, parse=votes_of_text)
def votes_of_file(text: str, folder: Path) -> PreferenceMatrix:
    """The preferences that a file of votes tells, from ``FILE,smoothing=0.5``; the path starts from ``folder``."""
    file, given = path_and_settings("votes", text, SMOOTHING, EXAMPLE)
    return from_votes(folder / file, **given)
