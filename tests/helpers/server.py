"""The service as a process of its own, started by the command line, which can be killed and started again."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

ADMIN = "the token of the admin, for tests"
PATIENCE = 60.0  # seconds for a process to start on a busy machine


class Server:
    """``duelling serve`` over a place; ``url`` is where it is found, also after it was killed and started again."""

    def __init__(self, place: Path | str, *options: str) -> None:
        self._command = [sys.executable, "-m", "duelling", "serve", str(place), "--json", "--log", "error", *options]
        self._port, self._process = "0", None
        self.log = ""
        try:
            self.start()
        except BaseException:
            self.kill()
            raise

    def start(self) -> None:
        """Start it, and wait until it answers."""
        environment = os.environ | {"DUELLING_ADMIN_TOKEN": ADMIN, "NUMBA_DISABLE_JIT": "1"}
        self._process = subprocess.Popen(
            [*self._command, "--port", self._port], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        told = self._links()
        self.vote, self.url = told["vote"], told["vote"].partition("/a/")[0]
        self._port = self.url.rpartition(":")[2]
        end = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"{self.url}/static/icon.svg")
                return
            except httpx.TransportError:
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def _links(self) -> dict[str, Any]:
        text, end = "", time.monotonic() + PATIENCE
        while not text.rstrip().endswith("}"):
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, end - time.monotonic()))
            part = os.read(self._process.stdout.fileno(), 4096).decode() if ready else ""
            assert part, f"the server did not start: {self._process.communicate()[1].decode()}"
            text += part
        return json.loads(text)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> int:
        """End it in good order; its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self.log += self._process.communicate(timeout=PATIENCE)[1].decode()
        return self._process.returncode

    def admin(self, method: str, path: str, **more: Any) -> httpx.Response:
        """A call with the token of the admin."""
        headers = {"Authorization": f"Bearer {ADMIN}"}
        answer = httpx.request(method, f"{self.url}{path}", headers=headers, timeout=PATIENCE, **more)
        assert answer.is_success, answer.text
        return answer

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
