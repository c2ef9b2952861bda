"""duelling thesis: the six experiments, the twelve claims, the open questions, figures and the report."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duelling.cli.common import AsJson, console, given_path, print_json, table, whole_number
from duelling.cli.grid import EngineName, Quiet, Scheduler, ThreadCount, choose_player, grid_progress
from duelling.cli.long_work import GOES_ON, interruptible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duelling.lab.grids.measured import Measured
    from duelling.lab.grids.specification import Experiment
    from duelling.thesis.claims.verdicts import Verdict

FAILED = 1  # the exit code where a claim does not hold


def thesis(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Experiments, such as borda-vn; leave out for all of them."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="The six of the thesis with a tenth of the runs, for a first look.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=given_path,
            metavar="DIR",
            help="Results, figures and report.html go here; finished work is kept.",
            show_default="thesis-out for all of it, thesis-part for less",
        ),
    ] = None,
    runs: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="Runs of each algorithm.",
            show_default="100, fewer for the open questions",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Equal seeds give equal results.")] = 0,
    engine: EngineName = "threads",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    check: Annotated[bool, typer.Option("--check", help="Leave with exit code 1 if a claim does not hold.")] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Repeat the experiments of the thesis, decide its claims and its open questions, write figures and a report."""
    from duelling.canvas import matplotlib
    from duelling.lab.figures.meanwhile import Meanwhile
    from duelling.lab.grids.plan import resolve
    from duelling.lab.grids.run import run
    from duelling.lab.grids.specification import Specification
    from duelling.lab.grids.store import Store
    from duelling.thesis import report
    from duelling.thesis.experiments import FOLDER
    from duelling.thesis.judging import compare_printed, judge, parted

    begun, chosen = time.perf_counter(), select(ids or [], quick, runs, seed)
    whole = not ids and not quick and runs is None  # a first look must not replace the whole report
    out = out or Path("thesis-out" if whole else "thesis-part")
    matplotlib()  # where it does not start, nothing has to be played
    with choose_player(engine, scheduler, threads) as player, interruptible(GOES_ON):
        plan, store = resolve(Specification(experiments=chosen, where=str(FOLDER / "thesis"))), Store(out)
        with Meanwhile(plan, store) as meanwhile:
            with grid_progress(quiet or as_json, runs={each.id for each in chosen if each.stops}) as told:
                done = run(plan, out, player=player, progress=told, finished=meanwhile.finished)
            measured = meanwhile.measured()
            verdicts, numbers = judge(measured, plan), compare_printed(measured, plan)
            if sys.stderr.isatty() and not (quiet or as_json):
                print(f"drawing {len(meanwhile.drawer.todo)} figures", file=sys.stderr)
            drawn = meanwhile.drawn()
        making = report.Making(time.perf_counter() - begun, done.played, done.kept, store.timings())
        report.write(out, measured, verdicts, drawn, making, numbers)
        if as_json:
            print_json({"folder": str(out), **report.for_programs(measured, verdicts, numbers)})
        else:
            own, others = parted(verdicts)
            asked = any(each.verdict != "not measured" for each in others)  # if none was, one sentence is enough
            show([*own, *(others if asked else ())], measured)
            print(report.sentence(own))
            print(report.sentence(others, "claims about the open questions", " with --quick" if quick else ""))
            print(f"The report is {out / 'report.html'}, made in {time.perf_counter() - begun:.1f} s.")
    if check and any(each.verdict == "does not hold" for each in verdicts):
        raise typer.Exit(FAILED)


def select(ids: "Sequence[str]", quick: bool, runs: int | None, seed: int) -> "tuple[Experiment, ...]":
    """The experiments with these ids, in the thesis's order and at the size that the options ask for.

    Without ids all of them; for a quick look the six of the thesis, since others would have to be compiled first.
    """
    from duelling.errors import unknown, whole
    from duelling.seeds import check_seed
    from duelling.thesis import experiments as shipped

    known = shipped.every()
    for name in ids:
        if name not in known:
            raise unknown("experiment", name, known)
    changes = {"seed": check_seed(seed)} | ({} if runs is None else {"runs": whole("runs", runs), "own_runs": {}})
    wanted = ids or [name for name, entry in known.items() if not (quick and entry.open)]
    return tuple((shipped.quick(each) if quick else each).model_copy(update=changes) for each in shipped.grids(wanted))


def show(verdicts: "Sequence[Verdict]", measured: "Mapping[str, Measured]") -> None:
    """The verdicts, for a person, with problems and winner: claims of two experiments may seem to differ."""
    from duelling.thesis.sections import told_about

    lines = table("", "claim", "problem: winner", "verdict")
    for each in verdicts:
        about = told_about(each.experiment, measured)
        where = f"{about['problems']}: {about['winner']}" if about["problems"] else ""
        lines.add_row(str(each.number), each.claim, where, each.verdict)
    console().print(lines)
