"""Two bandits against each other: what each learns from a duel, and the coin for self-duels."""

import math

import numpy as np
import pytest

from duelling.algorithms.reductions.sparring import Sparring
from duelling.bandits import ucb
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("outcome", [1, 0, -1])
def test_the_two_losses_of_a_duel_sum_to_one(outcome):
    s = Sparring(ucb.start(3, 1), ucb.start(3, 1))
    update(s, 1, Duel(0, 2, 1.0, 1.0), outcome)
    assert s.left.G[0] + s.right.G[2] == 1
    assert s.left.G[0] == (1 + outcome) / 2


@pytest.mark.parametrize("text", ["exp3-sparring", "exp3-sparring:rate=fixed"])
def test_exp3_sparring_charges_the_loser_alone_with_its_own_chance(text):
    s = choice(text).start(3, 100)
    update(s, 1, Duel(0, 1, 0.5, 0.2), 1)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 0, 0], [0, 5, 0])
    update(s, 2, Duel(2, 1, 0.25, 0.2), -1)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 0, 4], [0, 5, 0])
    update(s, 3, Duel(1, 1, 0.5, 0.25), 0)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 1, 4], [0, 7, 0])


def test_exp3p_sparring_after_a_self_duel():
    s, K = choice("exp3p-sparring").start(3, 100), 3
    update(s, 1, Duel(1, 1, 1 / 3, 1 / 3), 0)
    for side in s:
        np.testing.assert_allclose(side.G, [K * side.beta, K * (0.5 + side.beta), K * side.beta], rtol=1e-12)
        assert side.beta == pytest.approx(math.sqrt(math.log(3 / 0.05) / 300))


def test_equal_ucbs_with_one_rule_for_ties_learn_nothing_for_ever():
    """Why ``ucb-sparring`` refuses ties=lowest; random ties escape."""
    s, rng = Sparring(ucb.start(4, 1, ties="lowest"), ucb.start(4, 1, ties="lowest")), np.random.default_rng(0)
    for t in range(1, 200):
        duel = choose(s, t, rng)
        assert duel.first == duel.second
        assert t > 4 or duel.first == t - 1
        update(s, t, duel, 0)
    s, different = choice("ucb-sparring").start(4, 1), 0
    for t in range(1, 200):
        duel = choose(s, t, rng)
        different += duel.first != duel.second
        update(s, t, duel, np.sign(duel.second - duel.first))
    assert different > 0
    assert s.sparring.left.N.argmax() == s.sparring.right.N.argmax() == 0


def test_ucb_sparring_refuses_one_rule_for_ties():
    with pytest.raises(InputError, match="ties of ucb-sparring must be one of random, got 'lowest'"):
        choice("ucb-sparring:ties=lowest")
    with pytest.raises(InputError, match="ties must be random where two equal bandits meet, got 'lowest'"):
        ALGORITHMS.find("ucb-sparring").start(3, 10, ties="lowest")
