"""Marks, and the interpreter's mode."""

import pytest
from numba import config

INTERPRETED = bool(config.DISABLE_JIT)


def pytest_collection_modifyitems(items):
    """Leave out what would take the interpreter minutes."""
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
