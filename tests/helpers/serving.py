"""A service over a new place, and callers of every kind."""

import contextlib
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient

from duelling.live.arena import Arena
from duelling.serve.app import application
from duelling.serve.service import Options, Service

ADMIN = "the token of the admin, for tests"
ITEMS = ("fox", "owl", "hare", "wren")
API = "/api/v1/arenas/main"


class Served:
    """A service with callers: ``admin`` has the token, ``program`` may vote for others, ``visitor()`` is a browser."""

    def __init__(self, folder: Path, items: Any = ITEMS, options: Options | None = None, **settings: Any) -> None:
        self.place = folder / "arena.db"
        page = settings.pop("page", {})
        with Arena(self.place, items, **{"seed": 1, "repeats": None, **settings}) as arena:
            arena.set(page=page)
        self.service = Service(self.place, options)
        self.service.vault.set_admin(ADMIN)
        self.app = application(self.service)
        self.admin = self.caller(ADMIN)
        self.program = self.caller(self.service.vault.issue("judge", "vote"))

    def caller(self, token: str | None = None) -> TestClient:
        """A caller with this token, or with none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return TestClient(self.app, headers=headers, follow_redirects=False)

    def visitor(self) -> TestClient:
        """A browser that has not been here before."""
        made = TestClient(self.app, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=True)
        made.cookies.clear()
        return made

    def voter(self) -> TestClient:
        """A browser whose user has clicked on "start"."""
        made = self.visitor()
        assert made.post("/a/main/start", follow_redirects=False).status_code == 303
        return made

    def organiser(self) -> TestClient:
        """A browser whose user has logged in."""
        made = self.visitor()
        assert made.post("/admin/log-in", data={"token": ADMIN}).status_code == 200
        return made

    def ask(self, voter: str = "ann", **body: Any) -> dict[str, Any]:
        """A ticket for a voter, by the program, with names."""
        answer = self.program.post(f"{API}/tickets", json={"voter": voter, "names": True, **body})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def tell(self, ticket: dict[str, Any], answer: str = "left", **query: Any) -> Any:
        """The reply to an answer."""
        return self.program.put(f"{API}/tickets/{ticket['id']}/vote", json={"answer": answer}, params=query)

    def vote(self, count: int = 1, voter: str = "ann") -> None:
        """Some votes for the left side."""
        for _ in range(count):
            assert self.tell(self.ask(voter)).status_code == 201

    def votes(self) -> int:
        """How many votes count."""
        return self.admin.get(API).json()["votes"]

    def close(self) -> None:
        self.service.close()


def keep_memory(monkeypatch: Any) -> list[int]:
    """Let services in this process give no memory back; a list that gets longer each time they would."""
    calls: list[int] = []
    for module in ("room", "service"):
        monkeypatch.setattr(f"duelling.serve.{module}.give_back", lambda: calls.append(1))
    return calls


@contextlib.contextmanager
def listening(app: Any) -> Iterator[str]:
    """The address of a server for an application, in a thread of this process."""
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False, interface="asgi3"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    running.should_exit = True
    thread.join()


def ticket_in(page: str) -> str:
    """The id of the ticket that a voting page shows."""
    found = re.search(r'name="ticket" value="([^"]+)"', page)
    assert found is not None, page
    return found[1]
