"""Units that are played to a horizon: regret is recorded at checkpoints."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.lab.grids.units import Unit
from duelling.lab.merging import merge
from duelling.lab.results import Result
from duelling.lab.simulate import checkpoint_rounds, simulate
from duelling.loops import play
from duelling.problems.base import Problem
from duelling.registry.choice import Choice, choice

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False, kw_only=True)
class RegretUnit(Unit):
    """Runs to a horizon, of which regret is recorded."""

    winners: tuple[str, ...]
    period: int | None
    shuffle: bool = False
    checkpoints: str | int | tuple[int, ...]
    played: Problem  # ``origin``, or with a period its exact-frequency sequence
    shorter: tuple["RegretUnit", ...] = ()  # units that are the beginnings of this one, and are played with it

    loop = staticmethod(play)
    span = "horizon"
    player = ("duelling.lab.simulate", "duelling.lab.stages")
    numbers = {"weak": "Float64", "strong": "Float64"}  # noqa: RUF012

    def choose(self, text: str) -> Choice:
        return choice(text)

    def learner(self) -> Any:
        return self.chosen.start(len(self.origin.arms), self.horizon, *self.origin.given)

    def environment(self) -> Any:
        return self.played.start(self.horizon)

    def play(self, first_run: int, runs: int, progress: Callable[[], None]) -> Result:
        return simulate(
            self.played,
            [self.chosen],
            horizon=self.horizon,
            runs=runs,
            first_run=first_run,
            winner=self.winners,
            seed=self.seed,
            checkpoints=self._recorded(),  # type: ignore[arg-type]  # the plan has looked at them
            shuffle=self.shuffle,
            threads=1,
            progress=lambda done, total: progress(),
        )

    def _recorded(self) -> str | int | tuple[int, ...]:
        """The checkpoints of all that is played with it."""
        if not self.shorter:
            return self.checkpoints
        rounds = [checkpoint_rounds(unit.horizon, unit.checkpoints) for unit in (self, *self.shorter)]
        return tuple(np.unique(np.concatenate(rounds)).tolist())

    def join(self, parts: Sequence[Result]) -> Result:
        return merge(*parts)

    def apart(self, found: Result) -> "Iterator[tuple[Unit, Result]]":
        units = [*self.shorter, replace(self, shorter=())]
        for unit in units:
            rounds = checkpoint_rounds(unit.horizon, unit.checkpoints)
            values = found.values[..., np.searchsorted(found.rounds, rounds), :]
            seconds = found.seconds * (unit.horizon / sum(each.horizon for each in units))
            yield unit, replace(found, horizon=unit.horizon, rounds=rounds, values=values, seconds=seconds)

    def rows(self, found: Result) -> "pl.DataFrame":
        return found.long()

    def index(self) -> "pl.DataFrame":
        import polars as pl

        rounds = checkpoint_rounds(self.horizon, self.checkpoints)
        run, checkpoint, winner = np.indices((self.runs, rounds.size, len(self.winners))).reshape(3, -1)
        return pl.DataFrame(
            {
                "winner": pl.Series(self.winners).gather(winner),
                "algorithm": [self.algorithm] * run.size,
                "run": run,
                "t": rounds[checkpoint],
            }
        )

    def duels(self, found: Result) -> int:
        return self.rounds

    def brief(self) -> "RegretUnit":
        return replace(self, horizon=self.period or 1, runs=1, checkpoints="linear", shorter=())

    @property
    def concepts(self) -> tuple[str, ...]:
        return self.winners

    @property
    def each(self) -> int:
        return self.horizon + sum(unit.horizon for unit in self.shorter)
