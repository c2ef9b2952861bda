"""The model of Davidson (1970), which is that of Bradley and Terry where nobody ties, fitted to votes.

    P(left wins) : P(tie) : P(right wins) = e^(d/2) : ν : e^(-d/2),    d = θ_left - θ_right + β

θ are strengths in logits, ν says how often items of equal strength tie, β is what the left side is worth. The best
parameters are those with the largest

    log likelihood - (r/2) Σ θ² - (r/10) (log ν)² - (r/10) β²

The ridge r = 1/4 stands for strengths that lie about 2 logits apart before anybody voted. It gives finite strengths to
items that never lost, that have no votes, or that met only some of the others. The sum is concave, so there is one best
place. Where nobody tied, ν = 0.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.errors import WrongValue, quoted
from duelling.votes.ballots import Ballots

RIDGE = 0.25
LONGEST = 4.0  # no parameter moves further in one step of Newton's method
STEPS = 100
EXACT = 1e-6  # a step below this is the last one: what it leaves is of the size of its square
ENDLESS = 25.0  # without a ridge, a parameter that gets here has no finite best value: e^-25 is below one vote in 10^10


class Cells(NamedTuple):
    """Votes counted by pair and side: the places of the two items, and how often left won, tied and lost."""

    left: np.ndarray
    right: np.ndarray
    wins: np.ndarray
    ties: np.ndarray
    losses: np.ndarray

    @property
    def votes(self) -> np.ndarray:
        """How many votes each cell has."""
        total: np.ndarray = self.wins + self.ties + self.losses
        return total


def cells_of(ballots: Ballots) -> Cells:
    """Count votes by pair and side."""
    items = len(ballots.items)
    code = (ballots.left * items + ballots.right) * 3 + 1 - ballots.outcome
    counts = np.bincount(code, minlength=3 * items * items).reshape(-1, 3)
    met = np.flatnonzero(counts.any(axis=1))
    wins, ties, losses = counts[met].T
    return Cells(met // items, met % items, wins, ties, losses)


class Chances(NamedTuple):
    """What the model expects of a vote: y is 1, 1/2 or 0 from the left item's side, and t is 1 for a tie."""

    mean: np.ndarray  # E[y]
    tie: np.ndarray  # E[t]
    spread: np.ndarray  # Var(y)
    mixed: np.ndarray  # Cov(y, t)


def expected(d: np.ndarray, nu: float | np.ndarray) -> Chances:
    """What the model expects where the left item is ahead by ``d`` logits; ``nu`` is one for all, or one for each."""
    upset = np.exp(-np.abs(d))  # the weaker item against the stronger one
    whole = 1 + nu * np.sqrt(upset) + upset
    tie = nu * np.sqrt(upset) / whole
    win = np.where(d >= 0, 1.0, upset) / whole
    mean = win + tie / 2
    return Chances(mean, tie, win + tie / 4 - mean**2, tie * (0.5 - mean))


class Fit(NamedTuple):
    """The best parameters: the strengths θ of all items, then β if the model has it, then log ν if some votes tie."""

    items: int
    side: bool
    tied: bool
    ridge: float
    at: np.ndarray
    information: np.ndarray  # minus the second derivative of the penalised log likelihood

    @property
    def nu(self) -> float:
        """How often items of equal strength tie, against that a given one of them wins."""
        return math.exp(self.at[-1]) if self.tied else 0.0

    @property
    def beta(self) -> float:
        """What the left side is worth, in logits; 0 where sides are not in the model."""
        return float(self.at[self.items]) if self.side else 0.0

    def ahead(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """By how many logits the left items are ahead."""
        ahead: np.ndarray = self.at[left] - self.at[right] + self.beta
        return ahead


def prior(fit: Fit) -> np.ndarray:
    """The weight of the ridge on each parameter: r for strengths, r/5 for the others."""
    return np.where(np.arange(len(fit.at)) < fit.items, fit.ridge, fit.ridge / 5)


def quadratic(fit: Fit, cells: Cells, yy: np.ndarray, yt: np.ndarray, tt: np.ndarray) -> np.ndarray:
    """The sum over cells of g gᵀ, where g is the derivative of d times a, plus that of log ν times b.

    ``yy``, ``yt`` and ``tt`` are the sums of a², ab and b² in each cell. With what the model expects of the squares
    of its scores this is the information, with what was seen it is the middle of the sandwich.
    """
    k, size = fit.items, len(fit.at)
    whole = np.zeros((size, size))
    across = np.bincount(cells.left * k + cells.right, yy, k * k).reshape(k, k)
    whole[:k, :k] = -(across + across.T)
    whole[np.arange(k), np.arange(k)] += across.sum(axis=0) + across.sum(axis=1)
    for place, weight, corner in ((k, yy, fit.side), (size - 1, yt, fit.tied)):
        if corner:
            whole[place, :k] = whole[:k, place] = _by_item(cells, weight, k)
    if fit.side:
        whole[k, k] = yy.sum()
    if fit.tied:
        whole[-1, -1] = tt.sum()
    if fit.side and fit.tied:
        whole[k, -1] = whole[-1, k] = yt.sum()
    return whole


def _by_item(cells: Cells, weight: np.ndarray, items: int) -> np.ndarray:
    """Sums over the cells of an item, with a minus where it stands on the right."""
    return np.bincount(cells.left, weight, items) - np.bincount(cells.right, weight, items)


def fit_votes(ballots: Ballots, ridge: float = RIDGE, side: bool = True) -> Fit:
    """Find the best parameters by Newton's method from 0, with steps that are capped, and halved if they lead down.

    ``ridge`` may be 0 if every item has won, lost and met the others, at least through third ones; ``side=False``
    leaves β out of the model.
    """
    if not 0 <= ridge < math.inf:
        raise WrongValue(f"ridge must be at least 0 and finite, got {quoted(ridge)}")
    return fit_cells(cells_of(ballots), len(ballots.items), ridge, side)


def fit_cells(cells: Cells, items: int, ridge: float, side: bool) -> Fit:
    """Find the best parameters for votes that are counted already.

    If one side never won, β is left out: the file names winners first, and β would explain all of the votes.
    """
    tied, side = bool(cells.ties.any()), side and bool(cells.wins.any() and cells.losses.any())
    start = np.zeros(items + side + tied)
    fit = Fit(items, side, tied, ridge, start, np.zeros((start.size, start.size)))
    share = prior(fit)
    height = _height(fit, cells, share)
    for _ in range(STEPS):
        slope, information = _derivatives(fit, cells, share)
        fit = fit._replace(information=information)
        step = _solve(fit, slope)
        step *= min(1.0, LONGEST / max(float(np.abs(step).max(initial=0.0)), LONGEST))
        size = float(np.abs(step).max(initial=0.0))
        if ridge == 0 and np.abs(fit.at).max(initial=0.0) > ENDLESS:
            raise _unbounded(ridge)
        moved = fit._replace(at=fit.at + step)
        if size < EXACT:
            return moved
        while (reached := _height(moved, cells, share)) < height - 1e-12 * abs(height) and size > EXACT:
            step, size = step / 2, size / 2
            moved = fit._replace(at=fit.at + step)
        fit, height = moved, reached
    raise _unbounded(ridge)


def _unbounded(ridge: float) -> WrongValue:
    rule = "be larger where an item always wins, always loses, or never met some of the others"
    return WrongValue(f"ridge must {rule}, got {quoted(ridge)}")


def _solve(fit: Fit, slope: np.ndarray) -> np.ndarray:
    """A step of Newton's method. The best strengths add up to 0: the step is sought among those that keep the sum."""
    matrix = fit.information.copy()
    matrix[: fit.items, : fit.items] += np.trace(matrix) / len(matrix)  # so it is found without a ridge, too
    try:
        return np.linalg.solve(matrix, slope)
    except np.linalg.LinAlgError:
        raise _unbounded(fit.ridge) from None


def _height(fit: Fit, cells: Cells, share: np.ndarray) -> float:
    """The penalised log likelihood."""
    d = fit.ahead(cells.left, cells.right)
    whole = np.abs(d) / 2 + np.log1p(fit.nu * np.exp(-np.abs(d) / 2) + np.exp(-np.abs(d)))
    likelihood = (cells.wins - cells.losses) @ d / 2 - cells.votes @ whole
    if fit.tied:
        likelihood += cells.ties.sum() * fit.at[-1]
    return float(likelihood - share @ fit.at**2 / 2)


def _derivatives(fit: Fit, cells: Cells, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The slope of the penalised log likelihood, and minus its second derivative."""
    model, n = expected(fit.ahead(cells.left, cells.right), fit.nu), cells.votes
    over = cells.wins + cells.ties / 2 - n * model.mean
    strengths = _by_item(cells, over, fit.items)
    slope = [strengths - strengths.mean()]  # the mean is 0 but for rounding, which a small ridge would make large
    if fit.side:
        slope.append(over.sum(keepdims=True))
    if fit.tied:
        slope.append((cells.ties - n * model.tie).sum(keepdims=True))
    information = quadratic(fit, cells, n * model.spread, n * model.mixed, n * model.tie * (1 - model.tie))
    return np.concatenate(slope) - share * fit.at, information + np.diag(share)
