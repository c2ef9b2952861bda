"""Kinds of regret by name: weak and strong, and those that users declare."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from duelling.core.regrets import REGRETS, Strong, Weak
from duelling.errors import WrongValue, names, one_of, plain_text, quoted
from duelling.registry.known import Known
from duelling.registry.parameters import home_of, sentence_of

S = TypeVar("S", bound=type)


class RegretKind(NamedTuple):
    """How the losses of the two arms of a duel become the loss of the round."""

    name: str
    sentence: str
    psi: Any  # the state that answers ``combine``


KINDS: Known[RegretKind] = Known("regret", ())
COLUMNS = ("winner", "algorithm", "run", "t", "rounds_per_second")  # what tables of regret hold besides


def regret(name: str) -> Callable[[S], S]:
    """Declare the decorated NamedTuple as a ψ with this name.

    Its fields are settings and have defaults. ``combine.register(Kind, function)`` says what it makes of two losses.
    docs/own_winner.md has an example in full.

    Args:
        name: small letters and digits; ``du.simulate(..., regret=name)`` records it.

    Returns:
        A decorator, which returns the class as it was.

    Raises:
        InputError: the name is taken or none, or the class is no NamedTuple with a default for each field.
    """

    if not re.fullmatch("[a-z][a-z0-9]*", plain_text("name", name)) or name in COLUMNS:
        raise WrongValue(f"the name of a regret must be small letters and digits, and no column, got {quoted(name)}")

    def declare(kind: S) -> S:
        if not isinstance(kind, type) or not issubclass(kind, tuple) or not hasattr(kind, "_fields"):
            raise WrongValue(f"kind of regret {name} must be a NamedTuple, got {quoted(kind)}")
        try:
            psi = kind()
        except TypeError:
            raise WrongValue(f"regret {name} must have a default for each field, got {kind.__name__}") from None
        KINDS.add(name, RegretKind(name, sentence_of(kind), psi), home_of(kind))
        return kind

    return declare


for built_in, psi in zip(REGRETS, (Weak, Strong), strict=True):
    KINDS.add(built_in, RegretKind(built_in, psi.__doc__ or "", psi()), psi.__module__)


def recorded_kinds(kinds: str | Sequence[str] = REGRETS) -> tuple[RegretKind, ...]:
    """The kinds that a simulation records: weak and strong, then the others that ``kinds`` asks for."""
    asked, known = names("regret", kinds), dict.fromkeys((*REGRETS, *KINDS))
    for name in asked:
        one_of("regret", name, known)
    return tuple(KINDS.find(name) for name in dict.fromkeys((*REGRETS, *asked)))
