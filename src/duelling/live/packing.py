"""Named arrays and a header as bytes, and back; nothing in them is ever run.

Numbers of one column are alike in their upper bytes. So the first bytes of all numbers come first, then the second ones
and so on, which makes them small quickly.
"""

import json
import zlib
from typing import Any

import numpy as np

from duelling.errors import DamagedFile
from duelling.texts import first_line

FASTEST = 1  # of zlib


def pack(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> bytes:
    """The header, which is JSON, and the arrays by name."""
    parts = [zlib.compress(_by_place(array), FASTEST) for array in arrays.values()]
    held = [
        [name, array.dtype.str, list(array.shape), len(part)]
        for (name, array), part in zip(arrays.items(), parts, strict=True)
    ]
    head = json.dumps({"header": header, "arrays": held}).encode()
    return b"".join([len(head).to_bytes(8, "little"), head, *parts])


def unpack(packed: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What was packed; raise DamagedFile for anything else."""
    try:
        end = 8 + int.from_bytes(packed[:8], "little")
        held = json.loads(packed[8:end])
        arrays = {}
        for name, kind, shape, size in held["arrays"]:
            arrays[name] = _in_order(zlib.decompress(packed[end : end + size]), np.dtype(kind)).reshape(shape)
            end += size
        return held["header"], arrays
    except (ValueError, KeyError, TypeError, zlib.error, MemoryError) as error:
        raise DamagedFile(f"packed arrays cannot be read: {first_line(error)}") from None


def _by_place(array: np.ndarray) -> bytes:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.itemsize).T.tobytes()


def _in_order(content: bytes, kind: np.dtype[Any]) -> np.ndarray:
    found = np.frombuffer(content, np.uint8).reshape(kind.itemsize, -1).T
    return np.ascontiguousarray(found).view(kind).reshape(-1)
