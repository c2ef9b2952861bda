"""Memory that was needed for a moment is given back to the system."""

import ctypes
import sys
from contextlib import suppress

LARGE = 2**18  # bytes of an array that has pages of its own
MMAP_THRESHOLD = -3  # the number of this setting in the library of C


def keep_large_apart() -> None:
    """Let every large array have pages of its own, which go back to the system with it.

    The allocator would raise this limit to 32 MB by itself once such arrays are freed, and from then on keep them.
    """
    _call("mallopt", MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Give back what was freed. A large journal takes twice its place while it is read, and the allocator keeps it."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a system whose library of C is another one
            getattr(ctypes.CDLL("libc.so.6"), name)(*numbers)
