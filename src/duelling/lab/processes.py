"""Other processes that help this one, and end with it, however it ends.

A helper takes its orders from a pipe. When this process ends, even by kill -9, the system closes the pipe; then the
helper leaves at once, whatever it is doing. It has a session of its own, so that Ctrl-C reaches this process alone.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Self

from duelling.errors import Conflict


class Helper:
    """A process that calls functions for this one. It ends with the ``with`` block, at the latest.

    Functions, arguments and answers are pickled. What the process prints is shown unless it is ``silent``.
    """

    def __init__(self, silent: bool = False) -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from duelling.lab.processes import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],  # -P: a file in the current folder does not stand in for a module
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if silent else None,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._answers.close()
        with contextlib.suppress(BrokenPipeError):  # an order that it has not read
            self._orders.close()

    def order(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let it call a function, without waiting for the answer. Where it has ended, nothing happens."""
        with contextlib.suppress(BrokenPipeError):
            pickle.dump(pickle.dumps((function, arguments)), self._orders)
            self._orders.flush()

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function returns there; what it raises there is raised here."""
        self.order(function, *arguments)
        try:
            done, answer = pickle.load(self._answers)
        except (EOFError, pickle.UnpicklingError):
            raise Conflict("a process that helps this one was ended from outside, perhaps for want of memory") from None
        if not done:
            raise answer
        return answer


class Crew:
    """Helpers that share work which comes bit by bit; ``most`` is how many there can be, ``grow`` starts them."""

    def __init__(self, most: int) -> None:
        self._idle: SimpleQueue[Helper] = SimpleQueue()
        self._helpers, self._count = contextlib.ExitStack(), 0
        self._pool = ThreadPoolExecutor(most)

    def close(self) -> None:
        """End all helpers, whatever they do."""
        self._helpers.close()
        self._pool.shutdown(cancel_futures=True)

    def grow(self, count: int) -> None:
        """Start helpers until there are ``count``."""
        for _ in range(self._count, count):
            self._idle.put(self._helpers.enter_context(Helper()))
            self._count += 1

    def ask(self, function: Callable[[Any], Any], argument: Any) -> "Future[Any]":
        """What the function will have returned for the argument in one of the helpers, of which there must be some."""
        return self._pool.submit(self._ask, function, argument)

    def _ask(self, function: Callable[[Any], Any], argument: Any) -> Any:
        helper = self._idle.get()
        try:
            return helper.ask(function, argument)
        finally:
            self._idle.put(helper)


def serve() -> None:
    """What a helper does: call what it is told to, one order after another, as long as the other process lives."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a function prints is no answer
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    while True:
        try:
            function, arguments = pickle.loads(orders.get())
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, error
        with contextlib.suppress(BrokenPipeError):  # the other process has just ended, and this one will
            pickle.dump(answer, answers)
            answers.flush()


def _listen(orders: "SimpleQueue[bytes]") -> None:
    """Take orders while the other thread works; leave when the pipe ends."""
    try:
        while True:
            orders.put(pickle.load(sys.stdin.buffer))
    finally:
        os._exit(0)
