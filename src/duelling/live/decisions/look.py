"""Look at the state, and change nothing."""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from duelling.live.state import State


class Look(NamedTuple):
    """What ``see`` makes of the state."""

    see: Callable[[State], Any]

    def decide(self, state: State, now: int) -> Generator[Any, Any, Any]:
        return self.see(state)
        yield
