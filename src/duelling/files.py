"""Files: read as they are, written whole or not at all."""

import errno
import os
import stat
import tempfile
from pathlib import Path

from duelling.errors import Conflict, DamagedFile, unreadable


def read(path: str | Path) -> bytes:
    """Return the content of the file at exactly this path; raise an error that names it where there is none.

    What is no regular file is refused: a device may have no end, and a pipe may have nobody who writes into it.
    """
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise DamagedFile(f"{str(path)!r} must be a file, got a device or a pipe")
            return file.read()
    except OSError as error:
        raise unreadable(path, error) from None


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
