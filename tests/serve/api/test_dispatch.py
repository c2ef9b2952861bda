"""Requests that are wrong in every way are told so, and nothing else happens."""

import pytest

from tests.helpers.serving import API

pytestmark = pytest.mark.plain

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", JSON, 400, "bad_request"),
        (b"\xff", JSON, 400, "bad_request"),
        (b"[" * 100_000, JSON, 413, "too_large"),
        (b"[" * 5000, JSON, 400, "bad_request"),
        (b"[]", JSON, 422, "wrong_value"),
        (b'{"count": 0}', JSON, 422, "wrong_value"),
        (b'{"count": "1"}', JSON, 422, "wrong_value"),
        (b'{"count": 1e400}', JSON, 422, "wrong_value"),
        (b'{"voter": "\\ud800"}', JSON, 400, "bad_request"),
        (b'{"voter": "a\\u0000b"}', JSON, 422, "wrong_value"),
        (b'{"other": 1}', JSON, 422, "wrong_value"),
        (b"{}", {"Content-Type": "text/plain"}, 415, "not_json"),
        (b"{}", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "not_json"),
        (b"{}", {}, 415, "not_json"),
        (b"{}", {**JSON, "Sec-Fetch-Site": "cross-site"}, 403, "other_site"),
        (b"{}", {**JSON, "Origin": "https://evil.example"}, 403, "other_site"),
        (b"{}", {**JSON, "Authorization": "Basic x"}, 401, "unauthorized"),
        (b"{}", {**JSON, "Authorization": "Bearer "}, 401, "unauthorized"),
    ],
)
def test_bodies_and_headers(served, body, headers, status, code):
    answer = served.program.post(f"{API}/tickets", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "\n" not in answer.json()["error"]
    assert served.admin.get(API).json()["voters"] == 0


def test_no_body_is_an_empty_one(served):
    assert served.program.post(f"{API}/tickets").status_code == 201
    assert served.program.post(f"{API}/tickets", headers={"Content-Type": "application/json; charset=utf-8"}).is_success


@pytest.mark.parametrize("text", ["2", "yes", "", "-1"])
def test_words_in_an_address(served, text):
    ticket = served.ask()
    answer = served.program.put(f"{API}/tickets/{ticket['id']}/vote?next={text}", json={"answer": "left"})
    assert (answer.status_code, answer.json()["error"]) == (422, "next: must be 1 or 0")


@pytest.mark.parametrize("text", ["x", "-1", "1.5", "99999999999999999999", "²"])
def test_numbers_in_an_address(served, text):
    assert served.admin.get(f"{API}/events", params={"after": text}).status_code == 422


def test_a_long_name_in_an_address(served):
    assert served.admin.get(f"{API}/items", params={"name": "x" * 201}).status_code == 422


def test_a_wrong_method_is_told_the_right_ones(served):
    answer = served.admin.delete(API)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "PATCH"}


@pytest.mark.parametrize(
    "path", ["/api/v1/nothing", "/api/v2/arenas", "/api/", f"{API}/", f"{API}/tickets/", "/api/v1"]
)
def test_a_path_that_is_not_there(served, path):
    answer = served.admin.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_head_is_get_without_the_body(served):
    answer = served.admin.head(f"{API}/standings")
    assert (answer.status_code, answer.content) == (200, b"")
