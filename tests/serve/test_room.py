"""What is computed once serves everybody, and an old result serves who is calm."""

import asyncio
import threading
import time

import pytest

from duelling.errors import UnknownName
from duelling.serve import room as rooms
from duelling.serve.room import ENDS, Once
from tests.helpers.asgi import run

pytestmark = pytest.mark.plain


def test_one_computation_for_all_who_wait():
    calls = []

    def compute():
        time.sleep(0.05)
        calls.append(1)
        return len(calls)

    async def ask():
        once = Once(compute)
        first = await asyncio.gather(*(once.get(7) for _ in range(5)))
        return first, await once.get(7), await once.get(8)

    first, again, later = run(ask())
    assert first == [(7, 1)] * 5
    assert again == (7, 1)
    assert later == (8, 2)


def test_who_is_calm_takes_an_old_result_for_a_while(monkeypatch):
    monkeypatch.setattr(rooms, "REST", 1000)

    async def ask():
        once = Once(lambda: time.sleep(0.01))
        return [(await once.get(head, calm))[0] for head, calm in ((1, False), (2, True), (3, True), (3, False))]

    assert run(ask()) == [1, 2, 2, 3]  # how long the first one took says nothing


def test_an_error_is_not_kept():
    answers = iter([UnknownName("not yet"), "there"])

    def compute():
        found = next(answers)
        if isinstance(found, Exception):
            raise found
        return found

    async def ask():
        once = Once(compute)
        with pytest.raises(UnknownName):
            await once.get(1)
        return await once.get(1)

    assert run(ask()) == (1, "there")


def test_nobody_waits_any_more_when_the_service_ends():
    going = threading.Event()

    async def ask():
        once = Once(lambda: going.wait(60))
        waiting = [asyncio.create_task(once.get(1)) for _ in range(3)]
        await asyncio.sleep(0.01)
        once.stop()
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 10)

    found = run(ask())
    going.set()
    assert [(each.status, each.line) for each in found] == [(503, ENDS)] * 3


def test_tickets_at_hand_are_bounded(served, monkeypatch):
    monkeypatch.setattr(rooms, "KNOWN", 3)
    ids = [served.ask(f"voter {k}")["id"] for k in range(5)]
    room = served.service.open("main")
    assert [room.at_hand(id) is not None for id in ids] == [False, False, True, True, True]
    assert served.program.get(f"/api/v1/arenas/main/tickets/{ids[0]}").status_code == 200  # from the journal


def test_times_are_read_once(served):
    room = served.service.open("main")
    assert len(room.told()["at"]) == 0
    served.vote(3)
    first = room.told()
    served.vote(2)
    assert len(first["at"]) == 3
    assert room.told()["question"].tolist() == [1, 2, 3, 4, 5]
    assert abs(float(room.told()["at"][-1]) - time.time()) < 60


def test_settings_of_another_process_are_seen_within_a_second(served):
    from duelling.live.arena import Arena

    room = served.service.open("main")
    assert run(room.page()).title == ""
    with Arena(served.place) as other:
        other.set(page={"title": "New"})
    room._read -= rooms.FRESH
    assert run(room.page()).title == "New"
