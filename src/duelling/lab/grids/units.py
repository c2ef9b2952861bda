"""A unit of work: one algorithm on one problem, all runs of it.

What is played to a horizon is in ``regret_units``, what is played until an algorithm is sure in ``stop_units``.
"""

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from duelling.core.fields import kinds
from duelling.lab.grids.sources import fingerprint
from duelling.problems.base import Problem
from duelling.registry.choice import Choice
from duelling.registry.parameters import Parameter
from duelling.registry.winners import WINNERS
from duelling.texts import plain

if TYPE_CHECKING:
    import polars as pl

Found = Any  # what a unit finds: a Result, or an Identification
DERIVED = ("content", "parameters", "sources")  # the parts of an identity that do not stand in the specification


@dataclass(frozen=True, eq=False, kw_only=True)
class Unit(ABC):
    """All that the runs of one algorithm depend on."""

    experiment: str
    problem: str  # as the specification names it
    horizon: int  # T, or the duels after which a run is given up
    chosen: Choice  # the algorithm with its parameters
    runs: int
    seed: int
    origin: Problem  # what ``problem`` names

    loop: ClassVar[Any]  # the compiled loop that plays it
    span: ClassVar[str]  # the name of ``horizon`` in tables
    player: ClassVar[tuple[str, ...]]  # the modules around that loop
    numbers: ClassVar[dict[str, str]]  # the columns of ``rows`` that ``index`` has not, and their types

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the fields alone. A choice travels as its text: functions made at run time cannot be pickled."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"chosen": self.algorithm}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__dict__["chosen"] = self.choose(state["chosen"])

    @abstractmethod
    def choose(self, text: str) -> Choice:
        """The algorithm with this text, as this unit plays it."""

    @abstractmethod
    def learner(self) -> Any:
        """A fresh learner; an InputError says if it cannot play on the problem with its parameters."""

    @abstractmethod
    def environment(self) -> Any:
        """The state of the problem that is played."""

    @abstractmethod
    def play(self, first_run: int, runs: int, progress: Callable[[], None]) -> Found:
        """Play some of the runs in this thread; ``progress`` is called when one is done."""

    @abstractmethod
    def join(self, parts: Sequence[Found]) -> Found:
        """What was found in all runs, from consecutive parts of them."""

    def apart(self, found: Found) -> "Iterator[tuple[Unit, Found]]":
        """What was found, for each unit that was played here; for most that is this one alone."""
        yield self, found

    @abstractmethod
    def rows(self, found: Found) -> "pl.DataFrame":
        """What was found as a table: the columns winner, algorithm, run, and those of this kind of unit."""

    @abstractmethod
    def index(self) -> "pl.DataFrame":
        """The columns of ``rows`` that are known before it is played, with all rows."""

    @abstractmethod
    def duels(self, found: Found) -> int:
        """How many were played."""

    @abstractmethod
    def brief(self) -> "Unit":
        """The same with one run of the least length, which compiles what it needs."""

    @property
    @abstractmethod
    def concepts(self) -> tuple[str, ...]:
        """The winner concepts that it is about."""

    @property
    @abstractmethod
    def each(self) -> int:
        """What progress counts for one run: its rounds, or 1 where nobody knows how many there will be."""

    @property
    def maker(self) -> Callable[..., Any]:
        """The function that starts the learner."""
        return self.chosen.algorithm.start

    @property
    def known_parameters(self) -> dict[str, Parameter]:
        """Those that the algorithm has here."""
        return self.chosen.algorithm.parameters

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
        return frozenset(kinds(self.learner()))

    @property
    def homes(self) -> set[str]:
        """The modules that declare the learner's states, the problem's class and the winner concepts."""
        winners = {WINNERS.home(name) for name in self.concepts if name in WINNERS}  # a world may have its own
        return {kind.__module__ for kind in (*self.kinds, type(self.origin))} | winners

    @property
    def declared(self) -> dict[str, Any]:
        """What the specification says of it, in plain values."""
        names = [field.name for field in fields(self) if field.name not in ("chosen", "origin", "played", "shorter")]
        given: dict[str, Any] = plain({name: getattr(self, name) for name in (*names, "algorithm")})
        return given

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that the results depend on, in plain values, with a hash of the sources."""
        about = self.origin.describe()
        settings = {name: parameter.default for name, parameter in self.known_parameters.items()}
        return self.declared | {
            "content": {name: about[name] for name in ("kind", "arms", "link", "sha256") if name in about},
            "parameters": settings | self.chosen.parameters,
            "sources": fingerprint(self.homes, self.maker, self.player),
        }

    def key(self) -> str:
        """A digest of the identity; if anything that results depend on changes, so does the key."""
        return hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rounds(self) -> int:
        """What progress counts for all runs."""
        return self.each * self.runs

    @property
    def name(self) -> str:
        """The name of its file: words for people, and the key."""
        words = f"{self.experiment}-{self.problem}-{self.horizon}-{self.algorithm}"
        return f"{re.sub(r'[^A-Za-z0-9._+=-]+', '_', words)[:120]}-{self.key()}"


def declared(identity: dict[str, Any]) -> dict[str, Any]:
    """The part of an identity that stands in the specification; raises LookupError if it is no identity."""
    given = dict(identity)
    for name in DERIVED:
        del given[name]
    return given
