"""The intervals of all pairs, and what questions without an answer do to them."""

import itertools

import numpy as np
import pytest

from duelling.core.evidence.pairs import pair_interval
from duelling.votes.bounds import bounds_of, pair_bounds, voter_bounds
from duelling.votes.reading.read import read_votes
from duelling.votes.tally import count
from tests.helpers.votes import ballots, from_counts

pytestmark = pytest.mark.plain


def test_each_pair_has_its_interval_at_the_level_of_all():
    wins, ties = np.array([[0, 9, 3], [4, 0, 0], [8, 0, 0]]), np.array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    found = pair_bounds(from_counts(wins, ties), 0.06)
    assert (found.low[0, 1], found.high[0, 1]) == pair_interval(9, 2, 4, 0.02)
    assert (1 - found.high[2, 0], 1 - found.low[2, 0]) == pytest.approx(pair_interval(3, 0, 8, 0.02))
    assert (found.low[1, 2], found.high[1, 2], found.share[1, 2], found.met[1, 2]) == (0, 1, 0.5, False)
    assert np.diag(found.low).tolist() == np.diag(found.share).tolist() == [0.5] * 3


def test_open_questions_leave_the_narrower_of_two_looks():
    rows = [("a", "b", "a", 0.5)] * 10 + [("b", "a", None, 0.5)] + [("a", "b", "a", 0.5)] * 30
    held = read_votes([dict(zip(("left", "right", "winner", "chance"), row, strict=True)) for row in rows])
    low, high = (each[0, 1] for each in pair_bounds(held, 0.05)[:2])
    assert low == max(pair_interval(10, 0, 0, 0.05)[0], pair_interval(40, 0, 1, 0.05)[0])
    assert low == pair_interval(40, 0, 1, 0.05)[0]  # the worst answer to one question is better than to wait
    assert high == 1


def test_no_answer_to_an_open_question_could_widen_them():
    """Every way to answer three questions on two pairs: none proves less than what is said without the answers."""
    rng, rows, delta = np.random.default_rng(0), [], 0.3
    for place in range(30):
        left, right = rng.permutation(["a", "b", "c"])[:2] if place else ("a", "b")
        waits = place in (9, 14, 20)
        winner = None if waits else str(rng.choice(["left", "left", "tie", "right"]))
        rows.append({"left": str(left), "right": str(right), "winner": winner, "chance": 1 / 3})
    found = pair_bounds(read_votes(rows), delta)
    before = bounds_of(count(read_votes(rows).take(read_votes(rows).settled_in_pair)), delta)
    for answers in itertools.product(["left", "tie", "right"], repeat=3):
        said = iter(answers)
        answered = read_votes([row | {"winner": row["winner"] or next(said)} for row in rows])
        after = pair_bounds(answered, delta)
        assert (found.low <= np.maximum(before.low, after.low) + 1e-9).all()
        assert (found.high >= np.minimum(before.high, after.high) - 1e-9).all()
    np.testing.assert_allclose(found.low, 1 - found.high.T)


def test_by_voter_a_burst_is_one_voice():
    outcome = np.ones(60, int)
    burst = voter_bounds(ballots([0] * 60, [1] * 60, outcome, [0] * 60), 5, 0.05)
    crowd = voter_bounds(ballots([0] * 60, [1] * 60, outcome, range(60)), 5, 0.05)
    assert burst.low[0, 1] < crowd.low[0, 1] < 0.9
    assert burst.low[0, 1] == 0
