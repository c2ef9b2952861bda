"""From votes to new pairs and back: a file that is filled in, read, and asked again, until the race is decided."""

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.votes.racing import race
from duelling.votes.reading.read import read_votes
from duelling.votes.tickets import tickets

pytestmark = pytest.mark.plain

STRENGTH = {"a": 1.6, "b": 0.2, "c": -0.3, "d": -1.2}


def answered(pairs: pl.DataFrame, rng) -> pl.DataFrame:
    """The pairs with winners, by strengths."""
    d = np.array([STRENGTH[left] - STRENGTH[right] for left, right in pairs.select("left", "right").rows()])
    won = rng.random(len(pairs)) < 1 / (1 + np.exp(-d))
    return pairs.with_columns(pl.Series("winner", np.where(won, "left", "right")))


@pytest.fixture(scope="module")
def collected():
    """Rounds of 40 pairs until there is nothing more to ask, after ten votes in which every item appears."""
    rng = np.random.default_rng(3)
    votes = answered(du.next_pairs([("a", "b", "a"), ("c", "d", "c")], 10, goal="rank"), rng)
    for _ in range(40):
        pairs = du.next_pairs(votes, 40, delta=0.05)
        if not len(pairs):
            break
        votes = pl.concat([votes, answered(pairs, rng)])
    return votes


def test_the_file_alone_decides_the_race(collected):
    standings = du.rank(collected)
    assert standings.pairs == "logged"
    assert standings.verdict.items == ("a",)
    assert "pairs were drawn with the chances that stand beside the votes" in standings.verdict.assumes
    assert len(collected) < 1500


def test_it_asks_and_ranks_by_the_same_race(collected):
    half = collected[: len(collected) // 2]
    ballots = read_votes(half)
    still, named = race(tickets(ballots, None), 0.05, 0.0)
    shown = du.rank(half).verdict
    assert {ballots.items[k] for k in still} == set(shown.still_in)
    assert (named >= 0) == (shown.state == "decided")


def test_intervals_hold_the_scores_of_items_that_left_too(collected):
    standings = du.rank(collected)
    names = list(STRENGTH)
    P = 1 / (1 + np.exp(np.subtract.outer(list(STRENGTH.values()), list(STRENGTH.values())).T))
    truth = dict(zip(names, (P.sum(axis=1) - 0.5) / 3, strict=True))
    for item, low, high in zip(standings.items, standings.low, standings.high, strict=True):
        assert low <= truth[item] <= high
    assert standings.low[0] > 0.5


def test_a_question_without_an_answer_holds_back_what_comes_after_it(collected):
    """Quick answers may differ from slow ones: later votes prove no more than with the worst answer to the question."""

    def ranked(votes, winner=None):
        at = pl.int_range(pl.len()) == 20
        return du.rank(votes.with_columns(pl.when(at).then(pl.lit(winner)).otherwise(pl.col("winner")).alias("winner")))

    held, short = ranked(collected), du.rank(collected[:20])

    def ends(other):
        order = [other.items.index(item) for item in held.items]
        return other.low[order], other.high[order]

    answered = [ends(ranked(collected, winner)) for winner in (*collected.row(20)[:2], "tie")]
    low, high = (np.array([each[end] for each in answered]) for end in (0, 1))
    assert np.all(held.low <= np.maximum(ends(short)[0], low.min(axis=0)) + 1e-9)
    assert np.all(held.high >= np.minimum(ends(short)[1], high.max(axis=0)) - 1e-9)
    assert np.all(held.low >= ends(short)[0])
    assert np.any(held.low > ends(short)[0])
    assert np.all((held.low <= held.score) & (held.score <= held.high))
    assert held.votes == len(collected) - 1
