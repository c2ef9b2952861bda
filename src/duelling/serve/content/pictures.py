"""Pictures, known by their first bytes and freed of everything that is not the picture.

A file may say in a comment, in Exif or in XMP what it is called, who made it and where. A voter must not learn that, so
that only the parts that are seen are served. Nothing is decoded, so that no picture can be a bomb here.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple

from duelling.errors import WrongValue
from duelling.live.reading.pictures import PNG, kind_of
from duelling.serve.content.avif import bare_avif
from duelling.serve.content.jpeg import bare_jpeg

PNG_CHUNKS = frozenset(  # what changes how the picture looks; texts, Exif and times do not
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT".split()
)
WEBP_CHUNKS = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
WEBP_SAYS_EXIF_OR_XMP = 0b1100
GIF_LOOPS = (b"NETSCAPE2.0", b"ANIMEXTS1.0")


class Picture(NamedTuple):
    """A picture that may be shown."""

    mime: str
    data: bytes


def picture(data: bytes) -> Picture:
    """Return the picture in ``data`` without what it says about itself; raise WrongValue if it is none, or not whole.

    >>> picture(b"<svg></svg>")
    Traceback (most recent call last):
        ...
    duelling.errors.WrongValue: a picture must be PNG, JPEG, WebP, GIF or AVIF, got something else
    """
    mime = kind_of(data)
    try:
        return Picture(mime, BARE[mime](data))
    except (IndexError, struct.error):
        raise WrongValue(f"a picture must be whole, got a damaged {mime.removeprefix('image/').upper()}") from None


def part(data: bytes, begin: int, length: int) -> bytes:
    """Return so many bytes; raise IndexError where the data ends before."""
    if length < 0 or begin + length > len(data):
        raise IndexError
    return data[begin : begin + length]


def _bare_png(data: bytes) -> bytes:
    kept, at = [PNG], len(PNG)
    while True:
        (length,) = struct.unpack_from(">I", data, at)
        chunk = part(data, at, length + 12)
        if chunk[4:8] in PNG_CHUNKS:
            kept.append(chunk)
        at += len(chunk)
        if chunk[4:8] == b"IEND":
            return b"".join(kept)


def _bare_webp(data: bytes) -> bytes:
    (length,) = struct.unpack_from("<I", data, 4)
    at, kept = 12, [part(data, 8, 4)]
    part(data, 8, length)
    while at < 8 + length:
        (size,) = struct.unpack_from("<I", data, at + 4)
        chunk = bytearray(part(data, at, 8 + size) + b"\0" * (size % 2))
        at += len(chunk)
        if chunk[:4] == b"VP8X":
            chunk[8] &= ~WEBP_SAYS_EXIF_OR_XMP & 0xFF
        if bytes(chunk[:4]) in WEBP_CHUNKS:
            kept.append(bytes(chunk))
    body = b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _bare_gif(data: bytes) -> bytes:
    head = 13 + _gif_colours(data[10])
    kept, at = [part(data, 0, head)], head
    while True:
        begin, kind = at, data[at]
        if kind == 0x3B:  # the end
            return b"".join([*kept, b";"])
        if kind == 0x2C:  # a picture
            at = _after_blocks(data, at + 11 + _gif_colours(data[at + 9]))
            kept.append(data[begin:at])
        elif kind == 0x21:  # an extension: how a picture is shown, how often, or words
            label, at = data[at + 1], _after_blocks(data, at + 2)
            if label == 0xF9 or (label == 0xFF and data[begin + 3 : begin + 14] in GIF_LOOPS):
                kept.append(data[begin:at])
        else:
            raise IndexError


def _gif_colours(flags: int) -> int:
    """The bytes of a table of colours, if there is one."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += 1 + data[at]
    return at + 1


BARE: dict[str, Callable[[bytes], bytes]] = {
    "image/png": _bare_png,
    "image/jpeg": bare_jpeg,
    "image/gif": _bare_gif,
    "image/webp": _bare_webp,
    "image/avif": bare_avif,
}
