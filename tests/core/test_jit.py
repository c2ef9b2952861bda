"""Compiled code on disk is never taken for another kernel's; helpers are called as in Python."""

import numpy as np
import pytest

from duelling.core import jit as _jit


def square(x):
    return x * x


@_jit.jit
def power(x, n=2):
    return 1 if n == 0 else x * power(x, n - 1)


@_jit.jit
def ahead(x, y=1, z=0):
    return x - y + z


@_jit.entry
def both(x):
    return power(x), power(x, n=3), ahead(x), ahead(x, z=5)


def test_helpers_take_defaults_and_names_and_may_call_themselves():
    assert (power(3), power(3, n=3), ahead(3), ahead(3, z=5)) == both(3) == (9, 27, 2, 7)


@pytest.mark.compiled
def test_processes_that_compile_at_once_do_not_mix_up_their_kernels(tmp_path):
    """Both read the same index before either writes; whoever is last, each signature stands for its own code."""
    kernel = _jit._compile(square, str(tmp_path))
    files, saved = kernel._cache._cache_file, []
    files._save_index = saved.append
    files._load_index = dict
    assert kernel(3) == 9
    assert kernel(np.float64(0.5)) == 0.25
    (one,), (two,) = (index.values() for index in saved)
    assert one != two
    assert {path.name for path in tmp_path.rglob("*.nbc")} == {one, two}
