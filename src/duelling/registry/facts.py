"""What is known of each bandit and each algorithm, in typed fields; tables, docs and the command line read them here.

A bandit or an algorithm is declared once, by a decorator of this file above its ``start`` function. The parameters
that a user may set are the keyword-only arguments of ``start``, with their types, defaults and a sentence each.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, TypeVar

from duelling.arrays import check_shape
from duelling.core.bounds import Bound
from duelling.core.concepts import Concept
from duelling.core.regrets import Regret
from duelling.errors import Advice, WrongValue, function, plain_text, quoted, whole
from duelling.registry.known import Known
from duelling.registry.parameters import Parameter, arguments_of, check_type, home_of, parameters_of, sentence_of
from duelling.registry.vocabulary import WORLDS, Assumption, Colour, Finds, Opponent, Source, World
from duelling.registry.winners import WINNERS

F = TypeVar("F", bound=Callable[..., Any])
D = TypeVar("D")
K = TypeVar("K", bound="Facts")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is said of bandits and algorithms alike.

    Those that may be None hold with the default parameters; None says nothing. ``duelling.testing`` measures them.
    """

    name: Annotated[str, "As users write it."] = field(kw_only=False)
    label: Annotated[str, "As in the literature."]
    reference: Annotated[str, "Where it was published."]
    adversarial: Annotated[bool, "Its bound holds for losses or outcomes that an adversary picks."]
    anytime: Annotated[bool, "It needs no horizon."]
    cost: Annotated[str, "What a round costs, as a person would write it: O(K)."]
    folds: Annotated[
        bool | None, "The state depends on the outcomes told only, so that it can be rebuilt by replaying them."
    ] = None
    takes_any_vote: Annotated[bool | None, "An outcome that it never asked for does no harm."] = None
    true_chances: Annotated[bool | None, "The chances that it reports are those of the draw."] = None
    growth: Annotated[int, "The power of K in the cost of a round, with which grids plan their work."] = 1
    source: Annotated[Source, "What the implementation follows."] = "own"
    variants: Annotated[
        dict[str, dict[str, Any]], 'Facts that differ under a setting: {"rate=anytime": {"anytime": True}}.'
    ] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class BanditFacts(Facts):
    """What is said of a cardinal bandit."""

    bound: Annotated[Bound | None, "On the expected regret against the best arm."] = None
    index: Annotated[
        bool, "It pulls the largest index; where two of them spar, a coin decides self-duels, or they stay equal."
    ] = False


@dataclass(frozen=True, kw_only=True)
class AlgorithmFacts(Facts):
    """What is said of a learner that chooses duels."""

    winners: Annotated[tuple[Concept | str, ...], "The winner concepts that it is made for."]
    regret: Annotated[Regret, "The regret that it keeps small."]
    self_duels: Annotated[bool | None, "It may choose an arm against itself."] = None
    opponent: Annotated[Opponent | None, "How the second arm is drawn while there is no verdict."] = None
    bounds: Annotated[dict[Concept | str, Bound], "Proven bounds on the expected regret, by winner."] = field(
        default_factory=dict
    )
    order: Annotated[str, "How its regret is proven to grow, where the constants are not known."] = ""
    identify: Annotated[
        Callable[..., Any] | None,
        "Starts it where it stops by itself: identify(arms, *, delta, parameters), or budget in place of delta.",
    ] = None
    finds: Annotated[Finds, "What its verdict is: an arm, or by the verb standing a set, groups or a ranking."] = "arm"
    assumes: Annotated[tuple[Assumption, ...], "What its guarantee assumes of the preferences."] = ()
    world: Annotated[World, "The kind of problems that it plays on."] = "arms"
    most_arms: Annotated[int | None, "How many arms it can handle, unless its parameters say otherwise."] = None
    examples: Annotated[tuple[str, ...], "Settings that the tests play too, such as rate=anytime."] = ()
    family: Annotated[
        tuple[Colour, int] | None, "Its look in figures: a colour, and a number from 0 to 4 for the dashes."
    ] = None


@dataclass(frozen=True, kw_only=True)
class Bandit(BanditFacts):
    """A cardinal bandit: the building block of the reductions."""

    start: Callable[..., Any]  # start(arms, horizon, *, parameters) -> state


@dataclass(frozen=True, kw_only=True)
class Algorithm(AlgorithmFacts):
    """A learner that chooses duels."""

    start: Callable[..., Any]  # start(arms, horizon, *, parameters) -> state; its world may give more
    same_as: str | None = None  # the name of the algorithm for which this is another name

    def __repr__(self) -> str:
        """A list of algorithms is to be read; ``duelling algorithms NAME`` shows all facts."""
        return f"Algorithm({self.name!r})"

    @property
    def parameters(self) -> dict[str, Parameter]:
        return parameters_of(self.start)

    @property
    def stopping_parameters(self) -> dict[str, Parameter]:
        """Those to set where it stops by itself, besides the chance of failure or the budget."""
        known = {} if self.identify is None else parameters_of(self.identify)
        return {name: p for name, p in known.items() if name not in ("delta", "budget")}

    @property
    def budgeted(self) -> bool:
        """Whether it stops after a number of duels that it is given, with no chance of failure to set."""
        return self.identify is not None and "budget" in parameters_of(self.identify)

    @property
    def summary(self) -> str:
        """The first line of the docstring of ``start``."""
        return sentence_of(self.start)

    def bound(
        self, winner: Concept | str, arms: int, horizon: int, preference: Any = None, **parameters: Any
    ) -> float | None:
        """The proven bound on the expected regret with these parameters; None where nothing is proven."""
        arms, horizon = whole("arms", arms, WORLDS[self.world].fewest), whole("horizon", horizon)
        bound = self.bounds.get(plain_text("winner", winner))
        if preference is not None and self.world == "arms":
            check_shape("preference", preference, (arms, arms))
        if bound is None or not set(parameters) <= set(bound.parameters):
            return None
        return bound.value(arms, horizon, preference, **parameters)


def under(declared: K, settings: dict[str, Any]) -> K:
    """The same bandit or algorithm with the facts that hold under these settings."""
    found = (declared.variants.get(f"{name}={value}", {}) for name, value in settings.items())
    changes = {fact: value for facts in found for fact, value in facts.items()}
    if isinstance(declared, Bandit) and declared.bound is not None:
        changes["bound"] = declared.bound.under(settings)
    return replace(declared, **changes) if changes else declared


BANDITS: Known[Bandit] = Known("bandit", ("bandits",))
ALGORITHMS: Known[Algorithm] = Known(
    "algorithm",
    ("algorithms", "worlds"),
    Advice(
        "'duelling algorithms' lists them, and --load FILE adds your own",
        "du.select() lists them, and du.load(FILE) adds your own",
    ),
    Advice("(--load FILE adds your own)", "(du.load(FILE) adds your own)"),
)


def _check_facts(kind: str, declared: Facts) -> None:
    """Raise an InputError for a fact of another type, and for a name that could not be written before a colon."""
    if not isinstance(declared.name, str) or not re.fullmatch(r"[\w+.-]+", declared.name):
        rule = "letters, digits, '+', '-', '.' and '_'"
        raise WrongValue(f"the name of {kind} must be {rule}, got {quoted(declared.name)}")
    for fact in fields(declared):
        check_type(fact.name, getattr(declared, fact.name), fact.type)


def _check_start(name: str, start: Callable[..., Any]) -> None:
    """Raise WrongValue for a parameter that is not keyword-only: nobody could set it."""
    function(f"start of {name}", start)
    try:
        signature = inspect.signature(start)
    except ValueError:
        raise WrongValue(f"start of {name} must be a function that is written in Python, got {quoted(start)}") from None
    for parameter in [*signature.parameters.values()][2:]:
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            raise WrongValue(
                f"start of {name} must have '*,' before its parameters, as in"
                f" start(arms, horizon, *, {parameter.name}), got start{signature}"
            )


def _with_facts(kind: type[D]) -> type[D]:
    """Add the facts to the docstring."""
    facts = "\n".join(f"    {fact.name}: {fact.about}" for fact in arguments_of(kind).values())
    kind.__doc__ = f"{inspect.cleandoc(kind.__doc__ or '')}\n\nArgs:\n{facts}\n"  # newer versions of Python dedent it
    return kind


@_with_facts
@dataclass(frozen=True, kw_only=True)
class bandit(BanditFacts):
    """Declare a bandit: ``@bandit("greedy", label="Greedy", ...)`` above its ``start``.

    The algorithms that are made of it, such as ``greedy+unif``, are known from then on. docs/own_bandit.md has an
    example in full.

    Raises:
        InputError: a fact is missing or wrong, or the name is taken.
    """

    def __post_init__(self) -> None:
        _check_facts("a bandit", self)

    def __call__(self, start: F) -> F:
        _check_start(self.name, start)
        BANDITS.add(self.name, Bandit(**vars(self), start=start), home_of(start))
        return start


@_with_facts
@dataclass(frozen=True, kw_only=True)
class algorithm(AlgorithmFacts):
    """Declare an algorithm: ``@algorithm("keeper", label="Keeper", ...)`` above its ``start``.

    docs/own_algorithm.md has an example in full.

    Raises:
        InputError: a fact is missing or wrong, or the name is taken.
    """

    def __post_init__(self) -> None:
        if not isinstance(self.winners, tuple):
            raise WrongValue(f"winners must be a tuple of names, as in ('borda',), got {quoted(self.winners)}")
        _check_facts("an algorithm", self)
        if self.most_arms is not None:
            whole("most_arms", self.most_arms, 2)
        for winner in self.winners:
            WINNERS.find(winner)  # a built-in one, or a user's own

    def __call__(self, start: F) -> F:
        self.declare(start, home_of(start))
        return start

    def declare(self, start: Callable[..., Any], home: str) -> None:
        """Enter the algorithm into the table as one of the module ``home``."""
        function(f"start of {self.name}", start)
        if self.world == "arms":
            _check_start(self.name, start)
        ALGORITHMS.add(self.name, Algorithm(**vars(self), start=start), home)


def alias(name: str, same_as: str, **facts: Any) -> None:
    """Declare another name of an algorithm; ``facts`` are those that the name changes, such as its label."""
    if name in ALGORITHMS and ALGORITHMS.find(name).same_as != same_as:
        raise ALGORITHMS.taken(name)
    found = ALGORITHMS.find(same_as)
    ALGORITHMS.add(name, replace(found, name=name, same_as=same_as, **facts), ALGORITHMS.home(same_as))
