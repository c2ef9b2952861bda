"""Pictures, known by their first bytes."""

from duelling.errors import WrongValue

PNG = b"\x89PNG\r\n\x1a\n"
KINDS = "PNG, JPEG, WebP, GIF or AVIF"


def picture_type(data: bytes) -> str:
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
    raise WrongValue(f"a picture must be {KINDS}, got something else")
