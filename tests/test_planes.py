"""Memory with many arms: learners that keep numbers for every pair keep few of them."""

import numpy as np
import pytest

from duelling.core.fields import walk
from duelling.registry.choice import choice

pytestmark = pytest.mark.plain

TWO_PLANES = (
    *("btm", "race", "scb", "secs", "pcomp", "multisort", "rucb", "d-ts", "explore-verify", "pbr-copeland"),
    *("rmed1", "rmed2", "rmed2fh", "savage", "savage-copeland", "champion", "mdb", "rcs", "ecw-rmed"),
    *("spar2", "vn+unif"),
)
AND_A_BYTE = ("ccb", "d-ts+")


def bytes_of_a_pair(name):
    """How many bytes an ordered pair of arms takes; what grows with K is left out."""
    small, large = (
        sum(np.asarray(part).nbytes for _, part in walk(choice(name).start(arms, 1000))) for arms in (100, 200)
    )
    return (large - 2 * small) / (200**2 - 2 * 100**2)


@pytest.mark.parametrize("name", TWO_PLANES)
def test_no_more_than_two_numbers_of_eight_bytes_for_every_pair(name):
    assert bytes_of_a_pair(name) <= 16


@pytest.mark.parametrize("name", AND_A_BYTE)
def test_no_more_than_two_numbers_of_eight_bytes_and_a_flag_for_every_pair(name):
    assert bytes_of_a_pair(name) <= 17
