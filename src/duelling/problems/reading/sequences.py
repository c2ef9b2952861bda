"""Outcome sequences in files (.npz)."""

import io
import math
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from duelling import files
from duelling.errors import DamagedFile, InputError, WrongValue

LARGEST = 2**28  # outcomes in a file: a short file may unfold into more than the memory holds
TEXTS = ("name", "source", "description")

S = TypeVar("S")


def save(sequence: Any, path: Path) -> None:
    """Write the sequence as a .npz file, whole or not at all."""
    if sequence.outcome.size > LARGEST:
        raise WrongValue(f"a sequence file must hold at most {LARGEST} outcomes, got {sequence.outcome.size}")
    facts: Any = {key: np.array(getattr(sequence, key)) for key in (*TEXTS, "arms", "ties")}
    room = io.BytesIO()
    np.savez_compressed(room, M=sequence.outcome, **facts)
    files.write(path.parent, {path.name: room.getvalue()})


def load(path: Path, make: Callable[..., S]) -> S:
    """Read what ``save`` wrote; ``make`` is the class of the sequence."""
    data = files.read(path, 2 * LARGEST)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as stored:
            if sum(entry.file_size for entry in stored.infolist()) > 2 * LARGEST:  # with headers and texts
                raise ValueError("too large")
            found = {key: _array(stored, key) for key in ("M", *TEXTS, "arms", "ties")}
        M, arms, ties = found["M"], found["arms"].tolist(), bool(found["ties"])
    except Exception:  # the decoders of archives and arrays have many errors for what they cannot read
        rule = f"must be a whole sequence file (.npz) of at most {LARGEST} outcomes"
        raise DamagedFile(f"{str(path)!r} {rule}, got something else") from None
    try:
        return make(M, arms, ties=ties, **{key: str(found[key]) for key in TEXTS})
    except InputError as error:
        raise error.within(str(path)) from None


def _array(stored: zipfile.ZipFile, key: str) -> np.ndarray:
    """An array of the file, if its header fits its size; the archive compares its checksum."""
    content = io.BytesIO(stored.read(f"{key}.npy"))
    np.lib.format.read_magic(content)
    shape, _, dtype = np.lib.format.read_array_header_1_0(content)
    if content.tell() + math.prod(shape) * dtype.itemsize != len(content.getbuffer()):
        raise ValueError(f"{key} has another size than its header says")
    content.seek(0)
    return np.lib.format.read_array(content, allow_pickle=False)
