"""Processes that help this one: they answer, and they end with it, however it ends."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duelling.errors import Conflict, InputError
from duelling.lab.processes import Crew, Helper

pytestmark = pytest.mark.plain

SECONDS = 5.0  # in which nobody may be left
PARENT = """
import signal, time
from duelling.lab.processes import Helper
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets programs in the background ignore it
helpers = [Helper() for _ in range(2)]
for helper in helpers:
    helper.order(time.sleep, 60)
print(*(helper._process.pid for helper in helpers), flush=True)
time.sleep(60)
"""


def shout(x):
    print("this is no answer")
    return x, os.getpid()


def complain(x):
    raise InputError(f"x must be small, got {x}")


def die(x):
    os.kill(os.getpid(), signal.SIGKILL)


def spread(function, arguments):
    """The answers of two helpers, of which the second comes later."""
    with contextlib.closing(Crew(2)) as crew:
        crew.grow(1)
        coming = [crew.ask(function, each) for each in arguments]
        crew.grow(2)
        return [each.result() for each in coming]


def alive(pid):
    """Whether a process works; one that waits to be fetched by its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_answers_come_in_order_from_several_processes_and_these_end():
    answers = spread(shout, range(6))
    assert [x for x, _ in answers] == list(range(6))
    processes = {pid for _, pid in answers}
    assert os.getpid() not in processes
    assert not any(map(alive, processes))


@pytest.mark.slow
def test_an_error_there_is_raised_here():
    with pytest.raises(InputError, match="x must be small, got 0"):
        spread(complain, range(6))


@pytest.mark.slow
def test_a_helper_that_is_killed_is_one_line():
    with pytest.raises(Conflict, match="ended from outside"):
        spread(die, range(6))
    with Helper() as helper:
        helper._process.kill()
        helper._process.wait()
        helper.order(shout, bytes(10**6))  # nobody reads it


def test_helpers_end_with_the_block_whatever_they_do():
    with contextlib.suppress(KeyError), Helper() as helper:
        helper.order(time.sleep, 60)
        raise KeyError
    assert not alive(helper._process.pid)


def test_a_file_in_the_current_folder_does_not_stand_in_for_a_module(tmp_path, monkeypatch):
    (tmp_path / "queue.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    with Helper() as helper:
        assert helper.ask(os.getcwd) == str(tmp_path)


def test_ctrl_c_does_not_reach_helpers():
    with Helper() as helper:
        assert helper.ask(os.getsid, 0) != os.getsid(0)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("wait", [0.0, 0.05, 0.5])  # they are being started, or at work
def test_helpers_end_with_their_parent_and_say_nothing(number, wait):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    helpers = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(helpers) == 2
    time.sleep(wait)
    parent.send_signal(number)
    _, said = parent.communicate(timeout=SECONDS)  # as long as a helper lives, it holds the other end of stderr
    assert said.count("Traceback") == (number == signal.SIGINT)  # that of the parent
    until = time.monotonic() + SECONDS
    while any(map(alive, helpers)):
        assert time.monotonic() < until
        time.sleep(0.01)
