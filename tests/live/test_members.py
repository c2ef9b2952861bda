"""Items and voters as rows."""

import pytest

import duelling as du
from duelling.live.members import item_rows, voter_rows

pytestmark = pytest.mark.plain


def test_votes_are_counted_for_both_items_and_the_voter(tmp_path):
    with du.Arena(tmp_path / "a.db", ["fox", "owl", "hare"], seed=1) as arena:
        for voter in ("ann", "ann", "bob"):
            arena.tell(arena.ask(voter=voter), "left")
        arena.ask(voter="cy")
        arena.include(
            [{"left": "fox", "right": "owl", "winner": "tie", "voter": "dan"}, *[("hare", "owl", "hare")][:0]]
        )
        arena.void(voter="bob")
        arena.bar("bob")
        frame = arena.votes()
        items, voters = arena.look(item_rows), arena.look(voter_rows)
        for row in items:
            assert row["votes"] == ((frame["left"] == row["item"]) | (frame["right"] == row["item"])).sum()
        assert sum(row["votes"] for row in items) == 6
        assert [(row["voter"], row["barred"], row["votes"]) for row in voters] == [
            ("ann", False, 2), ("bob", True, 0), ("cy", False, 0), ("dan", False, 1)
        ]  # fmt: skip
