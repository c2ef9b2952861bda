"""Tables that are asked: they are full for every thread, and tell those who watch."""

import subprocess
import sys

import pytest

from duelling.errors import InputError
from duelling.registry.known import TABLES, Known

pytestmark = pytest.mark.plain

THREADS = """
import threading
from duelling.registry.facts import ALGORITHMS
found, ready = [], threading.Barrier(4)
def ask():
    ready.wait()
    found.append(len(ALGORITHMS.every()))
threads = [threading.Thread(target=ask) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(*found)
"""


@pytest.fixture
def table():
    made = Known("thing", ())
    yield made
    TABLES.remove(made)


def test_threads_that_ask_at_once_all_see_everything():
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True)
    counts = done.stdout.split()
    assert len(counts) == 4
    assert len(set(counts)) == 1


def test_who_watches_hears_of_everything_once_and_of_what_comes_later(table):
    heard = []
    table.add("b", 1, "here")
    table.add("a", 2, "here")
    table.watch(heard.append)
    assert heard == ["a", "b"]
    table.add("c", 3, "there")
    assert heard == ["a", "b", "c"]
    with pytest.raises(InputError, match="the thing name 'c' is taken"):
        table.add("c", 4, "here")
    assert heard == ["a", "b", "c"]


def test_what_a_module_declared_can_be_forgotten(table):
    table.add("a", 1, "here")
    table.add("b", 2, "there")
    table.forget("here")
    assert list(table) == ["b"]
    assert table.home("b") == "there"
