"""Duels decided by a preference matrix for each context, and a finite class of policies to compete with."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import numbers, whole_numbers
from duelling.core.protocol import decide
from duelling.core.sampling import draw
from duelling.errors import WrongValue, plain_text, quoted, whole
from duelling.problems.base import Pairwise
from duelling.problems.checks import SUM, check_horizon, check_matrices, frozen, name_arms
from duelling.registry.vocabulary import World
from duelling.worlds.contexts.protocol import reveal


class ContextsState(NamedTuple):
    win: np.ndarray  # win[x, i, j], the chance that i beats j in context x
    chances: np.ndarray  # of each context
    order: np.ndarray  # the contexts of rounds 1, 2, ..., over and over; empty: they are drawn
    now: np.ndarray  # [x_t]


def _reveal(s: ContextsState, t, rng):
    s.now[0] = s.order[(t - 1) % s.order.size] if s.order.size > 0 else draw(s.chances, 1.0, rng)
    return s.now[0]


def _decide(s: ContextsState, t, first, second, rng):
    if first == second:
        return 0
    return 1 if rng.random() < s.win[s.now[0], first, second] else -1


reveal.register(ContextsState, _reveal)
decide.register(ContextsState, _decide)


def _whole(label: str, values: ArrayLike, below: int, dimensions: int) -> np.ndarray:
    rule = f"be {'a table' if dimensions == 2 else 'a list'} of whole numbers"
    given = whole_numbers(label, values, rule)
    if given.ndim != dimensions or not given.size:
        raise WrongValue(f"{label} must {rule}, got {quoted(values)}")
    if given.min() < 0 or given.max() >= below:
        raise WrongValue(
            f"{label} must hold numbers from 0 to {below - 1}, got {given[(given < 0) | (given >= below)][0]}"
        )
    return frozen(given, np.int64)


def _chances(chances: ArrayLike | None, count: int) -> np.ndarray:
    if chances is None:
        return frozen(np.full(count, 1 / count))
    rule = f"be {count} numbers from 0 on with the sum 1"
    given = numbers("chances", chances, rule)
    if given.shape != (count,) or not (given >= 0).all() or not abs(given.sum() - 1) <= SUM:
        raise WrongValue(f"chances must {rule}, got {quoted(chances)}")
    return frozen(given)


class Contextual(Pairwise):
    """In context x arm i beats arm j with chance ``matrices[x][i][j]``; ``policies[p][x]`` is the arm of policy p.

    The contexts are drawn with their ``chances`` (equal ones unless given), or come in ``order``, over and over.
    Asked for its preferences and winners as if there were no contexts, the problem answers for their mean.

    Args:
        matrices: a preference matrix for each context.
        policies: for each policy the number of its arm in each context.
        arms: their names; without them an arm is called by its number, from 0 on.
        chances: how likely each context is.
        order: the contexts of the rounds, over and over, in place of chances.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: an argument breaks a rule.

    >>> swap = Contextual([[[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]], policies=[[0, 0], [1, 1], [0, 1]])
    >>> swap.policy_game().min(axis=1)
    array([-0.4, -0.4,  0. ])
    """

    kind = "contexts"
    world: World = "contexts"

    def __init__(
        self,
        matrices: Sequence[ArrayLike] | np.ndarray,
        policies: ArrayLike,
        arms: Sequence[str] | None = None,
        *,
        chances: ArrayLike | None = None,
        order: ArrayLike | None = None,
        name: str = "contexts",
        source: str = "",
        description: str = "",
    ) -> None:
        if chances is not None and order is not None:
            raise WrongValue("chances must be left out where the order of the contexts is given")
        self.win, named = check_matrices(matrices)
        contexts = len(self.win)
        self.arms = name_arms(named if arms is None else arms, self.win.shape[1])
        self.policies = _whole("policies", policies, len(self.arms), 2)
        if self.policies.shape[1] != contexts:
            rule = f"{contexts} columns, one for each context"
            raise WrongValue(f"policies must have {rule}, got {self.policies.shape[1]}")
        self.order = frozen([], np.int64) if order is None else _whole("order", order, contexts, 1)
        self.chances = _chances(chances, contexts)
        self.given = (self.policies,)
        about = f"{contexts} contexts, {len(self.policies)} policies; the preferences shown are the mean over contexts"
        self._label(name, source, plain_text("description", description) or about)

    def start(self, horizon: int) -> ContextsState:
        whole("horizon", horizon)
        return ContextsState(self.win, self.chances, self.order, np.zeros(1, np.int64))

    def shares(self, horizon: int | None = None) -> np.ndarray:
        """The share of the rounds 1..horizon that each context has, or its chance.

        Args:
            horizon: the number of rounds; None where contexts are drawn, or for one turn of their order.

        Returns:
            A number for each context.

        Raises:
            InputError: the horizon breaks a rule.

        >>> swap = Contextual([[[0.5, 0.9], [0.1, 0.5]]] * 2, policies=[[0, 0]], order=[0, 0, 0, 1])
        >>> swap.shares().tolist()
        [0.75, 0.25]
        """
        rounds = check_horizon(horizon) or self.order.size
        if not self.order.size:
            return self.chances
        return np.bincount(np.resize(self.order, rounds), minlength=len(self.win)) / rounds

    def preference(self, horizon: int | None = None) -> np.ndarray:
        return np.tensordot(self.shares(horizon), self.win, 1)

    def policy_game(self, horizon: int | None = None) -> np.ndarray:
        """M(π, ρ) = Σ_x share(x) (2 P_x[π(x), ρ(x)] - 1), what policy π wins against policy ρ on average.

        Args:
            horizon: the number of rounds; None where contexts are drawn, or for one turn of their order.

        Returns:
            [policy, policy], numbers from -1 to 1.

        Raises:
            InputError: the horizon breaks a rule.

        >>> swap = Contextual([[[0.5, 0.9], [0.1, 0.5]]], policies=[[0], [1]])
        >>> swap.policy_game().round(2).tolist()
        [[0.0, 0.8], [-0.8, 0.0]]
        """
        game = np.zeros((len(self.policies),) * 2)
        for x, share in enumerate(self.shares(horizon)):
            game += share * (2 * self.win[x][np.ix_(self.policies[:, x], self.policies[:, x])] - 1)
        return game

    def matrices(self) -> np.ndarray:
        return self.preference()

    def content(self) -> dict[str, Any]:
        return {"win": self.win, "policies": self.policies, "chances": self.chances, "order": self.order}


def linear_policies(features: ArrayLike, directions: ArrayLike) -> np.ndarray:
    """The policies π_p(x) = argmax_i directions[p] · features[x, i], the lowest arm among equals.

    Args:
        features: [context, arm, dimension].
        directions: [policy, dimension].

    Returns:
        The arm of each policy in each context, as ``Contextual`` takes them.

    Raises:
        InputError: the shapes do not fit, or something is no finite number.

    >>> linear_policies([[[1, 0], [0, 1]]], [[1, 0], [0, 1]]).tolist()
    [[0], [1]]
    """
    x, p = numbers("features", features), numbers("directions", directions)
    if x.ndim != 3 or not x.size or not np.isfinite(x).all():
        raise WrongValue(f"features must be finite numbers [context, arm, feature], got {quoted(features)}")
    if p.ndim != 2 or not p.size or p.shape[1] != x.shape[2] or not np.isfinite(p).all():
        rule = f"be finite numbers [policy, feature] with {x.shape[2]} features"
        raise WrongValue(f"directions must {rule}, got {quoted(directions)}")
    return np.asarray((x.astype(float) @ p.astype(float).T).argmax(axis=1).T)
