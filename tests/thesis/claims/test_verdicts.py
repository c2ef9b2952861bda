"""From readings to a verdict."""

import pytest

from duelling.thesis.claims.verdicts import Reading, conclude

pytestmark = pytest.mark.plain


def test_conclusions():
    for_, against, open_ = (Reading("", 0, 0, 0, says=word) for word in ("for", "against", "open"))
    assert conclude([for_, for_]) == "holds"
    assert conclude([for_, None]) == conclude([for_, open_]) == "undecided"
    assert conclude([for_, None, against]) == "does not hold"
    assert conclude([None, None]) == "not measured"
