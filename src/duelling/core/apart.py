"""Compile a kernel in a process apart, for a process that lives long and has little memory.

A process that has compiled the few kernels of the service keeps 60 to 80 MB, and while it compiles it mostly holds
the interpreter lock. So another process compiles, puts the machine code on disk and ends. It also ends when whoever
started it does.
"""

import contextlib
import importlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from duelling.core import jit

PATIENCE = 300.0  # seconds after which the other process is no longer waited for
COMMAND = (sys.executable, "-P", "-c", "from duelling.core.apart import compile_what_is_asked as run; run()")


def compile_apart(f: Callable[..., Any], signature: Any) -> None:
    """Let another process compile a function of this package; whether that went well, the disk knows."""
    path = os.pathsep.join(filter(None, sys.path))  # it finds what is found here, and nothing else
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        asked = jit.pickled((f.__module__, f.__qualname__, signature))
        with subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # what is wrong is said here, where it is tried again
            env={**os.environ, "PYTHONPATH": path},
        ) as process:
            assert process.stdin is not None
            try:
                process.stdin.write(asked)
                process.stdin.flush()
                process.wait(PATIENCE)
            finally:
                process.kill()


def compile_what_is_asked() -> None:
    """Compile what stands in the standard input, and stop when its other end is closed: nobody waits any more."""
    module, name, signature = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_leave_when_alone, daemon=True).start()
    found = getattr(importlib.import_module(module), name)
    jit.shared(getattr(found, "py_func", None) or found.__wrapped__).compile(signature)


def _leave_when_alone() -> None:
    sys.stdin.buffer.read()
    os._exit(1)
