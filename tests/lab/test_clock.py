"""A time limit for many: who may begin, what does not fit, and what is said of it."""

import pytest

from duelling.errors import WrongValue
from duelling.lab import clock as clocks
from duelling.lab.clock import KEPT, LATE, NO_TIME, Clock, Left, TimeIsOverError, one_after_another

pytestmark = pytest.mark.plain


def test_nobody_begins_whose_beginning_would_not_fit_into_the_time(monkeypatch):
    """The slowest beginning takes 4 of 14 seconds, so none begins after second 10; the first is left aside."""
    now = 0.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    clock = Clock(14)

    def play(name, _):
        nonlocal now
        now += {"a": 5, "b": 4, "c": 1, "d": 1}[name]
        clock.has_begun()
        now += 0.5  # of runs
        return clock.too_short(1.3) or [name]

    done, left = one_after_another(["a", "b", "c", "d"], play, clock, None, 1, 4)
    assert done == [["a"], ["b"]]
    assert left == (Left("c", "would take 1.3 s where 2.5 s are left for all"), Left("d", LATE))
    now = 14.5
    assert clock.too_short(0) == NO_TIME


def test_time_is_kept_for_further_runs_but_no_more_than_its_share(monkeypatch):
    now = 0.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    clock = Clock(10)
    clock.keep(1)
    now = 8.5
    assert clock.begin()
    clock.keep(100)
    now = 10 * (1 - KEPT) + 0.1
    assert not clock.begin()


def test_who_is_compiled_already_begins_at_once(monkeypatch):
    now = 0.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    clock = Clock(10)
    for took in (1, 5):
        clock.begin()
        now += took
        clock.has_begun()
    clock.keep(2)
    assert clock.left_to_begin == 2
    assert not clock.begin()
    clock.at_once = True
    assert clock.begin()
    now = 8.5
    assert not clock.begin()
    clock.release()
    assert clock.begin()


def test_a_report_ends_work_when_the_time_is_over():
    told = []
    Clock(1e-9).watch(lambda *each: told.append(each))(2, 2)  # all is done
    with pytest.raises(TimeIsOverError):
        Clock(1e-9).watch(lambda *each: told.append(each))(1, 2)
    assert told == [(2, 2), (1, 2)]


def test_to_load_a_kernel_is_not_to_compile_it(monkeypatch):
    now = 0.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    clock, seen = Clock(100), []
    for took in (clocks.LOADING, clocks.COMPILING / 2, 2 * clocks.COMPILING):
        clock.begin()
        now += took
        clock.has_begun()
        seen.append(clock.compiles)
    assert seen == [False, False, True]


def test_the_last_word_counts_and_one_error_stops_nobody():
    def play(name, _):
        if name == "bad":
            raise WrongValue("bad must be good")
        told.append(name)
        return "wait" if told.count(name) < 2 else [name]

    told = []
    done, left = one_after_another(["a", "bad", "a"], play, Clock(100), None, 0, 0)
    assert done == [["a"]]
    assert left == (Left("bad", "bad must be good"),)
    with pytest.raises(WrongValue, match=r"^bad must be good$"):
        one_after_another(["bad"], play, Clock(100), None, 0, 0)
