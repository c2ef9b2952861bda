"""The votes of an arena as a frame, in the order in which their questions were drawn."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from duelling.live.exports.facts import Columns, Facts
from duelling.live.questions import COUNTED, OPEN
from duelling.live.tickets import Offer, ticket_id

if TYPE_CHECKING:
    import polars as pl

DRAWN = (
    *("seq", "question", "first", "second", "case", "roster"),
    *("p_first", "p_second", "chance", "least", "widest", "out"),
)
TOLD = ("seq", "at", "ticket", "question", "answer", "took", "late")
SKIPPED = ("seq", "at", "ticket", "question")
OFFERED = ("seq", "at", "voter", "flipped")
RECORDED = ("seq", "first", "second", "answer", "voter", "case", "time")
LOGGED = ("chance", "least", "out", "widest", "among")
SHOWN = (
    *("ticket", "left", "right", "winner", "answer", "voter", "case", "asked", "told", "took"),
    *(*LOGGED, "p_first", "p_second", "flipped", "late", "counted"),
)
WORDS = {"tie": ("tie", "Tie", "TIE"), "skip": ("tie", "Tie", "TIE"), "bad": ("bad", "Bad", "BAD")}


def votes_frame(
    facts: Facts,
    columns: Columns,
    *,
    names: bool = False,
    voided: bool = False,
    waiting: bool = False,
    present: bool = False,
    ids: bool = False,
) -> "pl.DataFrame":
    """A row for each vote that counts; with ``voided`` also for those that do not, with ``counted`` False.

    With ``names`` voters have their own names. With ``waiting`` there is a row without an answer for each question that
    was drawn before some vote and has none yet, where its chance is known: ``rank`` must know of it. Without it, votes
    that were drawn after such a question do not tell their chances, so that nobody counts them too early. With
    ``present`` votes about items that have left the arena are left out. With ``ids`` tickets are there by their ids,
    with which anybody may answer, in place of their numbers.

    What ``rank`` reads of the draw (chance, least, out, widest, among) is there for votes of the present roster, and
    only if all rows are about its items: it says how likely a pair was among these items.
    """
    import polars as pl

    frame = numbered_votes(facts, columns)
    if not voided:
        frame = frame.filter(pl.col("counted") | pl.col("answer").is_null())
    inside = pl.all_horizontal(pl.col("first", "second").is_in(list(facts.present)))
    if present:
        frame = frame.filter(inside)
    valid = (pl.col("roster") == facts.roster) & inside.all()
    frame = frame.with_columns(among=pl.lit(len(facts.present)))
    frame = frame.with_columns(pl.when(valid & pl.col("chance").is_not_null()).then(pl.col(LOGGED)))
    ordered = _settled(frame, waiting).sort("place", maintain_order=True)
    return _named(_with_ids(ordered, facts) if ids else ordered, facts, names)


def _settled(frame: "pl.DataFrame", waiting: bool) -> "pl.DataFrame":
    """With the questions that wait before some vote; or with none of them, and without the chances of later votes."""
    import polars as pl

    opened = pl.col("answer").is_null() & pl.col("chance").is_not_null()
    if waiting:
        last = frame.filter("counted")["place"].max()
        return frame.filter(pl.col("answer").is_not_null() | (opened & (pl.col("place") < (last or 0))))
    first = frame.filter(opened)["place"].min()
    early = pl.lit(True) if first is None else pl.col("place") < first
    return frame.filter(pl.col("answer").is_not_null()).with_columns(pl.when(early).then(pl.col(LOGGED)))


def numbered_votes(facts: Facts, columns: Columns) -> "pl.DataFrame":
    """All votes, also those that do not count, and the questions that wait; items, voters and cases by number."""
    import polars as pl

    return pl.concat([_asked(facts, columns), _recorded(facts, columns)], how="diagonal_relaxed")


def _asked(facts: Facts, columns: Columns) -> "pl.DataFrame":
    """The votes on questions of this arena, and the questions that wait for one."""
    import polars as pl

    drawn = _events(columns, "drawn", DRAWN, facts.head).rename({"seq": "place"})
    left = [facts.items[item] for item in facts.left]
    gone = [None, *(json.dumps(left[:count], ensure_ascii=False) for count in range(1, len(left) + 1))]
    out = _at(gone, drawn["out"].clip(upper_bound=len(left)), pl.String())
    drawn = drawn.with_columns(
        out.alias("out"), pl.col("chance", "least", "widest", "p_first", "p_second").fill_nan(None)
    )
    votes = _told(facts, columns).drop("seq").join(drawn, "question", "left", maintain_order="left")
    without = drawn.filter(pl.Series(facts.status[: len(drawn)] == OPEN)).with_columns(counted=pl.lit(False))
    return pl.concat([votes, without], how="diagonal")


def _told(facts: Facts, columns: Columns) -> "pl.DataFrame":
    """A row for each answer that was a vote, with the voter and the side of its ticket."""
    import polars as pl

    told = _events(columns, "told", TOLD, facts.head)
    if facts.skip == "tie":
        skipped = _events(columns, "skipped", SKIPPED, facts.head)
        skipped = skipped.with_columns(answer=pl.lit("skip"), late=pl.lit(False))
        told = pl.concat([told, skipped], how="diagonal").sort("seq")
    offered = _events(columns, "offered", OFFERED, facts.head).rename({"seq": "ticket", "at": "asked"})
    counts = pl.Series(facts.status[told["question"].to_numpy() - 1] == COUNTED)
    last = pl.col("seq") == pl.col("seq").max().over("question")
    return told.with_columns(counted=last & counts).join(offered, "ticket", "left", maintain_order="left")


def _recorded(facts: Facts, columns: Columns) -> "pl.DataFrame":
    """The votes that came from elsewhere."""
    import polars as pl

    found = _events(columns, "recorded", RECORDED, facts.head).rename({"seq": "place"})
    at = (pl.col("time").fill_nan(None) * 1e6).round().cast(pl.Int64)
    return found.with_columns(at=at, counted=pl.Series(facts.records[: len(found)], dtype=pl.Boolean)).drop("time")


def _named(frame: "pl.DataFrame", facts: Facts, names: bool) -> "pl.DataFrame":
    """The columns that people read."""
    import polars as pl

    voters, text, time = facts.voter_names(names), pl.String(), pl.Datetime("us", "UTC")
    first, second = (_at(facts.items, frame[each], text) for each in ("first", "second"))
    flipped = frame["flipped"].fill_null(False)
    frame = frame.with_columns(
        first.zip_with(~flipped, second).alias("left"),
        second.zip_with(~flipped, first).alias("right"),
        _at(voters, frame["voter"], text).alias("voter"),
        _at(facts.cases, frame["case"], text).alias("case"),
        pl.col("asked").cast(time),
        pl.col("at").cast(time).alias("told"),
        pl.when(pl.col("took") >= 0).then(pl.col("took")),
    )
    return frame.with_columns(_winner().alias("winner")).select(SHOWN)


def _with_ids(frame: "pl.DataFrame", facts: Facts) -> "pl.DataFrame":
    import polars as pl

    offers = frame.select("ticket", "asked", "question", pl.col("voter").fill_null(-1), "flipped", "first", "second")
    ids = [
        None if ticket is None else ticket_id(facts.secret, facts.arena, Offer(ticket, *offer), first, second)
        for ticket, *offer, first, second in offers.iter_rows()
    ]
    return frame.with_columns(pl.Series("ticket", ids, dtype=pl.String))


def _winner() -> "pl.Expr":
    """The name of the item that won, or tie, or bad; with capitals where an item has this very name."""
    import polars as pl

    said = pl.when(pl.col("answer") == "left").then("left").when(pl.col("answer") == "right").then("right")
    for answer, spellings in WORDS.items():
        for word in spellings:
            taken = (pl.col("left") == word) | (pl.col("right") == word)
            said = said.when((pl.col("answer") == answer) & ~taken).then(pl.lit(word))
    return said.otherwise(None)


def _at(values: Sequence[object], places: "pl.Series", kind: "pl.DataType") -> "pl.Series":
    """The values at these places; null where the place is null or below 0."""
    import polars as pl

    known = pl.Series(values, dtype=kind)
    wanted = places.fill_null(-1).cast(pl.Int64)
    return known.gather(wanted.set(wanted < 0, None))


def _events(columns: Columns, kind: str, names: Sequence[str], head: int) -> "pl.DataFrame":
    """The events of a kind up to number ``head``, with a column for each of these fields."""
    import polars as pl

    kinds = {"answer": pl.String, "flipped": pl.Boolean, "late": pl.Boolean}
    found = [
        pl.Series(name, values).cast(kinds.get(name, pl.Int64 if np.asarray(values).dtype.kind == "i" else pl.Float64))
        for name, values in columns(kind, names).items()
    ]
    return pl.DataFrame(found).filter(pl.col("seq") <= head)
