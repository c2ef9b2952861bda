"""Pictures, known by their first bytes, with an end to how large they are."""

from duelling.errors import WrongValue
from duelling.live.reading.pixels import size_of

PNG = b"\x89PNG\r\n\x1a\n"
KINDS = "PNG, JPEG, WebP, GIF or AVIF"
LARGEST_PICTURE = 8 * 2**20  # bytes
MOST_PIXELS = 50_000_000  # every voter's browser needs four bytes for each


def picture_type(data: bytes) -> str:
    """Return the type of a picture that comes in; raise WrongValue where it is none, or too large for a page."""
    mime = kind_of(data)
    if len(data) > LARGEST_PICTURE:
        rule = f"have at most {LARGEST_PICTURE // 2**20} MB"
        raise WrongValue(f"a picture must {rule}, got {len(data) / 2**20:.1f} MB")
    width, height = size_of(data, mime) or (0, 0)
    if width * height > MOST_PIXELS:
        rule = f"have at most {MOST_PIXELS // 10**6} million pixels"
        raise WrongValue(f"a picture must {rule}, got {width} x {height}: make it smaller")
    return mime


def kind_of(data: bytes) -> str:
    """Return the type of the picture by its first bytes; its name says nothing."""
    if data.startswith(PNG):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in (b"avif", b"avis"):
        return "image/avif"
    raise WrongValue(f"a picture must be {KINDS}, got {'something else' if data else 'an empty file'}")
