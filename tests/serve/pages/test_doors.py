"""Only who has the token comes in."""

import pytest

from duelling.serve.service import LOGINS
from tests.helpers.serving import ADMIN

pytestmark = pytest.mark.plain


def test_in_and_out(served):
    mine = served.visitor()
    assert "Log in" in mine.get("/admin").text
    inside = mine.post("/admin/log-in", data={"token": f" {ADMIN} "})
    assert inside.status_code == 200
    assert inside.url.path == "/admin/main"  # there is no other arena
    assert "/admin/main" in mine.get("/admin").text
    assert mine.get("/admin/main").status_code == 200
    assert "Log in" in mine.post("/admin/log-out").text
    assert mine.get("/admin/main").url.path == "/admin"


def test_of_several_arenas_the_organiser_chooses(served):
    body = {"name": "two", "items": [{"name": "x"}, {"name": "y"}]}
    assert served.admin.post("/api/v1/arenas", json=body).status_code == 201
    inside = served.visitor().post("/admin/log-in", data={"token": ADMIN})
    assert inside.url.path == "/admin"
    assert "/admin/two" in inside.text


def test_the_cookie_is_strict(served):
    answer = served.visitor().post("/admin/log-in", data={"token": ADMIN}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert ADMIN not in cookie


def test_a_wrong_token_and_too_many_of_them(served):
    mine = served.visitor()
    wrong = mine.post("/admin/log-in", data={"token": "x"})
    assert wrong.status_code == 401
    assert "This is not the token" in wrong.text
    tried = [mine.post("/admin/log-in", data={"token": "x"}).status_code for _ in range(LOGINS)]
    assert tried == [401] * (LOGINS - 1) + [429]
    assert mine.post("/admin/log-in", data={"token": ADMIN}).status_code == 429


def test_nobody_else_comes_in(served):
    for mine in (served.visitor(), served.voter()):
        for path in ("/admin/main", "/admin/main/live", "/admin/nowhere"):
            assert mine.get(path).url.path == "/admin"
        assert mine.post("/admin/main/open", data={"open": "0"}).url.path == "/admin"
    assert served.admin.get("/api/v1/arenas/main").json()["open"] is True


def test_forms_of_other_sites_are_refused(served):
    mine = served.organiser()
    for path in ("/admin/log-out", "/admin/main/open", "/admin/main/void", "/admin/main/end-links"):
        assert mine.post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
