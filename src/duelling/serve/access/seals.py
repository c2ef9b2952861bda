"""Texts that nobody else can make: what a cookie or a link says, followed by its keyed digest."""

import base64
import binascii
import hashlib
import hmac
import json

DIGEST = 16  # bytes: 128 bits
LONGEST = 2000  # characters of a text that is looked at


class Seal:
    """Writes and reads texts for one purpose. A text of another purpose, or of another key, is not read."""

    def __init__(self, key: bytes, *purpose: str) -> None:
        self._key = hmac.digest(key, json.dumps(purpose).encode(), hashlib.sha256)

    def write(self, *parts: str) -> str:
        """Return ``parts`` as a text of letters, digits, ``-``, ``_`` and one dot."""
        body = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()
        return f"{_text(body)}.{_text(self._digest(body))}"

    def read(self, text: str) -> list[str] | None:
        """Return the parts of a text that was written with this seal; None for every other text."""
        body, _, digest = text[:LONGEST].partition(".")
        raw, given = _bytes(body), _bytes(digest)
        if raw is None or given is None or not hmac.compare_digest(given, self._digest(raw)):
            return None
        return [str(part) for part in json.loads(raw)]

    def _digest(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, hashlib.sha256)[:DIGEST]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):  # ValueError: letters that are not ASCII
        return None
