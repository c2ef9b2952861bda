"""Two learners that learn nothing. Every other algorithm must beat them, and their regret can be computed by hand."""

from typing import Annotated, NamedTuple

from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other
from duelling.errors import whole
from duelling.registry.facts import algorithm


class Random(NamedTuple):
    arms: int


@algorithm(
    "random",
    label="Random",
    reference="baseline",
    growth=0,
    family=("grey", 0),
    winners=(),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(1)",
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
)
def start_random(arms: int, horizon: int) -> Random:
    """Two different arms, drawn uniformly in every round."""
    return Random(int(arms))


def _choose_random(s: Random, t, rng):
    i = int(rng.random() * s.arms)
    return Duel(i, draw_other(i, s.arms, rng), 1 / s.arms, 1 / (s.arms - 1))


def _update_random(s: Random, t, duel, outcome):
    pass


choose.register(Random, _choose_random)
update.register(Random, _update_random)


class Fixed(NamedTuple):
    first: int
    second: int


@algorithm(
    "fixed",
    label="Fixed pair",
    reference="baseline",
    growth=0,
    examples=("first=1,second=0",),
    family=("grey", 1),
    winners=(),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(1)",
    folds=True,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
)
def start_fixed(
    arms: int,
    horizon: int,
    *,
    first: Annotated[int, "The first arm of every duel, counted from 0."] = 0,
    second: Annotated[int, "The second arm of every duel, counted from 0."] = 1,
) -> Fixed:
    """The same two arms in every round, counted from 0."""
    for name, arm in (("first", first), ("second", second)):
        whole(name, arm, 0, arms - 1)
    return Fixed(int(first), int(second))


def _choose_fixed(s: Fixed, t, rng):
    return Duel(s.first, s.second, 1.0, 1.0)


def _update_fixed(s: Fixed, t, duel, outcome):
    pass


choose.register(Fixed, _choose_fixed)
update.register(Fixed, _update_fixed)
