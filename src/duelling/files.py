"""Files that appear whole or not at all."""

import errno
import os
import tempfile
from pathlib import Path

from duelling.errors import Conflict


def check_folder(folder: Path) -> None:
    """Make sure that ``folder`` exists or can be made, and that files can be written there; leave no trace."""
    try:
        nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        if not nearest.is_dir():
            raise Conflict(f"the output folder {str(folder)!r} cannot be made: {str(nearest)!r} is a file")
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise Conflict(f"the output folder {str(folder)!r} cannot be written: {error.strerror}") from None


def write(folder: Path, contents: dict[str, bytes]) -> None:
    """Write every file under another name first; when all of them are whole, put them in place.

    ``contents`` are the contents of the files by their names in ``folder``, which is made if there is none.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in contents:
            if (folder / name).is_dir():  # to find this out later would leave some files replaced and others not
                raise IsADirectoryError(errno.EISDIR, f"{name!r} is a folder")
        with tempfile.TemporaryDirectory(dir=folder, prefix=".writing-") as room:
            for name, content in contents.items():
                _save(content, Path(room) / name)
            for name in contents:
                os.replace(Path(room) / name, folder / name)
    except OSError as error:
        raise Conflict(f"cannot write into {str(folder)!r}: {error.strerror or error}") from None


def _save(content: bytes, path: Path) -> None:
    path.write_bytes(content)
