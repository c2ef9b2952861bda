"""Who keeps the journal of an arena: takes decisions, looks at the state, writes snapshots, checks everything."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from duelling.errors import InputError
from duelling.live.book import Book
from duelling.live.check import Checked, check
from duelling.live.decisions.look import Look
from duelling.live.journal.store import Store
from duelling.live.journal.writer import Writer
from duelling.live.packing import pack
from duelling.live.snapshots import copied
from duelling.live.state import State

T = TypeVar("T")
OFTEN = 3072  # events after which a snapshot is worth its place
SHARE = 8  # of so many parts of a journal one may come after its newest snapshot


class Keeper:
    """The journal of one arena, and the state that is folded from it."""

    def __init__(self, store: Store, number: int) -> None:
        self.store, self.number = store, number
        self.book = Book(store, number)
        self.writer = Writer(store, number, self.book)
        self._saving: threading.Thread | None = None
        self._closed = False

    def do(self, decision: Any) -> Any:
        """Take a decision; return its answer."""
        (answer,) = self.submit(decision).result()
        return answer

    def look(self, see: Callable[[State], T]) -> T:
        """What ``see`` makes of the present state, in the thread that changes it."""
        found: T = self.do(Look(see))
        return found

    def submit(self, *decisions: Any) -> "Future[list[Any]]":
        """Take decisions in one commit; the future has their answers."""
        if self._due() and self._saving is None:
            self._saving = threading.Thread(target=self._save, name="duelling-snapshot", daemon=True)
            self._saving.start()
        return self.writer.submit(*decisions)

    def _due(self) -> bool:
        return self.book.head - self.book.kept > max(OFTEN, self.book.kept // SHARE)

    def _save(self) -> None:
        """Keep a snapshot of the present state in the place of the older ones."""
        try:
            ((seq, copy),) = self.writer.submit(Look(lambda state: (state.head, copied(state)))).result()
            content = pack(*copy)  # here, where nobody waits for it
            self.store.drop_snapshots(self.number)
            self.store.put_snapshot(self.number, seq, content)
            self.book.kept = seq
        except InputError:  # a full disk, say: it is a cache
            pass
        finally:
            self._saving = None

    def check(self) -> Checked:
        """Fold the whole journal from zero and compare."""
        return check(self.book, self.look)

    def close(self) -> None:
        """Finish what waits and give the place back. Closing twice is fine."""
        saving, closed, self._closed = self._saving, self._closed, True
        if saving is not None:
            saving.join()
        try:
            if self.book.head - self.book.kept > OFTEN and not closed:
                self._save()
        finally:
            self.writer.close()
            self.store.close()
