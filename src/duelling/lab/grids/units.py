"""The units of work that a specification declares: one algorithm on one problem for one horizon, all runs of it."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any

from duelling.lab.grids.sources import fingerprint
from duelling.lab.grids.specification import Experiment, Specification
from duelling.problems.base import Problem
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import choice
from duelling.texts import plain


@dataclass(frozen=True, eq=False)
class Unit:
    """All that a simulation of one algorithm depends on."""

    experiment: str
    problem: str  # as the specification names it
    horizon: int
    algorithm: str
    winners: tuple[str, ...]
    period: int | None
    runs: int
    seed: int
    checkpoints: str | tuple[int, ...]
    origin: Problem  # what ``problem`` names

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that the results follow from, in plain values: the sources that play it are among them."""
        chosen, about = choice(self.algorithm), self.origin.describe()
        state = chosen.start(len(self.origin.arms), self.horizon, *self.origin.given)
        settings = {name: parameter.default for name, parameter in chosen.algorithm.parameters.items()}
        return plain({name: getattr(self, name) for name in DECLARED}) | {
            "content": {name: about[name] for name in ("kind", "arms", "link", "sha256") if name in about},
            "parameters": settings | chosen.parameters,
            "sources": fingerprint(state, chosen.algorithm.start, self.origin),
        }

    def key(self) -> str:
        """A digest of the identity: results with another key are results of something else."""
        return hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rounds(self) -> int:
        """How many there are to play."""
        return self.horizon * self.runs

    @property
    def name(self) -> str:
        """For a file: what it holds, to be read by a person, and its key."""
        words = f"{self.experiment}-{self.problem}-{self.horizon}-{self.algorithm}"
        return f"{re.sub(r'[^A-Za-z0-9._+=-]+', '_', words)[:120]}-{self.key()}"


DECLARED = tuple(field.name for field in fields(Unit) if field.name != "origin")


def declared(identity: dict[str, Any]) -> dict[str, Any]:
    """The part of an identity that stands in the specification."""
    return {name: identity[name] for name in DECLARED}


def units(specification: Specification) -> tuple[Unit, ...]:
    """All units, in the order in which the specification declares them."""
    look_up = cache(lambda text: find(text, specification.folder))
    return tuple(unit for each in specification.experiments for unit in _units(each, look_up))


def _units(experiment: Experiment, look_up: Callable[[str], Problem]) -> Iterator[Unit]:
    for problem in experiment.problems:
        for horizon in experiment.horizons:
            for algorithm in experiment.algorithms:
                yield Unit(
                    experiment=experiment.id,
                    problem=problem,
                    horizon=horizon,
                    algorithm=algorithm,
                    winners=experiment.winners,
                    period=experiment.period,
                    runs=experiment.runs,
                    seed=experiment.seed,
                    checkpoints=experiment.checkpoints,
                    origin=look_up(problem),
                )
