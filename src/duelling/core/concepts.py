"""The winner concepts by name."""

import typing
from typing import Literal

Concept = Literal["utility", "borda", "copeland", "von_neumann", "condorcet"]
CONCEPTS: tuple[Concept, ...] = typing.get_args(Concept)
