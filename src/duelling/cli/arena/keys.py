"""Keys of a terminal, one at a time, as soon as they are pressed."""

import contextlib
import os
import select
import termios
import tty
from collections.abc import Iterator
from typing import NamedTuple

ESCAPE = b"\x1b"
NAMED = {  # what terminals send; those with O in place of [ are in application mode
    b"[A": "up",
    b"[B": "down",
    b"[C": "right",
    b"[D": "left",
    b"[5~": "page up",
    b"[6~": "page down",
    b"": "escape",
}
ENDS = (b"", b"\x04")  # the terminal is gone; Ctrl-D
WHOLE = 0.05  # seconds in which the rest of a sequence arrives


class Keys(NamedTuple):
    """The keys of the terminal with this number."""

    terminal: int

    def next(self, timeout: float) -> str | None:
        """The next key: its letter in lower case or its name; "end" where no more come; None if none came in time."""
        if not self._ready(timeout):
            return None
        first = self._read()
        if first in ENDS:
            return "end"
        if first == ESCAPE:
            return NAMED.get(self._sequence().replace(b"O", b"["), "other")
        rest = 0 if first < b"\xc0" else 1 if first < b"\xe0" else 2 if first < b"\xf0" else 3
        letter = first + b"".join(self._read() for _ in range(rest) if self._ready(WHOLE))
        return letter.decode(errors="replace").lower()

    def _sequence(self) -> bytes:
        """What follows an escape, up to the letter or ~ that ends it."""
        found = b""
        while self._ready(WHOLE):
            found += self._read()
            if len(found) > 1 and (found[-1:].isalpha() or found.endswith(b"~")):
                break
        return found

    def _ready(self, timeout: float) -> bool:
        return bool(select.select([self.terminal], [], [], timeout)[0])

    def _read(self) -> bytes:
        try:
            return os.read(self.terminal, 1)
        except OSError:  # the other end has gone
            return b""


@contextlib.contextmanager
def reading_keys(terminal: int) -> Iterator[Keys]:
    """Let the terminal hand over each key at once and show none of them; afterwards it is as it was."""
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield Keys(terminal)
    finally:
        with contextlib.suppress(termios.error):  # it may be gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
