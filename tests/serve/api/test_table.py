"""The description that is sent is that of the table."""

import pytest

from duelling import __version__
from duelling.serve.api.table import TABLE

pytestmark = pytest.mark.plain


def test_the_description(served):
    told = served.caller().get("/api/v1/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert told["info"]["version"] == __version__
    assert sum(map(len, told["paths"].values())) == len(TABLE)
