"""Questions and votes over HTTP, status by status."""

import time

import pytest

from tests.helpers.pictures import png
from tests.helpers.serving import API, ITEMS

pytestmark = pytest.mark.plain


def test_a_ticket_has_what_is_seen_and_no_name(served):
    answer = served.program.post(f"{API}/tickets", json={"count": 1, "voter": "ann"})
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    ticket = answer.json()
    assert set(ticket) == {"id", "left", "right", "answers", "expires"}
    assert set(ticket["left"]) == {"kind", "text"}
    assert {ticket["left"]["text"], ticket["right"]["text"]} < {*ITEMS}  # what has no content shows its name
    assert ticket["answers"] == ["left", "right", "tie", "bad", "skip"]
    assert ticket["expires"].endswith("+00:00")


def test_asking_again_gives_the_same_ticket(served):
    first = served.program.post(f"{API}/tickets", json={"voter": "ann"})
    again = served.program.post(f"{API}/tickets", json={"voter": "ann"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert served.program.get(f"{API}/tickets/{first.json()['id']}").json() == first.json()


def test_a_key_gives_the_same_tickets_to_the_same_caller_alone(served):
    key = {"Idempotency-Key": "the 17th request"}
    first = served.program.post(f"{API}/tickets", json={"count": 3}, headers=key)
    again = served.program.post(f"{API}/tickets", json={"count": 3}, headers=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert len(first.json()["tickets"]) == 3
    other = served.admin.post(f"{API}/tickets", json={"count": 3}, headers=key)
    assert other.status_code == 201
    assert {each["id"] for each in other.json()["tickets"]}.isdisjoint(each["id"] for each in first.json()["tickets"])


def test_a_vote_counts_once(served):
    ticket = served.ask()
    first, again, other = (served.tell(ticket, answer) for answer in ("left", "left", "right"))
    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 409)
    expected = {"ticket": ticket["id"], "answer": "left", "counted": True, "why": "", "votes": 1}
    assert first.json() == again.json() == expected
    assert "has the answer left" in other.json()["error"]
    assert served.votes() == 1


@pytest.mark.parametrize("answer", ["left", "right", "tie", "bad", "skip"])
def test_every_answer(served, answer):
    told = served.tell(served.ask(), answer)
    assert told.status_code == 201
    assert told.json()["counted"] is (answer != "skip")


def test_the_next_question_comes_with_the_reply_and_is_the_same_when_the_reply_is_lost(served):
    ticket = served.ask()
    first, again = served.tell(ticket, next=1), served.tell(ticket, next=1)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["next"]["id"] == again.json()["next"]["id"] != ticket["id"]
    assert "name" not in first.json()["next"]["left"]


def test_a_vote_is_taken_back_and_told_anew(served):
    ticket = served.ask()
    served.tell(ticket, "left")
    address = f"{API}/tickets/{ticket['id']}/vote"
    first, again = served.program.delete(address), served.program.delete(address)
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.json()["changed"], again.json()["changed"]) == (True, False)
    assert served.votes() == 0
    assert served.tell(ticket, "right").status_code == 201
    assert served.votes() == 1


def test_only_its_voter_takes_a_vote_back(served):
    mine, other = served.voter(), served.voter()
    ticket = mine.post(f"{API}/tickets", json={}).json()
    address = f"{API}/tickets/{ticket['id']}/vote"
    assert mine.put(address, json={"answer": "left"}).status_code == 201
    assert other.delete(address).status_code == 404
    assert served.caller().delete(address).status_code == 404
    assert mine.delete(address).status_code == 200


def test_an_old_vote_stays(served):
    mine = served.voter()
    ids = []
    for _ in range(6):
        ids.append(mine.post(f"{API}/tickets", json={}).json()["id"])
        mine.put(f"{API}/tickets/{ids[-1]}/vote", json={"answer": "tie"})
    refused = mine.delete(f"{API}/tickets/{ids[0]}/vote")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "last 5 votes" in refused.json()["error"]
    assert mine.delete(f"{API}/tickets/{ids[1]}/vote").status_code == 200


def test_who_may_ask(served, make):
    nobody = served.caller()
    assert nobody.post(f"{API}/tickets", json={}).status_code == 401
    reader = served.caller(served.service.vault.issue("reader", "read"))
    assert reader.post(f"{API}/tickets", json={}).status_code == 403
    elsewhere = served.caller(served.service.vault.issue("elsewhere", "vote", "another"))
    assert elsewhere.post(f"{API}/tickets", json={}).status_code == 403
    assert served.caller("no such token").post(f"{API}/tickets", json={}).status_code == 401
    mine = served.voter()
    assert mine.post(f"{API}/tickets", json={"voter": "ann"}).status_code == 403
    assert mine.post(f"{API}/tickets", json={"names": True}).status_code == 403
    assert mine.post(f"{API}/tickets", json={"count": 6}).status_code == 422
    assert mine.post(f"{API}/tickets", json={"count": 5}).status_code == 201


@pytest.mark.parametrize(
    "id", ["1.AAAAAAAAAAAAAAAAAAAAAA", "x", "999999999999999999999.x", "7", "7.", "%00", "ä", "1.AAAA%2F", "0.A"]
)
def test_a_forged_id_is_not_found(served, id):
    served.ask()
    for answer in (
        served.program.get(f"{API}/tickets/{id}"),
        served.program.put(f"{API}/tickets/{id}/vote", json={"answer": "left"}),
        served.program.delete(f"{API}/tickets/{id}/vote"),
        served.program.get(f"{API}/tickets/{id}/left"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_ticket_of_another_arena_is_not_found(served):
    items = [{"name": name} for name in ("a", "b")]
    assert served.admin.post("/api/v1/arenas", json={"name": "two", "items": items}).status_code == 201
    ticket = served.ask()
    assert served.program.get(f"/api/v1/arenas/two/tickets/{ticket['id']}").status_code == 404


def test_a_closed_arena_asks_nothing(served):
    ticket = served.ask()
    served.admin.patch(API, json={"open": False})
    refused = served.program.post(f"{API}/tickets", json={"voter": "bob"})
    assert (refused.status_code, refused.json()["code"]) == (409, "closed")
    told = served.tell(ticket)
    assert told.json()["counted"] is False


def test_an_answer_that_comes_too_late(make):
    served = make(expires=0.05, late="refuse")
    ticket = served.ask()
    time.sleep(0.1)
    refused = served.tell(ticket)
    assert (refused.status_code, refused.json()["code"]) == (410, "expired")


def test_nothing_more_to_ask(make):
    served = make(["a", "b"], repeats=1)
    served.vote()
    refused = served.program.post(f"{API}/tickets", json={"voter": "ann"})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing")
    mine = served.voter()
    ticket = mine.post(f"{API}/tickets", json={}).json()
    told = mine.put(f"{API}/tickets/{ticket['id']}/vote?next=1", json={"answer": "left"})
    assert told.status_code == 201
    assert "next" not in told.json()


def test_names_after_the_vote_where_the_arena_reveals_them(make):
    served = make(page={"reveal": True})
    ticket = served.ask()
    told = served.tell(ticket).json()
    assert (told["left_name"], told["right_name"]) == (ticket["left"]["name"], ticket["right"]["name"])


def test_answers_that_the_page_does_not_offer(make):
    served = make(page={"tie": False, "bad": False, "skip": False})
    assert served.ask()["answers"] == ["left", "right"]


def test_too_fast(make):
    served = make(page={"per_minute": 3, "in_a_row": 0})
    mine = served.voter()
    asked = [mine.post(f"{API}/tickets", json={}) for _ in range(4)]
    assert [answer.status_code for answer in asked] == [201, 200, 200, 429]
    assert int(asked[-1].headers["retry-after"]) >= 1
    told = mine.put(f"{API}/tickets/{asked[0].json()['id']}/vote?next=1", json={"answer": "left"})
    assert told.status_code == 201  # a vote is never refused for that
    assert "next" not in told.json()


def test_no_vote_of_a_program_is_refused_however_fast_it_is(make):
    """A judge that asks for many questions at once, in nobody's name, may answer them all at once."""
    served = make(page={"per_minute": 3})
    tickets = served.program.post(f"{API}/tickets", json={"count": 12}).json()["tickets"]
    assert [served.tell(ticket).status_code for ticket in tickets] == [201] * 12


def test_one_voter_waits_for_another(make):
    served = make(page={"in_a_row": 2})
    mine, other = served.voter(), served.voter()
    other.post(f"{API}/tickets", json={})
    ticket = mine.post(f"{API}/tickets", json={}).json()
    first = mine.put(f"{API}/tickets/{ticket['id']}/vote?next=1", json={"answer": "left"}).json()
    second = mine.put(f"{API}/tickets/{first['next']['id']}/vote?next=1", json={"answer": "left"})
    assert second.status_code == 201
    assert "next" not in second.json()
    refused = mine.post(f"{API}/tickets", json={})
    assert (refused.status_code, refused.json()["error"]) == (429, "after 2 votes in a row it is the turn of others")
    waiting = other.post(f"{API}/tickets", json={}).json()
    other.put(f"{API}/tickets/{waiting['id']}/vote", json={"answer": "left"})
    assert mine.post(f"{API}/tickets", json={}).status_code == 201


def test_what_an_item_shows(make):
    drawn = png()
    served = make([("one", "**bold** <script>", "markdown"), ("two", drawn, "image")])
    ticket = served.ask()
    sides = {ticket[side]["name"]: (side, ticket[side]) for side in ("left", "right")}
    side, shown = sides["one"]
    assert shown["html"] == "<p><strong>bold</strong> &lt;script&gt;</p>\n"
    assert served.program.get(f"{API}/tickets/{ticket['id']}/{side}").text == "**bold** <script>"
    side, shown = sides["two"]
    assert shown["src"] == f"{API}/tickets/{ticket['id']}/{side}"
    picture = served.caller().get(shown["src"])
    assert (picture.headers["content-type"], picture.headers["cache-control"]) == ("image/png", "no-store")
    assert not {"etag", "last-modified", "content-disposition"} & set(picture.headers)
    assert picture.content == drawn
    assert served.program.get(f"{API}/tickets/{ticket['id']}/middle").status_code == 404


def test_pictures_in_markdown_are_found_by_their_number(make):
    import hashlib

    drawn = png()
    served = make([("one", f"![x](media:{hashlib.sha256(drawn).hexdigest()})", "markdown"), ("two", drawn, "image")])
    ticket = served.ask()
    side = next(side for side in ("left", "right") if ticket[side]["name"] == "one")
    address = f"{API}/tickets/{ticket['id']}/{side}"
    assert f'<img src="{address}/0"' in ticket[side]["html"]
    assert served.program.get(f"{address}/0").content == drawn
    assert served.program.get(f"{address}/1").status_code == 404
    assert served.program.get(f"{address}/99999999999999999999").status_code == 404
    source = served.caller().get(address)  # no digest: it would tell which item it is
    assert (source.text, source.headers["content-type"]) == (f"![x]({address}/0)", "text/markdown; charset=utf-8")
