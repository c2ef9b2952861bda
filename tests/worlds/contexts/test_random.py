"""Random problems with contexts: what the text says, and what it must not say."""

import numpy as np
import pytest

import duelling as du
from duelling.errors import InputError


def test_the_text_makes_the_problem():
    problem = du.problem("contexts:arms=5,contexts=2,policies=7,seed=3")
    assert problem.win.shape == (2, 5, 5)
    assert problem.policies.shape == (7, 2)
    np.testing.assert_array_equal(problem.win, du.problem(problem.name).win)
    assert (problem.win != du.problem("contexts:arms=5,contexts=2,policies=7").win).any()
    assert du.problem("contexts:").win.shape == (3, 4, 4)


def test_the_first_linear_policy_is_the_best():
    problem = du.problem("contexts:arms=5,contexts=6,policies=9,model=linear,features=2,seed=3")
    assert problem.policy_game()[0].min() == 0
    for x, arm in enumerate(problem.policies[0]):
        assert problem.win[x, arm].min() == 0.5
    np.testing.assert_array_equal(problem.win, du.problem(problem.name).win)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arms=1", "arms of contexts must be a whole number from 2 on, got 1"),
        ("contexts=0", "contexts of contexts must be a whole number from 1 on, got 0"),
        ("policies=x", "policies of contexts must be a whole number, got 'x'"),
        ("model=odd", "model of contexts must be one of free, linear, got 'odd'"),
        ("features=7", "features of contexts must be left out unless model=linear, got 7"),
        ("arm=3", "arm"),
        ("arms", "parameters of contexts must be written parameter=value, got 'arms'"),
        ("seed=-1", "seed must be a whole number from 0 on, got -1"),
        ("arms=3,arms=4", "arms of contexts must be given once, got 'arms=3,arms=4'"),
    ],
)
def test_bad_texts_say_what_to_change(text, message):
    with pytest.raises(InputError, match=message):
        du.problem(f"contexts:{text}")
