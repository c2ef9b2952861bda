"""What goes wrong around a service, through HTTP: no vote that was confirmed is lost, and none counts twice."""

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import httpx
import pytest

import duelling as du
from duelling.cli.commands import run as command
from duelling.live.arena import Arena
from duelling.live.journal import locks
from duelling.live.journal.faults import POINTS
from duelling.live.journal.opening import open_store
from duelling.live.policies import Policy
from duelling.serve.access.vault import Vault
from duelling.serve.app import application
from duelling.serve.service import Service
from tests.helpers import server as process
from tests.helpers.asgi import run, send
from tests.helpers.serving import ADMIN, API

pytestmark = pytest.mark.plain

VOTERS, EACH = 4, 12
KILLS = 3 * len(POINTS)
WHO = {"authorization": f"Bearer {ADMIN}", "content-type": "application/json"}


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
            again = patient(client, "PUT", f"{API}/tickets/{ticket}/vote", json={"answer": answer})
            assert (again.status_code, again.json()["counted"]) == (200, True)


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
def test_a_process_that_is_killed_at_every_point_of_a_commit(tmp_path):
    """Before the commit nothing has happened; after it the same request is confirmed."""
    place = tmp_path / "arena.db"
    with Arena(place, list("abcde"), seed=1, repeats=None) as arena:
        arena.set(page={"per_minute": 0, "in_a_row": 0})
    with open_store(place) as store:
        Vault(store).set_admin(ADMIN)
    program = [sys.executable, "-m", "tests.helpers.mortal", str(place), str(KILLS)]
    dying = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        told, threads = crowd(f"http://127.0.0.1:{int(dying.stdout.readline())}", count=EACH)
        for each in threads:
            each.join()
    finally:
        dying.terminate()
        said = dying.communicate()[1]
    assert set(said.splitlines()) == set(POINTS), said
    check(place, told, VOTERS * EACH)


def test_a_power_cut(served, tmp_path):
    """What was confirmed is there, however much of the log's end is lost beyond it, and votes go on."""
    served.vote()
    log, sizes, chance = Path(f"{served.place}-wal"), [], random.Random(2)
    for _ in range(15):
        served.vote()
        sizes.append(log.stat().st_size)
    for n in range(6):
        cut, copy = chance.randrange(sizes[0], sizes[-1] + 1), tmp_path / f"cut-{n}.db"
        shutil.copyfile(served.place, copy)
        shutil.copyfile(log, f"{copy}-wal")
        os.truncate(f"{copy}-wal", cut)
        service = Service(copy)
        app = application(service)
        votes = run(send(app, "GET", API, WHO)).body
        kept = int(votes.partition(b'"votes":')[2].partition(b",")[0])
        assert 1 + sum(size <= cut for size in sizes) <= kept <= 16
        asked = run(send(app, "POST", f"{API}/tickets", WHO, b'{"voter": "bob"}')).body
        ticket = asked.partition(b'"id":"')[2].partition(b'"')[0].decode()
        assert run(send(app, "PUT", f"{API}/tickets/{ticket}/vote", WHO, b'{"answer": "left"}')).status == 201
        service.close()


@pytest.mark.parametrize("fault", ["network", "newer", "no journal", "read-only"])
def test_a_place_that_cannot_be_served_is_one_line_at_the_start(fault, monkeypatch, capfd):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        place = Path(folder) / "arena.db"
        Arena(place, ["a", "b"]).close()
        arguments = ["serve", str(place), "--port", "0"]
        words = {
            "network": "needs a local disk",
            "newer": "newer version",
            "no journal": "",
            "read-only": "cannot be used",
        }
        if fault == "network":
            monkeypatch.setattr(locks, "file_system", lambda folder: "nfs4")
        elif fault == "newer":
            with closing(sqlite3.connect(place)) as connection, connection:
                connection.execute("update meta set value = '99' where key = 'schema'")
        elif fault == "no journal":
            place.write_bytes(b"something else" * 1000)
        else:
            os.chmod(place, 0o444)
            os.chmod(folder, 0o555)
        if fault == "read-only":  # as an ordinary user, because root may write everywhere
            assert command(["serve", str(place.with_name("other.db")), "--port", "0"]) == 2  # imports what it needs
            capfd.readouterr()
            child = os.fork()
            if not child:
                if not os.getuid():
                    os.setgid(65534)
                    os.setuid(65534)
                os._exit(command(arguments))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.chmod(folder, 0o755)
        else:
            code = command(arguments)
        said = capfd.readouterr().err
        assert (code, said.count("\n")) == (2, 1), said
        assert words[fault] in said


def test_a_damaged_journal_is_not_served(served):
    """Nothing is written any more, and no stranger is told where it lies."""
    served.vote(3)
    ticket = served.ask()
    served.service.close()
    with closing(sqlite3.connect(served.place)) as connection, connection:
        connection.execute("drop trigger event_no_update")
        connection.execute("update event set answer = 'right' where kind = 'told'")
    before = served.place.read_bytes()
    service = Service(served.place)
    app = application(service)
    vote = ("PUT", f"{API}/tickets/{ticket['id']}/vote", WHO, b'{"answer": "left"}')
    for request in (vote, ("GET", "/a/main", {}), ("GET", f"{API}/standings", WHO)):
        answer = run(send(app, *request))
        assert answer.status == 503, answer
        assert str(served.place.parent).encode() not in answer.body
    service.close()
    assert served.place.read_bytes() == before


def test_a_damaged_snapshot_is_a_cache_and_no_more(served):
    served.vote(5)
    served.service.close()
    with open_store(served.place) as store:
        store.put_snapshot(1, store.head(1), b"rubbish")
    service = Service(served.place)
    with pytest.warns(du.Doubt, match="all votes are counted anew"):
        answer = run(send(application(service), "GET", API, WHO))
    assert b'"votes":5' in answer.body
    service.close()


def test_a_learner_that_raises(served, monkeypatch):
    """A uniform pair is drawn in its place, and the standings say so."""
    served.vote()

    def fails(policy, rng):
        raise ZeroDivisionError("the learner's own mistake")

    for kind in (Policy, *Policy.__subclasses__()):
        monkeypatch.setattr(kind, "draw", fails)
    served.vote(3)
    assert served.votes() == 4
    said = served.admin.get(f"{API}/standings").json()["warnings"]
    assert any("the learner failed for" in line for line in said)


def test_a_vote_after_its_item_has_gone_is_kept_and_does_not_count_for_the_others(served):
    ticket = served.ask()
    gone = ticket["left"]["name"]
    number = served.admin.get(f"{API}/items", params={"name": gone}).json()["items"][0]["item"]
    assert served.admin.delete(f"{API}/items/{number}").status_code == 200
    assert served.tell(ticket).status_code == 201
    standings = served.admin.get(f"{API}/standings").json()
    assert standings["votes"] == 0
    assert gone not in [each["item"] for each in standings["items"]]
    assert gone in served.admin.get(f"{API}/votes.csv").text


def test_many_clicks_at_once_are_one_vote(served):
    """The same request and its contradiction, all at the same time: one counts, the same is confirmed."""

    async def storm():
        ask = (send(served.app, "POST", f"{API}/tickets", {**WHO, "idempotency-key": "k"}, b"{}") for _ in range(20))
        asked = await asyncio.gather(*ask)
        (ticket,) = {answer.body.partition(b'"id":"')[2].partition(b'"')[0].decode() for answer in asked}
        answers = [b'{"answer": "left"}'] * 15 + [b'{"answer": "right"}'] * 5
        random.Random(3).shuffle(answers)
        path = f"{API}/tickets/{ticket}/vote"
        told = await asyncio.gather(*(send(served.app, "PUT", path, WHO, answer) for answer in answers))
        return Counter(each.status for each in asked), Counter(each.status for each in told)

    asked, told = run(storm())
    assert asked == {201: 1, 200: 19}
    assert told in ({201: 1, 200: 14, 409: 5}, {201: 1, 200: 4, 409: 15})
    assert served.votes() == 1


def test_a_voter_who_floods_is_slowed_down_and_holds_nobody_up(make):
    served = make(page={"in_a_row": 0, "per_minute": 6})
    mine, other = served.voter(), served.voter()
    found = Counter(mine.post(f"{API}/tickets", json={}).status_code for _ in range(100))
    assert (found[201], found[200] + found[429]) == (1, 99)
    assert 5 <= found[200] <= 10  # one more every ten seconds
    ticket = other.post(f"{API}/tickets", json={}).json()["id"]
    assert other.put(f"{API}/tickets/{ticket}/vote", json={"answer": "left"}).status_code == 201


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
