"""Standard streams that are closed or full, or that cannot write every character."""

import io
import os
import select
import sys
from typing import Any, TextIO


def prepare() -> None:
    """Let the program read and write whatever its standard streams are.

    A closed one is empty, and swallows what is written. Where standard output is full, one line says so. What an
    encoding lacks is replaced. Standard error is for messages: nothing that happens to it ends the work.
    """
    for number in range(3):  # the first file that the program opens would get the number of a closed stream
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest free number, this one
    sys.stdin = sys.stdin or _nowhere()
    sys.stdout = _rewritten(sys.stdout, sys.__stdout__, _Output, "replace")
    sys.stderr = _rewritten(sys.stderr, sys.__stderr__, _Messages, "backslashreplace")


def _nowhere() -> TextIO:
    return open(os.devnull, "r+", encoding="utf-8")


def _rewritten(now: TextIO | None, first: TextIO | None, kind: type[io.FileIO], errors: str) -> TextIO:
    """The stream ``now`` with the errors of ``kind``. If it is not the ``first`` one of this process, it is kept."""
    if now is None:
        return _nowhere()
    if now is not first:  # the caller's own, such as one of a test
        return now
    raw = io.BufferedWriter(kind(now.fileno(), "w", closefd=False))
    return io.TextIOWrapper(raw, now.encoding, errors, line_buffering=now.isatty() or kind is _Messages)


class _Output(io.FileIO):
    def write(self, data: Any) -> int:
        try:
            while (count := super().write(data)) is None:  # the reader is slow, and the stream does not wait for it
                select.select([], [self], [])
        except BrokenPipeError:
            raise
        except OSError as error:
            from duelling.errors import Conflict  # not before: this file is imported while Ctrl-C shows a traceback

            raise Conflict(f"cannot write to standard output: {error.strerror}") from None
        return count


class _Messages(io.FileIO):
    def write(self, data: Any) -> int:
        try:
            return super().write(data) or len(data)
        except OSError:
            return len(data)
