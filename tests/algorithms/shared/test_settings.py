"""Parameters that several papers have."""

import pytest

from duelling.algorithms.shared.settings import check_delta
from duelling.errors import WrongValue

pytestmark = pytest.mark.plain


def test_a_chance_that_is_not_given_is_one_over_the_horizon():
    assert check_delta(None, 50) == 1 / 50
    assert check_delta(0.1, 50) == 0.1
    assert check_delta(0.1, None) == 0.1


@pytest.mark.parametrize(("delta", "horizon"), [(0, 50), (1, None), (-0.1, 50), (float("nan"), 50), (None, None)])
def test_everything_else_is_refused(delta, horizon):
    with pytest.raises(WrongValue, match="delta must lie between 0 and 1"):
        check_delta(delta, horizon)
