r"""VN+UnifK-1: the first arm is drawn from the von Neumann winner of the estimated outcomes, the second uniformly from
the rest.

    A ~ u,     B uniform on the rest,     P̃_AB += weight · Y,     P̃_BA -= weight · Y

Here u is the von Neumann winner of the skew-symmetric P̃, the one of least norm if there are several: uniform for P̃ = 0.
``core/game`` computes it.

The thesis weighs an outcome by 1/((K-1) u_A). The duel (A, B) has the chance u_A/(K-1), so this is 1/(K-1)² of the
importance weight; u does not depend on a common factor. But a pair with both arms in the support can be drawn in two
orders, and counts twice as much as a pair with one arm in it: for u = (1/2, 1/2, 0) the pairs 01, 02, 12 count 2:1:1.
With ``estimator="pair"`` the weight is (K-1)/(u_A + u_B), one over the chance of the pair in either order, and the
estimate is unbiased for every pair that can be drawn.
"""

from typing import Annotated, Literal, NamedTuple

from duelling.core.game import incremental
from duelling.core.game.incremental import Game, change
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw, draw_other
from duelling.errors import one_of
from duelling.registry.facts import algorithm


class VonNeumann(NamedTuple):
    arms: int  # K
    pair: int  # 1: one weight for a pair in either order, 0: the thesis's
    game: Game  # P̃ as game.A, u as game.u


@algorithm(
    "vn+unif",
    label="VN+UnifK-1",
    reference="thesis, Algorithm 4",
    source="paper",
    growth=2,
    examples=("estimator=pair",),
    family=("brown", 0),
    winners=("von_neumann",),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(1) while the winner stays, O(|S|³ + |S|K) when it moves on its support S",
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    estimator: Annotated[
        Literal["thesis", "pair"],
        "How outcomes are weighed: as in the thesis, or by one over the chance of the pair in either order.",
    ] = "thesis",
) -> VonNeumann:
    """The von Neumann winner of the estimated outcomes against a uniform opponent."""
    pair = int(one_of("estimator", estimator, ("thesis", "pair")) == "pair")
    return VonNeumann(int(arms), pair, incremental.start(arms))


def _choose(s: VonNeumann, t, rng):
    """With ``pair``, ``p_second`` is the chance of the pair in either order: u moves before a late outcome."""
    u = s.game.u
    i = draw(u, 1.0, rng)
    j = draw_other(i, s.arms, rng)
    return Duel(i, j, u[i], (u[i] + u[j] if s.pair else 1.0) / (s.arms - 1))


def _update(s: VonNeumann, t, duel, outcome):
    chance = duel.p_second if s.pair else (s.arms - 1) * duel.p_first
    change(s.game, duel.first, duel.second, outcome / chance)


choose.register(VonNeumann, _choose)
update.register(VonNeumann, _update)
