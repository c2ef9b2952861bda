"""Tables of what is known by name. They are asked: the first question imports the folders that declare things."""

import contextlib
import importlib
import pkgutil
import threading
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from duelling.errors import Advice, Conflict, plain_text, unknown

T = TypeVar("T")
TABLES: list["Known[Any]"] = []
_LOCK = threading.RLock()  # one thread imports, the others wait


class Known(Generic[T]):
    """Everything of one kind, by name; ``folders`` of this package declare it, and users' files add their own."""

    def __init__(
        self, kind: str, folders: tuple[str, ...], otherwise: Advice | None = None, also: Advice | str = ""
    ) -> None:
        self.kind, self.folders = kind, folders
        self.otherwise, self.also = otherwise, also  # hints for a name that is not known
        self._things: dict[str, T] = {}
        self._homes: dict[str, str] = {}  # the module that declares each
        self._full = self._filling = False
        self._watchers: list[Callable[[str], None]] = []
        TABLES.append(self)

    def find(self, name: str) -> T:
        """Return the thing with this name; raise UnknownName, with the nearest name, if there is none."""
        self._fill()
        if plain_text(f"the name of a {self.kind}", name) not in self._things:
            raise unknown(self.kind, name, self._things, self.otherwise, self.also)
        return self._things[name]

    def every(self) -> dict[str, T]:
        """All of them, in the order of their names."""
        self._fill()
        return dict(sorted(self._things.items()))

    def __contains__(self, name: object) -> bool:
        self._fill()
        return isinstance(name, str) and name in self._things

    def __iter__(self) -> Iterator[str]:
        return iter(self.every())

    def home(self, name: str) -> str:
        """The module that declares the thing with this name."""
        self.find(name)
        return self._homes[name]

    def add(self, name: str, thing: T, home: str) -> None:
        """Declare ``thing`` in the module ``home``; a module may declare its own names again."""
        if not home.startswith("duelling."):
            self._fill()  # otherwise a user's file could take a name of this package before the package declares it
        if self._homes.get(name, home) != home:
            raise self.taken(name)
        self._things[name], self._homes[name] = thing, home
        for hear in self._watchers:
            hear(name)

    def taken(self, name: str) -> Conflict:
        """The error for a name that stands for something else already."""
        return Conflict(f"the {self.kind} name {name!r} is taken, choose another")

    def watch(self, hear: Callable[[str], None]) -> None:
        """Call ``hear`` with the name of everything in the table, and of whatever is declared later."""
        for name in self.every():
            hear(name)
        self._watchers.append(hear)

    def forget(self, home: str) -> None:
        """Take out what the module ``home`` declared."""
        for name in [name for name, declared in self._homes.items() if declared == home]:
            del self._things[name], self._homes[name]

    def _fill(self) -> None:
        if self._full:
            return
        with _LOCK:
            if self._full or self._filling:  # a file that is imported here may ask for a name
                return
            self._filling = True
            try:
                for folder in self.folders:
                    package = importlib.import_module(f"duelling.{folder}")
                    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                        importlib.import_module(module.name)
                self._full = True
            finally:
                self._filling = False


@contextlib.contextmanager
def kept(*, on_error_only: bool = False) -> Iterator[None]:
    """Put every table back as it was when the block ends; with ``on_error_only`` only if the block raised an error."""
    before = []
    for table in TABLES:
        table._fill()
        before.append((table, dict(table._things), dict(table._homes)))
    well = False
    try:
        yield
        well = True
    finally:
        if not (well and on_error_only):
            for table, things, homes in before:
                table._things, table._homes = things, homes
