"""AVIF: its parts point at each other by their place in the file. So words are overwritten, and nothing is moved."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from duelling.errors import WrongValue

FULL = 4  # bytes of version and flags
LISTS = {0: 2, 1: 4}  # bytes of the count of items, by the version of the list
TELLS = (b"Exif", b"mime", b"uri ")  # items that are words
SEEN = (b"ftyp", b"meta", b"mdat", b"moov")  # boxes that are read to show the picture
WORDS = (b"udta", b"uuid", b"meta")  # boxes in which films have theirs


class Box(NamedTuple):
    """A box, and where its body lies."""

    kind: bytes
    begin: int
    end: int


def bare_avif(data: bytes) -> bytes:
    """Return ``data`` with zeros for names of items and for boxes that are not seen.

    Raise WrongValue if it holds words about itself where they cannot be overwritten, IndexError if it is not whole.
    """
    made = bytearray(data)
    for box in _boxes(data, 0, len(data)):
        if box.kind == b"meta":
            for name in _names(data, box):
                made[name] = bytes(name.stop - name.start)
        elif box.kind == b"uuid" or (box.kind == b"moov" and any(word in data[box.begin : box.end] for word in WORDS)):
            raise _tells()
        elif box.kind not in SEEN:
            made[box.begin : box.end] = bytes(box.end - box.begin)
    return bytes(made)


def _tells() -> WrongValue:
    return WrongValue("an AVIF must hold the picture alone, got one with Exif or XMP: save it without metadata")


def _names(data: bytes, meta: Box) -> Iterator[slice]:
    """Where the names of the items of a picture lie; raise WrongValue if one of the items is words."""
    for kind, begin, end in _boxes(data, meta.begin + FULL, meta.end):
        if kind == b"iinf":
            for entry in _boxes(data, begin + FULL + LISTS.get(data[begin], 4), end):
                if entry.kind == b"infe" and data[entry.begin] >= 2:
                    at = entry.begin + FULL + (4 if data[entry.begin] == 2 else 6)
                    if data[at : at + 4] in TELLS:
                        raise _tells()
                    yield slice(min(at + 4, entry.end), entry.end)


def _boxes(data: bytes, at: int, last: int) -> Iterator[Box]:
    """The boxes that lie between two places."""
    while at < last:
        length, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if length == 1:
            (length,), head = struct.unpack_from(">Q", data, at + 8), 16
        end = last if length == 0 else at + length
        if end > last or end < at + head:
            raise IndexError
        yield Box(kind, at + head, end)
        at = end
