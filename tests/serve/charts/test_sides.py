"""The bar is as long as the votes."""

import pytest

from duelling.serve.charts.sides import WIDTH, sides
from tests.helpers.drawings import having, read

pytestmark = pytest.mark.plain


def test_parts_lie_side_by_side():
    parts = having(read(sides(2, 1, 1)), "side")
    assert [float(part.get("width")) for part in parts] == [WIDTH / 2, WIDTH / 4, WIDTH / 4]
    assert [float(part.get("x")) for part in parts] == [0, WIDTH / 2, 3 * WIDTH / 4]


def test_no_votes():
    assert [part.get("width") for part in having(read(sides(0, 0, 0)), "side")] == ["0", "0", "0"]
