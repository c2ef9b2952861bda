"""JPEG by hand: segments, scans and their ends."""

import pytest

from duelling.serve.content.jpeg import bare_jpeg

pytestmark = pytest.mark.plain

SCAN = b"\xff\xda\x00\x02" + b"\x11\xff\x00\x22\xff\xd0\x33"  # with an escaped FF and a restart in it
TABLE = b"\xff\xdb\x00\x03\x07"


def segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body


def test_tables_and_scans_stay_words_go():
    jfif, colours = segment(0xE0, b"JFIF\0" + b"\1" * 9), segment(0xE2, b"ICC_PROFILE\0abc")
    words = (
        segment(0xFE, b"fox") + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0fox") + segment(0xED, b"Photoshop fox")
    )
    words += segment(0xED, b"Adobe_CM fox") + segment(0xEE, b"Adobe, and then: a fox") + segment(0xF3, b"fox")
    words += segment(0xE5, b"ICC_PROFILE\0fox")
    colours += segment(0xEE, b"Adobe" + b"\1" * 7)
    thumbnail = segment(0xE0, b"JFXX\0fox")
    data = b"\xff\xd8" + jfif + words + colours + thumbnail + TABLE + SCAN + TABLE + SCAN + b"\xff\xd9fox"
    assert bare_jpeg(data) == b"\xff\xd8" + jfif + colours + TABLE + SCAN + TABLE + SCAN + b"\xff\xd9"


def test_padding_before_a_marker_is_skipped():
    assert bare_jpeg(b"\xff\xd8\xff\xff" + TABLE + SCAN + b"\xff\xd9") == b"\xff\xd8" + TABLE + SCAN + b"\xff\xd9"


@pytest.mark.parametrize("data", [b"\xff\xd8\x00\x00\x00", b"\xff\xd8" + SCAN, b"\xff\xd8\xff\xdb\x00\x01\x00"])
def test_a_damaged_one_raises(data):
    with pytest.raises(IndexError):
        bare_jpeg(data)
