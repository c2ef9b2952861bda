"""Memory that was needed for a moment is given back to the system."""

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Give back what was freed. A large journal takes twice its place while it is read, and the allocator keeps it."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a system whose library of C is another one
            ctypes.CDLL("libc.so.6").malloc_trim(0)
