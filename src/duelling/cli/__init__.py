"""The command line: options in, one call, a table out. This file starts a command and ends the process."""

import contextlib
import gc
import os
import sys

from duelling.cli.long_work import interruptible
from duelling.cli.streams import prepare


def main(arguments: list[str] | None = None) -> None:
    """Run one command as a program of its own, and leave with its exit code.

    What is done here suits a process that ends with its command. It would harm one that goes on, so a command that
    serves must be started in another way, with ``commands.run`` alone.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    gc.set_threshold(1_000_000)  # what is imported or compiled stays: to look for garbage there takes up to 0.3 s
    prepare()
    with interruptible():  # also while the commands are imported
        from duelling.cli.commands import run

        code = run(arguments or ["--help"])
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # a reader such as head has gone, or the disk is full
            stream.flush()
    os._exit(code)  # at once: an orderly end of the compiler takes 0.3 seconds
