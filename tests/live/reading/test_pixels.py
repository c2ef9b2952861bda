"""The size of a picture as its head tells it, as another library reads it."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from duelling.live.reading.pictures import kind_of
from duelling.live.reading.pixels import SIZES, size_of

pytestmark = pytest.mark.plain


def written(form, size=(37, 21), mode="RGB", **options):
    file = io.BytesIO()
    Image.new(mode, size, 3).save(file, form, **options)
    return file.getvalue()


FORMS = {
    "png": lambda size: written("PNG", size),
    "gif": lambda size: written("GIF", size, "P"),
    "jpeg": lambda size: written("JPEG", size),
    "jpeg progressive, with a comment": lambda size: written("JPEG", size, progressive=True, comment=b"x" * 300),
    "jpeg with fill bytes": lambda size: written("JPEG", size).replace(b"\xff\xdb", b"\xff\xff\xff\xdb", 1),
    "webp": lambda size: written("WEBP", size),
    "webp lossless": lambda size: written("WEBP", size, lossless=True),
    "webp extended": lambda size: written("WEBP", size, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"),
    "avif": lambda size: written("AVIF", size),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [(1, 1), (37, 21), (300, 700)])
def test_width_and_height(form, size):
    data = FORMS[form](size)
    assert size_of(data, kind_of(data)) == size
    assert data[12:16] == {"webp": b"VP8 ", "webp lossless": b"VP8L", "webp extended": b"VP8X"}.get(form, data[12:16])


@pytest.mark.parametrize("form", FORMS)
def test_a_head_that_is_cut_has_no_size(form):
    data = FORMS[form]((37, 21))
    mime = kind_of(data)
    assert {size_of(data[:length], mime) for length in range(len(data))} <= {None, (37, 21)}
    assert size_of(data[:12], mime) is None or mime == "image/gif"


@given(st.sampled_from(sorted(SIZES)), st.binary(max_size=80))
def test_any_bytes_have_a_size_or_none(mime, data):
    found = size_of(data, mime)
    assert found is None or min(found) >= 0
