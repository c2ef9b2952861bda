"""What goes wrong around a service, through HTTP: no vote that was confirmed is lost, and none counts twice."""

import threading
import time

import httpx
import pytest

from duelling.live.arena import Arena
from tests.helpers import server as process
from tests.helpers.serving import API

pytestmark = pytest.mark.plain

VOTERS, EACH = 4, 12


def patient(client, method, path, **more):
    """The reply of a service that may be away for a while; each try is the same request."""
    end = time.monotonic() + process.PATIENCE
    while True:
        try:
            reply = client.request(method, path, **more)
            if reply.status_code < 500:
                return reply
            assert reply.status_code == 503, reply.text
        except httpx.TransportError:
            pass
        assert time.monotonic() < end, "the service does not come back"
        time.sleep(0.02)


def voter(url, name, told, count=EACH):
    """Vote so many times; ``told`` gets each vote when it was confirmed."""
    headers = {"Authorization": f"Bearer {process.ADMIN}"}
    with httpx.Client(base_url=url, headers=headers, timeout=process.PATIENCE) as client:
        for k in range(count):
            answer, reply, tries = ("left", "right", "tie")[k % 3], None, 0
            while reply is None or reply.status_code == 404:  # a question that a crash has lost: ask for another
                tries += 1
                key = {"Idempotency-Key": f"{name} {k} {tries}"}
                asked = patient(client, "POST", f"{API}/tickets", json={"voter": name}, headers=key)
                assert asked.status_code in (200, 201), asked.text
                ticket = asked.json()["id"]
                reply = patient(client, "PUT", f"{API}/tickets/{ticket}/vote", json={"answer": answer})
            assert reply.status_code in (200, 201), reply.text
            assert reply.json()["counted"]
            told.append((ticket, answer))


def crowd(*urls, count=EACH):
    """Begin to vote at these addresses at once; the votes that were confirmed, and the voters."""
    told = []
    threads = [
        threading.Thread(target=voter, args=(urls[k % len(urls)], f"voter {k}", told, count)) for k in range(VOTERS)
    ]
    for each in threads:
        each.start()
    return told, threads


def wait_for(told, count):
    """Wait until so many votes were confirmed."""
    end = time.monotonic() + process.PATIENCE
    while len(told) < count:
        assert time.monotonic() < end, f"only {len(told)} votes"
        time.sleep(0.005)


def check(place, told, count):
    """The journal has exactly the votes that were confirmed, and is sound."""
    with Arena(place) as arena:
        votes = {f"{event.ticket}": event.answer for event in arena.events() if event.kind == "told"}
        assert votes == {ticket.partition(".")[0]: answer for ticket, answer in told}
        assert len(told) == len(arena.votes()) == count
        assert arena.check().problems == ()


@pytest.mark.slow
def test_a_database_that_crashes_while_two_processes_serve(postgres):
    """Votes go on when it is back."""
    place = postgres.cleared()
    options = ("--items", "a,b,c,d,e", "--per-address", "0", "--workers", "2")
    with process.Server(place, *options) as served:
        served.admin("PATCH", API, json={"settings": {"repeats": None}})
        told, threads = crowd(served.url)
        wait_for(told, VOTERS * EACH // 3)
        postgres.restart()
        for each in threads:
            each.join()
        assert served.admin("GET", API).json()["votes"] == VOTERS * EACH
        assert served.stop() == 0
    check(place, told, VOTERS * EACH)
    assert "Traceback" not in served.log


def test_two_servers_on_one_file(tmp_path):
    """Each sees the votes of the other; a ticket of one may be answered at the other."""
    place = tmp_path / "arena.db"
    options = ("--items", "a,b,c,d,e", "--per-address", "0")
    with process.Server(place, *options) as one, process.Server(place, *options) as other:
        one.admin("PATCH", API, json={"settings": {"repeats": None}})
        told, threads = crowd(one.url, other.url)
        for each in threads:
            each.join()
        ticket = one.admin("POST", f"{API}/tickets", json={"voter": "ann"}).json()["id"]
        for server, status in ((other, 201), (one, 200), (other, 200)):
            reply = server.admin("PUT", f"{API}/tickets/{ticket}/vote", json={"answer": "left"})
            assert reply.status_code == status
        told.append((ticket, "left"))
        seen = [server.admin("GET", f"{API}/standings").json() for server in (one, other)]
        assert seen[0] == seen[1]
        assert seen[0]["votes"] == VOTERS * EACH + 1
    check(place, told, VOTERS * EACH + 1)


def test_a_full_disk(served):
    """Votes are refused, so that the page keeps them; with room again the same request stores it."""
    ticket = served.ask()
    connection = served.service.open("main").arena._store._writer.free[0]
    (pages,) = connection.execute("pragma page_count").fetchone()
    connection.execute(f"pragma max_page_count = {pages}")
    confirmed, refused = 0, served.tell(ticket)
    while refused.status_code != 503:  # there may be room for a few
        confirmed, ticket = confirmed + 1, served.ask()
        refused = served.tell(ticket)
    assert refused.json()["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) >= 1
    assert str(served.place) not in refused.text
    page = served.visitor().get("/a/main")
    assert page.status_code in (200, 503)
    connection.execute("pragma max_page_count = 1000000")
    assert served.tell(ticket).status_code == 201
    assert served.votes() == confirmed + 1


def test_a_clock_that_goes_back_a_day_and_forward_a_year(served, monkeypatch):
    """The order of votes is that of their numbers; limits and sessions do not look at the clock on the wall."""
    real, mine = time.time_ns, served.voter()
    for seconds in (0, -86_400, 365 * 86_400, 0):
        monkeypatch.setattr(time, "time_ns", lambda seconds=seconds: real() + seconds * 10**9)
        served.vote(3)
        ticket = mine.post(f"{API}/tickets", json={}).json()
        told = mine.put(f"{API}/tickets/{ticket['id']}/vote?next=1", json={"answer": "left"})
        assert told.status_code == 201
        assert "next" in told.json()
        assert mine.request("DELETE", f"{API}/tickets/{ticket['id']}/vote").status_code == 200
        assert served.tell(ticket).status_code == 201
    assert served.votes() == 16
    events = list(served.service.open("main").arena.events())
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert served.admin.get(f"{API}/standings").json()["votes"] == 16
    board = served.organiser().get("/admin/main")
    assert board.status_code == 200
