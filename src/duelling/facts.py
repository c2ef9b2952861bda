"""What is known of each bandit and each algorithm, in typed fields; tables, docs and the command line read them here.

A bandit or an algorithm is declared once, beside its ``start`` function, with the decorator of this file. The
parameters that a user may set are the keyword-only arguments of ``start``, with their types and defaults.
"""

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from duelling.errors import InputError, unknown

Concept = Literal["utility", "borda", "copeland", "von_neumann", "condorcet"]
CONCEPTS: tuple[Concept, ...] = typing.get_args(Concept)
World = Literal["arms", "contexts", "continuous"]  # a finite set of arms; with a context in each round; a body
PLACES: dict[World, str] = {
    "arms": "a problem with a finite set of arms and no contexts, such as sushi",
    "contexts": "a problem with contexts, such as contexts:arms=4,contexts=3,policies=20",
    "continuous": "a problem with continuous arms, such as continuous:quadratic,body=ball,dimension=5",
}


class Bound(NamedTuple):
    """A proven bound on expected regret."""

    formula: str  # as a person would write it
    # value(arms, horizon, given, **parameters), None where nothing is proven for them. ``given`` is the K x K
    # preference matrix for an algorithm (the policies where there are contexts, the space where there are points), the
    # arms' mean losses for a bandit, and None where the caller has neither.
    value: Callable[..., float | None]
    parameters: tuple[str, ...] = ()  # the bound is known when these are set; any other parameter voids it
    variants: dict[str, str] = {}  # noqa: RUF012  formulas under settings, by "parameter=value" or "parameter"

    def under(self, settings: dict[str, Any]) -> "Bound":
        """The same bound with the formula that holds under these settings."""
        words = [word for name, value in settings.items() for word in (f"{name}={value}", name)]
        return self._replace(formula=next((self.variants[w] for w in words if w in self.variants), self.formula))


CONVERTERS: dict[Any, tuple[Callable[[str], Any], str]] = {
    float: (float, "a number"),
    int: (int, "a whole number"),
    bool: ({"true": True, "false": False}.__getitem__, "true or false"),
    str: (str, "a text"),
}


class Parameter(NamedTuple):
    """A setting of an algorithm, read from the signature of its ``start``."""

    name: str
    kind: Any  # its annotation
    default: Any

    def convert(self, text: str, owner: str) -> Any:
        """The value that a user wrote as ``text``."""
        optional = typing.get_origin(self.kind) in (types.UnionType, typing.Union)
        kinds = typing.get_args(self.kind) if optional else (self.kind,)
        if type(None) in kinds and text == "none":
            return None
        kind = next(kind for kind in kinds if kind is not type(None))
        if typing.get_origin(kind) is Literal:
            return one_of(f"{self.name} of {owner}", text, typing.get_args(kind))
        convert, word = CONVERTERS[kind]
        try:
            return convert(text)
        except (ValueError, KeyError):
            raise InputError(f"{self.name} of {owner} must be {word}, got {text!r}") from None


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """``value`` itself, if it is allowed for the parameter with this name."""
    if value not in allowed:
        raise InputError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def parameters_of(start: Callable[..., Any]) -> dict[str, Parameter]:
    """The keyword-only arguments of ``start``."""
    return {
        name: Parameter(name, str if argument.annotation is argument.empty else argument.annotation, argument.default)
        for name, argument in inspect.signature(start, eval_str=True).parameters.items()
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
        found = Algorithm(name=name, start=start, **facts)
        for winner in found.winners:
            if winner not in CONCEPTS:
                raise unknown("winner", winner, CONCEPTS)
        one_of("regret", found.regret, ("weak", "strong"))
        ALGORITHMS[name] = found
        return start

    return declare


def alias(name: str, same_as: str, **facts: Any) -> None:
    """Declare another name of an algorithm; ``facts`` are those that the name changes, such as its label."""
    ALGORITHMS[name] = replace(ALGORITHMS[same_as], name=name, same_as=same_as, **facts)


class Choice(NamedTuple):
    """An algorithm with the parameters that a user set, as in ``exp3+unif:rate=utility``."""

    text: str
    algorithm: Algorithm
    parameters: dict[str, Any]

    def check_world(self, world: World, problem: str) -> None:
        """Whether the algorithm can play on the problem with this name."""
        if self.algorithm.world != world:
            raise InputError(f"{self.text} must play on {PLACES[self.algorithm.world]}, got {problem}")

    def start(self, arms: int, horizon: int, *given: Any) -> Any:
        """A fresh state; ``given`` is what a world other than arms adds, such as the policies."""
        self.check_world(self.algorithm.world if given else "arms", f"{arms} arms alone")
        points = self.algorithm.world == "continuous"  # they have a space, which is given, in place of arms
        for name, value, least in (("horizon", horizon, 1), *(() if points else (("arms", arms, 2),))):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
                raise InputError(f"{name} must be a whole number from {least} on, got {value!r}")
        if points:
            return self.algorithm.start(*given, horizon, **self.parameters)
        return self.algorithm.start(arms, horizon, *given, **self.parameters)


def unknown_algorithm(name: str) -> InputError:
    """An error for a name that no algorithm has."""
    return unknown("algorithm", name, ALGORITHMS, "'duelling algorithms' lists them, and --load FILE adds your own")


def choice(text: str, *, identify: bool = False) -> Choice:
    """Read ``name`` or ``name:parameter=value,parameter=value``; ``identify`` reads what stops by itself."""
    name, _, rest = str(text).partition(":")
    if name not in ALGORITHMS:
        raise unknown_algorithm(name)
    chosen, values = ALGORITHMS[name], {}
    known = chosen.parameters
    if identify:
        if chosen.identify is None:
            stops = ", ".join(n for n, a in ALGORITHMS.items() if a.identify)
            raise InputError(f"{name} does not stop by itself: give it a horizon, or choose from {stops}")
        known = chosen.stopping_parameters
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"parameters of {name} are written parameter=value, got {part!r}")
        if key not in known:
            if not known:
                raise InputError(f"{name} has no parameters, got {part!r}")
            raise unknown(f"parameter of {name}", key, known)
        if key in values:
            raise InputError(f"{key} of {name} must be given once, got {rest!r}")
        values[key] = known[key].convert(value, name)
    return Choice(text, chosen, values)
