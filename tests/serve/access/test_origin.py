"""A request from a page elsewhere changes nothing."""

import pytest

from duelling.serve.access.origin import check_origin
from duelling.serve.refusals import Refused

pytestmark = pytest.mark.plain

HOST = {"host": "vote.example:8000"}
CASES = [  # headers, may call, may send a form
    ({}, True, False),
    ({"sec-fetch-site": "same-origin"}, True, True),
    ({"sec-fetch-site": "none"}, True, False),
    ({"sec-fetch-site": "same-site"}, False, False),
    ({"sec-fetch-site": "cross-site"}, False, False),
    ({"sec-fetch-site": "cross-site", "origin": "http://vote.example:8000"}, False, False),
    ({"origin": "http://vote.example:8000"}, True, True),
    ({"origin": "https://VOTE.example:8000"}, True, True),
    ({"origin": "http://vote.example"}, False, False),
    ({"origin": "http://evil.example"}, False, False),
    ({"origin": "null"}, False, False),
    ({"origin": "http://[half"}, False, False),
]


@pytest.mark.parametrize(("headers", "calls", "forms"), CASES)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_what_may_change_something(method, headers, calls, forms):
    for form, allowed in ((False, calls), (True, forms)):
        if allowed:
            check_origin(method, HOST | headers, form)
        else:
            with pytest.raises(Refused, match="came from another site"):
                check_origin(method, HOST | headers, form)


@pytest.mark.parametrize("headers", [headers for headers, _, _ in CASES])
def test_looking_is_free(headers):
    check_origin("GET", HOST | headers, form=True)
