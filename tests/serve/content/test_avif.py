"""AVIF by hand: boxes in boxes."""

import struct

import pytest

from duelling.errors import WrongValue
from duelling.serve.content.avif import bare_avif
from duelling.serve.content.pictures import picture

pytestmark = pytest.mark.plain


def box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body) + 8) + kind + body


def avif(*items: bytes, version: int = 2) -> bytes:
    """A file with items of these types."""
    number = b"\0\1" if version == 2 else b"\0\0\0\1"
    entries = b"".join(box(b"infe", bytes([version, 0, 0, 0]) + number + b"\0\0" + kind + b"name\0") for kind in items)
    listed = box(b"iinf", b"\0\0\0\0" + struct.pack(">H", len(items)) + entries)
    return box(b"ftyp", b"avif\0\0\0\0avifmif1") + box(b"meta", b"\0\0\0\0" + listed) + box(b"mdat", b"picture")


@pytest.mark.parametrize("version", [2, 3])
def test_the_picture_alone_is_served_as_it_is(version):
    data = avif(b"av01", b"grid", version=version)
    assert picture(data) == ("image/avif", data.replace(b"name\0", bytes(5)))


def test_what_is_not_seen_is_overwritten_and_nothing_moves():
    data = avif(b"av01") + box(b"free", b"a fox") + box(b"moov", b"frames") + box(b"fox ", b"fox") + box(b"mdat", b"x")
    found = bare_avif(data)
    assert len(found) == len(data)
    assert found[-9:] == data[-9:]
    assert b"a fox" not in found
    assert b"fox " + bytes(3) in found  # its kind alone stays
    for words in (b"udta", b"meta"):
        with pytest.raises(WrongValue, match="must hold the picture alone"):
            bare_avif(avif(b"av01") + box(b"moov", box(words, b"fox")))


@pytest.mark.parametrize("kind", [b"Exif", b"mime"])
def test_words_are_refused(kind):
    with pytest.raises(WrongValue, match="must hold the picture alone, got one with Exif or XMP"):
        bare_avif(avif(b"av01", kind))
    with pytest.raises(WrongValue, match="must hold the picture alone"):
        bare_avif(avif(b"av01") + box(b"uuid", b"words"))


def test_sizes_of_64_bits_and_to_the_end():
    wide = struct.pack(">I4sQ", 1, b"free", 20) + b"four"
    assert bare_avif(avif(b"av01") + wide + struct.pack(">I4s", 0, b"mdat") + b"rest")


@pytest.mark.parametrize("length", [0x7FFFFFFF, 4])
def test_a_box_that_ends_elsewhere_is_refused(length):
    data = avif(b"av01") + struct.pack(">I4s", length, b"free")
    with pytest.raises(WrongValue, match="must be whole, got a damaged AVIF"):
        picture(data)
