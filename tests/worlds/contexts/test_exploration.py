"""Exploration with contexts: what it estimates, and how long it lasts."""

import copy
import math

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import Duel, update
from duelling.registry.choice import choice
from tests.helpers.contexts import NAMES


@pytest.mark.edges
def test_exploration_estimates_the_game_of_policies_without_bias():
    """Over the pair and the outcome, K² r 1[π(x) = a, ρ(x) = b] is what π wins against ρ."""
    problem = du.problem("contexts:arms=3,contexts=1,policies=4")
    game, policies = np.zeros((4, 4)), problem.policies
    for a in range(3):
        for b in range(3):
            s = choice("sparring-fpl:explore=9").start(3, 100, policies)
            for outcome in (1, -1) if a != b else (0,):
                chance = (0.5 + outcome * (problem.win[0, a, b] - 0.5)) / 9 if a != b else 1 / 9
                fresh = copy.deepcopy(s)
                update(fresh, 1, Duel(a, b, 1 / 3, 1 / 3), outcome)
                game += chance * 9 * fresh.log.outcomes[0][np.ix_(policies[:, 0], policies[:, 0])]
    np.testing.assert_allclose(game, problem.policy_game(), atol=1e-12)


def test_exploration_has_the_length_of_the_theorem():
    for name in NAMES[1:]:
        s = choice(f"{name}:delta=0.1").start(4, 10_000, np.zeros((20, 3), np.int64))
        assert s.rounds == math.ceil((4 * 10_000) ** (2 / 3) * math.log(200) ** (1 / 3))
        assert choice(name).start(4, 10, np.zeros((20, 3), np.int64)).rounds == 10
        assert choice(f"{name}:explore=7").start(4, 10, np.zeros((20, 3), np.int64)).rounds == 7
