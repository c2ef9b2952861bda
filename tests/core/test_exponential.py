"""e^x in kernels: the bits of the system's library, and its own way where that is known."""

import math

import numpy as np
import pytest

from duelling.core import exponential
from duelling.core.exponential import exp, library_is_known, powers
from duelling.core.jit import entry

MANY = 200_000
REACHES = (1e-300, 1e-17, 1e-3, 1.0, 40.0, 511.9, 800.0)
SPECIAL = (0.0, -0.0, 512.0, -512.0, 709.8, -745.0, -746.0, math.inf, -math.inf, math.nan)


@entry
def each(x, out):
    """exp of all, in a kernel."""
    for k in range(x.size):
        out[k] = exp(x[k])


@pytest.mark.compiled
@pytest.mark.parametrize("reach", REACHES)
def test_kernels_have_the_bits_of_the_library(reach):
    x = np.random.default_rng(0).uniform(-reach, reach, MANY)
    out = np.zeros(MANY)
    each(x, out)
    wanted = np.array([math.exp(value) if value < 709.7 else math.inf for value in x.tolist()])
    known = x < 709.7
    assert (out[known] == wanted[known]).all()


@pytest.mark.compiled
def test_what_is_large_or_no_number_is_the_librarys():
    out = np.zeros(len(SPECIAL))
    each(np.array(SPECIAL), out)
    for x, y in zip(SPECIAL, out.tolist(), strict=True):
        wanted = math.inf if x == 709.8 else math.exp(x)
        assert y == wanted or (math.isnan(y) and math.isnan(wanted))


@pytest.mark.compiled
def test_another_library_is_called(monkeypatch):
    from duelling.core import native  # imports numba, for which plain tests do not wait

    monkeypatch.setattr(native, "library_is_known", lambda: False)
    assert native.exponential(None)(1.0) == math.exp(1.0)
    monkeypatch.setattr(native, "library_is_known", lambda: True)
    assert native.exponential(None) is native._exponential


def test_a_library_is_known_by_its_errors(monkeypatch):
    nearest = {x: math.nextafter(float.fromhex(y), 0) for x, y in exponential.FINGERPRINT.items()}
    assert library_is_known() in (True, False)  # which of them is a matter of the machine
    monkeypatch.setattr(exponential.math, "exp", lambda x: nearest[x.hex()])
    assert not library_is_known()


@pytest.mark.plain
def test_the_table_has_the_powers_of_two():
    table = powers().reshape(-1, 2)
    rest, number = table[:, 0].view(float), table[:, 1] + (np.arange(128, dtype=np.uint64) << np.uint64(45))
    np.testing.assert_array_equal(number.view(float), [2.0 ** (k / 128) for k in range(128)])
    assert rest[0] == 0
    assert 0 < np.abs(rest[1:]).min() < np.abs(rest).max() < 2.0**-53
