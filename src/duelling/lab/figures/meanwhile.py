"""Figures that are drawn while the grid is still played.

An experiment can be read and drawn as soon as its last unit is there. A thread of its own reads it, so that results of
others are written without delay, and other processes draw.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from duelling.lab.figures import grid
from duelling.lab.figures.pictures import Drawer, Drawn
from duelling.lab.grids.store import Store, measured_early

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured
    from duelling.lab.grids.plan import Plan


class Meanwhile:
    """The experiments of a plan, read and drawn as they are finished; all work ends with the ``with`` block."""

    def __init__(self, plan: "Plan", store: Store) -> None:
        self.plan, self.store, self.drawer = plan, store, Drawer()
        self._reader, self._coming = ThreadPoolExecutor(1), dict[str, "Future[Measured]"]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.shutdown(cancel_futures=True)
        self.drawer.close()

    def finished(self, name: str) -> None:
        """All units of this experiment are in the store: begin to draw it."""
        self._coming[name] = self._reader.submit(self._read, name)

    def measured(self) -> "dict[str, Measured]":
        """What was found in each experiment, in declared order, when all are finished."""
        return {each.id: self._coming[each.id].result() for each in self.plan.specification.experiments}

    def drawn(self) -> list[Drawn]:
        """All figures, in declared order."""
        order = [each.id for each in self.plan.specification.experiments]
        return sorted(self.drawer.drawn(), key=lambda drawn: order.index(drawn[0].experiment))

    def _read(self, name: str) -> "Measured":
        measured = measured_early(self.store, self.plan, name)
        self.drawer.add(grid.drawings(measured))
        return measured
