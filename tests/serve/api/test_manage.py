"""Arenas are made, opened, closed and changed."""

import base64

import pytest

from tests.helpers.pictures import png
from tests.helpers.serving import API, ITEMS

pytestmark = pytest.mark.plain

ITEMS_SENT = [{"name": "a"}, {"name": "b", "kind": "markdown", "content": "*b*"}]


def test_an_arena_as_it_is(served):
    served.vote(2)
    told = served.admin.get(API).json()
    assert (told["name"], told["open"], told["votes"], told["items"], told["voters"]) == (
        "main",
        True,
        2,
        len(ITEMS),
        1,
    )
    assert told["settings"]["goal"] == "best"
    assert "seed" not in told["settings"]  # whoever knows it could foresee pairs
    assert served.admin.get("/api/v1/arenas").json()["arenas"] == [told]


def test_an_arena_with_cases(served):
    cases = [{"text": "What is tea?", "answers": {"a": "*A drink.*"}, "kind": "markdown"}]
    body = {"name": "two", "items": ITEMS_SENT, "cases": cases}
    assert served.admin.post("/api/v1/arenas", json=body).status_code == 201
    ticket = served.admin.post("/api/v1/arenas/two/tickets", json={"names": True}).json()
    assert ticket["case"] == "What is tea?"
    shown = {ticket[side]["name"]: ticket[side].get("html") for side in ("left", "right")}
    assert shown == {"a": "<p><em>A drink.</em></p>\n", "b": "<p><em>b</em></p>\n"}
    wrong = {**body, "name": "three", "cases": [{"text": "x", "answers": {"nobody": "y"}}]}
    assert served.admin.post("/api/v1/arenas", json=wrong).status_code == 404


def test_an_arena_is_made_once(served):
    picture = {"name": "c", "kind": "image", "content": base64.b64encode(png()).decode()}
    body = {"name": "two", "items": [*ITEMS_SENT, picture], "settings": {"goal": "rank"}, "page": {"title": "Two"}}
    made, again = (served.admin.post("/api/v1/arenas", json=body) for _ in range(2))
    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json()["page"]["title"] == "Two"
    assert made.json()["settings"]["goal"] == "rank"
    other = served.admin.post("/api/v1/arenas", json={**body, "items": [{"name": "x"}, {"name": "y"}]})
    assert other.status_code == 409
    names = [arena["name"] for arena in served.admin.get("/api/v1/arenas").json()["arenas"]]
    assert names == ["main", "two"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"name": "a/b"}, "name: String should match pattern"),
        ({"name": ""}, "name: String should match pattern"),
        ({"settings": {"gaol": "best"}}, "settings: there is no setting 'gaol', choose from goal"),
        ({"settings": {"goal": "worst"}}, "goal must be"),
        ({"settings": {"place": "elsewhere.db"}}, "settings: there is no setting 'place'"),
        ({"page": {"voters": "all"}}, "page.voters: Input should be 'open', 'invited' or 'api'"),
        ({"items": [{"name": "a"}, {"name": "a"}]}, "items must have different names, got 'a' twice"),
        ({"items": [{"name": "a"}, {"name": "b", "kind": "image", "content": "?"}]}, "content: the bytes of an image"),
        ({"items": [{"name": "a"}, {"name": "b", "kind": "image", "content": "PHN2Zz4="}]}, "a picture must be PNG"),
        ({"more": 1}, "more: Extra inputs are not permitted"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_made(served, change, line):
    refused = served.admin.post("/api/v1/arenas", json={"name": "two", "items": ITEMS_SENT, **change})
    assert refused.status_code == 422 or "goal" in line
    assert refused.json()["error"].startswith(line)
    assert len(served.admin.get("/api/v1/arenas").json()["arenas"]) == 1


def test_changes(served):
    told = served.admin.patch(API, json={"open": False, "settings": {"within": 0.1}, "page": {"title": "New"}}).json()
    assert (told["open"], told["settings"]["within"], told["page"]["title"]) == (False, 0.1, "New")
    told = served.admin.patch(API, json={"open": True, "page": {"question": "Which?"}}).json()
    assert (told["open"], told["page"]["title"], told["page"]["question"]) == (True, "New", "Which?")
    assert served.admin.patch(API, json={"page": {"title": 5}}).status_code == 422
    assert served.admin.patch(API, json={"settings": {"page": {}}}).status_code == 422


def test_only_the_admin(served):
    for caller, status in ((served.caller(), 401), (served.program, 403), (served.voter(), 401)):
        assert caller.patch(API, json={"open": False}).status_code == status
        assert caller.post("/api/v1/arenas", json={"name": "two", "items": ITEMS_SENT}).status_code == status
        assert caller.get("/api/v1/arenas").status_code == status


def test_a_token_for_one_arena_is_worth_nothing_in_another(served):
    served.admin.post("/api/v1/arenas", json={"name": "two", "items": ITEMS_SENT})
    caller = served.caller(served.service.vault.issue("two", "admin", "two"))
    assert caller.get("/api/v1/arenas/two").status_code == 200
    assert caller.get(API).status_code == 403
    assert caller.get("/api/v1/arenas").status_code == 403


def test_there_is_no_such_arena(served):
    assert served.admin.get("/api/v1/arenas/three").status_code == 404
    assert served.caller().patch("/api/v1/arenas/three", json={}).status_code == 401  # not told to everybody
