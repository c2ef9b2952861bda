"""Compiling ahead in another process: who comes next, what is waited for, and what no other process can know."""

import pickle
import threading

import pytest

import duelling as du
from duelling.lab import ahead
from duelling.lab.ahead import Ahead, play_briefly

pytestmark = pytest.mark.plain

BRIEFLY = {"horizon": 5, "runs": 1}
CYCLIC = du.problem("cyclic")


class Told:
    """In place of another process: it compiles when it is allowed to."""

    def __init__(self):
        self.asked, self.ended, self.allowed = [], False, threading.Semaphore(0)
        self.here = threading.Semaphore(0)

    def __exit__(self, *_):
        self.ended = True
        self.allowed.release()

    def ask(self, function, order, name):
        assert function is play_briefly
        self.asked.append((name, pickle.loads(order)[1]))
        self.here.release()
        assert self.allowed.acquire(timeout=10)
        if name == "nobody":
            raise du.InputError("no")


@pytest.fixture
def helpers(monkeypatch):
    """The processes that were started."""
    found = []

    def start(silent):
        assert silent
        found.append(Told())
        return found[-1]

    monkeypatch.setattr(ahead, "Helper", start)
    return found


def test_who_is_compiled_there_comes_first_and_the_last_is_waited_for(helpers):
    with Ahead(CYCLIC, ["ws-w", "rucb", "btm"], BRIEFLY, helped=True) as names:
        (helper,) = helpers
        assert helper.here.acquire(timeout=10)
        assert names.next(10) == ("rucb", False)
        helper.allowed.release()
        assert helper.here.acquire(timeout=10)  # it has gone on to the last one
        assert names.next(10) == ("ws-w", True)
        assert names.next(0.01) is None  # not in time
        helper.allowed.release()
        assert names.next(10) == ("btm", True)
        assert names.next(10) is None
    assert helper.asked == [("ws-w", BRIEFLY), ("btm", BRIEFLY)]
    assert helper.ended


def test_who_fails_there_is_played_here(helpers):
    with Ahead(CYCLIC, ["nobody", "ws-w"], BRIEFLY, helped=True) as names:
        (helper,) = helpers
        assert helper.here.acquire(timeout=10)
        assert names.next(10) == ("ws-w", False)
        helper.allowed.release()
        assert names.next(10) == ("nobody", False)


class Local(du.PreferenceMatrix):
    def __reduce__(self):
        raise TypeError("it stays here")


@pytest.mark.parametrize(
    ("problem", "names", "helped"),
    [
        (CYCLIC, ["ws-w", "rucb"], False),
        (CYCLIC, ["ws-w"], True),
        (Local([[0.5, 0.9], [0.1, 0.5]]), ["ws-w", "rucb"], True),
    ],
)
def test_no_process_where_it_is_not_wanted_or_cannot_help(helpers, problem, names, helped):
    with Ahead(problem, names, BRIEFLY, helped) as waiting:
        assert [waiting.next(0) for _ in [*names, None]] == [*((name, False) for name in names), None]
    assert helpers == []


def test_a_short_run_is_played():
    with du.kernels.interpreted():
        play_briefly(pickle.dumps((CYCLIC, BRIEFLY)), "ws-w")
        with pytest.raises(du.InputError):
            play_briefly(pickle.dumps((CYCLIC, BRIEFLY)), "nobody")
