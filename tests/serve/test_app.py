"""Pages that cannot be shown say so in words."""

import pytest

from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def test_a_page_that_is_not_there(served):
    for path in ("/nothing", "/a", "/a/main/", "/v/main", "/static/"):
        page = served.visitor().get(path)
        assert page.status_code == 404
        assert "There is nothing here" in page.text
        assert "text/html" in page.headers["content-type"]


def test_a_wrong_method(served):
    page = served.visitor().get("/a/main/vote")
    assert page.status_code == 405
    assert page.headers["allow"] == "POST"
    assert "this address takes POST" in page.text


def test_programs_are_told_what_to_change(served):
    wrong = served.admin.put(f"{API}/standings")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method_not_allowed")
    assert wrong.json()["error"] == f"this address takes {wrong.headers['allow']}"
    missing = served.admin.get("/api/v1/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    assert "/api/v1/openapi.json" in missing.json()["error"]


def test_a_journal_that_was_moved_is_said_to_people_and_programs(served):
    mine = served.voter()
    ticket = mine.post(f"{API}/tickets", json={}).json()
    served.place.rename(served.place.with_name("moved.db"))
    page = mine.get("/a/main")
    assert page.status_code == 503
    assert "Nothing is lost" in page.text
    assert 'http-equiv="refresh"' in page.text
    refused = mine.put(f"{API}/tickets/{ticket['id']}/vote", json={"answer": "left"})
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert refused.headers["retry-after"]
    served.place.with_name("moved.db").rename(served.place)
    assert mine.put(f"{API}/tickets/{ticket['id']}/vote", json={"answer": "left"}).status_code == 201


def test_names_of_files_are_not_told_to_strangers(served):
    served.place.rename(served.place.with_name("moved.db"))
    for path in ("/health", "/a/main"):
        assert str(served.place.parent) not in served.visitor().get(path).text
