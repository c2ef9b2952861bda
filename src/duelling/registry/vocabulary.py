"""The words that facts are made of."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

World = Literal["arms", "contexts", "continuous"]  # a finite set of arms; with a context in each round; a body
Colour = Literal[
    "blue", "sky", "vermilion", "orange", "green", "pink", "wine", "indigo", "olive", "brown", "black", "grey"
]  # of a curve in figures; grey is for baselines
Opponent = Literal["uniform", "any"]  # of the first arm: drawn uniformly from all others, or chosen in any way
Finds = Literal["arm", "set", "groups", "ranking"]  # what a verdict is
Assumption = Literal["total order", "sst", "mst", "sti", "plackett-luce"]  # what a proof assumes of the preferences
Source = Literal["paper", "author's code", "description", "own"]  # what an implementation follows


class Surroundings(NamedTuple):
    """How an algorithm of one world is started."""

    problem: str  # a problem of this world, for messages
    fewest: int  # arms that such a problem has; points have no number
    arguments: Callable[..., tuple[Any, ...]]  # those of ``start``, from the arms, the horizon and what a problem gives


def _as_they_are(*arguments: Any) -> tuple[Any, ...]:
    return arguments


def _space_for_arms(arms: int, horizon: int, space: Any) -> tuple[Any, ...]:
    return space, horizon


WORLDS: dict[World, Surroundings] = {
    "arms": Surroundings("a problem with a finite set of arms and no contexts, such as sushi", 2, _as_they_are),
    "contexts": Surroundings(
        "a problem with contexts, such as contexts:arms=4,contexts=3,policies=20", 2, _as_they_are
    ),
    "continuous": Surroundings(
        "a problem with continuous arms, such as continuous:quadratic,body=ball,dimension=5", 0, _space_for_arms
    ),
}
