"""Which pairs to show next, and with which chances they were drawn."""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import numpy as np

from duelling import files
from duelling.errors import WrongValue, at_least, chance, one_of, path_of, quoted, whole
from duelling.seeds import next_stream
from duelling.votes.ballots import Ballots
from duelling.votes.champion import Champion
from duelling.votes.racing import MOST, race
from duelling.votes.reading.columns import find_columns, plain
from duelling.votes.reading.read import read_votes, table_of
from duelling.votes.tally import count
from duelling.votes.tickets import how_chosen, tickets

if TYPE_CHECKING:
    import polars as pl

Goal = Literal["best", "condorcet", "rank"]
GOALS: tuple[Goal, ...] = get_args(Goal)
MOST_PAIRS = 100_000


class Plan(Protocol):
    """How pairs are drawn, and what has to be written down about it."""

    least: float  # s; NaN where some pairs cannot be drawn
    out: tuple[int, ...]  # the items that have left the race

    def draw(self, rng: np.random.Generator) -> tuple[int, int, float] | None:
        """A pair, and the chance of it; None when the question is decided."""

    def wait(self, i: int, j: int) -> None:
        """Know that there is a question on this pair that nobody has answered yet."""


class AgainstAll:
    """One item is drawn from those that are inside, the other from all others."""

    def __init__(self, inside: np.ndarray, K: int) -> None:
        self.inside, self.K = inside, K
        self.draws = len(inside) * (K - 1)
        self.least = (2 if len(inside) == K else 1) / self.draws
        self.out = tuple(np.setdiff1d(np.arange(K), inside).tolist())

    def draw(self, rng: np.random.Generator) -> tuple[int, int, float] | None:
        if len(self.inside) == 1:
            return None
        i = int(self.inside[rng.integers(len(self.inside))])
        j = int(rng.integers(self.K - 1))
        j += j >= i
        return i, j, (2 if j in self.inside else 1) / self.draws

    def wait(self, i: int, j: int) -> None:
        """The chances stay as they are."""


def next_pairs(
    votes: Any,
    n: int = 1,
    goal: Goal = "best",
    *,
    seed: int = 0,
    delta: float = 0.05,
    within: float = 0.0,
    pairs: str | None = None,
    columns: Mapping[str, str] | str | None = None,
) -> "pl.DataFrame":
    """The next ``n`` pairs to show after these votes: left, right, an empty winner, chance, least and out.

    ``goal`` is "best" (who has the best Borda score: candidates meet uniform opponents, and leave once it is proven
    that they are not the best), "condorcet" (who beats everybody) or "rank" (an order of all: uniform pairs). ``delta``
    is the chance of a wrong verdict, ``within`` how much worse than the best one the winner may be. ``pairs`` says how
    the pairs of the votes were chosen: "logged" if there are chances, "uniform", or "any".

    The same votes and the same seed give the same pairs. With the rows filled in and added to the votes, the next call
    goes on from there. There are no pairs once the question is decided.

    Args:
        votes: a file, a frame or rows, as ``du.rank`` takes them.
        n: how many pairs.
        goal: "best", "condorcet" or "rank".
        seed: of the draws.
        delta: the chance of a wrong verdict.
        within: how much worse than the best one the winner may be.
        pairs: how the pairs of the votes were chosen.
        columns: which column means what, as in "left=a,right=b".

    Returns:
        A polars frame with a row for each pair; empty once the question is decided.

    Raises:
        InputError: the votes cannot be read, or an argument breaks a rule.

    >>> votes = [("tea", "coffee", "tea"), ("tea", "milk", "milk")]
    >>> next_pairs(votes, 2, "rank").select("left", "right", "chance").rows()
    [('milk', 'tea', 0.3333333333333333), ('tea', 'milk', 0.3333333333333333)]
    """
    n, delta, within = whole("n", n, 1, MOST_PAIRS), chance("delta", delta), at_least("within", within, 0, 1)
    plan = PLANS[one_of("goal", goal, GOALS)]
    ballots = read_votes(votes, columns)
    made, asked = plan(ballots, delta, within, how_chosen(ballots, pairs)), len(ballots) + len(ballots.waiting)
    return _frame(ballots.items, made, [next_stream(seed, asked + question) for question in range(n)])


def _frame(items: tuple[str, ...], plan: Plan, streams: list[np.random.Generator]) -> "pl.DataFrame":
    """A pair from each stream, and a fair coin that says which item stands on the left."""
    import polars as pl

    rows: list[tuple[str, str, None, float]] = []
    for rng in streams:
        drawn = plan.draw(rng)
        if drawn is None:
            break
        i, j, chance = drawn
        plan.wait(i, j)
        left, right = (i, j) if rng.random() < 0.5 else (j, i)
        rows.append((items[left], items[right], None, chance))
    schema = {"left": pl.String, "right": pl.String, "winner": pl.String, "chance": pl.Float64}
    out = json.dumps([items[place] for place in plan.out], ensure_ascii=False) if plan.out else None
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        pl.lit(None if math.isnan(plan.least) else plan.least, pl.Float64).alias("least"),
        pl.lit(out, pl.String).alias("out"),
    )


def _rank(ballots: Ballots, delta: float, within: float, pairs: str | None) -> Plan:
    return AgainstAll(np.arange(len(ballots.items)), len(ballots.items))


def _best(ballots: Ballots, delta: float, within: float, pairs: str | None) -> Plan:
    return AgainstAll(still_in(ballots, delta, within, pairs), len(ballots.items))


def _condorcet(ballots: Ballots, delta: float, within: float, pairs: str | None) -> Plan:
    if within >= 0.5:
        raise WrongValue(f"within must be below 0.5 for the goal condorcet, got {within!r}")
    champion = Champion(count(ballots.take(ballots.settled_in_pair)), count(ballots), delta, within)
    for question in ballots.waiting:
        champion.wait(question.left, question.right)
    return champion


PLANS: dict[Goal, Callable[[Ballots, float, float, str | None], Plan]] = {
    "best": _best,
    "condorcet": _condorcet,
    "rank": _rank,
}


def still_in(ballots: Ballots, delta: float, within: float, pairs: str | None) -> np.ndarray:
    """The items that may still be the best; one alone when the race is decided."""
    K = len(ballots.items)
    if K > MOST:
        raise WrongValue(f"{ballots.source or 'votes'} must name at most {MOST} items for the goal best, got {K}")
    left, named = race(tickets(ballots, pairs), delta, within)
    return left if named < 0 else np.array([named])


def write_pairs(
    votes: Any, pairs: "pl.DataFrame", path: str | Path, columns: Mapping[str, str] | str | None = None
) -> None:
    """Write the votes with all their columns, and below them the pairs, as a CSV file, whole or not at all."""
    import polars as pl

    where, table = path_of("path", path), table_of(votes)
    found = {meaning: table.headings[place] for meaning, place in find_columns(table, columns).items()}
    taken = [plain(heading) for heading in table.headings]
    clash = [meaning for meaning in pairs.columns if meaning in taken and meaning not in found]
    if len(set(table.headings)) < len(table.headings) or clash:
        other = f", and none of another meaning that is called {clash[0]}" if clash else ""
        raise WrongValue(f"{table.label} must have different headings{other}, got {quoted(','.join(table.headings))}")
    try:
        old = pl.DataFrame({heading: _texts(table.column(place)) for place, heading in enumerate(table.headings)})
        new = pairs.rename({meaning: found.get(meaning, meaning) for meaning in pairs.columns})
        both = pl.concat([old, new.cast(pl.String)], how="diagonal")
    except UnicodeEncodeError:  # JSON can spell half of a pair of surrogates
        raise WrongValue(f"{table.label} must be UTF-8 in all columns to be written again") from None
    files.write(where.parent, {where.name: both.write_csv().encode()})


def _texts(values: Any) -> "pl.Series":
    import polars as pl

    known = values.to_list() if isinstance(values, pl.Series) else values
    return pl.Series([None if value is None else _cell(value) for value in known], dtype=pl.String)


def _cell(value: Any) -> str:
    """A value as it is read back: lists and whatever else is nested as JSON."""
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else str(value)
