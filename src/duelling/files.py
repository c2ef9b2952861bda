"""Files that appear whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Callable
from functools import partial
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


def write_all(folder: Path, writers: dict[str, Callable[[Path], object]]) -> None:
    """Write every file under another name first; when all of them are whole, put them in place."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in writers:
            if (folder / name).is_dir():  # it could not be replaced when others have been
                raise IsADirectoryError(errno.EISDIR, f"{name!r} is a folder")
        with tempfile.TemporaryDirectory(dir=folder, prefix=".writing-") as room:
            for name, write in writers.items():
                write(Path(room) / name)
            for name in writers:
                os.replace(Path(room) / name, folder / name)
    except OSError as error:
        raise Conflict(f"cannot write into {str(folder)!r}: {error.strerror or error}") from None


def write(path: Path, writer: Callable[[Path], object]) -> None:
    """Write one file, whole or not at all."""
    write_all(path.parent, {path.name: writer})


def write_contents(folder: Path, contents: dict[str, bytes]) -> None:
    """Write every file, and put them in place when all of them are whole."""
    write_all(folder, {name: partial(_save, content) for name, content in contents.items()})


def _save(content: bytes, path: Path) -> None:
    path.write_bytes(content)
