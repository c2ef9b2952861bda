"""What a simulation found: the regret of every run at every checkpoint, with all that is needed to repeat it."""

import math
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling import files
from duelling.arrays import check_shape, flag, whole_numbers
from duelling.core.intervals import student
from duelling.core.regrets import REGRETS, Regret
from duelling.errors import WrongValue, path_of, plain_text, quoted, texts, unknown, whole
from duelling.lab import tables
from duelling.registry.regrets import KINDS
from duelling.registry.winners import winner_title
from duelling.seeds import check_seed
from duelling.texts import plain

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from duelling.lab.figures.plots import BoundLine
LARGEST = 1e150  # of a regret: squares of larger numbers are not finite


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """Regret of ``algorithms`` against one problem."""

    problem: dict[str, Any]  # Problem.describe()
    winners: tuple[str, ...]  # the winner concepts that were recorded
    horizon: int  # T
    runs: int
    seed: int
    period: int | None  # τ of the exact-frequency sequence that all runs share; None: outcomes were drawn
    rounds: np.ndarray  # the checkpoints t, ending with T
    algorithms: tuple[str, ...]  # as the user wrote them
    values: np.ndarray  # [regret, algorithm, run, checkpoint, winner]
    seconds: np.ndarray  # spent in the loop, for each algorithm, summed over threads
    provenance: dict[str, Any]
    first_run: int = 0  # the number of the first run
    regrets: tuple[str, ...] = REGRETS  # the kinds of regret that were recorded, weak and strong first

    def __post_init__(self) -> None:
        for name, value in self._checked().items():
            object.__setattr__(self, name, value)

    def _checked(self) -> dict[str, Any]:
        """All fields but those of one type, in the types that they have; WrongValue for what cannot be.

        A file may hold anything, even with a digest that fits.
        """
        named = {name: _different(name, getattr(self, name)) for name in ("winners", "algorithms", "regrets")}
        about = {"problem": described(self.problem), "provenance": _facts("provenance", self.provenance)}
        plain_text("the name of the problem", about["problem"].get("name"))
        horizon, runs = whole("horizon", self.horizon), whole("runs", self.runs)
        whole("first_run", self.first_run, 0)
        check_seed(self.seed)
        if self.period is not None:
            whole("period", self.period)
        rounds = whole_numbers("rounds", self.rounds)
        if rounds.ndim != 1 or rounds[-1:].tolist() != [horizon] or (np.diff(rounds, prepend=0) <= 0).any():
            raise WrongValue(f"rounds must ascend from 1 on to the horizon {horizon}, got {quoted(self.rounds)}")
        counts = len(named["regrets"]), len(named["algorithms"]), runs, rounds.size, len(named["winners"])
        shapes = {"values": counts, "seconds": counts[1:2]}
        for name, shape in shapes.items():
            check_shape(name, getattr(self, name), shape)
        for regret, values in zip(named["regrets"], np.asarray(self.values), strict=True):
            if not (abs(values) <= LARGEST).all():
                worst = values[np.unravel_index(np.argmin(abs(values) <= LARGEST), values.shape)]
                raise WrongValue(f"{regret} regret must be finite numbers of at most {LARGEST:g}, got {worst}")
        arrays = {name: np.ascontiguousarray(getattr(self, name), dtype=float) for name in shapes}
        return named | about | {"rounds": np.ascontiguousarray(rounds)} | arrays

    @property
    def weak(self) -> np.ndarray:
        """Weak regret [algorithm, run, checkpoint, winner]."""
        return self.regret("weak")

    @property
    def strong(self) -> np.ndarray:
        """Strong regret [algorithm, run, checkpoint, winner]."""
        return self.regret("strong")

    def regret(self, kind: Regret | str) -> np.ndarray:
        """Regret of this kind [algorithm, run, checkpoint, winner]."""
        if plain_text("kind", kind) not in self.regrets:
            raise unknown("recorded regret" if kind in KINDS else "regret", kind, self.regrets)
        return np.asarray(self.values[self.regrets.index(kind)])

    def __repr__(self) -> str:
        """What was played, and the mean regret of each algorithm with its standard error."""
        runs = "1 run" if self.runs == 1 else f"{self.runs} runs"
        lines = [f"{self.problem['name']}, {runs} of {self.horizon} rounds, seed {self.seed}"]
        for row in self.rows():
            each = (
                f"{regret} {row[regret]:.4g}"
                + ("" if row[f"{regret}_sem"] is None else f" ± {row[f'{regret}_sem']:.2g}")
                for regret in self.regrets
            )
            lines.append(f"  {row['algorithm']}: {row['winner']} regret {', '.join(each)}")
        return "\n".join(lines)

    def frame(self) -> "pl.DataFrame":
        """Columns algorithm, run, t, and one for each kind of regret: weak, strong and a user's own.

        ``winner`` comes first where several concepts were recorded.
        """
        frame = self.long()
        return frame if len(self.winners) > 1 else frame.drop("winner")

    def summary(self) -> "pl.DataFrame":
        """Regret at the horizon for each algorithm: mean, standard error, and the 95% interval of Student's t.

        The interval is for the expected regret of the algorithm. Where all runs share one outcome sequence, it is for
        the expectation over the algorithm's own draws, given that sequence, and says nothing of other sequences. One
        run has a mean and nothing else. ``rounds_per_second`` is the speed of one thread.
        """
        import polars as pl

        rows = self.rows()
        numbers = dict.fromkeys(list(rows[0])[2:], pl.Float64)
        table = pl.DataFrame(rows, schema={"winner": pl.String, "algorithm": pl.String, **numbers})
        return table if len(self.winners) > 1 else table.drop("winner")

    def rows(self) -> list[dict[str, Any]]:
        """The rows of ``summary`` in plain values, the winner always among them; None where nothing is known."""
        found = []
        for c, winner in enumerate(self.winners):
            for a, algorithm in enumerate(self.algorithms):
                row: dict[str, Any] = {"winner": winner, "algorithm": algorithm}
                for regret in self.regrets:
                    end = student(self.regret(regret)[a, :, -1, c])
                    row |= {regret: end.mean, f"{regret}_sem": end.sem}
                    row |= {f"{regret}_low": end.low, f"{regret}_high": end.high}
                seconds = self.seconds[a]
                row["rounds_per_second"] = self.runs * self.horizon / seconds if seconds > 0 else np.nan
                found.append({key: x if isinstance(x, str) else _known(x) for key, x in row.items()})
        return found

    def plot(
        self,
        regret: Regret | str = "weak",
        winner: str | None = None,
        log: bool = False,
        bound: "BoundLine" = None,
    ) -> "Figure":
        """Mean regret over t with its 95% band, as a matplotlib figure.

        ``bound`` draws a dashed line: a number, a function of t, or the name of an algorithm with a proven bound.
        """
        from duelling.lab.figures import plots

        values, c = self.regret(plain_text("regret", regret)), self.concept(winner)
        runs = f"mean of {self.runs} runs with its 95% interval" if self.runs > 1 else "one run"
        return plots.draw(
            plots.curves(self.algorithms, self.rounds, values[..., c]),
            bound=plots.bound_line(bound, self.rounds, self.winners[c], regret, len(self.problem["arms"])),
            log=flag("log", log),
            title=f"{self.problem['name']}: {regret} regret, {winner_title(self.winners[c])} winner",
            note=runs + (f", outcomes repeat after {self.period} rounds" if self.period else ""),
            ylabel=f"{regret} regret",
        )

    def concept(self, winner: str | None) -> int:
        """The position of ``winner`` among the recorded concepts; None is the first."""
        if winner is None:
            return 0
        if plain_text("winner", winner) not in self.winners:
            raise unknown("recorded winner", winner, self.winners)
        return self.winners.index(winner)

    def save(self, path: str | Path) -> None:
        """Write one Parquet file, whole or not at all; its metadata holds everything but the regret."""
        where = path_of("path", path)
        files.write(where.parent, {where.name: self.content()})

    def content(self) -> bytes:
        """The content of the file that ``save`` writes."""
        head = {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "values"}
        return tables.content(self.long().lazy(), "simulation", head)

    @staticmethod
    def load(path: str | Path) -> "Result":
        """Read a file that ``save`` wrote."""
        path = path_of("path", path)
        table = tables.read(path, "simulation")
        head = table.note
        with tables.reading(path):
            shape = (len(head["algorithms"]), head["runs"], len(head["rounds"]), len(head["winners"]))
            columns = table.rows(math.prod(shape))
            values = np.stack([columns[regret].to_numpy().reshape(shape) for regret in head["regrets"]])
            result = Result(**head, values=values)
            if not columns.equals(result.long()):
                raise ValueError("its rows are not those that its metadata describes")
            return result

    def long(self) -> "pl.DataFrame":
        """All columns of ``frame``, the winner always among them."""
        import polars as pl

        index = np.indices(self.values.shape[1:]).reshape(4, -1)
        return pl.DataFrame(
            {
                "winner": pl.Series(self.winners).gather(index[3]),
                "algorithm": pl.Series(self.algorithms).gather(index[0]),
                "run": self.first_run + index[1],
                "t": self.rounds[index[2]],
                **{regret: self.regret(regret).ravel() for regret in self.regrets},
            }
        )


def _different(name: str, values: Any) -> tuple[str, ...]:
    """Names for which the arrays have a place each, and after which files are named."""
    found = texts(name, values)
    if not found or len({*found}) < len(found):
        raise WrongValue(f"{name} must be different texts, at least one, got {quoted(values)}")
    return found


def described(problem: Any) -> dict[str, Any]:
    """What a problem tells of itself, in plain values; its arms must be among it."""
    found = _facts("problem", problem)
    texts("the arms of the problem", found.get("arms"))
    return found


def _facts(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongValue(f"{name} must be a dict, got {quoted(value)}")
    return dict(plain(value))


def _known(x: Any) -> float | None:
    return None if np.isnan(x) else float(x)
