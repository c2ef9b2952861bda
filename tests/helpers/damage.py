"""Files that were harmed, and disks without room."""

import contextlib
import resource

DAMAGES = ("empty", "cut", "rubbish", "bit", "longer")


def damage(path, kind, rng):
    """Harm a file in place."""
    content = bytearray(path.read_bytes())
    if kind == "empty":
        content.clear()
    elif kind == "cut":
        del content[rng.integers(len(content)) :]
    elif kind == "rubbish":
        content[:] = rng.bytes(len(content))
    elif kind == "bit":
        content[rng.integers(len(content))] ^= 1 << rng.integers(8)
    else:
        content += rng.bytes(1)
    path.write_bytes(content)


@contextlib.contextmanager
def small_files(most):
    """No file can become longer than ``most`` bytes: a write fails as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
