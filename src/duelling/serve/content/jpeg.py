"""JPEG without comments, Exif, XMP and thumbnails. The way up of a photo is kept: it is told by Exif alone."""

import struct

END, SCAN, EXIF = 0xD9, 0xDA, 0xE1
COLOURS = {0xE0: (b"JFIF\0", 14), 0xE2: (b"ICC_PROFILE\0", None), 0xEE: (b"Adobe", 12)}  # names and lengths of bodies
RESTARTS = range(0xD0, 0xD8)
ORIENTATION = 0x0112


def bare_jpeg(data: bytes) -> bytes:
    """Return the picture with the segments that are seen; raise IndexError or struct.error if it is not whole."""
    kept: list[bytes] = []
    way_up, at = 1, 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # padding
            at += 1
        if data[at] != 0xFF:
            raise IndexError
        marker = data[at + 1]
        if marker == END:
            return b"".join([b"\xff\xd8", _exif(way_up), *kept, b"\xff\xd9"])
        (length,) = struct.unpack_from(">H", data, at + 2)
        if length < 2 or at + 2 + length > len(data):
            raise IndexError
        body = data[at + 4 : at + 2 + length]
        end = _after_scan(data, at + 2 + length) if marker == SCAN else at + 2 + length
        if marker == EXIF and body.startswith(b"Exif\0\0"):
            way_up = _way_up(body[6:])
        if _seen(marker, body):
            kept.append(data[at:end])
        at = end


def _seen(marker: int, body: bytes) -> bool:
    """Whether a segment changes how the picture looks: APPn and JPGn hold colours, or words and thumbnails."""
    if marker in COLOURS:
        name, length = COLOURS[marker]
        return body.startswith(name) and length in (None, len(body))
    return marker < 0xE0


def _after_scan(data: bytes, at: int) -> int:
    """The place of the next marker: in a scan, FF is followed by 0 or by a restart."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0:
            raise IndexError
        if data[at + 1] != 0 and data[at + 1] not in RESTARTS:
            return at
        at += 2


def _way_up(tiff: bytes) -> int:
    """The orientation, from 1 to 8; 1 where Exif does not say it, or is damaged."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        (begin,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, begin)
        for entry in range(count):
            tag, kind, many, value = struct.unpack_from(order + "HHIH", tiff, begin + 2 + 12 * entry)
            if (tag, kind, many) == (ORIENTATION, 3, 1) and 1 <= value <= 8:
                return int(value)
    except struct.error:
        pass
    return 1


def _exif(way_up: int) -> bytes:
    """Exif with the orientation and nothing else; nothing where the picture stands upright."""
    if way_up == 1:
        return b""
    body = b"Exif\0\0" + struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, ORIENTATION, 3, 1, way_up, 0, 0)
    return struct.pack(">BBH", 0xFF, EXIF, len(body) + 2) + body
