"""Duels between the points of a body: a concave utility and a link give the chance that w beats w'.

    P(w beats w') = σ(v(w) - v(w'))        Yue and Joachims 2009, section 3

The best point w* beats every other one: it is the winner by utility and the Condorcet winner at once. Both losses are
0 there.

    utility      v(w*) - v(w)
    condorcet    ε(w*, w) = P(w* beats w) - 1/2, the paper's

The paper's regret, ε(w*, w_t) + ε(w*, w'_t) in a round, is twice the strong Condorcet regret here. Simulations record
the latter unless they are told otherwise: the theorem speaks of it, and a chance has no unit that a link could stretch.
Under the linear link it is half the utility regret.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import numbers
from duelling.core.links import LINEAR, Link, bend, link_code, prefer, slope
from duelling.core.protocol import charge, decide
from duelling.core.regrets import Played, Psi
from duelling.errors import TINY, WrongValue, above, one_of, plain_text, quoted, whole
from duelling.problems.base import Problem
from duelling.problems.checks import check_horizon, frozen
from duelling.seeds import Streams
from duelling.worlds.continuous.bodies import Body, Shape, body_of
from duelling.worlds.continuous.loop import play_points
from duelling.worlds.continuous.utilities import FORMS, Form, Utility, best_point, shortfall, steepness, utility_of

UTILITY, CONDORCET = range(2)
CONCEPTS: tuple[str, ...] = ("utility", "condorcet")


class Space(NamedTuple):
    """What ``ContinuousProblem.given`` tells a learner: where points lie, and how steep and curved the chances may be.

    Attributes:
        body: of which points, with its dimension and radii.
        rise: L_v, how steep the utility is.
        slope: L_σ, how steep the link is at 0, where it is steepest.
        bend: L_2, how curved the link is.
    """

    body: Body
    rise: float
    slope: float
    bend: float


class PointState(NamedTuple):
    v: Utility
    link: int


class PointLosses(NamedTuple):
    v: Utility
    link: int
    concepts: np.ndarray  # UTILITY or CONDORCET, for each number of a concept


def _decide(s: PointState, t, first, second, rng):
    same = True
    for i in range(first.size):
        same = same and first[i] == second[i]
    if same:
        return 0
    return 1 if rng.random() < prefer(s.link, shortfall(s.v, second) - shortfall(s.v, first)) else -1


def _charge(s: PointLosses, t, point, concept):
    short = shortfall(s.v, point)
    return short if s.concepts[concept] == UTILITY else prefer(s.link, short) - 0.5


decide.register(PointState, _decide)
charge.register(PointLosses, _charge)


class ContinuousProblem(Problem):
    """Points of a body with a concave utility v, which is 1 at the best point and 1 - ``spread`` at the worst.

    Args:
        utility: "quadratic", "distance" or "linear".
        anchor: the point c around which the first two fall, or the direction a in which "linear" rises; its length is
            the dimension.
        body: of which points: "ball", "box" or "simplex".
        link: how a difference of utilities becomes a chance: "linear", "bradley-terry" or "probit".
        spread: how far the utilities lie apart; at most 1 with the linear link.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: an argument breaks a rule.

    >>> ContinuousProblem("quadratic", [0.6, 0.8], body="box").best.tolist()
    [0.6, 0.8]
    """

    world, kind = "continuous", "continuous"
    arms = ()

    def __init__(
        self,
        utility: Form,
        anchor: ArrayLike,
        body: Shape = "ball",
        link: Link = "linear",
        *,
        spread: float = 1.0,
        name: str | None = None,
        source: str = "",
        description: str = "",
    ) -> None:
        one_of("utility", utility, FORMS)
        point = _check_anchor(anchor)
        self.link, self._code = link, link_code(link)
        most = 1.0 if self._code == LINEAR else 100.0  # beyond, chances are 0 and 1
        self.utility, self.shape = utility, body
        self.spread = above("spread", spread, 0, most, f" with a {link} link")
        if self.spread < TINY:
            raise WrongValue(f"spread must be at least {TINY:g}, got {quoted(spread)}")
        self.body = body_of(body, len(point))
        self.v = utility_of(utility, point, self.body, self.spread)
        self.best = frozen(best_point(self.v.form, point, self.body))  # w*
        usual = f"continuous:{utility},body={body},dimension={len(point)},link={link}"
        self._label(usual if name is None else name, source, description)

    @property
    def given(self) -> tuple[Space]:  # type: ignore[override]
        return (Space(self.body, steepness(self.v, self.body), slope(self._code, 0.0), bend(self._code)),)

    @property
    def limits(self) -> str:
        return f"points of a {self.shape} in {self.body.dimension} dimensions"

    def start(self, horizon: int) -> PointState:
        whole("horizon", horizon)
        return PointState(self.v, self._code)

    def losses(self, concepts: Sequence[str], horizon: int) -> PointLosses:
        self.check_concepts(concepts, horizon)
        return PointLosses(self.v, self._code, np.array([CONCEPTS.index(c) for c in concepts]))

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        check_horizon(horizon)
        return CONCEPTS

    def why_not(self, concept: str) -> str:
        plain_text("concept", concept)
        return "it needs a number of arms"

    def why_no_matrix(self) -> str:
        return f"has no preference matrix: its arms are the {self.limits}"

    def facts(self, horizon: int | None = None) -> dict[str, Any]:
        check_horizon(horizon)
        return self.describe() | {"best": self.best}

    def content(self) -> dict[str, Any]:
        facts = {"utility": self.utility, "body": self.shape, "link": self.link, "spread": self.spread}
        return facts | {"dimension": self.body.dimension, "anchor": self.v.anchor}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.limits}>"


def _check_anchor(anchor: ArrayLike) -> np.ndarray:
    point = frozen(numbers("anchor", anchor))
    if point.ndim != 1 or point.size == 0 or not np.all(abs(point) <= 1e100):  # so that squares are finite
        raise WrongValue(f"anchor must be a vector of finite numbers, got {quoted(anchor)}")
    return point


class PointStage:
    """A problem with continuous arms that is set up to be played. The best point loses nothing."""

    def __init__(self, problem: ContinuousProblem, concepts: Sequence[str], rounds: np.ndarray, psi: Psi) -> None:
        horizon, self.space, self.psi = int(rounds[-1]), problem.given[0], psi
        self.environment, self.losses = problem.start(horizon), problem.losses(concepts, horizon)

    def run(self, learner: Any, rounds: np.ndarray, stream: Streams, totals: np.ndarray) -> Played:
        left = play_points(learner, self.environment, self.losses, self.psi, self.space, rounds, *stream, totals)
        return Played(int(left), 0.0)
