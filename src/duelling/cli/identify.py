"""duelling identify: let an algorithm run until it is sure of the winner."""

from typing import Annotated

import typer

from duelling.cli.common import AsJson, Load, ProblemName, console, load_all, print_json, table, whole_number
from duelling.cli.long_work import interruptible, progress


def identify(
    problem: ProblemName,
    algorithm: Annotated[str, typer.Argument(metavar="ALGORITHM", help="One that stops by itself, such as savage.")],
    delta: Annotated[
        float, typer.Option(metavar="D", help="The chance of failure that the algorithm may take.")
    ] = 0.05,
    within: Annotated[
        float, typer.Option(metavar="E", help="How much worse than the winner a verdict may be and still be right.")
    ] = 0.0,
    horizon: Annotated[
        int | None,
        typer.Option(parser=whole_number, metavar="T", help="Instead of delta: when does it commit in T rounds?"),
    ] = None,
    runs: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Independent runs.")] = 100,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Equal seeds give equal results.")] = 0,
    limit: Annotated[
        int, typer.Option(parser=whole_number, metavar="T", help="Duels after which a run is given up as undecided.")
    ] = 10**8,
    threads: Annotated[
        int | None, typer.Option(parser=whole_number, metavar="N", help="By default one for each processor.")
    ] = None,
    load: Load = None,
    as_json: AsJson = False,
) -> None:
    """Run an algorithm to its own stopping time: how many duels it takes, and how often its verdict is right."""
    from duelling.lab import identify as lab

    load_all(load)
    with interruptible(), progress("runs") as report:
        found = lab.identify(
            problem,
            algorithm,
            delta=delta,
            within=within,
            horizon=horizon,
            runs=runs,
            seed=seed,
            limit=limit,
            threads=threads,
            progress=report,
        ).summary()
    if as_json:
        print_json(found)
        return
    given = f"delta {delta:g}" if horizon is None else f"horizon {horizon}"
    given += f", within {within:g}" if within else ""
    title = f"{found['problem']}: {algorithm} looks for the {found['winner']} winner, {given}, {runs} runs"
    lines = table("", "", title=title)
    lines.show_header = False
    duels = found["duels"]
    error = "" if duels["sem"] is None else f" ± {duels['sem']:,.0f}"
    lines.add_row("duels", f"{duels['mean']:,.0f}{error}, median {duels['median']:,.0f}, most {duels['max']:,}")
    for kind in ("right", "wrong", "undecided"):
        lines.add_row(kind, f"{found[kind]:.1%}")
    for arm, count in found["verdicts"].items():
        lines.add_row(f"verdict {arm}", str(count))
    console().print(lines)
