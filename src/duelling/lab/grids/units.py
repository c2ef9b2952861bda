"""A unit of work: one algorithm on one problem for one horizon, all runs of it."""

import hashlib
import json
import re
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from duelling.core.fields import kinds
from duelling.lab.grids.sources import fingerprint
from duelling.problems.base import Problem
from duelling.registry.choice import Choice, choice
from duelling.registry.winners import WINNERS
from duelling.texts import plain


@dataclass(frozen=True, eq=False)
class Unit:
    """All that a simulation of one algorithm depends on."""

    experiment: str
    problem: str  # as the specification names it
    horizon: int
    chosen: Choice  # the algorithm with its parameters
    winners: tuple[str, ...]
    period: int | None
    runs: int
    seed: int
    checkpoints: str | tuple[int, ...]
    origin: Problem  # what ``problem`` names
    played: Problem  # the same, or with a period its exact-frequency sequence

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the fields alone. A choice travels as its text: functions made at run time cannot be pickled."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"chosen": self.algorithm}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"chosen": choice(state["chosen"])})

    @property
    def algorithm(self) -> str:
        """As the specification names it."""
        return self.chosen.text

    def check(self) -> None:
        """Raise if the algorithm cannot play on the problem with its parameters."""
        self.chosen.check_world(self.origin.world, self.origin.name)
        _ = self.kinds

    @cached_property
    def kinds(self) -> frozenset[type]:
        """The types of the learner's states, found by starting it."""
        return frozenset(kinds(self.chosen.start(len(self.origin.arms), self.horizon, *self.origin.given)))

    @property
    def homes(self) -> set[str]:
        """The modules that declare the learner's states, the problem's class and the winner concepts."""
        winners = {WINNERS.home(name) for name in self.winners if name in WINNERS}  # a world may have its own
        return {kind.__module__ for kind in (*self.kinds, type(self.origin))} | winners

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that the results depend on, in plain values, with a hash of the sources."""
        algorithm, about = self.chosen.algorithm, self.origin.describe()
        settings = {name: parameter.default for name, parameter in algorithm.parameters.items()}
        given: dict[str, Any] = plain({name: getattr(self, name) for name in DECLARED})
        return given | {
            "content": {name: about[name] for name in ("kind", "arms", "link", "sha256") if name in about},
            "parameters": settings | self.chosen.parameters,
            "sources": fingerprint(self.homes, algorithm.start),
        }

    def key(self) -> str:
        """A digest of the identity; if anything that results depend on changes, so does the key."""
        return hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rounds(self) -> int:
        """How many there are to play."""
        return self.horizon * self.runs

    @property
    def name(self) -> str:
        """The name of its file: words for people, and the key."""
        words = f"{self.experiment}-{self.problem}-{self.horizon}-{self.algorithm}"
        return f"{re.sub(r'[^A-Za-z0-9._+=-]+', '_', words)[:120]}-{self.key()}"


DECLARED = (
    "experiment",
    "problem",
    "horizon",
    "algorithm",
    "winners",
    "period",
    "runs",
    "seed",
    "checkpoints",
)


def declared(identity: dict[str, Any]) -> dict[str, Any]:
    """The part of an identity that stands in the specification."""
    return {name: identity[name] for name in DECLARED}
