"""Marks, and what the interpreter is spared."""

import pytest
from numba import config

INTERPRETED = bool(config.DISABLE_JIT)


def fewer(n: int, least: int = 1) -> int:
    """``n``, and a third of it where Python plays what the compiled kernels play in full."""
    return max(least, n // 3) if INTERPRETED else n


def pytest_collection_modifyitems(items):
    """Leave out what would take the interpreter minutes."""
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
