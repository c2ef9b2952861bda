"""Learners in a shell: what tests/lab/test_recording.py sees of them in the loop, here step by step."""

import numpy as np
import pytest

from duelling.core.protocol import choose, update
from duelling.core.wrapped import shuffled, watched
from duelling.registry.choice import choice

pytestmark = pytest.mark.plain


def test_a_shell_calls_the_arms_back():
    inner, alone = choice("fixed:first=0,second=2").start(3, 10), choice("fixed:first=0,second=2").start(3, 10)
    rng = np.random.default_rng(0)
    learner = watched(shuffled(inner, np.array([2, 0, 1])), np.array([1, 3]), 3, pairs=True)
    for t in (1, 2, 3):
        duel, told = choose(learner, t, rng), choose(alone, t, rng)
        assert (duel.first, duel.second) == (2, 1)
        assert (duel.p_first, duel.p_second) == (told.p_first, told.p_second)
        update(learner, t, duel, 1)
    assert learner.pulls.tolist() == [[0, 1, 1], [0, 3, 3]]
    assert learner.pairs[:, 2, 1].tolist() == [1, 3]


def test_what_is_no_arm_is_handed_on_and_not_counted():
    learner = watched(
        shuffled(choice("fixed:first=0,second=2").start(3, 10), np.array([1, 0])), np.array([5]), 2, False
    )
    assert choose(learner, 1, np.random.default_rng(0)).first == -1
    assert not learner.pulls.any()
