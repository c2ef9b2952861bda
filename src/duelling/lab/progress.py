"""How long work shows itself: a bar on a terminal, a line in a notebook, nothing in a pipe."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from duelling.errors import WrongValue, quoted

Report = Callable[[int, int], Any]  # what is done, and how much there is in all
Progress = bool | Report | None
PAUSE = 0.2  # seconds between two lines in a notebook


def check_progress(progress: Any) -> None:
    """Raise WrongValue unless this is True, False, None or a function."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise WrongValue(f"progress must be True, False or a function, got {quoted(progress)}")


@contextlib.contextmanager
def shown(progress: Progress, unit: str = "rounds") -> Iterator[Report | None]:
    """The function to report to: the caller's own, or one that shows a bar where a person can see it; or None."""
    if callable(progress):
        yield progress
    elif progress is False or threading.current_thread() is not threading.main_thread():
        yield None
    elif (display := _notebook()) is not None:
        yield _lines(display, unit)
    elif sys.stderr is not None and sys.stderr.isatty():
        with bar(unit) as report:
            yield report
    else:
        yield None


@contextlib.contextmanager
def bar(unit: str) -> Iterator[Report]:
    """A bar with the unit per second and the time left, on a terminal; it is gone when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.percentage:3.0f}%  {task.fields[speed]}"), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False, markup=False)
    with Progress(*columns, console=console, transient=True) as drawn:
        task = drawn.add_task("", total=None, speed="first run")  # compiled, then played

        def report(done: int, total: int) -> None:
            elapsed = drawn.tasks[0].elapsed or 0
            speed = f"{done / elapsed:,.0f} {unit}/s" if elapsed > 0 else ""
            drawn.update(task, completed=done, total=total, speed=speed)

        yield report


def _notebook() -> Any:
    """The function that shows things in a notebook; None outside of one."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display


def _lines(display: Any, unit: str) -> Report:
    """A line that is written anew, with the share that is done, the speed and the time left."""
    begun, said, handle = time.monotonic(), 0.0, None

    def report(done: int, total: int) -> None:
        nonlocal said, handle
        now = time.monotonic()
        elapsed = now - begun
        if (elapsed < 1 and handle is None) or (now - said < PAUSE and done < total):
            return
        said, left = now, elapsed * (total - done) / max(done, 1)
        line = f"{done / total:.0%}, {done / elapsed:,.0f} {unit}/s, " + (
            f"{left:.0f} s left" if done < total else "done"
        )
        shown = {"text/plain": line}
        if handle is None:
            handle = display(shown, raw=True, display_id=True)
        else:
            handle.update(shown, raw=True)

    return report
