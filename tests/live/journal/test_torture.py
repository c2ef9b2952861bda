"""No acknowledged vote is lost or counted twice, whoever is killed whenever; nor if the database server crashes."""

import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

from duelling.errors import Unavailable
from duelling.live.journal import faults
from duelling.live.journal.events import Told
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import Writer
from tests.helpers.journals import Append, Log, vote

pytestmark = [pytest.mark.plain, pytest.mark.slow]

KILLS = int(os.environ.get("DUELLING_KILLS", "100"))  # make torture has a thousand


def test_killed_processes_lose_and_double_no_vote(place):
    kills, pace = (KILLS // 4, 0.2) if place.startswith("postgresql") else (KILLS, 0.04)  # a connection takes a while
    command = [sys.executable, "-m", "tests.helpers.torture", place, str(kills), str(pace), "1"]
    said = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(said.stdout)
    assert found["ended otherwise"] == 0, said.stderr
    assert found["killed"] >= kills
    assert found["acknowledged"] > kills / 2
    assert (found["lost"], found["doubled"], found["gaps"]) == (0, 0, False), found
    assert found["problems"] == [], found  # of arena.check()
    if kills >= 100:
        assert {*found["at points"]} == {*faults.POINTS}, found


def test_a_server_that_crashes_under_load_loses_no_vote(server):
    """Questions may be lost with it: they are not written to the disk at once. Others take their numbers."""
    with open_store(server.cleared()) as store, open_store(server.address) as other:
        arena = store.create("main")
        writers = [Writer(each, arena, Log()) for each in (store, other)]
        acknowledged, going, strange, numbers = [], True, [], itertools.count()

        def client(writer):
            while going:
                mine = next(numbers)
                try:
                    writer.call(Append(*vote(1, 0)[:2]))
                    writer.call(Append(Told(ticket=2, question=1, answer="left", took=mine)))
                    acknowledged.append(mine)
                except Unavailable:
                    pass
                except BaseException as error:
                    strange.append(error)
                    raise

        threads = [threading.Thread(target=client, args=(writers[n % 2],)) for n in range(6)]
        for thread in threads:
            thread.start()
        for crash in range(6):
            wanted, end = len(acknowledged) + 5, time.monotonic() + 60
            while len(acknowledged) < wanted and not strange:  # however slow the machine is, it crashes under load
                assert time.monotonic() < end
                time.sleep(0.01)
            if crash < 5:
                server.restart()
        going = False
        for thread in threads:
            thread.join()
        assert strange == []
        events = list(store.events(arena))
        told = Counter(event.took for event in events if event.kind == "told")
        assert (set(acknowledged) - set(told), max(told.values())) == (set(), 1)
        for writer in writers:
            writer.submit().result()
            assert writer._work.book.events == events
            writer.close()
