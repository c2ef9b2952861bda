"""duelling plot: figures from stored results."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duelling.cli.common import Load, RegretDrawn, given_path, load_all
from duelling.cli.long_work import finishing, interruptible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duelling.lab.grids.store import Store


def plot(
    folder: Annotated[
        Path,
        typer.Argument(
            parser=given_path, metavar="DIR", help="A folder that 'duelling run', 'thesis' or 'simulate --out' filled."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(parser=given_path, metavar="DIR", help="Figures go here.", show_default="DIR/figures")
    ] = None,
    regret: RegretDrawn = "weak",
    log: Annotated[bool, typer.Option("--log", help="Draw them on logarithmic axes too.")] = False,
    load: Load = None,
) -> None:
    """Draw stored results: for a grid a figure for each experiment, for one simulation a figure for each winner."""
    from duelling import files
    from duelling.lab.figures.one_files import pictures_again
    from duelling.lab.grids.store import Store
    from duelling.lab.results import Result

    load_all(load)
    store, target = Store(folder), folder / "figures" if out is None else out
    files.check_folder(target)
    logs = (False, True) if log else (False,)
    alone = folder / "result.parquet"
    with interruptible():
        if store.empty and os.path.lexists(alone):
            contents = pictures_again(Result.load(alone), regret, logs)
        else:
            contents = draw_grid(store, regret, logs)
    with finishing():
        files.write(target, contents)
        for name in contents:
            if name.endswith(".png"):
                print(f"{target / name} and .pdf")


def draw_grid(store: "Store", regret: str, logs: "Sequence[bool]") -> dict[str, bytes]:
    """The figures of all experiments, by the names of their files."""
    from duelling.core.regrets import REGRETS
    from duelling.errors import one_of
    from duelling.lab.figures import grid as figures
    from duelling.lab.figures import pictures

    drawn = one_of("regret", regret, REGRETS)
    measured = [store.measured(each) for each in store.specification().experiments]
    todo = [drawing for each in measured for drawing in figures.drawings(each, logs, drawn)]
    return pictures.contents(pictures.draw_all(todo))
