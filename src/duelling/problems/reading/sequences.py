"""Outcome sequences in files (.npz)."""

import io
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from duelling import files
from duelling.errors import DamagedFile, InputError, unreadable

S = TypeVar("S")


def save(sequence: Any, path: str | Path) -> None:
    """Write the sequence as a .npz file, whole or not at all."""
    facts: Any = {key: np.array(getattr(sequence, key)) for key in ("name", "source", "description", "arms", "ties")}
    room = io.BytesIO()
    np.savez_compressed(room, M=sequence.outcome, **facts)
    files.write(Path(path).parent, {Path(path).name: room.getvalue()})


def load(path: str | Path, make: Callable[..., S]) -> S:
    """Read what ``save`` wrote; ``make`` is the class of the sequence."""
    files.check_file(path)
    try:
        with np.load(path, allow_pickle=False) as stored:
            M, arms = stored["M"], stored["arms"].tolist()
            facts = {key: str(stored[key]) for key in ("name", "source", "description")}
            return make(M, arms, ties=bool(stored["ties"]), **facts)
    except InputError as error:
        raise error.within(str(path)) from None
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError):
        raise DamagedFile(f"{str(path)!r} must be a whole sequence file (.npz), got something else") from None
