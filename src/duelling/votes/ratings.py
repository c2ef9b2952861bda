"""Strengths of items with their errors: the table that people know from ratings. Display only, approximate.

The errors are for one look, and they hold as far as the model does: the strengths of two items say all about their
pair. No verdict may be taken from them. There are three, each the square root of a variance of θ_i minus the mean
strength:

- ``model``: the inverse of the information H. It takes every vote for an independent one.
- ``sandwich``: H⁻¹ (R + Σ g gᵀ) H⁻¹, where g is the score of one vote and R the ridge, the uncertainty before the first
  vote. It does not believe the model's variance. Without R an item that has no votes would have no error.
- ``voters``: the same with g summed over the votes of one voter, and the sum times G/(G - 1) for G voters. It allows
  for voters who have a taste of their own. It needs 20 voters.

The last is shown where it can be. It sees nothing where all votes on an item say the same: there the model's is shown
if it is larger.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.davidson import RIDGE, Cells, Fit, cells_of, expected, fit_votes, prior, quadratic

if TYPE_CHECKING:
    import polars as pl

DISPLAY = "display only, approximate"
ENOUGH_VOTERS = 20  # with fewer, errors that allow for voters are too uncertain to be shown
BLOCK = 2_000_000  # entries of a block of voters' scores


@dataclass(frozen=True, eq=False)
class Ratings:
    """Strengths in logits around their mean, and their errors; display only, approximate."""

    items: tuple[str, ...]
    strength: np.ndarray
    few: np.ndarray  # "few votes": more than half of the uncertainty before the first vote is left
    unanimous: np.ndarray  # whether all votes on an item say the same: it always won, always tied or always lost
    fit: Fit
    covariances: dict[str, np.ndarray]  # of all parameters, by the names above; "voters" if there are enough
    note: str  # why the errors are not those that allow for voters, or ""

    @property
    def errors(self) -> str:
        """The kind of errors that is shown: "voters" if there are enough of them, otherwise "model"."""
        return "voters" if "voters" in self.covariances else "model"

    @property
    def se(self) -> np.ndarray:
        """The standard error of each strength, as it is shown."""
        shown, model = self.se_by(self.errors), self.se_by("model")
        return np.where(self.unanimous, np.maximum(shown, model), shown)

    def se_by(self, kind: str) -> np.ndarray:
        """The standard error of each strength: by the "model", by the "sandwich", or allowing for "voters"."""
        error: np.ndarray = np.sqrt(self.variances(kind))
        return error

    def variances(self, kind: str) -> np.ndarray:
        """The variance of each strength minus the mean strength."""
        return centred(self.covariances[kind], len(self.items))

    @property
    def nu(self) -> float:
        """How often items of equal strength tie, against that a given one of them wins."""
        return self.fit.nu

    @property
    def beta(self) -> float:
        """What the left side is worth, in logits."""
        return self.fit.beta

    def beta_se(self, kind: str | None = None) -> float:
        """The standard error of ``beta``; of the kind that is shown unless another is named. NaN without sides."""
        place = len(self.items)
        return float(np.sqrt(self.covariances[kind or self.errors][place, place])) if self.fit.side else np.nan

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """By how much one item is stronger than another one, by their places, and the standard error of that."""
        places = [first, second]
        kinds = [self.errors, "model"] if self.unanimous[places].any() else [self.errors]
        cuts = [self.covariances[kind][np.ix_(places, places)] for kind in kinds]
        variance = max(float(cut[0, 0] - cut[0, 1] - cut[1, 0] + cut[1, 1]) for cut in cuts)
        return float(self.strength[first] - self.strength[second]), math.sqrt(max(variance, 0.0))

    def frame(self) -> "pl.DataFrame":
        """A row for each item, the strongest first."""
        import polars as pl

        order = np.argsort(-self.strength, kind="stable")
        columns = {"item": [self.items[k] for k in order], "strength": self.strength[order], "se": self.se[order]}
        return pl.DataFrame({**columns, "few_votes": self.few[order]})


def centred(covariance: np.ndarray, items: int) -> np.ndarray:
    """The variance of each strength minus the mean strength, from the covariance of all parameters."""
    cut = covariance[:items, :items]
    variance: np.ndarray = np.diag(cut) - cut.mean(axis=0) - cut.mean(axis=1) + cut.mean()
    return variance.clip(min=0.0)


def rate(ballots: Ballots, ridge: float = RIDGE, side: bool = True) -> Ratings:
    """Return the strengths of all items; display only, approximate.

    ``ridge`` is explained in ``davidson``, and ``side=False`` leaves the side effect out of the model. A vote whose
    voter is not known counts as that of one more voter.
    """
    fit, items = fit_votes(ballots, ridge, side), len(ballots.items)
    inverse, before = inverse_information(fit), np.diag(prior(fit))
    cells = cells_of(ballots)
    middle = _votes_squared(fit, cells, len(ballots))
    covariances = {"model": inverse, "sandwich": inverse @ (before + middle) @ inverse}
    groups, count = voter_groups(ballots)
    note = ""
    if not ballots.voters:
        note = "errors take every vote for an independent one: the votes do not say who voted"
    elif count < ENOUGH_VOTERS:
        words = {0: "nobody has voted yet", 1: f"one voter is fewer than {ENOUGH_VOTERS}"}
        why = words.get(count, f"{count} voters are fewer than {ENOUGH_VOTERS}")
        note = f"errors take every vote for an independent one: {why}"
    else:
        covariances["voters"] = inverse @ (before + _groups_squared(fit, ballots, groups, count)) @ inverse
    strength = fit.at[:items] - fit.at[:items].mean()
    few = centred(inverse, items) * ridge > 0.5 * (1 - 1 / items)
    return Ratings(ballots.items, strength, few, _unanimous(cells, items), fit, covariances, note)


def _unanimous(cells: Cells, items: int) -> np.ndarray:
    """Whether an item has had one kind of outcome at most."""
    sides = ((cells.left, cells.wins, cells.losses), (cells.right, cells.losses, cells.wins))
    kinds = np.zeros((3, items))
    for places, won, lost in sides:
        kinds += [np.bincount(places, counts, items) for counts in (won, cells.ties, lost)]
    return np.asarray((kinds > 0).sum(axis=0) <= 1)


def inverse_information(fit: Fit) -> np.ndarray:
    """The covariance of the parameters by the model. Without a ridge the mean strength is taken as known."""
    if fit.ridge > 0:
        return np.linalg.inv(fit.information)
    return np.linalg.pinv(fit.information, hermitian=True)


def voter_groups(ballots: Ballots) -> tuple[np.ndarray, int]:
    """A number from 0 on for the voter of each vote, and how many there are; each unknown voter is somebody else."""
    known = ballots.voter >= 0
    groups = np.empty(len(ballots), dtype=np.int64)
    seen, groups[known] = np.unique(ballots.voter[known], return_inverse=True)
    unknown = int((~known).sum())
    groups[~known] = len(seen) + np.arange(unknown)
    return groups, len(seen) + unknown


def vote_scores(fit: Fit, ballots: Ballots) -> tuple[np.ndarray, np.ndarray]:
    """The score of each vote for d and for log ν: what was voted minus what the model expected."""
    model = expected(fit.ahead(ballots.left, ballots.right), fit.nu)
    return (ballots.outcome + 1) / 2 - model.mean, (ballots.outcome == 0) - model.tie


def group_scores(fit: Fit, ballots: Ballots, groups: np.ndarray, count: int) -> np.ndarray:
    """The score of all votes of each group: a row for each, a column for each parameter of ``fit``."""
    over, tie = vote_scores(fit, ballots)
    size = fit.items
    sums = np.bincount(groups * size + ballots.left, over, count * size)
    sums -= np.bincount(groups * size + ballots.right, over, count * size)
    columns = [sums.reshape(count, size)]
    if fit.side:
        columns.append(np.bincount(groups, over, count)[:, None])
    if fit.tied:
        columns.append(np.bincount(groups, tie, count)[:, None])
    return np.hstack(columns)


def _votes_squared(fit: Fit, cells: Cells, votes: int) -> np.ndarray:
    """Σ g gᵀ over votes, from counts."""
    model = expected(fit.ahead(cells.left, cells.right), fit.nu)
    squares = np.zeros((3, len(cells.left)))
    for y, tied, count in ((1.0, 0, cells.wins), (0.5, 1, cells.ties), (0.0, 0, cells.losses)):
        over, tie = y - model.mean, tied - model.tie
        squares += count * np.array([over * over, over * tie, tie * tie])
    return quadratic(fit, cells, *squares) * votes / max(votes - 1, 1)


def _groups_squared(fit: Fit, ballots: Ballots, groups: np.ndarray, count: int) -> np.ndarray:
    """Σ g gᵀ over groups, some groups at a time so that memory stays small."""
    total = np.zeros((len(fit.at), len(fit.at)))
    step = max(BLOCK // len(fit.at), 1)
    for begin in range(0, count, step):
        here = np.flatnonzero((groups >= begin) & (groups < begin + step)) if step < count else slice(None)
        scores = group_scores(fit, ballots.take(here), groups[here] - begin, min(step, count - begin))
        total += scores.T @ scores
    return total * count / (count - 1)
