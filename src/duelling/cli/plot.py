"""duelling plot: figures from stored results."""

from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.common import Load, load_all
from duelling.cli.long_work import interruptible


def plot(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that 'duelling run' or 'thesis' filled.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Figures go here.", show_default="DIR/figures")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Draw them on logarithmic axes too.")] = False,
    load: Load = None,
) -> None:
    """Draw the results of a grid: a figure for each experiment, a frame for each problem and horizon."""
    from duelling import files
    from duelling.experiments.store import Store
    from duelling.thesis import figures, pictures, report

    load_all(load)
    store, target = Store(folder), folder / "figures" if out is None else out
    files.check_folder(target)
    logs = (False, True) if log else (False,)
    measured = [store.measured(each) for each in store.specification().experiments]
    with interruptible():
        drawn = list(pictures.draw_all([drawing for each in measured for drawing in figures.drawings(each, logs)]))
        report.write_figures(target, drawn)
    for drawing, _ in drawn:
        typer.echo(f"{target / drawing.name}.png and .pdf")
