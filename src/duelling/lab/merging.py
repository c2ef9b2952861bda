"""Put results together: parts of large work, further runs, further algorithms."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from duelling.errors import Conflict, WrongValue, quoted
from duelling.lab.raw_result import RawResult

ALIKE = ("winners", "regrets", "horizon", "seed", "period", "shuffle")  # what all parts must share
NO_VERSION = ("date", "parameters")  # of what provenance tells

Result = TypeVar("Result", bound=RawResult)


def merge(*results: Result) -> Result:
    """One result of several on the same problem: further runs, further algorithms, or parts of large work.

    ``one + two`` is the same. Every algorithm must have been played in the same runs in the end, without a gap, and
    none twice: play further runs with ``first_run``.

    Args:
        results: what ``simulate`` returned, in any order. They share problem, winners, kinds of regret, horizon,
            checkpoints, seed, period, shuffle and records.

    Returns:
        The result that one call of ``simulate`` with all algorithms and runs would have returned.

    Raises:
        Conflict: something differs; the message says what.
        WrongValue: something is no result, or there is none.

    >>> import duelling as du
    >>> first = du.simulate("sushi", "random", horizon=100, runs=3)
    >>> more = du.simulate("sushi", "random", horizon=100, runs=2, first_run=3)
    >>> du.merge(first, more).runs
    5
    """
    for each in results:
        if not isinstance(each, RawResult):
            raise WrongValue(f"results must be results of du.simulate, got {quoted(each)}")
    if not results:
        raise WrongValue("results must be at least one result of du.simulate, got none")
    first = results[0]
    for other in results[1:]:
        _check_alike(first, other)
    algorithms = tuple(dict.fromkeys(name for each in results for name in each.algorithms))
    parts = {name: sorted((r for r in results if name in r.algorithms), key=_first_run) for name in algorithms}
    begin = min(map(_first_run, results))
    end = max(each.first_run + each.runs for each in results)
    for name, owners in parts.items():
        _check_runs(name, owners, begin, end)

    def joined(pick: Any) -> np.ndarray:
        rows = [
            np.concatenate([pick(each)[each.algorithms.index(name)] for each in parts[name]]) for name in algorithms
        ]
        return np.stack(rows)

    values = np.stack([joined(lambda each, k=k: each.values[k]) for k in range(len(first.regrets))])
    seconds = [sum(each.seconds[each.algorithms.index(name)] for each in parts[name]) for name in algorithms]
    return replace(
        first,
        algorithms=algorithms,
        first_run=begin,
        runs=end - begin,
        values=values,
        seconds=np.array(seconds),
        records={name: joined(lambda each, name=name: each.records[name]) for name in first.records},
        provenance=_told(results),
    )


def _first_run(result: RawResult) -> int:
    return result.first_run


def _check_alike(one: RawResult, two: RawResult) -> None:
    facts = [(name, getattr(one, name), getattr(two, name)) for name in ALIKE]
    content = [[each.problem.get(key) for key in ("kind", "arms", "sha256")] for each in (one, two)]
    if content[0] != content[1]:
        called = [each.problem["name"] for each in (one, two)]
        other = "another with this name" if called[0] == called[1] else called[1]
        facts.insert(0, ("problem", called[0], other))
    facts.append(("checkpoints", one.rounds.tolist(), two.rounds.tolist()))
    facts.append(("record", sorted(one.records), sorted(two.records)))
    for name, left, right in facts:
        if left != right:
            advice = ": play further runs with the same seed and first_run" if name == "seed" else ""
            raise Conflict(f"results must have the same {name} to be put together, got {quoted(left)} and "
                           f"{quoted(right)}{advice}")  # fmt: skip
    for name in set(one.algorithms) & set(two.algorithms):
        ours, theirs = (each.provenance.get("parameters", {}).get(name) for each in (one, two))
        if ours != theirs:
            raise Conflict(
                f"results must have {name} with the same parameters, got {quoted(ours)} and {quoted(theirs)}"
            )


def _check_runs(name: str, owners: Sequence[RawResult], begin: int, end: int) -> None:
    """Raise Conflict unless the parts follow one another from ``begin`` to ``end``."""
    at = begin
    for each in owners:
        if each.first_run < at:
            raise Conflict(f"results must hold each run once, got run {each.first_run} of {name} twice")
        if each.first_run > at:
            break
        at += each.runs
    if at != end:
        raise Conflict(f"results must have the runs {begin} to {end - 1} of every algorithm, {name} lacks run {at}")


def _told(results: Sequence[RawResult]) -> dict[str, Any]:
    """Versions, all of them where they differ; the latest date; the parameters of every algorithm."""
    told = dict(results[0].provenance)
    for key in told.keys() - NO_VERSION:
        told[key] = ", ".join(dict.fromkeys(str(each.provenance.get(key, "unknown")) for each in results))
    dates = [str(each.provenance["date"]) for each in results if "date" in each.provenance]
    if dates:
        told["date"] = max(dates)
    told["parameters"] = {k: v for each in results for k, v in each.provenance.get("parameters", {}).items()}
    return told
