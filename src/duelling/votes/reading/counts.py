"""A preference matrix from counts of wins."""

from collections.abc import Sequence

import numpy as np

from duelling.arrays import numbers
from duelling.errors import WrongValue, plain_text, quoted
from duelling.problems.checks import first_place, name_arms
from duelling.problems.frames import unframed
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import Matrix
from duelling.votes.tally import Tally

LARGEST = 2**53  # larger counts are not exact


def from_counts(
    wins: Matrix,
    arms: Sequence[str] | None = None,
    *,
    ties: "Matrix | None" = None,
    smoothing: float | None = None,
    name: str = "counts",
) -> PreferenceMatrix:
    """P_ij, the share of the duels between i and j that i won, from a square table of how often each arm beat each.

    Args:
        wins: ``wins[i, j]``, how often arm i beat arm j: an array, lists or a frame, whose columns name the arms. An
            arm has no wins against itself.
        arms: the names of the arms; by default those of the frame.
        ties: ``ties[i, j] = ties[j, i]``, how often they tied; a tie counts half for each.
        smoothing: so many wins each arm of a pair gets in advance; pairs that never met then count as even.
        name: as figures and tables call the problem.

    Returns:
        The problem. Pairs with few duels are warned of (``du.Doubt``): the matrix does not know how few there were.

    Raises:
        WrongValue: an entry is not a whole number from 0 on, or a pair never met and there is no smoothing.

    >>> from_counts([[0, 30], [10, 0]], arms=["tea", "coffee"]).preference().tolist()
    [[0.5, 0.75], [0.25, 0.5]]
    """
    won, named = unframed("wins", wins)
    table = _counts("wins", won)
    tied = np.zeros_like(table) if ties is None else _counts("ties", unframed("ties", ties)[0])
    if tied.shape != table.shape or (tied != tied.T).any():
        raise WrongValue(f"ties must be a symmetric matrix of the shape {table.shape}, got {quoted(ties)}")
    counted = Tally(
        items=name_arms(named if arms is None else arms, len(table)),
        wins=table,
        ties=tied,
        bad=np.zeros_like(table),
        left=0,
        right=0,
        voters=(),
        voter_votes=np.zeros(0, np.int64),
        source="",
    )
    return counted.problem(smoothing, name=plain_text("name", name))


def _counts(label: str, value: object) -> np.ndarray:
    """The counts as int64; an error names the entry that is wrong."""
    table = numbers(label, value, "be a square matrix of counts").astype(float)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise WrongValue(f"{label} must be a square matrix of counts, got shape {table.shape}")
    bad = ~((table >= 0) & (table <= LARGEST) & (table == np.floor(table)))
    if bad.any():
        i, j = first_place(bad)
        share = ": shares of wins go into du.PreferenceMatrix" if 0 < table[i, j] < 1 else ""
        raise WrongValue(f"{label}[{i}, {j}] must be a whole number from 0 on, got {float(table[i, j])!r}{share}")
    if np.diag(table).any():
        (i,) = first_place(np.diag(table) != 0)
        raise WrongValue(f"{label}[{i}, {i}] must be 0, an arm against itself, got {table[i, i]:.0f}")
    return table.astype(np.int64)
