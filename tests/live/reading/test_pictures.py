"""A picture is known by its first bytes."""

import pytest

import duelling as du
from duelling.live.reading.pictures import PNG, picture_type

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


@pytest.mark.parametrize("data", [b"", b"<svg></svg>", b"RIFF....WAVE", b"%PDF-1.7", PNG[1:]])
def test_what_is_no_picture(data):
    with pytest.raises(du.WrongValue, match="a picture must be PNG, JPEG, WebP, GIF or AVIF, got something else"):
        picture_type(data)
