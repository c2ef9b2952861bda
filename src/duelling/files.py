"""Files: read as they are, written whole or not at all."""

import contextlib
import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from duelling.errors import Conflict, DamagedFile, UnknownName, WrongValue, unreadable

LARGEST_TEXT = 2**27  # bytes
DATABASE = b"SQLite format 3\0"  # how its files begin
OPENED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # what the shell has opened for this program


def check_file(path: str | Path) -> None:
    """Raise InputError where there is no file, or no regular one, unless the shell has opened it, as in ``<(...)``.

    A device may have no end, and a pipe may have nobody who writes into it: to open it would wait for ever.
    """
    try:
        kind = os.stat(path).st_mode
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise unreadable(path, error) from None
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or str(path).startswith(OPENED)):
        raise DamagedFile(f"{str(path)!r} must be a file, got a device, a pipe or a socket")


def read(path: str | Path, largest: int | None = None) -> bytes:
    """Return the content of the file at exactly this path, if it has at most ``largest`` bytes."""
    check_file(path)
    try:
        with open(path, "rb") as file:
            return file.read() if largest is None else read_open(file, repr(str(path)), largest)
    except OSError as error:
        raise unreadable(path, error) from None


def read_open(file: BinaryIO, label: str, largest: int) -> bytes:
    """Return what is left in an open file, if it is at most ``largest`` bytes; ``label`` names it in errors."""
    content = file.read(largest + 1)
    if len(content) > largest:
        raise DamagedFile(f"{label} must have at most {largest // 2**20} MB, got more")
    return content


def read_text(path: str | Path) -> str:
    """Return the text of the file at ``path``, with a newline at the end of each line, however it was written."""
    try:
        text = read(path, LARGEST_TEXT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DamagedFile(f"cannot read {str(path)!r}: it is not a text file") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_place(path: Path, ending: str, otherwise: str = "") -> Path:
    """Return ``path``; raise an InputError unless it has this ending and its folder exists.

    A file with another ending would be taken for something else. A folder that is made silently is a misspelt one.
    ``otherwise`` says what else to do.
    """
    if path.suffix.lower() != ending:
        raise WrongValue(f"path must end with {ending}, got {str(path)!r}" + (f": {otherwise}" if otherwise else ""))
    if not path.parent.is_dir():
        raise UnknownName(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
    return path


def check_folder(folder: Path) -> None:
    """Make sure that ``folder`` exists or can be made, and that files can be written there; leave no trace."""
    try:
        nearest = next(path for path in (folder, *folder.absolute().parents) if _taken(path))
        if not nearest.is_dir():
            what = "is a file" if os.path.exists(nearest) else "is a link that leads nowhere"
            raise Conflict(f"the output folder {str(folder)!r} cannot be made: {str(nearest)!r} {what}")
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise Conflict(f"the output folder {str(folder)!r} cannot be written: {error.strerror}") from None


def _taken(path: Path) -> bool:
    """Whether something has this name, be it a link that leads nowhere."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def write(folder: Path, contents: Mapping[str, bytes | Iterable[bytes]]) -> None:
    """Write every file under another name first; when all of them are whole, put them in place.

    ``contents`` are the contents of the files, at once or in parts, by their names in ``folder``, which is made if
    there is none. If a part cannot be made, nothing is written, and no empty folder is left.
    """
    for name in contents:
        if name != os.path.basename(name) or name in ("", ".", ".."):  # a name may come from a file of somebody else
            raise Conflict(f"a file in {str(folder)!r} must have a name without a folder, got {name!r}")
    try:
        with _made(folder):
            _write(folder, contents)
    except OSError as error:
        raise Conflict(f"cannot write into {str(folder)!r}: {error.strerror or error}") from None


@contextlib.contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Make the folder, with those that it is in; where the work in it fails, remove those that were made."""
    new = [path for path in (folder, *folder.parents) if not _taken(path)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with contextlib.suppress(OSError):  # somebody else has put something there
            for path in new:
                path.rmdir()
        raise


def _write(folder: Path, contents: Mapping[str, bytes | Iterable[bytes]]) -> None:
    for name in contents:
        place = folder / name
        if place.exists() and not _replaceable(place):  # to find this out later would leave some files replaced
            what = "folder" if place.is_dir() else "device, a pipe or a socket"
            raise FileExistsError(errno.EEXIST, f"{name!r} is a {what}")
        if _of_a_database(place):
            raise FileExistsError(errno.EEXIST, f"{name!r} is a database, perhaps an arena; choose another file")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".writing-") as room:
        for name, content in contents.items():
            _save(content, Path(room) / name)
        for name in contents:
            os.replace(Path(room) / name, folder / name)


def _replaceable(place: Path) -> bool:
    """Whether a file may take this place: to replace /dev/stdout, while it leads to a file, would harm all programs."""
    return place.is_file() and not (place.is_symlink() and os.readlink(place).startswith("/proc/"))


def _of_a_database(place: Path) -> bool:
    """Whether there is a file of SQLite at this place, or one that the place would lie beside as its log or lock."""
    return any(
        path.is_file() and os.access(path, os.R_OK) and _begin(path) == DATABASE
        for path in (place, place.with_name(re.sub("-(wal|shm|journal|lock)$", "", place.name)))
    )


def _begin(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(len(DATABASE))


def _save(content: bytes | Iterable[bytes], path: Path) -> None:
    with open(path, "wb") as file:
        file.writelines([content] if isinstance(content, bytes) else content)
