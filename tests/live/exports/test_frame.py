"""The frame of votes is what a slow reader of the journal finds."""

from functools import partial

import polars as pl
import pytest

from duelling.live.exports.frame import SHOWN, votes_frame
from duelling.live.journal.opening import open_store
from tests.helpers.histories import Book, facts_of, kept
from tests.naive.votes_of_journal import Reader

pytestmark = pytest.mark.plain


@pytest.fixture
def columns(tmp_path):
    """Write events into a store, and give back how their columns are read."""
    with open_store(tmp_path / "journal.db") as store:
        yield lambda events: partial(store.columns, kept(store, events))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("skips", ["again", "tie"])
@pytest.mark.parametrize("retire", [False, True])
def test_it_is_what_a_slow_reader_finds(columns, seed, skips, retire):
    events = Book(seed, skips, retire).events
    facts, read, of = facts_of(events), Reader(events), columns(events)
    for voided in (False, True):
        for waiting in (False, True):
            for present in (False, True):
                how = {"voided": voided, "waiting": waiting, "present": present}
                frame = votes_frame(facts, of, names=True, **how)
                assert frame.columns == list(SHOWN)
                assert frame.to_dicts() == read.table(str, **how)
    veiled = votes_frame(facts, of)
    assert veiled.to_dicts() == read.table(facts.veiled, voided=False, waiting=False, present=False)
    assert not set(veiled["voter"].drop_nulls()) & {"ann", "bob", "cy"}


def test_an_empty_journal_has_no_votes(columns):
    events = Book(0).events[:10]
    frame = votes_frame(facts_of(events), columns(events), waiting=True)
    assert frame.shape == (0, len(SHOWN))
    assert frame.schema["told"] == pl.Datetime("us", "UTC")


def test_events_after_the_facts_are_not_seen(columns):
    events = Book(1).events
    short = facts_of(events[:60])
    assert votes_frame(short, columns(events), names=True).to_dicts() == Reader(events[:60]).table(
        str, voided=False, waiting=False, present=False
    )


def test_a_tie_of_items_that_are_called_tie_is_still_a_tie(columns):
    events = Book(2).events
    for row in votes_frame(facts_of(events), columns(events)).to_dicts():
        if row["answer"] in ("tie", "bad"):
            assert row["winner"] not in (row["left"], row["right"])
            assert row["winner"].lower() == row["answer"]
