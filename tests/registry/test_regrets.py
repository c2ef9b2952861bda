"""Kinds of regret by name."""

from typing import NamedTuple

import pytest

import duelling as du
from duelling.errors import InputError
from duelling.registry.regrets import KINDS, recorded_kinds, regret
from tests.helpers.regrets import Weighted, Worst


def test_weak_and_strong_are_recorded_first_and_each_kind_once():
    regret("weighted")(Weighted)
    assert [kind.name for kind in recorded_kinds(["weighted", "strong", "weighted"])] == ["weak", "strong", "weighted"]
    assert KINDS.find("weighted") == ("weighted", "The better arm has this weight, the worse arm the rest.", Weighted())


def test_bad_kinds_are_refused():
    regret("weighted")(Weighted)
    regret("worst")(Worst)
    with pytest.raises(InputError, match="regret must be one of weak, strong, weighted, worst, got 'mild'"):
        du.simulate("cyclic", "random", horizon=10, runs=1, regret="mild")
    with pytest.raises(InputError, match="the regret name 'weak' is taken"):
        regret("weak")(Worst)
    with pytest.raises(InputError, match="must be small letters and digits, and no column, got 't'"):
        regret("t")(Worst)

    class Needy(NamedTuple):
        share: float

    with pytest.raises(InputError, match="regret needy must have a default for each field, got Needy"):
        regret("needy")(Needy)
