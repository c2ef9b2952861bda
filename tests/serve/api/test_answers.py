"""Answers and their headers."""

import pytest
from starlette.requests import Request

from duelling.serve.api.answers import failed, sent, tagged, unchanged
from duelling.serve.api.models import Undone
from duelling.serve.refusals import too_many

pytestmark = pytest.mark.plain


def request(tag: str | None) -> Request:
    headers = [] if tag is None else [(b"if-none-match", tag.encode())]
    return Request({"type": "http", "method": "GET", "headers": headers})


def test_json_is_not_kept_by_anybody():
    answer = sent(Undone(ticket="1.x", changed=True), 201)
    assert (answer.status_code, answer.body) == (201, b'{"ticket":"1.x","changed":true}')
    assert answer.headers["cache-control"] == "no-store"


def test_a_refusal_keeps_its_headers():
    answer = failed(too_many("slow down", 3))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3")
    assert answer.body == b'{"error":"slow down","code":"too_many"}'


@pytest.mark.parametrize(
    ("known", "same"), [(None, False), ('"6"', False), ('"7"', True), ('W/"7"', True), ("7", False)]
)
def test_tags(known, same):
    assert (unchanged(request(known), '"7"') is not None) is same
    assert tagged('"7"') == {"ETag": '"7"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
