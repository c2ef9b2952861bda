"""Answers from another thread."""

import asyncio
from concurrent.futures import Future

import pytest

from duelling.serve.bridge import Bridge

pytestmark = pytest.mark.plain


def test_results_and_errors_come_as_they_are():
    async def ask():
        bridge, one, other = Bridge(asyncio.get_running_loop()), Future(), Future()
        waiting = [asyncio.create_task(bridge.result(each)) for each in (one, other)]
        await asyncio.sleep(0)
        await asyncio.to_thread(lambda: (one.set_result("saved"), other.set_exception(KeyError("gone"))))
        return await asyncio.gather(*waiting, return_exceptions=True)

    saved, error = asyncio.run(ask())
    assert saved == "saved"
    assert isinstance(error, KeyError)


def test_what_is_there_already_comes_too():
    async def ask():
        done = Future()
        done.set_result(3)
        return await Bridge(asyncio.get_running_loop()).result(done)

    assert asyncio.run(ask()) == 3


def test_many_at_once_wake_the_loop_once(monkeypatch):
    async def ask():
        loop = asyncio.get_running_loop()
        bridge, coming = Bridge(loop), [Future() for _ in range(20)]
        waiting = [asyncio.create_task(bridge.result(each)) for each in coming]
        await asyncio.sleep(0)
        wake, woken = loop.call_soon_threadsafe, []
        monkeypatch.setattr(loop, "call_soon_threadsafe", lambda call: woken.append(wake(call)))
        for n, each in enumerate(coming):
            each.set_result(n)
        first = await asyncio.gather(*waiting)
        again = Future()
        waiting = asyncio.create_task(bridge.result(again))
        await asyncio.sleep(0)
        again.set_result("later")
        return first, await waiting, len(woken)

    assert asyncio.run(ask()) == ([*range(20)], "later", 2)


def test_who_no_longer_waits_is_passed_over():
    async def ask():
        bridge, one, other = Bridge(asyncio.get_running_loop()), Future(), Future()
        gone, stays = (asyncio.create_task(bridge.result(each)) for each in (one, other))
        await asyncio.sleep(0)
        gone.cancel()
        one.set_result(1)
        other.set_result(2)
        with pytest.raises(asyncio.CancelledError):
            await gone
        return await stays

    assert asyncio.run(ask()) == 2


def test_the_thread_lives_on_when_the_loop_has_ended():
    async def ask(coming):
        bridge = Bridge(asyncio.get_running_loop())
        waiting = asyncio.create_task(bridge.result(coming))
        await asyncio.sleep(0)
        waiting.cancel()

    coming = Future()
    asyncio.run(ask(coming))
    coming.set_result("too late")  # must not raise
