"""Look at the state, and change nothing."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from duelling.live.state import State


@dataclass(frozen=True)
class Look:
    """What ``see`` makes of the state."""

    see: Callable[[State], Any]

    def decide(self, state: State, now: int) -> Generator[Any, Any, Any]:
        return self.see(state)
        yield
