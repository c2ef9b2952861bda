"""Memory with many arms: learners that keep numbers for every pair keep few of them."""

import numpy as np
import pytest

from duelling.core.fields import walk
from duelling.registry.choice import choice

pytestmark = pytest.mark.plain

TWO_PLANES = (
    *("btm", "race", "scb", "secs", "pcomp", "multisort"),
    *("rmed1", "rmed2", "rmed2fh", "savage", "savage-copeland"),
)


@pytest.mark.parametrize("name", TWO_PLANES)
def test_no_more_than_two_numbers_of_eight_bytes_for_every_pair(name):
    small, large = (
        sum(np.asarray(part).nbytes for _, part in walk(choice(name).start(arms, 1000))) for arms in (100, 200)
    )
    assert large - 2 * small <= 8 * 2 * (200**2 - 2 * 100**2)  # what grows with K is left out
