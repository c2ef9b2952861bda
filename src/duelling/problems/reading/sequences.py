"""Outcome sequences in files (.npz)."""

import io
import zipfile
import zlib
from pathlib import Path

import numpy as np

from duelling import files
from duelling.errors import DamagedFile, InputError, unreadable
from duelling.problems.sequence import OutcomeSequence


def save(sequence: OutcomeSequence, path: str | Path) -> None:
    """Write the sequence as a .npz file, whole or not at all."""
    facts = {key: np.array(getattr(sequence, key)) for key in ("name", "source", "description", "arms", "ties")}
    room = io.BytesIO()
    np.savez_compressed(room, M=sequence.outcome, **facts)  # type: ignore[arg-type]
    files.write(Path(path).parent, {Path(path).name: room.getvalue()})


def load(path: str | Path) -> OutcomeSequence:
    """Read what ``save`` wrote."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            M, arms = stored["M"], stored["arms"].tolist()
            facts = {key: str(stored[key]) for key in ("name", "source", "description")}
            return OutcomeSequence(M, arms, ties=bool(stored["ties"]), **facts)
    except InputError as error:
        raise error.within(str(path)) from None
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError):
        raise DamagedFile(f"{str(path)!r} must be a whole sequence file (.npz), got something else") from None
