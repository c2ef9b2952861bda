"""duelling simulate: play algorithms against a problem and print, or keep, their regret."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.common import (
    AsJson,
    Load,
    ProblemName,
    RegretDrawn,
    console,
    four_digits,
    given_path,
    load_all,
    print_json,
    print_rows,
    whole_number,
)
from duelling.cli.everything import Everything, Seconds, left_out, one_or_all, say_left, timed
from duelling.cli.long_work import finishing, interruptible, progress

if TYPE_CHECKING:
    from duelling.lab.results import Result

HORIZON = 10_000  # with --all, unless another is given


def simulate(
    problem: ProblemName,
    algorithm: Annotated[
        list[str] | None,
        typer.Argument(metavar="ALGORITHM", help="Such as ws-w or exp3+unif:rate=utility.", show_default="none"),
    ] = None,
    everything: Everything = False,
    horizon: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="T", help="Rounds of a run.", show_default="10000 with --all; else needed"
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option(parser=whole_number, metavar="N", help="Independent runs of each algorithm.")
    ] = 100,
    winner: Annotated[
        list[str] | None,
        typer.Option(
            "--winner",
            "--for",
            metavar="W",
            help="The winner concept, one that 'duelling problems NAME' shows or your own; can be repeated.",
            show_default="borda; policy for contexts, condorcet for continuous arms",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Equal seeds give equal results.")] = 0,
    period: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="TAU", help="Play on an exact-frequency sequence of TAU rounds, repeated."
        ),
    ] = None,
    checkpoints: Annotated[
        str, typer.Option(metavar="linear|log|N", help="When regret is recorded; N is a number of equal steps.")
    ] = "linear",
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Show the arms in another order in each run.")] = False,
    threads: Annotated[
        int | None, typer.Option(parser=whole_number, metavar="N", help="By default one for each processor.")
    ] = None,
    load: Load = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=given_path, metavar="DIR", help="Keep result.parquet, summary.csv, regret.png and regret.pdf here."
        ),
    ] = None,
    regret: RegretDrawn = "weak",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Play algorithms against a problem and show their regret at the horizon."""
    from duelling import canvas, files
    from duelling.lab import everything as lab_everything
    from duelling.lab import simulate as lab

    load_all(load)
    named = one_or_all(algorithm, everything, seconds)
    if horizon is None and named:
        raise typer.BadParameter("--horizon must be given")
    if out is not None:
        files.check_folder(out)
        canvas.matplotlib()  # now, not when all is played
    with interruptible(), progress() as report:
        about: dict[str, Any] = {
            "horizon": HORIZON if horizon is None else horizon,
            "runs": runs,
            "winner": winner or None,
            "regret": regret,
            "seed": seed,
            "period": period,
            "checkpoints": whole_number(checkpoints) if checkpoints[:1].isdigit() else checkpoints,
            "shuffle": shuffle,
            "threads": threads,
            "progress": report,
        }
        if named:
            every = lab_everything.Everybody((lab.simulate(problem, named, **about),), ())
        else:
            every = lab_everything.simulate_all(problem, **timed(about, seconds))
        parts, left = every.parts, every.left if everything else None
        result = lab_everything.shared(parts)
    with finishing():
        if out is not None:
            keep(result, out, regret, log=checkpoints == "log")
        if as_json:
            print_json(for_programs(parts) | left_out(left))
            return
        show(parts, runs)
        if out is not None and any(part.runs > result.runs for part in parts):
            console().print(f"The files hold the first {result.runs} runs, which all have.")
        say_left(left)


def keep(result: "Result", folder: Path, regret: str, *, log: bool) -> None:
    """Write the files of a result, all of them whole or none."""
    from duelling import files
    from duelling.lab.figures.one_files import pictures

    contents = {"result.parquet": result.content(), "summary.csv": result.summary().write_csv().encode()}
    files.write(folder, contents | pictures(result, regret, log=log))


def for_programs(parts: Sequence["Result"]) -> dict[str, Any]:
    """The object that --json prints; with several winners each entry names its own, and with --all its runs."""
    from duelling.lab.everything import rows_of

    result = parts[0]
    several, every = len(result.winners) > 1, len(parts) > 1
    entries = [
        {
            **({"winner": row["winner"]} if several else {}),
            "algorithm": row["algorithm"],
            **({"runs": row["runs"]} if every else {}),
            **{regret: {"mean": row[regret], "sem": row[f"{regret}_sem"]} for regret in result.regrets},
            "rounds_per_second": row["rounds_per_second"],
        }
        for row in rows_of(parts)
    ]
    return {
        "problem": result.problem["name"],
        "winner": list(result.winners) if several else result.winners[0],
        "horizon": result.horizon,
        "runs": min(part.runs for part in parts),
        "seed": result.seed,
        "period": result.period,
        "results": entries,
    }


def show(parts: Sequence["Result"], runs: int) -> None:
    """The summary, for a person."""
    from duelling.lab.everything import rows_of, runs_of

    result, differ = parts[0], len({part.runs for part in parts}) > 1
    several = len(result.winners) > 1
    title = f"{result.problem['name']}: {', '.join(result.winners)} regret after {result.horizon} rounds"
    title += f", {runs_of(parts, runs)}, seed {result.seed}" + (f", period {result.period}" if result.period else "")
    headings = [heading for regret in result.regrets for heading in (regret, "±", "95% interval")] + ["rounds/s"]
    headings = ["runs"] * differ + headings
    rows = []
    for row in rows_of(parts):
        cells = [row["winner"]] if several else []
        cells += [row["algorithm"], *([str(row["runs"])] * differ)]
        for regret in result.regrets:
            cells += [four_digits(row[regret]), four_digits(row[f"{regret}_sem"])]
            low, high = four_digits(row[f"{regret}_low"]), four_digits(row[f"{regret}_high"])
            cells.append(f"{low} … {high}" if low else "")
        speed = row["rounds_per_second"]
        rows.append([*cells, f"{speed:,.0f}" if speed else ""])
    names = ("winner", "algorithm") if several else ("algorithm",)
    spare = [-1, *(-2 - 3 * n for n in range(len(result.regrets)))]  # the speed, then the intervals
    print_rows((*names, *headings), rows, numbers=len(headings), title=title, spare=spare)
