"""Compiled code on disk is never taken for another kernel's."""

import numpy as np
import pytest

from duelling import _jit


def square(x):
    return x * x


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
