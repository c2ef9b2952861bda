"""Only the picture is served: what a file says about itself is gone, and what is seen stays to the pixel."""

import base64
import contextlib
import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from duelling.errors import WrongValue
from duelling.live.reading.pictures import picture_type
from duelling.serve.content.pictures import picture
from tests.helpers.serving import API

pytestmark = pytest.mark.plain

SECRET = b"the-fox-logo"
SIDES = (24, 16)


def drawn(mode: str = "RGB") -> Image.Image:
    """A picture with a different colour in each corner."""
    image = Image.new(mode, SIDES)
    for x in range(SIDES[0]):
        for y in range(SIDES[1]):
            shade = (10 * x, 15 * y, 100)
            image.putpixel((x, y), shade if mode == "RGB" else 10 * x)
    return image


def written(image: Image.Image, form: str, **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def exif(orientation: int = 1) -> Image.Exif:
    made = Image.Exif()
    made[0x010E] = SECRET.decode()  # the description
    made[0x0112] = orientation
    return made


def png() -> bytes:
    words = PngImagePlugin.PngInfo()
    words.add_text("Title", SECRET.decode())
    words.add_itxt("Author", SECRET.decode(), zip=False)
    return written(drawn(), "PNG", pnginfo=words, exif=exif())


def gif() -> bytes:
    frames = [drawn("P"), drawn("P").transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    return written(frames[0], "GIF", save_all=True, append_images=frames[1:], loop=0, comment=SECRET, duration=50)


TELLING = {
    "image/png": png,
    "image/jpeg": lambda: written(drawn(), "JPEG", exif=exif(6), comment=SECRET, progressive=True),
    "image/webp": lambda: written(drawn(), "WEBP", exif=exif(), xmp=b"<x>" + SECRET + b"</x>", lossless=True),
    "image/gif": gif,
}


@pytest.mark.parametrize("mime", TELLING)
def test_what_a_picture_says_about_itself_is_gone(mime):
    data = TELLING[mime]()
    assert SECRET in data  # or the test could not fail
    served = picture(data + b"hidden behind the end " + SECRET)
    assert served.mime == mime == picture_type(data)
    assert SECRET not in served.data


@pytest.mark.parametrize("mime", TELLING)
def test_every_pixel_of_every_frame_stays(mime):
    data = TELLING[mime]()
    before, after = (Image.open(io.BytesIO(each)) for each in (data, picture(data).data))
    assert getattr(before, "n_frames", 1) == getattr(after, "n_frames", 1)
    for frame in range(getattr(before, "n_frames", 1)):
        before.seek(frame)
        after.seek(frame)
        assert before.convert("RGBA").tobytes() == after.convert("RGBA").tobytes()
    assert after.info.get("loop") == before.info.get("loop")


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
def test_a_photo_keeps_its_way_up_and_nothing_else_of_exif(orientation, order):
    told = exif(orientation)
    told.endian = order
    served = Image.open(io.BytesIO(picture(written(drawn(), "JPEG", exif=told)).data))
    assert served.getexif().get(0x0112, 1) == orientation
    assert set(served.getexif()) <= {0x0112}


def test_exif_that_is_damaged_says_nothing():
    good = written(drawn(), "JPEG", exif=exif(6))
    broken = good.replace(b"MM\0*", b"XX\0*").replace(b"II*\0", b"XX*\0")
    assert broken != good
    assert b"Exif" not in picture(broken).data


@pytest.mark.parametrize("mime", TELLING)
def test_a_picture_that_is_cut_is_refused_at_every_length(mime):
    data = picture(TELLING[mime]()).data
    for length in range(16, len(data) - 1, 7):
        with pytest.raises(WrongValue, match="a picture must be whole, got a damaged"):
            picture(data[:length])


@pytest.mark.parametrize(
    "data", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>", b"BM" + b"\0" * 99, b"%PDF-1.7", b"II*\0"]
)
def test_what_is_no_picture_is_refused_whatever_its_name(data):
    with pytest.raises(WrongValue, match=r"^a picture must be PNG, JPEG, WebP, GIF or AVIF, got something else$"):
        picture(data)


def test_a_picture_of_too_many_pixels_does_not_come_in_but_what_is_stored_is_shown(served):
    data = bytearray(written(drawn(), "PNG"))
    data[16:24] = struct.pack(">II", 20_000, 20_000)
    body = {"name": "huge", "kind": "image", "content": base64.b64encode(data).decode()}
    refused = served.admin.post(f"{API}/items", json=body)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("a picture must have at most 50 million pixels, got 20000 x 20000")
    assert picture(bytes(data)).mime == "image/png"  # a journal of before may hold one


@given(st.sampled_from(sorted(TELLING)), st.data())
def test_damaged_bytes_never_raise_another_error(mime, data):
    content = bytearray(TELLING[mime]())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(WrongValue):
        picture(bytes(content))
