"""Exp3-IX: implicit exploration by hand, and how it falls."""

import math

import numpy as np
import pytest

from duelling.bandits import exp3ix
from duelling.core.protocol import learn
from tests.helpers.bandits import drawn_chances

pytestmark = pytest.mark.edges


def test_implicit_exploration_by_hand():
    s = exp3ix.start(4, 1000)
    assert (s.eta, s.gamma) == (pytest.approx(0.0263276885, abs=1e-10), pytest.approx(0.0131638442, abs=1e-10))
    learn(s, 1, 0, 0.25, 1.0)
    assert s.L[0] == pytest.approx(3.79991409, abs=1e-8)
    np.testing.assert_allclose(drawn_chances(s, 2), [0.231714528] + [0.256095157] * 3, atol=1e-9)


def test_implicit_exploration_falls_with_the_round_of_the_draw():
    s = exp3ix.start(4, 1, rate="anytime")
    learn(s, 9, 1, 0.25, 1.0)
    eta = math.sqrt(math.log(4) / (4 * 9))
    assert s.L[1] == pytest.approx(1 / (0.25 + eta / 2))
