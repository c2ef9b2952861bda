"""The order of numbers: whole numbers in kernels that compare as the numbers do, and lead back to them."""

import itertools
import math

import pytest

from duelling.core.jit import entry
from duelling.core.order import number, order

NUMBERS = [-math.inf, -1e300, -2.0, -1.0, -5e-324, 0.0, 5e-324, 0.5, 1.0, 1.0 + 2**-52, 1e300, math.inf]


@entry
def both_ways(x, y):
    return order(x) < order(y), number(order(x))


@pytest.mark.parametrize(("x", "y"), list(itertools.product(NUMBERS, NUMBERS)))
def test_orders_compare_as_numbers_do_and_lead_back(x, y):
    assert both_ways(x, y) == (x < y, x)
