"""A clock that a test moves, and notes that a test keeps in memory."""

import threading


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class MemoryNotes(dict):
    """Texts by name, with the two verbs that the service needs."""

    lock = threading.Lock()

    def note(self, key: str) -> str | None:
        return self.get(key)

    def swap(self, key: str, old: str | None, new: str) -> bool:
        with self.lock:
            if self.get(key) != old:
                return False
            self[key] = new
            return True
