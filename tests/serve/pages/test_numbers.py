"""The numbers of the dashboard, counted anew from the votes."""

from collections import Counter

import numpy as np
import pytest

from duelling.live.arena import Arena
from duelling.live.decisions.look import Look
from duelling.live.journal.events import Told
from duelling.serve.pages.numbers import described, look, told

pytestmark = pytest.mark.plain


def test_voters_and_their_sides(tmp_path):
    with Arena(tmp_path / "a.db", ["a", "b", "c"], seed=1, repeats=None) as arena:
        given = []
        for k in range(30):
            voter = ("ann", "bob", "cleo")[k % 3]
            answer = ("left", "right", "left", "tie", "left")[k % 5]
            arena.tell(arena.ask(voter=voter), answer, took=1000 * (1 + k % 3))
            given.append((voter, answer))
        arena.void(voter="cleo")
        arena.bar("bob")
        (found,) = arena.submit(Look(look)).result()
        standings = arena.standings()
    rows = {row.name: row for row in found.people}
    for voter in ("ann", "bob"):
        counts = Counter(answer for who, answer in given if who == voter)
        share = counts["left"] / (counts["left"] + counts["right"])
        assert (rows[voter].votes, rows[voter].left, rows[voter].void) == (10, f"{100 * share:.0f}%", 0)
    assert (rows["cleo"].votes, rows["cleo"].left, rows["cleo"].void) == (0, "", 10)
    assert [row.barred for row in (rows["ann"], rows["bob"])] == [False, True]
    assert (found.votes, found.voided, found.voters) == (20, 10, 3)
    assert [item.name for item in found.items] == ["a", "b", "c"]
    took = [*(1000 * (1 + k % 3) for k in range(30)), 9000]  # the last one came after the numbers were taken
    votes = {"question": np.arange(1, 32), "took": np.array(took)}
    shown = {row.name: row for row in described(found, standings, votes)}
    assert {name: row.takes for name, row in shown.items()} == {"ann": "1.0 s", "bob": "2.0 s", "cleo": "3.0 s"}
    assert shown["ann"].agrees == ""  # ten votes are too few to compare


def test_an_event_in_one_line():
    event = Told(seq=9, at=1, ticket=7, question=3, answer="left", took=1200)
    assert told(event) == "ticket 7, question 3, answer left, took 1200, late False"
