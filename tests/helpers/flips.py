"""Damage to the content of a file."""

import random
from collections.abc import Iterator

FLIPS = 300  # for each kind of file


def flips(content: bytes, count: int = FLIPS) -> Iterator[bytes]:
    """The content with one bit changed, at ``count`` random places."""
    places = random.Random(len(content))
    for place in (places.randrange(8 * len(content)) for _ in range(count)):
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        yield bytes(changed)


def ruins(content: bytes) -> Iterator[bytes]:
    """The content cut short, emptied, with a part lost, doubled, or replaced by something else."""
    middle = len(content) // 2
    yield from (content[:cut] for cut in (0, 1, 4, 8, 12, middle, len(content) - 9, len(content) - 1))
    yield content[:middle] + content[middle + 1 :]
    yield content[:middle] + bytes(64) + content[middle + 64 :]
    yield content + content
    yield content + b"\n"
    yield bytes(len(content))
    yield random.Random(0).randbytes(len(content))
    yield content[:4] + random.Random(1).randbytes(len(content)) + content[-4:]
    yield b"a text\n"
