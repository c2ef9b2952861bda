"""Champion with votes that come late."""

import numpy as np
import pytest

from duelling.algorithms.champion import BEATS, VERDICT
from duelling.algorithms.contest import start_contest, tell_contest
from duelling.core.jit import interpreted

pytestmark = pytest.mark.plain


def tell(contest, pairs, order, answered=None):
    """Questions on these pairs, the first arm of which always wins; ``order`` are the places of the votes."""
    by_pair = sorted(range(len(pairs)), key=lambda k: (sorted(pairs[k]), k))
    a, b = (np.array([pairs[k][side] for k in by_pair]) for side in (0, 1))
    codes, group = np.unique(np.minimum(a, b) * 100 + np.maximum(a, b), return_inverse=True)
    ends = np.cumsum(np.bincount(group, minlength=len(codes)))
    known = np.zeros(len(pairs), np.int64) if answered is None else answered
    places = np.array([by_pair.index(k) for k in order])
    with interpreted():
        tell_contest(contest, a, b, np.ones(len(pairs), np.int64), np.array(by_pair), group, ends, known, places)


def test_a_question_without_an_answer_holds_back_the_tests_of_its_pair_alone():
    contest = start_contest(3, 0.05, 0.0)
    pairs = [(0, 1), (0, 2)] * 12
    tell(contest, pairs, [k for k in range(24) if k != 4])
    assert contest.wins[0].tolist() == [0, 2, 12]
    assert contest.champion.wins[0].tolist() == [0, 22, 24]  # twice the wins
    assert contest.champion.known[BEATS].tolist() == [1, 0, 0]
    assert contest.champion.now[VERDICT] == -1
    assert contest.upto[0].tolist() == [-1, 2, 23]


def test_the_missing_answer_lets_all_that_waited_count():
    contest = start_contest(2, 0.05, 0.0)
    tell(contest, [(0, 1)] * 9, range(1, 9))
    assert contest.wins.sum() == 0
    tell(contest, [(0, 1)] * 9, [0], answered=np.array([0, *8 * [1]]))
    assert contest.wins[0, 1] == 8
    assert contest.champion.now[VERDICT] == 0  # eight wins in a row suffice, and the ninth is not looked at
