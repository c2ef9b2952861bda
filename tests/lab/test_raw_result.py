"""The numbers of a simulation are checked when they come, be it from a file or from a user's own regret."""

import math

import numpy as np
import pytest

from duelling.errors import InputError
from tests.helpers.results import make

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300])
def test_regret_is_finite(value):
    """A user's own kind of regret may give anything."""
    values = make().values.copy()
    values[1, 0, 2, 3] = value
    with pytest.raises(InputError, match=r"strong regret must be finite numbers of at most 1e\+150, got "):
        make(values=values)


def test_shapes_must_fit():
    with pytest.raises(InputError, match="values must have the shape"):
        make(values=np.zeros((2, 1, 1, 1, 1)))
