"""What the commands that run a grid share: who plays it, and one line of progress for each experiment."""

import contextlib
import sys
import time
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from duelling.cli.common import console, whole_number

if TYPE_CHECKING:
    from duelling.lab.grids.run import Player

EngineName = Annotated[
    str, typer.Option("--engine", metavar="threads|dask", help="Who plays: this machine, or a cluster.")
]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="URL", help="Of a dask cluster; without it, one is started here.")
]
ThreadCount = Annotated[
    int | None, typer.Option("--threads", parser=whole_number, metavar="N", help="By default one for each processor.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
ShowProgress = Callable[[str, int, int], None]


def choose_player(
    name: str, scheduler: str | None = None, threads: int | None = None
) -> "contextlib.AbstractContextManager[Player]":
    """The player that the options ask for; a cluster is connected while the context lasts."""
    from duelling.errors import WrongValue
    from duelling.lab.grids.run import Threads

    if name not in ("threads", "dask"):
        raise WrongValue(f"engine must be threads or dask, got {name!r}")
    if name == "threads":
        if scheduler is not None:
            raise WrongValue(f"scheduler must be given with --engine dask alone, got {scheduler!r}")
        return contextlib.nullcontext(Threads(threads))
    from duelling.lab.grids.cluster import connect, local

    return local(threads) if scheduler is None else connect(scheduler)


@contextlib.contextmanager
def grid_progress(quiet: bool = False, runs: Collection[str] = ()) -> Iterator[ShowProgress | None]:
    """A function that shows progress: bars on a terminal, and in a pipe a line for each finished experiment.

    It counts rounds, and of the experiments with ids in ``runs`` runs: nobody knows how long they will be.
    """
    if quiet:
        yield None
        return
    clock = _Clock(runs)
    if not sys.stderr.isatty():

        def line(name: str, done: int, total: int) -> None:
            speed = clock.speed(name, done)
            if done == total:
                words = f"{total:,} {clock.counted(name)}, {speed or 'finished before'}"
                print(f"{name}: {words}", file=sys.stderr, flush=True)

        yield line
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    speed = TextColumn("{task.percentage:3.0f}%  {task.fields[speed]}")
    columns = (TextColumn("{task.description}"), BarColumn(), speed, TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=console(stderr=True)) as bars:
        tasks = {}

        def report(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=total, speed="")
            bars.update(tasks[name], completed=done, speed=clock.speed(name, done))

        yield report


class _Clock:
    """The speed of each experiment, without the rounds that were done before."""

    def __init__(self, runs: Collection[str]) -> None:
        self.runs = runs
        self.idle: dict[str, int] = {}
        self.begun: dict[str, tuple[float, int]] = {}

    def counted(self, name: str) -> str:
        return "runs" if name in self.runs else "rounds"

    def speed(self, name: str, done: int) -> str:
        if self.idle.setdefault(name, done) == done:
            return ""
        since, before = self.begun.setdefault(name, (time.monotonic(), done))
        elapsed = time.monotonic() - since
        return f"{(done - before) / elapsed:,.0f} {self.counted(name)}/s" if done > before and elapsed > 0 else ""
