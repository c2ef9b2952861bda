"""AVIF: its parts point at each other by their place in the file, so that one with Exif or XMP in it is refused."""

import struct
from collections.abc import Iterator

from duelling.errors import WrongValue

FULL = 4  # bytes of version and flags
LISTS = {0: 2, 1: 4}  # bytes of the count of items, by the version of the list
TELLS = (b"Exif", b"mime", b"uri ")


def bare_avif(data: bytes) -> bytes:
    """Return ``data``; raise WrongValue if it holds words about itself, IndexError if it is not whole."""
    for kind, body in _boxes(data):
        if kind in (b"uuid", b"udta"):
            raise _tells()
        if kind == b"meta" and any(each in TELLS for each in _items(body[FULL:])):
            raise _tells()
    return data


def _tells() -> WrongValue:
    return WrongValue("an AVIF must hold the picture alone, got one with Exif or XMP: save it without metadata")


def _items(meta: bytes) -> Iterator[bytes]:
    """The types of the items of a picture."""
    for kind, body in _boxes(meta):
        if kind == b"iinf":
            for entry, item in _boxes(body[FULL + LISTS.get(body[0], 4) :]):
                if entry == b"infe" and item[0] >= 2:
                    yield item[FULL + (4 if item[0] == 2 else 6) :][:4]


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the body of each box."""
    at = 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if length == 1:
            (length,), head = struct.unpack_from(">Q", data, at + 8), 16
        end = len(data) if length == 0 else at + length
        if end > len(data) or end < at + head:
            raise IndexError
        yield kind, data[at + head : end]
        at = end
