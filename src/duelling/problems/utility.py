"""Duels decided by utilities: x_t and a link function give the chance that i beats j."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import numbers
from duelling.core.links import LINEAR, Link, link_code, mean_preference, prefer, prefer_each, preference_matrix
from duelling.core.preferences import Preferences
from duelling.core.protocol import decide
from duelling.core.winners import beaten_by, condorcet_winner, maximisers, shared, von_neumann_of
from duelling.errors import WrongValue, whole
from duelling.problems.base import Pairwise
from duelling.problems.checks import check_horizon, first_place, frozen, name_arms
from duelling.problems.matrix import MatrixState

MATRIX = 128  # arms up to which constant utilities are played as a preference matrix: it fits into the fast memory


class UtilityState(NamedTuple):
    x: np.ndarray  # x[r, i], the utility of arm i in rounds r+1, r+1+R, ...
    link: int


def _decide(s: UtilityState, t, first, second, rng):
    if first == second:
        return 0
    r = (t - 1) % s.x.shape[0] if s.x.shape[0] > 1 else 0  # to divide takes longer than all the rest
    return 1 if rng.random() < prefer(s.link, s.x[r, first] - s.x[r, second]) else -1


decide.register(UtilityState, _decide)


def _check_utilities(x: ArrayLike, link: int) -> np.ndarray:
    values = frozen(numbers("x", x))
    if values.ndim not in (1, 2) or values.size == 0:
        raise WrongValue(f"x must have shape (arms,) or (rounds, arms), got {values.shape}")
    low, high, rule = 0.0, 1.0, "between 0 and 1 with a linear link"
    if link != LINEAR:  # regret and its square stay finite
        low, high, rule = -1e100, 1e100, "between -1e100 and 1e100"
    bad = ~((values >= low) & (values <= high))
    if bad.any():
        place = first_place(bad)
        raise WrongValue(f"x[{', '.join(map(str, place))}] must be {rule}, got {float(values[place])!r}")
    return values.reshape(-1, values.shape[-1])


class UtilityModel(Pairwise):
    """Arms with utilities x, constant (K,) or one row a round (R, K), repeated periodically.

    With many arms nothing here needs a K x K matrix unless ``preference`` is asked for, or utilities change under a
    link that is not linear: then the mean preferences are no function of the mean utilities.

    Args:
        x: the utilities. With the linear link they lie between 0 and 1.
        link: how a difference of utilities becomes a chance: "linear", "bradley-terry" or "probit".
        arms: their names; without them an arm is called by its number, from 0 on.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: the utilities are no numbers, or do not fit the link.

    >>> UtilityModel([0.9, 0.5, 0.1]).winners().utility
    (0,)
    """

    kind = "utility"

    def __init__(
        self,
        x: ArrayLike,
        link: Link = "linear",
        arms: Sequence[str] | None = None,
        *,
        name: str = "utilities",
        source: str = "",
        description: str = "",
    ) -> None:
        self.link, self._code = link, link_code(link)
        self.x = _check_utilities(x, self._code)
        self.arms = name_arms(arms, self.x.shape[1])
        self._label(name, source, description)

    def _weights(self, horizon: int | None) -> np.ndarray:
        """The share of the rounds 1..horizon that each row has."""
        period = len(self.x)
        if horizon is None:
            return np.full(period, 1 / period)
        full, rest = divmod(horizon, period)
        return (full + (np.arange(period) < rest)) / horizon

    def start(self, horizon: int) -> UtilityState | MatrixState:
        whole("horizon", horizon)
        if len(self.x) == 1 and len(self.arms) <= MATRIX:
            return MatrixState(frozen(prefer_each(self._code, self.x[0, :, None] - self.x[0])))
        return UtilityState(self.x, self._code)

    def utilities(self, horizon: int | None = None) -> np.ndarray:
        weights = self._weights(check_horizon(horizon))
        return np.asarray(self.x[0].copy() if len(self.x) == 1 else weights @ self.x)

    def preference(self, horizon: int | None = None) -> np.ndarray:
        return preference_matrix(self._code, self.x, self._weights(check_horizon(horizon)))

    def matrices(self) -> np.ndarray:
        return prefer_each(self._code, self.x[:, :, None] - self.x[:, None, :])

    def preferences(self, horizon: int | None = None) -> "UtilityPreferences":
        return UtilityPreferences(self, horizon)

    def content(self) -> dict[str, Any]:
        return {"x": self.x, "link": self.link, "period": len(self.x)}


class UtilityPreferences(Preferences):
    """Preferences that follow from utilities.

    Where the mean preferences are those of some constant utilities, the answers take O(K) memory.
    """

    def __init__(self, model: UtilityModel, horizon: int | None) -> None:
        super().__init__(model.matrices, lambda: model.preference(horizon))
        self.utilities, self.link, self.x = model.utilities(horizon), link_code(model.link), model.x
        self.utility_rows = self.x
        self.constant = self.utilities if len(model.x) == 1 or self.link == LINEAR else None

    def borda(self) -> np.ndarray:
        return super().borda() if self.constant is None else mean_preference(self.link, self.constant[None])[0]

    def beats(self) -> np.ndarray:
        return super().beats() if self.constant is None else beaten_by(-self.constant)

    def beaten(self) -> np.ndarray:
        return super().beaten() if self.constant is None else beaten_by(self.constant)

    def hardest(self) -> np.ndarray:
        if self.constant is None:
            return super().hardest()
        x, ordered = self.constant, np.sort(self.constant)
        rival = np.where(np.arange(len(x)) == x.argmax(), ordered[-2], ordered[-1])
        return prefer_each(self.link, x - rival)

    @cached_property
    def condorcet_winner(self) -> int | None:
        if self.constant is None:
            return condorcet_winner(self.mean)
        best = maximisers(self.constant)
        return best[0] if len(best) == 1 else None

    @cached_property
    def von_neumann(self) -> tuple[np.ndarray, bool]:
        if self.constant is None:
            return von_neumann_of(self.mean)
        best = maximisers(self.constant)
        return shared(best, len(self.constant)), len(best) == 1

    def lost_rows(self) -> np.ndarray:
        return 1 - mean_preference(self.link, self.x)

    def chance_rows(self, arm: int) -> np.ndarray:
        return prefer_each(self.link, self.x[:, arm, None] - self.x)

    def mixture_rows(self, u: np.ndarray) -> np.ndarray:
        return np.asarray(np.sum([u[a] * (2 * self.chance_rows(a) - 1) for a in map(int, np.flatnonzero(u))], axis=0))
