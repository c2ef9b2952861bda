"""What is known of each bandit and each algorithm, in typed fields; tables, docs and the command line read them here.

A bandit or an algorithm is declared once, beside its ``start`` function, with the decorator of this file. The
parameters that a user may set are the keyword-only arguments of ``start``, with their types and defaults.
"""

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from duelling.errors import InputError, unknown

Concept = Literal["utility", "borda", "copeland", "von_neumann", "condorcet"]
CONCEPTS: tuple[Concept, ...] = typing.get_args(Concept)


class Bound(NamedTuple):
    """A proven bound on expected regret."""

    formula: str  # as a person would write it
    value: Callable[..., float]  # value(arms, horizon, preference, **parameters); preference is the K x K matrix
    parameters: tuple[str, ...] = ()  # the bound stays proven when these are set; any other parameter voids it


class Parameter(NamedTuple):
    """A setting of an algorithm, read from the signature of its ``start``."""

    name: str
    kind: Any  # its annotation
    default: Any

    def convert(self, text: str, owner: str) -> Any:
        """The value that a user wrote as ``text``."""
        optional = typing.get_origin(self.kind) in (types.UnionType, typing.Union)
        kinds = [kind for kind in (typing.get_args(self.kind) if optional else [self.kind]) if kind is not type(None)]
        if typing.get_origin(kinds[0]) is Literal:
            allowed = typing.get_args(kinds[0])
            if text in allowed:
                return text
            raise InputError(f"{self.name} of {owner} must be one of {', '.join(allowed)}, got {text!r}")
        try:
            return {float: float, int: int, str: str, bool: {"true": True, "false": False}.__getitem__}[kinds[0]](text)
        except (ValueError, KeyError):
            word = {float: "a number", int: "a whole number", bool: "true or false"}[kinds[0]]
            raise InputError(f"{self.name} of {owner} must be {word}, got {text!r}") from None


def parameters_of(start: Callable[..., Any]) -> dict[str, Parameter]:
    """The keyword-only arguments of ``start``."""
    hints = typing.get_type_hints(start)
    return {
        name: Parameter(name, hints.get(name, str), argument.default)
        for name, argument in inspect.signature(start).parameters.items()
        if argument.kind is inspect.Parameter.KEYWORD_ONLY
    }


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

    @property
    def parameters(self) -> dict[str, Parameter]:
        return parameters_of(self.start)

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


BANDITS: dict[str, Bandit] = {}
ALGORITHMS: dict[str, Algorithm] = {}


def bandit(name: str, **facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated ``start`` as a bandit."""

    def declare(start: Callable[..., Any]) -> Callable[..., Any]:
        BANDITS[name] = Bandit(name=name, start=start, **facts)
        return start

    return declare


def algorithm(name: str, **facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated ``start`` as an algorithm."""

    def declare(start: Callable[..., Any]) -> Callable[..., Any]:
        if name in ALGORITHMS and ALGORITHMS[name].start.__module__ != start.__module__:
            raise InputError(f"the algorithm name {name!r} is taken, choose another")
        ALGORITHMS[name] = Algorithm(name=name, start=start, **facts)
        return start

    return declare


class Choice(NamedTuple):
    """An algorithm with the parameters that a user set, as in ``exp3+unif:rate=utility``."""

    text: str
    algorithm: Algorithm
    parameters: dict[str, Any]

    def start(self, arms: int, horizon: int) -> Any:
        """A fresh state."""
        return self.algorithm.start(arms, horizon, **self.parameters)


def choice(text: str) -> Choice:
    """Read ``name`` or ``name:parameter=value,parameter=value``."""
    name, _, rest = text.partition(":")
    if name not in ALGORITHMS:
        raise unknown("algorithm", name, ALGORITHMS)
    chosen, values = ALGORITHMS[name], {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"parameters of {name} are written parameter=value, got {part!r}")
        if key not in chosen.parameters:
            if not chosen.parameters:
                raise InputError(f"{name} has no parameters, got {part!r}")
            raise unknown(f"parameter of {name}", key, chosen.parameters)
        values[key] = chosen.parameters[key].convert(value, name)
    return Choice(text, chosen, values)
