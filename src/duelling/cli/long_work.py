"""Work that takes a while: a progress bar, and how Ctrl-C and SIGTERM end it."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

GOES_ON = "the same command goes on with what is finished"


@contextlib.contextmanager
def interruptible(then: str = "nothing was written") -> Iterator[None]:
    """Let Ctrl-C or SIGTERM end the program at once, with the message ``then``. A compiled loop would play on."""

    def leave(number: int, _: object) -> None:
        try:
            sys.stderr.write("\x1b[?25h\n" if sys.stderr.isatty() else "")  # the cursor that the bar has hidden
            sys.stderr.write(f"duelling: stopped, {then}\n")
            sys.stderr.flush()
        finally:  # also where nobody can read it
            os._exit(128 + number)

    with _answered(leave):
        yield


@contextlib.contextmanager
def finishing() -> Iterator[None]:
    """Let Ctrl-C or SIGTERM raise KeyboardInterrupt: results are being written, and what is half written is removed."""
    with _answered(signal.default_int_handler):
        yield


@contextlib.contextmanager
def left_alone() -> Iterator[None]:
    """Let nothing here answer Ctrl-C and SIGTERM: what runs answers them itself, and ends in good order."""
    with _answered(lambda *_: None):
        yield


@contextlib.contextmanager
def _answered(handler: Callable[[int, Any], object]) -> Iterator[None]:
    """Let ``handler`` answer the signals that ask a program to end; afterwards whoever answered them before."""
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)


@contextlib.contextmanager
def progress(unit: str = "rounds") -> Iterator[Callable[[int, int], None] | None]:
    """A bar with rounds (or another unit) per second and the time left, on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from duelling.lab.progress import bar

    with bar(unit) as report:
        yield report
