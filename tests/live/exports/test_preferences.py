"""Preference pairs for training."""

import json
from functools import partial

import pytest

from duelling.live.exports.preferences import preferences
from duelling.live.journal.opening import open_store
from tests.helpers.histories import Book, facts_of, kept
from tests.naive.votes_of_journal import Reader

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("skips", ["again", "tie"])
def test_every_decided_vote_with_texts_is_a_pair(tmp_path, seed, skips):
    book = Book(seed, skips)
    facts, read = facts_of(book.events), Reader(book.events)
    with open_store(tmp_path / "journal.db") as store:
        found = preferences(facts, partial(store.columns, kept(store, book.events)))
    expected, missing = [], dict.fromkeys(("ties", "without a case", "without texts", "skips"), 0)
    for row in read.table(str, voided=False, waiting=False, present=False):
        if row["answer"] not in ("left", "right"):
            missing["ties"] += 1
            continue
        if row["case"] is None:
            missing["without a case"] += 1
            continue
        loser = row["left"] if row["winner"] == row["right"] else row["right"]
        case = read.cases.index(row["case"])
        texts = []
        for name in (row["winner"], loser):
            item = read.items.index(name)
            texts.append(read.answers[case].get(item, read.contents[item]))
        if None in texts:
            missing["without texts"] += 1
            continue
        expected.append({"prompt": row["case"], "chosen": texts[0], "rejected": texts[1]})
    if skips == "again":
        missing["skips"] = sum(event.kind == "skipped" for event in book.events)
    assert [json.loads(line) for line in found.lines] == expected
    assert found.left_out == {why: count for why, count in missing.items() if count}
    assert len(expected) > 3
