"""What is kept on disk between processes: in folders that nobody else can write to, in files with a digest.

What lies here is machine code, and pickles that name it. Whoever can write it could run anything in the user's name, so
folders and files that others can write are not used. A file that does not fit its digest counts as missing: machine
code with one wrong bit could end the process. What is missing is made again, so a reader never sees an error.
"""

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import tempfile
import time
from pathlib import Path

LIFETIME = 30 * 24 * 3600  # seconds after which a folder that nobody has used is removed
LARGEST = 2**26  # bytes of a file that is read; machine code has far fewer
SEAL = 32  # bytes of a digest
OURS = re.compile(r"kernels-[0-9a-f]{12}(\.[0-9a-f]{16})?")  # with an ending: on its way out
WRITABLE = stat.S_IWGRP | stat.S_IWOTH  # by anybody but its owner

_warned = False


def warn(line: str) -> None:
    """Say in one line that something is not kept or not found. One such line is enough for a process."""
    global _warned
    if not _warned:
        import logging

        _warned = True
        logging.getLogger("duelling").warning("duelling: %s", line)


def private_folder(home: Path, name: str) -> Path | None:
    """The folder ``name`` in ``home``, made for this user alone; None where it cannot be made, written or trusted."""
    home = home.absolute()
    folder = home / name
    try:
        for path in (*reversed(home.parents), home):
            if not path.exists():
                path.mkdir(mode=0o700, exist_ok=True)
        reason = _distrust(home, home.stat(), shared=True)
        if reason is None:
            folder.mkdir(mode=0o700, exist_ok=True)
            reason = _distrust(folder, folder.lstat())
        if reason is not None:
            warn(f"compiled kernels are not kept, {reason}")
        elif os.access(folder, os.W_OK):
            os.utime(folder)  # it is in use
            _remove_old(home)
            return folder
    except OSError:
        pass
    return None


def _distrust(path: Path, about: os.stat_result, shared: bool = False) -> str | None:
    """Why others could put something into ``path``; None where they cannot. Root can do that everywhere.

    A folder may be ``shared`` where nobody can replace what belongs to another user, such as /tmp.
    """
    if about.st_uid not in (os.getuid(), 0):
        return f"{str(path)!r} belongs to another user"
    if about.st_mode & WRITABLE and not (shared and about.st_mode & stat.S_ISVTX):
        return f"others can write to {str(path)!r}"
    return None


def _remove_old(home: Path) -> None:
    """Remove the folders that nobody has used for long. A process that still uses one only has to compile again.

    A folder changes its name first, so that nobody finds half of it.
    """
    oldest = time.time() - LIFETIME
    for each in os.scandir(home):
        if OURS.fullmatch(each.name) and each.is_dir(follow_symlinks=False):
            with contextlib.suppress(OSError):  # another process was faster
                about = each.stat(follow_symlinks=False)
                if about.st_mtime < oldest and about.st_uid == os.getuid():
                    leaving = home / f"{each.name.partition('.')[0]}.{secrets.token_hex(8)}"
                    os.rename(each.path, leaving)
                    shutil.rmtree(leaving, ignore_errors=True)


def read(path: Path) -> bytes | None:
    """The content of a file; None where there is none, or none that can be trusted."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            about = os.fstat(file.fileno())
            reason = _distrust(path, about)
            regular = stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST
            found = file.read() if regular and not reason else b""
    except FileNotFoundError:
        return None
    except OSError as error:
        reason, found = f"{str(path)!r} cannot be read: {error.strerror}", b""
    content = found[SEAL:]
    if found[:SEAL] == _seal(path, content):
        return content
    warn(f"kernels are compiled again, {reason or f'{str(path)!r} is damaged'}")
    return None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; what is no file, such as a pipe that nobody writes into, is opened without waiting."""
    return os.open(path, flags | os.O_NONBLOCK)


def write(path: Path, content: bytes) -> None:
    """Put a file in place, for this user alone, whole or not at all. Raise OSError where that is not possible."""
    descriptor, room = tempfile.mkstemp(dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(_seal(path, content) + content)
        os.replace(room, path)
    except BaseException:
        os.unlink(room)
        raise


def _seal(path: Path, content: bytes) -> bytes:
    """What the file begins with: a digest, of its name too, since a copy of another file is no good either."""
    return hashlib.sha256(os.fsencode(path.name) + b"\0" + content).digest()
