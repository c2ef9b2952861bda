"""duelling sequence: outcomes with exact frequencies, in a file."""

from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.common import Load, ProblemName, given_path, load_all, whole_number
from duelling.cli.long_work import finishing, interruptible


def sequence(
    problem: ProblemName,
    out: Annotated[Path, typer.Option(parser=given_path, metavar="FILE", help="A file that ends in .npz.")],
    period: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="TAU", help="Rounds; by default the fewest that make every frequency exact."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Equal seeds give equal sequences.")] = 0,
    load: Load = None,
) -> None:
    """Draw an outcome sequence in which every arm beats every other exactly as often as the problem says."""
    from duelling import files
    from duelling.errors import WrongValue
    from duelling.problems.reading.named import problem as find
    from duelling.problems.sequence import exact_sequence

    if out.suffix != ".npz":
        raise WrongValue(f"out must be a file that ends in .npz, got {str(out)!r}")
    files.check_folder(out.parent)
    load_all(load)
    with interruptible():
        made = exact_sequence(find(problem), period=period, seed=seed)
    with finishing():
        made.save(out)
        print(f"{out}: {made.period} rounds of {len(made.arms)} arms")
