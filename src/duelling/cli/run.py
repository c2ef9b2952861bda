"""duelling run: any declared grid, resumed where it was stopped."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.common import AsJson, Load, four_digits, given_path, load_all, print_json, print_rows
from duelling.cli.grid import EngineName, Quiet, Scheduler, ThreadCount, choose_player, grid_progress
from duelling.cli.long_work import GOES_ON, interruptible

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured


def run(
    specification: Annotated[
        Path, typer.Argument(parser=given_path, metavar="SPEC", help="A TOML file that declares the grid.")
    ],
    out: Annotated[
        Path, typer.Option(parser=given_path, metavar="DIR", help="Results go here; what is finished there is kept.")
    ],
    engine: EngineName = "threads",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    load: Load = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Play a declared grid of problems, algorithms and horizons; a stopped run goes on where it was."""
    from duelling.lab.grids.plan import resolve
    from duelling.lab.grids.run import run as play
    from duelling.lab.grids.specification import read
    from duelling.lab.grids.store import Store

    load_all(load)
    grid = read(specification)
    with (
        choose_player(engine, scheduler, threads) as player,
        interruptible(GOES_ON),
        grid_progress(quiet or as_json, runs={each.id for each in grid.experiments if each.stops}) as report,
    ):
        done = play(resolve(grid), out, player=player, progress=report)
    with interruptible(GOES_ON):
        store = Store(out)
        measured = [store.measured(each) for each in grid.experiments]
        if as_json:
            found = [entry for each in measured for entry in entries(each)]
            print_json({"folder": str(out), **done._asdict(), "results": found})
            return
        for each in measured:
            show(each)
        print(f"{store.results}: {done.played} units played, {done.kept} kept from before, {done.seconds:.1f} s")


def entries(measured: "Measured") -> list[dict[str, Any]]:
    """Regret at the horizon, an entry for each problem, horizon, winner and algorithm; or when algorithms stopped."""
    import numpy as np

    from duelling.core.intervals import student

    found = [stop_entry(measured, *index) for index in measured.stops]
    for (problem, horizon, winner, algorithm), regret in measured.regrets.items():
        entry: dict[str, Any] = {"experiment": measured.experiment.id, "problem": problem, "horizon": horizon}
        entry |= {"winner": winner, "algorithm": algorithm}
        for name, values in (("weak", regret.weak), ("strong", regret.strong)):
            end = student(values[:, -1])._asdict()
            entry[name] = {key: None if np.isnan(x) else float(x) for key, x in end.items()}
        found.append(entry)
    return found


def stop_entry(measured: "Measured", problem: str, algorithm: str) -> dict[str, Any]:
    """How many duels an algorithm needed on a problem, and how often it was right.

    ``more`` says that the median is only a lower bound, since runs were given up.
    """
    import math

    from duelling.core.intervals import exact_share, median

    stops, about = measured.stops[problem, algorithm], measured.experiment
    duels = {
        name: x if isinstance(x, bool) or math.isfinite(x) else None
        for name, x in median(*stops.until_right())._asdict().items()
    }
    runs = len(stops.duels)
    return {
        "experiment": about.id,
        "problem": problem,
        "limit": about.limit,
        "delta": about.delta,
        "within": about.slack(problem),
        "winner": stops.winner,
        "algorithm": algorithm,
        "duels": {"median": duels.pop("value"), **duels},
        "right": float(stops.right.mean()),
        "wrong": stops.wrong / runs,
        "wrong_interval": list(exact_share(stops.wrong, runs)),
        "undecided": stops.undecided / runs,
    }


def show_stops(measured: "Measured") -> None:
    """When the algorithms of an experiment stopped, for a person."""
    about = measured.experiment
    title = f"{about.id}: {about.title}" if about.title else about.id
    title += f", delta {about.delta:g}, {about.runs_in_words} runs of at most {about.limit:,} duels, seed {about.seed}"
    rows = []
    for entry in entries(measured):
        duels, slack = entry["duels"], entry["within"]
        value, low, high = (four_digits(duels[name]) for name in ("median", "low", "high"))
        known = f"> {value}" if duels["more"] and value else value or "never"
        interval = f"{low} … {high or '∞'}" if low else ""
        shares = [f"{entry[name]:.1%}" for name in ("right", "wrong", "undecided")]
        where = about.called(entry["problem"]) + (f", within {slack:g}" if slack else "")
        rows.append([where, entry["winner"], about.called(entry["algorithm"]), known, interval, *shares])
    headings = ("median duels", "95% interval", "right", "wrong", "undecided")
    print_rows(("problem", "winner", "algorithm", *headings), rows, numbers=len(headings), title=title, spare=(-4,))


def show(measured: "Measured") -> None:
    """The final regrets of an experiment, or when its algorithms stopped, for a person."""
    from duelling.core.regrets import REGRETS

    about = measured.experiment
    if about.stops:
        show_stops(measured)
        return
    title = f"{about.id}: {about.title}" if about.title else about.id
    title += f", {about.runs} runs, seed {about.seed}" + (f", period {about.period}" if about.period else "")
    headings = [heading for regret in REGRETS for heading in (regret, "±", "95% interval")]
    rows = []
    for entry in entries(measured):
        problem, algorithm = about.called(entry["problem"]), about.called(entry["algorithm"])
        cells = [problem, str(entry["horizon"]), entry["winner"], algorithm]
        for regret in REGRETS:
            mean, sem, low, high = (four_digits(x) for x in entry[regret].values())
            cells += [mean, sem, f"{low} … {high}" if low else ""]
        rows.append(cells)
    names = ("problem", "T", "winner", "algorithm")
    print_rows((*names, *headings), rows, numbers=len(headings), title=title, spare=(-1, -4))  # the intervals
