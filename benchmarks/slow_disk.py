"""A benchmark once more with a slower disk than the one at hand, so that figures of different machines can be compared.

Promises about votes a second are ratios to d, the time of the disk's sync. Where a sync takes a fraction of a
millisecond, the processor is what limits them, and the ratio says nothing about the journal. So every sync is made to
take 4 ms, which is that of the disk on which the promises were made.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")
MILLISECONDS = "4"
SWITCH = "DUELLING_SYNC_MS"


def slowed() -> bool:
    """Whether this process has the slower disk."""
    return SWITCH in os.environ


def once_more(module: str, *arguments: str) -> None:
    """Run a benchmark with the slower disk, where there are a compiler for it and a Linux that lends it."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        print("no compiler of C on Linux: a slower disk was not tried")
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # a database server does not run as root
        library = str(Path(folder) / "slow_disk.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, str(SOURCE), "-ldl"], check=True)
        print(f"with a disk whose sync takes {MILLISECONDS} ms", flush=True)
        environment = {**os.environ, "LD_PRELOAD": library, SWITCH: MILLISECONDS}
        subprocess.run([sys.executable, "-m", module, *arguments], check=True, env=environment)
