"""Winner concepts by name: those of ``core/concepts.py``, and those that users declare."""

import re
from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

import numpy as np

from duelling.arrays import flag, numbers
from duelling.core.concepts import BUILT_IN, CONCEPTS, WinnerConcept
from duelling.core.preferences import Preferences
from duelling.core.winners import Found, maximisers
from duelling.errors import WrongValue, function, one_of, plain_text, quoted
from duelling.registry.known import Known
from duelling.registry.parameters import home_of, sentence_of

L = TypeVar("L", bound=Callable[[np.ndarray, np.ndarray], object])

WINNERS: Known[WinnerConcept] = Known("winner", ())
for built_in in BUILT_IN:
    WINNERS.add(built_in.name, built_in, "duelling.core.concepts")


def winner(
    name: str, *, title: str | None = None, against: Literal["best arm", "zero"] = "best arm", affine: bool = False
) -> Callable[[L], L]:
    """Declare the decorated function as a winner concept: ``losses(P, mean)`` returns the loss of each arm in a round.

    ``P`` is the K x K preference matrix of the round and ``mean`` that of all rounds up to the horizon. The winners are
    the arms whose loss is smallest when every round has the mean preferences. The first line of the docstring is the
    sentence about the concept.

    docs/own_winner.md has an example in full.

    Args:
        name: small letters, digits and "_"; ``du.simulate(..., winner=name)`` measures by it.
        title: its name in headings; None makes one of the name.
        against: what regret compares with: the "best arm" in hindsight, or "zero", no loss at all.
        affine: a promise that the losses are affine in ``P``, or do not depend on it; problems whose preferences
            drift along a line need that.

    Returns:
        A decorator, which returns the function as it was.

    Raises:
        InputError: the name is taken or none, or what is decorated is no function.
    """

    if not re.fullmatch("[a-z][a-z0-9_]*", plain_text("name", name)):
        raise WrongValue(f"the name of a winner must be small letters, digits and '_', got {quoted(name)}")
    against = one_of(f"against of winner {name}", against, ("best arm", "zero"))
    affine = flag(f"affine of winner {name}", affine)
    title = _title(name) if title is None else plain_text(f"title of winner {name}", title)

    def declare(losses: L) -> L:
        function(f"losses of winner {name}", losses)

        def row(P: np.ndarray, mean: np.ndarray) -> np.ndarray:
            rule = f"give {len(mean)} finite losses"
            found = numbers(f"winner {name}", losses(P, mean), rule).astype(float)
            if found.shape != (len(mean),) or not np.isfinite(found).all():
                raise WrongValue(f"winner {name} must {rule}, got {quoted(found.tolist())}")
            return found

        def rows(preferences: Preferences) -> np.ndarray:
            each, mean = preferences.matrices, preferences.mean
            return row(each, mean) if each.ndim == 2 else np.stack([row(P, mean) for P in each])

        def find(preferences: Preferences) -> Found:
            scores = 0.0 - row(preferences.mean, preferences.mean)
            return Found(maximisers(scores), scores)

        concept = WinnerConcept(name, title, sentence_of(losses), against, rows, find, affine=affine)
        WINNERS.add(name, concept, home_of(losses))
        return losses

    return declare


def winner_names() -> tuple[str, ...]:
    """All concepts that a problem with arms may have: the built-in ones first."""
    return (*CONCEPTS, *(name for name in WINNERS if name not in CONCEPTS))


def shown_winners() -> list[WinnerConcept]:
    """All concepts in the order in which winners are shown: the built-in ones first."""
    return [*BUILT_IN, *(concept for name, concept in WINNERS.every().items() if name not in CONCEPTS)]


def winner_title(name: str) -> str:
    """A concept's name in headings. A user's file need not be loaded, and the concept may belong to any world."""
    return WINNERS.find(name).title if name in WINNERS else _title(name)


def against_zero(names: Iterable[str]) -> list[bool]:
    """For each concept, whether its regret compares with no loss, in place of the best arm."""
    return [WINNERS.find(name).against == "zero" for name in names]


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
