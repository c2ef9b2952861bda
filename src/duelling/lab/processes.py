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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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


def spread(function: Callable[[Any], Any], arguments: Sequence[Any], processes: int) -> Iterator[Any]:
    """What the function returns for each argument, in the order of the arguments, computed in several processes."""
    idle: SimpleQueue[Helper] = SimpleQueue()

    def ask(argument: Any) -> Any:
        helper = idle.get()
        try:
            return helper.ask(function, argument)
        finally:
            idle.put(helper)

    with ThreadPoolExecutor(processes) as pool, contextlib.ExitStack() as helpers:
        for _ in range(processes):
            idle.put(helpers.enter_context(Helper()))
        yield from pool.map(ask, arguments)


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
