"""lil'UCB: the radius by hand under every setting, and the chance of failure that the theory adds up."""

import math

import pytest

from duelling.bandits import lilucb
from duelling.errors import InputError

pytestmark = pytest.mark.edges


@pytest.mark.parametrize(
    ("setting", "delta", "expected"),
    [
        ("heuristic", 0.25, (1.864404, 0.662889, 0.225679)),  # δ' is a fifth
        ("next", 0.05, (1.480207, 0.670343, 0.260695)),
    ],
)
def test_the_radius_by_hand(setting, delta, expected):
    s = lilucb.start(4, 1, delta=delta, setting=setting)
    found = [lilucb.lil_radius(count, s.scale, s.e, s.delta) for count in (1, 10, 100)]
    assert found == pytest.approx(expected, abs=1e-6)


def test_the_settings_of_the_theory():
    s = lilucb.start(4, 1, delta=0.1, setting="theory")
    c = (2.01 / 0.01) * (1 / math.log(1.01)) ** 1.01
    assert 4 * math.sqrt(c * s.delta) + 4 * c * s.delta == pytest.approx(0.1 / 2)
    assert (s.ratio, s.e) == (9, 0.01)
    assert s.scale == pytest.approx(2 * 1.1 * math.sqrt(1.01 / 2))


def test_it_stops_when_one_arm_has_nearly_all_pulls():
    s = lilucb.start(2, 1)
    assert s.ratio == 6
    for N, verdict in (((0, 0), -1), ((6, 1), -1), ((7, 1), 0), ((1, 7), 1), ((13, 2), 0), ((12, 2), -1)):
        s.table[0] = sum(N), *N
        assert lilucb.lil_verdict(s) == verdict


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="setting must be one of theory, heuristic, next, got 'fast'"):
        lilucb.start(3, 10, setting="fast")
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 2"):
        lilucb.start(3, 10, delta=2)
