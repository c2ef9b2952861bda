"""Memory that was needed for a moment is given back to the system."""

import asyncio
import ctypes
import gc
import re
import sys
from collections.abc import Iterator
from contextlib import suppress

from duelling.core.jit import compile_apart

LARGE = 2**18  # bytes of an array that has pages of its own
MMAP_THRESHOLD = -3  # the number of this setting in the library of C
DONTNEED = 4  # the number of this advice about pages
EVERY = 15.0  # seconds between two times that everything is given back
NEW_OBJECTS = 20_000  # after which rings among them are looked for
MUCH = 2**12  # kB of a file in memory that are worth giving back
MAPPED = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) r-[-x]p [0-9a-f]+ \S+ [1-9]\d* ")  # read alone, from a file


def spare_memory() -> None:
    """Let every large array have pages of its own, which go back to the system with it; and compile elsewhere.

    The allocator would raise this limit to 32 MB by itself once such arrays are freed, and from then on keep them. A
    process that compiles keeps 60 to 80 MB for ever.
    """
    _call("mallopt", MMAP_THRESHOLD, LARGE)
    compile_apart()


def give_back() -> None:
    """Give back what was freed, and code that may be read from its file again.

    A large journal takes twice its place while it is read, and the allocator keeps it. The compiler is a library of
    80 MB that is used once.
    """
    _call("malloc_trim", 0)
    for begin, size in _files():
        _call("madvise", begin, size, DONTNEED)


def collect_seldom() -> None:
    """Let what is there now never be looked through for rings of objects, and what comes more seldom.

    Python looks after every 700 new objects, which takes about a tenth of the time of votes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


async def give_back_for_ever() -> None:
    """Give back, now and then."""
    while True:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(give_back)


def _files() -> Iterator[tuple[int, int]]:
    """Where large parts of files are in memory that this process has not written into: the begin and the size."""
    try:
        with open("/proc/self/smaps", encoding="ascii", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:  # not Linux
        return
    place, kept = None, 0
    for line in lines:
        name, _, rest = line.partition(":")
        if name == "Rss":
            kept = int(rest.split()[0])
        elif name == "Anonymous":  # pages that are no longer those of the file
            if place is not None and kept >= MUCH and rest.split()[0] == "0":
                yield place
        elif not line[:1].isupper():
            found = MAPPED.match(line)
            place = (int(found[1], 16), int(found[2], 16) - int(found[1], 16)) if found else None


def _call(name: str, *numbers: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a system whose library of C is another one
            getattr(ctypes.CDLL("libc.so.6"), name)(*(ctypes.c_size_t(each) if each >= 0 else each for each in numbers))
