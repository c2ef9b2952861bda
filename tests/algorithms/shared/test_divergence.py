"""The evidence of a record against an even match: its values, and sums that are exact in any order."""

import math

import numpy as np
import pytest

from duelling.algorithms.shared.divergence import even_divergence, evidence

pytestmark = pytest.mark.edges


@pytest.mark.parametrize(("p", "d"), [(0.4, 0.0201355), (0.1, 0.3680642), (0.0, math.log(2)), (1.0, math.log(2))])
def test_divergence_from_an_even_coin(p, d):
    assert even_divergence(p) == pytest.approx(d, abs=1e-7)
    assert evidence(1000 * p, 1000 * (1 - p)) == pytest.approx(1000 * d, abs=1e-4)


def test_sums_of_evidence_do_not_depend_on_their_order():
    rng = np.random.default_rng(0)
    terms = [evidence(*rng.integers(0, 1000, 2) / 2) for _ in range(500)]
    assert sum(terms) == sum(reversed(terms)) == math.fsum(terms)
    assert evidence(3, 3) == 0
    assert evidence(0.5, 0) == pytest.approx(math.log(2) / 2)
