"""duelling plot: figures from stored results."""

from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.common import Load, RegretDrawn, load_all
from duelling.cli.long_work import interruptible


def plot(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that 'duelling run' or 'thesis' filled.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Figures go here.", show_default="DIR/figures")
    ] = None,
    regret: RegretDrawn = "weak",
    log: Annotated[bool, typer.Option("--log", help="Draw them on logarithmic axes too.")] = False,
    load: Load = None,
) -> None:
    """Draw the results of a grid: a figure for each experiment, a frame for each problem and horizon."""
    from duelling import files
    from duelling.lab.figures import grid as figures
    from duelling.lab.figures import pictures
    from duelling.lab.grids.store import Store
    from duelling.registry.parameters import one_of

    one_of("regret", regret, ("weak", "strong"))
    load_all(load)
    store, target = Store(folder), folder / "figures" if out is None else out
    files.check_folder(target)
    logs = (False, True) if log else (False,)
    measured = [store.measured(each) for each in store.specification().experiments]
    with interruptible():
        todo = [drawing for each in measured for drawing in figures.drawings(each, logs, regret)]  # type: ignore[arg-type]
        drawn = list(pictures.draw_all(todo))
    pictures.write_figures(target, drawn)
    for drawing, _ in drawn:
        typer.echo(f"{target / drawing.name}.png and .pdf")
