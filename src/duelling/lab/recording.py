"""What a simulation records beside regret: how often arms and pairs were chosen, and whom the choices recommend."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from duelling.core.wrapped import Watched
from duelling.errors import WrongValue, names, one_of, quoted
from duelling.problems.base import AdaptiveProblem, Problem

if TYPE_CHECKING:
    import polars as pl

Record = Literal["pulls", "pairs", "recommended"]
RECORDS: tuple[Record, ...] = ("pulls", "pairs", "recommended")
LARGEST = 2**28  # numbers, 2 GB


def parse_record(record: Any, problem: Problem) -> tuple[Record, ...]:
    """The names of what is to be recorded; raise WrongValue where the problem has nothing of the kind."""
    found = tuple(one_of("record", name, RECORDS) for name in names("record", record))
    if len(set(found)) < len(found):
        raise WrongValue(f"record must name each once, got {quoted(record)}")
    if found and (problem.world != "arms" or isinstance(problem, AdaptiveProblem)):
        rule = "be left out where there are contexts, points, or an adversary that follows the learner"
        raise WrongValue(f"record must {rule}, got {quoted(record)} for {problem.name}")
    return found


def shapes(asked: Sequence[str], before: tuple[int, ...], arms: int) -> dict[str, tuple[int, ...]]:
    """The shape of each record; ``before`` is (algorithms, runs, checkpoints). Too many numbers are refused."""
    each = {"pulls": (arms,), "pairs": (arms, arms), "recommended": ()}
    found = {name: (*before, *each[name]) for name in asked}
    for name, shape in found.items():
        size = 1
        for n in shape:
            size *= n
        if size > LARGEST:
            rule = f"take at most {LARGEST} numbers, {name} would take {size}"
            raise WrongValue(f"record must {rule}: take fewer checkpoints, as in checkpoints=10, or fewer runs")
    return found


def noted_in(learner: Watched, asked: Sequence[str]) -> dict[str, np.ndarray]:
    """What was recorded in one run, by name.

    An arm is recommended if no other was chosen more often so far; of equals the one with the smallest number.
    """
    known = {"pulls": learner.pulls, "pairs": learner.pairs, "recommended": learner.pulls.argmax(axis=1)}
    return {name: known[name] for name in asked}


def checked(records: Any, before: tuple[int, ...], arms: int, rounds: np.ndarray) -> dict[str, np.ndarray]:
    """Records as int64; raise WrongValue for what cannot be: a file may hold anything.

    ``before`` is (algorithms, runs, checkpoints), and ``rounds`` are the checkpoints.
    """
    if not isinstance(records, Mapping):
        raise WrongValue(f"records must be a dict of arrays, got {quoted(records)}")
    found = {}
    for name, shape in shapes([one_of("records", name, RECORDS) for name in records], before, arms).items():
        given = np.asarray(records[name])
        if given.shape != shape or given.dtype.kind not in "iu" or (given.size and given.min() < 0):
            raise WrongValue(f"records of {name} must be numbers from 0 on with the shape {shape}, got {given.shape}")
        found[name] = np.ascontiguousarray(given, dtype=np.int64)
    _check_counts(found, arms, rounds)
    return found


def _check_counts(found: dict[str, np.ndarray], arms: int, rounds: np.ndarray) -> None:
    """Raise WrongValue where counts are not those of ``rounds`` duels, or speak of an arm that there is not."""
    for name, places, each in (("pulls", (3,), 2), ("pairs", (3, 4), 1)):
        if name in found:
            counts = found[name]
            new = np.diff(counts, axis=2, prepend=0)
            if (new < 0).any() or (counts > 2 * rounds[-1]).any() or (counts.sum(axis=places) != each * rounds).any():
                what = "arms: two in each round" if name == "pulls" else "pairs: one in each round"
                raise WrongValue(f"records of {name} must count the {what}, these do not")
    if "recommended" in found and (found["recommended"] >= arms).any():
        got = found["recommended"].max()
        raise WrongValue(f"records of recommended must be numbers of arms, below {arms}, got {got}")


def columns(records: Mapping[str, np.ndarray], winners: int) -> dict[str, Any]:
    """The records as columns of ``Result.long``; each row of several winners repeats them."""
    import polars as pl

    found = {}
    for name, values in records.items():
        flat = values.reshape(-1, *values.shape[3:]).repeat(winners, axis=0)
        flat = flat.reshape(len(flat), -1) if flat.ndim > 1 else flat
        found[name] = pl.Series(name, flat, dtype=pl.Array(pl.Int64, flat.shape[1]) if flat.ndim > 1 else pl.Int64)
    return found


def from_columns(table: "pl.DataFrame", asked: Sequence[str], before: tuple[int, ...], arms: int, winners: int) -> Any:
    """What ``columns`` made, as arrays."""
    return {
        name: table[name].to_numpy().reshape(-1, winners, *shape[3:])[:, 0].reshape(shape)
        for name, shape in shapes(asked, before, arms).items()
    }


def frame(
    name: str,
    records: Mapping[str, np.ndarray],
    arm_names: Sequence[str],
    algorithms: Sequence[str],
    first_run: int,
    rounds: np.ndarray,
) -> "pl.DataFrame":
    """A row for each number that was recorded under this name, with arms by their names."""
    import polars as pl

    if one_of("of", name, RECORDS) not in records:
        raise WrongValue(f"of must be something that was recorded, got {name!r}: simulate with record=[{name!r}]")
    values, arms = records[name], pl.Series(arm_names, dtype=pl.String)
    index = np.indices(values.shape).reshape(values.ndim, -1)
    place = {
        "algorithm": pl.Series(algorithms).gather(index[0]),
        "run": first_run + index[1],
        "t": rounds[index[2]],
    }
    if name == "recommended":
        return pl.DataFrame(place | {"arm": arms.gather(values.ravel())})
    heads = ("arm",) if name == "pulls" else ("first", "second")
    who = {head: arms.gather(index[3 + k]) for k, head in enumerate(heads)}
    return pl.DataFrame(place | who | {"pulls" if name == "pulls" else "duels": values.ravel()})
