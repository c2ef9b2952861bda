"""A picture is known by its first bytes."""

import struct
from pathlib import Path

import pytest

import duelling as du
from duelling.live.reading.pictures import LARGEST_PICTURE, MOST_PIXELS, PNG, picture_type

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF....WEBPVP8 ", "image/webp"),
        (b"....ftypavif", "image/avif"),
    ],
)
def test_kinds(data, kind):
    assert picture_type(data) == kind


def test_an_empty_file_is_called_so():
    with pytest.raises(du.WrongValue, match="a picture must be PNG, JPEG, WebP, GIF or AVIF, got an empty file"):
        picture_type(b"")


def head(width, height):
    """The head of a PNG of this size; whoever reads more than the head fails."""
    return PNG + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", width, height, 8, 2, 0, 0, 0, 0)


DOORS = {
    "python": lambda data, folder: du.Arena(folder / "a.db", [("a", data, "image"), "b"]),
    "later": lambda data, folder: du.Arena(folder / "a.db", ["a", "b"]).add("c", data),
    "folder": lambda data, folder: du.Arena(folder / "a.db", folder / "pictures"),
    "table": lambda data, folder: du.Arena(folder / "a.db", folder / "items.csv"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (head(20_000, 20_000), "a picture must have at most 50 million pixels, got 20000 x 20000: make it smaller"),
        (head(1, 1) + bytes(LARGEST_PICTURE), "must have at most 8 MB, got "),
    ],
)
def test_what_is_too_large_is_refused_at_every_door(tmp_path, door, data, message):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(data)
    (tmp_path / "pictures" / "b.txt").write_text("b")
    (tmp_path / "items.csv").write_text("name,content,media\na,pictures/a.png,image\nb,,text\n")
    with pytest.raises(du.InputError, match=message):
        DOORS[door](data, tmp_path).close()


def test_as_large_as_may_be():
    assert picture_type(head(10_000, MOST_PIXELS // 10_000)) == "image/png"
    assert picture_type(head(1, 1).ljust(LARGEST_PICTURE, b"x")) == "image/png"
    assert picture_type(PNG) == "image/png"  # where the head is cut, it is found damaged when it is shown


def test_the_promise_names_the_limits():
    security = (Path(__file__).parents[3] / "SECURITY.md").read_text()
    assert f"pictures of {LARGEST_PICTURE // 2**20} MB and {MOST_PIXELS // 10**6} million pixels" in security


@pytest.mark.parametrize("data", [b"<svg></svg>", b"RIFF....WAVE", b"%PDF-1.7", PNG[1:]])
def test_what_is_no_picture(data):
    with pytest.raises(du.WrongValue, match="a picture must be PNG, JPEG, WebP, GIF or AVIF, got something else"):
        picture_type(data)
