"""One writer at a time for a file: a lock that the system hands on in turn, and file systems that have none."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from duelling.live.journal import faults

NETWORK = {  # file systems where locks or shared memory do not reach all that use a file
    "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "gpfs", "lustre", "afs", "ceph", "beegfs", "fhgfs_nodev",
    "orangefs", "pvfs2", "ncpfs", "gfs2", "ocfs2", "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs",
}  # fmt: skip


def file_system(folder: str | Path, mounts: Path = Path("/proc/self/mountinfo")) -> str:
    """The type of the file system that holds ``folder``; empty where the system does not tell."""
    try:
        lines = mounts.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return ""
    folder, found = Path(folder), (-1, "")
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point_of = Path(fields.split()[4].replace("\\040", " "))
        if folder == point_of or point_of in folder.parents:
            found = max(found, (len(point_of.parts), rest.split()[0]), key=lambda each: each[0])
    return found[1]


_held: set[int] = set()


def _let_go() -> None:
    """A forked child has copies of the descriptors: it closes them, or the lock would outlive its holder."""
    while _held:
        os.close(_held.pop())


os.register_at_fork(after_in_child=_let_go)


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock file at ``path``, which is made if it is not there. Processes and threads get it in turn."""
    descriptor = _locked(path)
    process = os.getpid()
    _held.add(descriptor)
    try:
        faults.point("after lock")
        yield
    finally:
        if process == os.getpid():
            _held.discard(descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            os.close(descriptor)


def _locked(path: Path) -> int:
    while True:
        descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _same(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # somebody has deleted it meanwhile, and others lock a new one


def _same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
