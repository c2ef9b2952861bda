"""Small pictures."""

import io

from PIL import Image


def png(colour: str = "red") -> bytes:
    """A PNG that holds nothing but the picture."""
    file = io.BytesIO()
    Image.new("RGB", (3, 2), colour).save(file, "PNG")
    return file.getvalue()
