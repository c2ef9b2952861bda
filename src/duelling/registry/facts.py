"""What is known of each bandit and each algorithm, in typed fields; tables, docs and the command line read them here.

A bandit or an algorithm is declared once, beside its ``start`` function, with the decorator of this file. The
parameters that a user may set are the keyword-only arguments of ``start``, with their types and defaults.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from duelling.core.bounds import Bound
from duelling.core.concepts import CONCEPTS, Concept
from duelling.errors import Conflict, unknown
from duelling.registry.known import Known
from duelling.registry.parameters import Parameter, one_of, parameters_of
from duelling.registry.vocabulary import World


@dataclass(frozen=True)
class Bandit:
    """A cardinal bandit: the building block of the reductions."""

    name: str
    label: str  # as in the literature
    reference: str
    adversarial: bool  # its bound holds for losses that an adversary picks
    anytime: bool  # needs no horizon
    cost: str  # of one round
    start: Callable[..., Any]
    bound: Bound | None = None  # on the expected regret against the best arm


@dataclass(frozen=True)
class Algorithm:
    """A learner that chooses duels."""

    name: str
    label: str  # as in the thesis
    reference: str
    winners: tuple[Concept, ...]  # the winner concepts that it is made for
    regret: Literal["weak", "strong"]  # the regret that it keeps small
    adversarial: bool
    anytime: bool
    cost: str
    start: Callable[..., Any]  # start(arms, horizon, *, parameters) -> state
    bounds: dict[Concept, Bound] = field(default_factory=dict)
    order: str = ""  # how its regret is proven to grow, where the constants are not known
    identify: Callable[..., Any] | None = None  # identify(arms, *, delta, parameters): stops by itself with a verdict
    world: World = "arms"  # the kind of problems that it plays on
    most_arms: int | None = None  # how many it can handle, unless its parameters say otherwise; None: any number
    same_as: str | None = None  # the name of the algorithm for which this is another name

    @property
    def parameters(self) -> dict[str, Parameter]:
        return parameters_of(self.start)

    @property
    def stopping_parameters(self) -> dict[str, Parameter]:
        """Those to set where it stops by itself, besides the chance of failure."""
        known = {} if self.identify is None else parameters_of(self.identify)
        return {name: p for name, p in known.items() if name != "delta"}

    @property
    def summary(self) -> str:
        """The first line of the docstring of ``start``."""
        return (inspect.getdoc(self.start) or "").split("\n")[0]

    def bound(
        self, winner: Concept, arms: int, horizon: int, preference: Any = None, **parameters: Any
    ) -> float | None:
        """The proven bound on the expected regret with these parameters; None where nothing is proven."""
        bound = self.bounds.get(winner)
        if bound is None or not set(parameters) <= set(bound.parameters):
            return None
        return bound.value(arms, horizon, preference, **parameters)


BANDITS: Known[Bandit] = Known("bandit", ("bandits",))
ALGORITHMS: Known[Algorithm] = Known(
    "algorithm", ("algorithms", "worlds"), "'duelling algorithms' lists them, and --load FILE adds your own"
)


def bandit(name: str, **facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated ``start`` as a bandit."""

    def declare(start: Callable[..., Any]) -> Callable[..., Any]:
        BANDITS.add(name, Bandit(name=name, start=start, **facts), start.__module__)
        return start

    return declare


def algorithm(name: str, **facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated ``start`` as an algorithm."""

    def declare(start: Callable[..., Any]) -> Callable[..., Any]:
        found = Algorithm(name=name, start=start, **facts)
        for winner in found.winners:
            if winner not in CONCEPTS:
                raise unknown("winner", winner, CONCEPTS)
        one_of("regret", found.regret, ("weak", "strong"))
        ALGORITHMS.add(name, found, start.__module__)
        return start

    return declare


def alias(name: str, same_as: str, **facts: Any) -> None:
    """Declare another name of an algorithm; ``facts`` are those that the name changes, such as its label."""
    if name in ALGORITHMS and ALGORITHMS.find(name).same_as != same_as:
        raise Conflict(f"the algorithm name {name!r} is taken, choose another")
    found = ALGORITHMS.find(same_as)
    ALGORITHMS.add(name, replace(found, name=name, same_as=same_as, **facts), found.start.__module__)
