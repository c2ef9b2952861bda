"""Kinds of regret by name: weak and strong, and those that users declare."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from duelling.core.regrets import REGRETS, Strong, Weak
from duelling.errors import WrongValue
from duelling.registry.known import Known
from duelling.registry.parameters import sentence_of

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
    """

    def declare(kind: S) -> S:
        if not re.fullmatch("[a-z][a-z0-9]*", name) or name in COLUMNS:
            raise WrongValue(f"the name of a regret must be small letters and digits, and no column, got {name!r}")
        try:
            psi = kind()
        except TypeError:
            raise WrongValue(f"regret {name} must have a default for each field, got {kind.__name__}") from None
        KINDS.add(name, RegretKind(name, sentence_of(kind), psi), kind.__module__)
        return kind

    return declare


for built_in, psi in zip(REGRETS, (Weak, Strong), strict=True):
    KINDS.add(built_in, RegretKind(built_in, psi.__doc__ or "", psi()), psi.__module__)


def recorded_kinds(names: str | Sequence[str] = REGRETS) -> tuple[RegretKind, ...]:
    """The kinds that a simulation records: weak and strong, then the others that ``names`` asks for."""
    asked, known = [names] if isinstance(names, str) else list(names), dict.fromkeys((*REGRETS, *KINDS))
    for name in asked:
        if name not in known:
            raise WrongValue(f"regret must be one of {', '.join(known)}, got {name!r}")
    return tuple(KINDS.find(name) for name in dict.fromkeys((*REGRETS, *asked)))
