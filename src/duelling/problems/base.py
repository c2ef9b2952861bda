"""What every problem can do: decide duels, name its winners, price its arms."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from duelling.errors import InputError
from duelling.facts import Concept


class Problem(ABC):
    """A way in which outcomes arise. Subclasses are values: nothing in them changes after they are made."""

    name: str
    arms: tuple[str, ...]  # the arms' names; K of them
    source: str = ""
    description: str = ""

    @abstractmethod
    def start(self, horizon: int) -> Any:
        """The state that answers ``decide`` for rounds 1..horizon."""

    @abstractmethod
    def preference(self, horizon: int | None = None) -> np.ndarray:
        """P_ij, the share of the rounds 1..horizon in which i beats j (or the chance of it)."""

    @abstractmethod
    def losses(self, concepts: Sequence[Concept], horizon: int) -> Any:
        """The state that answers ``charge`` for these winner concepts, in this order."""


def name_arms(arms: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """The given names, or "1", "2", ... as the thesis counts."""
    if count < 2:
        raise InputError(f"a problem needs at least 2 arms, got {count}")
    if arms is None:
        return tuple(str(i + 1) for i in range(count))
    names = tuple(map(str, arms))
    if len(names) != count:
        raise InputError(f"arms must name each of the {count} arms, got {len(names)} names")
    if len(set(names)) != count:
        raise InputError(f"arms must have different names, {max(names, key=names.count)!r} is given twice")
    return names
