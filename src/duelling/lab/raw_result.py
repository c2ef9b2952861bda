"""What was played in a simulation, with the regret of every run at every checkpoint: the numbers, checked."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from duelling.arrays import check_shape, flag, whole_numbers
from duelling.core.intervals import student
from duelling.core.regrets import REGRETS, Regret
from duelling.errors import WrongValue, plain_text, quoted, texts, unknown, whole
from duelling.lab import recording
from duelling.registry.regrets import KINDS
from duelling.seeds import arm_order, check_seed
from duelling.texts import plain

LARGEST = 1e150  # of a regret: squares of larger numbers are not finite


@dataclass(frozen=True, eq=False, repr=False)
class RawResult:
    """All fields of a ``Result``, and what they say without tables or figures."""

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
    shuffle: bool = False  # each run showed the arms in an order of its own; ``orders`` has them
    records: dict[str, np.ndarray] = field(default_factory=dict)  # by name: [algorithm, run, checkpoint, arms]

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
        _facts("the parameters in provenance", about["provenance"].get("parameters", {}))
        horizon, runs = whole("horizon", self.horizon), whole("runs", self.runs)
        first_run, seed = whole("first_run", self.first_run, 0), check_seed(self.seed)
        period = None if self.period is None else whole("period", self.period)
        counted = {"horizon": horizon, "runs": runs, "first_run": first_run, "seed": seed, "period": period}
        rounds = whole_numbers("rounds", self.rounds)
        if rounds.ndim != 1 or rounds[-1:].tolist() != [horizon] or (np.diff(rounds, prepend=0) <= 0).any():
            raise WrongValue(f"rounds must ascend from 1 on to the horizon {horizon}, got {quoted(self.rounds)}")
        counted["shuffle"] = flag("shuffle", self.shuffle)
        about["records"] = recording.checked(
            self.records, (len(named["algorithms"]), runs, rounds.size), len(about["problem"]["arms"]), rounds
        )
        counts = len(named["regrets"]), len(named["algorithms"]), runs, rounds.size, len(named["winners"])
        shapes = {"values": counts, "seconds": counts[1:2]}
        for name, shape in shapes.items():
            check_shape(name, getattr(self, name), shape)
        for regret, values in zip(named["regrets"], np.asarray(self.values), strict=True):
            if not (abs(values) <= LARGEST).all():
                worst = values[np.unravel_index(np.argmin(abs(values) <= LARGEST), values.shape)]
                raise WrongValue(f"{regret} regret must be finite numbers of at most {LARGEST:g}, got {worst}")
        arrays = {name: np.ascontiguousarray(getattr(self, name), dtype=float) for name in shapes}
        return named | about | counted | {"rounds": np.ascontiguousarray(rounds)} | arrays

    @property
    def weak(self) -> np.ndarray:
        """Weak regret [algorithm, run, checkpoint, winner]."""
        return self.regret("weak")

    @property
    def strong(self) -> np.ndarray:
        """Strong regret [algorithm, run, checkpoint, winner]."""
        return self.regret("strong")

    def regret(self, kind: Regret | str) -> np.ndarray:
        """Regret of one kind.

        Args:
            kind: "weak", "strong", or one of your own that was recorded.

        Returns:
            [algorithm, run, checkpoint, winner].

        Raises:
            InputError: it was not recorded.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=3, checkpoints=[5, 10]).regret("weak").shape
        (1, 3, 2, 1)
        """
        if plain_text("kind", kind) not in self.regrets:
            raise unknown("recorded regret" if kind in KINDS else "regret", kind, self.regrets)
        return np.asarray(self.values[self.regrets.index(kind)])

    def concept(self, winner: str | None) -> int:
        """The position of a winner concept among those that were recorded.

        Args:
            winner: its name; None is the first.

        Returns:
            The last index of ``regret``.

        Raises:
            InputError: it was not recorded.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=1, winner=["borda", "copeland"]).concept("copeland")
        1
        """
        if winner is None:
            return 0
        if plain_text("winner", winner) not in self.winners:
            raise unknown("recorded winner", winner, self.winners)
        return self.winners.index(winner)

    def rows(self) -> list[dict[str, Any]]:
        """The rows of ``summary`` in plain values, the winner always among them.

        Returns:
            A dict for each winner and algorithm; None where nothing is known.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=2).rows()[0]["algorithm"]
        'random'
        """
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

    def orders(self) -> np.ndarray:
        """In which order each run showed the arms.

        Returns:
            [run, i]: the arm that the algorithms of this run called i.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=2, shuffle=True).orders().shape
        (2, 4)
        """
        arms = len(self.problem["arms"])
        return np.stack(
            [
                arm_order(self.seed, self.first_run + n, arms) if self.shuffle else np.arange(arms)
                for n in range(self.runs)
            ]
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
