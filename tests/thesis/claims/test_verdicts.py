"""From readings to a verdict."""

import pytest

from duelling.thesis.claims.verdicts import Reading, conclude, weigh

pytestmark = pytest.mark.plain


def test_conclusions():
    for_, against, open_ = (Reading("", 0, 0, 0, says=word) for word in ("for", "against", "open"))
    assert conclude([for_, for_]) == "holds"
    assert conclude([for_, None]) == conclude([for_, open_]) == "undecided"
    assert conclude([for_, None, against]) == "does not hold"
    assert conclude([None, None]) == "not measured"


def test_limits_that_differ_by_rounding_alone_are_told_so():
    assert weigh(Reading("x", 2, 2, 2), above=2 - 1e-9, below=2 + 1e-9).expected == "2, up to rounding"
