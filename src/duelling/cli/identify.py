"""duelling identify: let an algorithm run until it is sure of the winner."""

from typing import Annotated, Any

import typer

from duelling.cli.common import (
    AsJson,
    Load,
    ProblemName,
    console,
    load_all,
    print_json,
    print_rows,
    table,
    whole_number,
)
from duelling.cli.everything import Everything, Seconds, left_out, one_or_all, say_left, timed
from duelling.cli.long_work import interruptible, progress

MOST_VERDICTS = 20  # lines of different verdicts; the rest is counted


def identify(
    problem: ProblemName,
    algorithm: Annotated[
        str | None,
        typer.Argument(metavar="ALGORITHM", help="One that stops by itself, such as savage.", show_default="none"),
    ] = None,
    everything: Everything = False,
    delta: Annotated[
        float, typer.Option(metavar="D", help="The chance of failure that the algorithm may take.")
    ] = 0.05,
    within: Annotated[
        float, typer.Option(metavar="E", help="How much worse than the winner a verdict may be and still be right.")
    ] = 0.0,
    budget: Annotated[
        int | None,
        typer.Option(parser=whole_number, metavar="N", help="Instead of delta, where it answers after N duels."),
    ] = None,
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
    seconds: Seconds = None,
    load: Load = None,
    as_json: AsJson = False,
) -> None:
    """Run an algorithm to its own stopping time: how many duels it takes, and how often its verdict is right."""
    from duelling.lab import everything as lab_everything
    from duelling.lab import identify as lab

    load_all(load)
    named = one_or_all([algorithm] if algorithm else None, everything, seconds)
    if everything and horizon is not None:
        raise typer.BadParameter("--horizon must be left out with --all")
    given = f"delta {delta:g}" if horizon is None else f"horizon {horizon}"
    given = f"budget {budget}" if budget is not None else given
    given += f", within {within:g}" if within else ""
    with interruptible(), progress("runs") as report:
        about: dict[str, Any] = {
            "delta": delta,
            "within": within,
            "budget": budget,
            "runs": runs,
            "seed": seed,
            "limit": limit,
            "threads": threads,
            "progress": report,
        }
        if named:
            found = lab.identify(problem, named[0], horizon=horizon, **about).summary()
        else:
            every = lab_everything.identify_all(problem, **timed(about, seconds))
            ranked = [each.summary() for each in every.found]
    if not named:
        if as_json:
            print_json({"results": ranked} | left_out(every.left))
            return
        show_all(ranked, given)
        say_left(every.left)
        return
    if as_json:
        print_json(found)
        return
    lines = table("", "", title=f"{found['problem']}: {algorithm} looks for {sought(found)}, {given}, {runs} runs")
    lines.show_header = False
    duels = found["duels"]
    error = "" if duels["sem"] is None else f" ± {duels['sem']:,.0f}"
    lines.add_row("duels", f"{duels['mean']:,.0f}{error}, median {duels['median']:,.0f}, most {duels['max']:,}")
    for kind in ("right", "wrong", "undecided"):
        lines.add_row(kind, f"{found[kind]:.1%}")
    allowed = ", ".join(f"{name} {value:g}" for name, value in found["tolerance"].items() if value)
    if allowed:
        lines.add_row(f"right up to its {allowed}", f"{found['nearly']:.1%}")
    for count in ("inversions", "wrong_members"):
        if found[count] is not None:
            lines.add_row(f"{count.replace('_', ' ')}, on average", f"{found[count]:.4g}")
    often = sorted(found["verdicts"].items(), key=lambda told: -told[1])[:MOST_VERDICTS]
    for verdict, count in found["verdicts"].items():
        if (verdict, count) in often:
            lines.add_row(f"verdict {verdict}", str(count))
    if len(often) < len(found["verdicts"]):
        lines.add_row("other verdicts", str(sum(found["verdicts"].values()) - sum(count for _, count in often)))
    console().print(lines)


def show_all(ranked: list[dict[str, Any]], given: str) -> None:
    """A line for each algorithm, the fewest duels first."""
    rows = []
    for found in ranked:
        duels = found["duels"]
        error = "" if duels["sem"] is None else f"{duels['sem']:,.0f}"
        shares = [f"{found[kind]:.1%}" for kind in ("right", "wrong", "undecided")]
        counts = [f"{duels['mean']:,.0f}", error, f"{duels['max']:,}", str(found["runs"])]
        rows.append([found["algorithm"], sought(found), *counts, *shares])
    headings = ("algorithm", "looks for", "duels", "±", "most", "runs", "right", "wrong", "undecided")
    title = f"{ranked[0]['problem']}: {given}; the fewest duels first"
    print_rows(headings, rows, numbers=7, title=title, spare=[-5])


def sought(found: dict[str, Any]) -> str:
    """What an algorithm looks for, in words."""
    if found["finds"] == "arm":
        return f"the {found['winner']} winner"
    by = "" if found["winner"] == "condorcet" else f" by {found['winner']}"
    return {"set": "the best arms", "groups": "the groups of the best arms", "ranking": "the order of all arms"}[
        found["finds"]
    ] + by
