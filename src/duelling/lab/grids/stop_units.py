"""Units that are played until the algorithm is sure: how many duels it takes, and whether the verdict is right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.lab.grids.units import Unit
from duelling.lab.identify import Identification, identify
from duelling.lab.quests import Quest, look_for
from duelling.loops import play_until_sure
from duelling.registry.choice import Choice, choice, written
from duelling.registry.facts import ALGORITHMS
from duelling.registry.parameters import Parameter

if TYPE_CHECKING:
    import polars as pl


def choose_to_stop(text: str, delta: float) -> Choice:
    """The algorithm with this text, wrong with chance ``delta``; one that does not stop by itself plays to a horizon.

    Its level is what it makes of the horizon, and delta does not matter.
    """
    return choice(text, identify=ALGORITHMS.find(written(text).partition(":")[0]).identify is not None, delta=delta)


@dataclass(frozen=True, eq=False, kw_only=True)
class StopUnit(Unit):
    """Runs until a verdict, or until they are given up after ``horizon`` duels."""

    delta: float
    within: float  # how much worse than the winner a verdict may be and still be right

    loop = staticmethod(play_until_sure)
    span = "limit"
    player = ("duelling.lab.identify", "duelling.lab.quests")
    numbers = {"duels": "Int64", "verdict": "String", "right": "Boolean"}  # noqa: RUF012

    def choose(self, text: str) -> Choice:
        return choose_to_stop(text, self.delta)

    @property
    def told(self) -> int | None:
        """The horizon that the algorithm is told; None if it stops by itself."""
        return self.horizon if self.chosen.delta is None else None

    @cached_property
    def quest(self) -> Quest:
        return look_for(self.origin, self.chosen, within=self.within, horizon=self.told, limit=self.horizon)

    def learner(self) -> Any:
        return self.quest.start()

    def environment(self) -> Any:
        return self.origin.start(self.quest.limit)

    def play(self, first_run: int, runs: int, progress: Callable[[], None]) -> Identification:
        return identify(
            self.origin,
            self.chosen,
            delta=self.delta,
            within=self.within,
            horizon=self.told,
            runs=runs,
            first_run=first_run,
            seed=self.seed,
            limit=self.horizon,
            threads=1,
            progress=lambda done, total: progress(),
        )

    def join(self, parts: Sequence[Identification]) -> Identification:
        whole: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in Identification.OF_RUNS
            if getattr(parts[0], name) is not None
        }
        return replace(parts[0], **whole)

    def rows(self, found: Identification) -> "pl.DataFrame":
        import polars as pl

        verdicts = pl.Series(found.verdicts(), dtype=pl.String)
        return self.index().with_columns(duels=found.duels, verdict=verdicts, right=found.fits)

    def index(self) -> "pl.DataFrame":
        import polars as pl

        names = {"winner": [self.quest.winner] * self.runs, "algorithm": [self.algorithm] * self.runs}
        return pl.DataFrame(names | {"run": np.arange(self.runs)})

    def duels(self, found: Identification) -> int:
        return int(found.duels.sum())

    def brief(self) -> "StopUnit":
        return replace(self, horizon=self.origin.multiple, runs=1)

    @property
    def concepts(self) -> tuple[str, ...]:
        return (self.quest.winner,)

    @property
    def each(self) -> int:
        return 1

    @property
    def maker(self) -> Callable[..., Any]:
        return self.chosen.algorithm.identify or self.chosen.algorithm.start

    @property
    def known_parameters(self) -> dict[str, Parameter]:
        algorithm = self.chosen.algorithm
        return algorithm.parameters if self.chosen.delta is None else algorithm.stopping_parameters
