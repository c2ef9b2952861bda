"""How many pixels a picture has, by its head alone: nothing is decoded."""

import re
import struct
from collections.abc import Callable

JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # markers of segments that begin with the size
SIDES = re.compile(rb"ispe.{4}(.{8})", re.DOTALL)  # in an AVIF: the size of one of its parts

Size = tuple[int, int]


def size_of(data: bytes, mime: str) -> Size | None:
    """Return width and height of a picture of this type; None where its head is not whole.

    >>> size_of(b"GIF89a" + bytes([3, 0, 2, 0]), "image/gif")
    (3, 2)
    """
    try:
        return SIZES[mime](data)
    except (IndexError, ValueError, struct.error):
        return None


def _png(data: bytes) -> Size:
    return struct.unpack_from(">II", data, 16)


def _gif(data: bytes) -> Size:
    return struct.unpack_from("<HH", data, 6)


def _jpeg(data: bytes) -> Size:
    at = 2
    while True:
        fill, marker, length = struct.unpack_from(">BBH", data, at)
        if fill != 0xFF:
            raise IndexError
        if marker in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 1 if marker == 0xFF else 2 + length


def _webp(data: bytes) -> Size:
    if data[12:16] == b"VP8X":
        width, more, height, most = struct.unpack_from("<HBHB", data, 24)
        return width + (more << 16) + 1, height + (most << 16) + 1
    if data[12:16] == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _avif(data: bytes) -> Size:
    """The largest of its parts: the whole is one of them."""
    at = 0
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"meta":
            sizes = [struct.unpack(">II", found[1]) for found in SIDES.finditer(data[at : at + length])]
            return max(sizes, key=lambda size: size[0] * size[1])
        if length < 8:
            raise IndexError
        at += length


SIZES: dict[str, Callable[[bytes], Size]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
    "image/avif": _avif,
}
