"""Sums over rows, beside those of NumPy."""

import numpy as np
import pytest

from duelling.core.game.vectors import add, dot, largest

pytestmark = pytest.mark.edges


def test_products_and_sums_of_rows_are_those_of_numpy():
    X = np.random.default_rng(0).standard_normal((4, 7))
    before = X.copy()
    for a in range(4):
        for b in range(4):
            assert dot(X, a, b) == pytest.approx(X[a] @ X[b])
    add(X, 2, -0.5, 0)
    np.testing.assert_allclose(X[2], before[2] - 0.5 * before[0])
    np.testing.assert_array_equal(np.delete(X, 2, axis=0), np.delete(before, 2, axis=0))


def test_the_largest_entry_has_any_sign_and_nothing_hides_what_is_no_number():
    assert largest(np.array([[1.0, -3.0], [2.0, 0.0]])) == 3
    assert largest(np.zeros((2, 2))) == 0
    assert largest(np.array([[np.inf, -1.0]])) == np.inf
    assert np.isnan(largest(np.array([[1.0, np.nan]])))
    assert np.isnan(largest(np.array([[1.0, np.nan], [2.0, 3.0]])))
