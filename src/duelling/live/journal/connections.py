"""Connections to a database that are used by one thread at a time, and never by a forked child."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from duelling.errors import Unavailable

C = TypeVar("C", bound=Any)


class Connections(Generic[C]):
    """Connections that are lent, and opened where there is none free.

    A database cannot be spoken to from two processes over one connection. In a forked child those of the parent are
    therefore neither used nor closed.
    """

    def __init__(self, open: Callable[[], C], place: str, errors: tuple[type[BaseException], ...] = ()) -> None:
        self.open, self.place, self.errors = open, place, errors
        self.process, self.closed = os.getpid(), False
        self.free: list[C] = []
        self.inherited: list[C] = []

    @contextlib.contextmanager
    def lent(self) -> Iterator[C]:
        """A connection that nobody else uses now. After an error of the database it is closed."""
        if self.closed:
            raise Unavailable(f"the journal {self.place!r} is closed")
        if self.process != os.getpid():
            self.inherited += self.free
            self.free, self.process = [], os.getpid()
        try:
            connection = self.free.pop()
        except IndexError:
            connection = self.open()
        try:
            yield connection
        except self.errors:
            connection.close()
            raise
        except BaseException:
            self._back(connection)
            raise
        self._back(connection)

    def _back(self, connection: C) -> None:
        self.free.append(connection)
        if self.closed:
            self.drop()

    def drop(self) -> None:
        """Close those that are free: they may lead to a server that is gone."""
        while self.free and self.process == os.getpid():
            self.free.pop().close()

    def close(self) -> None:
        """Close all connections; those that are lent are closed when they come back."""
        self.closed = True
        self.drop()
