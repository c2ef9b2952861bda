"""Voters, links and tokens."""

import pytest

from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def test_a_link_makes_a_voter(make):
    served = make(page={"voters": "invited"})
    link = served.admin.post(f"{API}/voters", json={"name": "Zoë / 2"})
    assert link.status_code == 201
    address = link.json()["link"]
    assert served.admin.post(f"{API}/voters", json={"name": "Zoë / 2"}).json()["link"] == address
    mine = served.visitor()
    assert mine.get("/a/main").status_code == 403
    arrived = mine.get(address.removeprefix("http://testserver"))
    assert (arrived.status_code, arrived.url.path) == (200, "/a/main")  # the link is not in the address any more
    assert [each["name"] for each in served.admin.get(f"{API}/voters").json()["voters"]] == ["Zoë / 2"]
    assert served.admin.post(f"{API}/voters", json={"name": "Zoë / 2"}).status_code == 200


def test_links_end(make):
    served = make(page={"voters": "invited"})
    address = served.admin.post(f"{API}/voters", json={"name": "ann"}).json()["link"].removeprefix("http://testserver")
    mine = served.visitor()
    mine.get(address)
    assert served.admin.delete(f"{API}/links").status_code == 204
    assert mine.get("/a/main").status_code == 403
    wrong = served.visitor().get(address)
    assert wrong.status_code == 404
    assert "not valid any more" in wrong.text


def test_votes_are_taken_away_and_given_back(served):
    served.vote(3, "ann")
    served.vote(2, "bob")
    (ann,) = served.admin.get(f"{API}/voters?name=ann").json()["voters"]
    assert (ann["voter"], ann["votes"], ann["barred"]) == (0, 3, False)
    assert served.admin.delete(f"{API}/voters/0/votes").json() == {"votes": 3}
    assert served.admin.delete(f"{API}/voters/0/votes").json() == {"votes": 0}
    assert served.votes() == 2
    assert served.admin.put(f"{API}/voters/0/votes").json() == {"votes": 3}
    assert served.votes() == 5
    assert served.admin.delete(f"{API}/voters/7/votes").status_code == 404


def test_a_barred_voter_gets_nothing(served):
    ticket = served.ask()
    assert served.admin.patch(f"{API}/voters/0", json={"barred": True}).json()["barred"] is True
    refused = served.program.post(f"{API}/tickets", json={"voter": "ann"})
    assert (refused.status_code, refused.json()["code"]) == (403, "barred")
    assert "barred" in refused.json()["error"]
    assert served.tell(ticket).json()["counted"] is False
    assert served.admin.patch(f"{API}/voters/0", json={"barred": False}).json()["barred"] is False
    assert served.program.post(f"{API}/tickets", json={"voter": "ann"}).status_code in (200, 201)


def test_tokens(served):
    made = served.admin.post("/api/v1/tokens", json={"label": "a/b", "scope": "read", "arena": "main"})
    assert made.status_code == 201
    caller = served.caller(made.json()["token"])
    assert caller.get(f"{API}/standings").status_code == 200
    assert caller.get("/metrics").status_code == 403  # of all arenas
    listed = served.admin.get("/api/v1/tokens").json()["tokens"]
    assert [(token["label"], token["scope"]) for token in listed] == [("a/b", "read"), ("judge", "vote")]
    assert not any("token" in token for token in listed)
    assert served.admin.post("/api/v1/tokens", json={"label": "judge", "scope": "vote"}).status_code == 409
    assert served.admin.delete("/api/v1/tokens/judge").status_code == 204
    assert served.program.post(f"{API}/tickets", json={}).status_code == 401
    assert served.admin.delete("/api/v1/tokens/judge").status_code == 404


def test_a_wrong_name(served):
    assert served.admin.post(f"{API}/voters", json={"name": "a\nb"}).status_code == 422
    assert served.admin.post(f"{API}/voters", json={"name": ""}).status_code == 422
