"""duelling arena export, import, check, backup: what goes out, what comes in, and whether all is well."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, given_path, print_json

Out = Annotated[
    Path | None, typer.Option(parser=given_path, metavar="FILE", help="Where to; without it, standard output.")
]


def export(
    place: Place,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="csv|jsonl|parquet|dpo|matrix|journal", help="Of what; by default as FILE ends, or csv."
        ),
    ] = None,
    out: Out = None,
    names: Annotated[bool, typer.Option("--names", help="Voters by their names, in place of words for them.")] = False,
    voided: Annotated[bool, typer.Option("--voided", help="Also the votes that no longer count.")] = False,
    present: Annotated[bool, typer.Option("--present", help="Only votes between items that compete now.")] = False,
    smoothing: Annotated[
        float | None, typer.Option(metavar="S", help="For a matrix: so many votes for each item of a pair beforehand.")
    ] = None,
    upto: Annotated[
        int | None, typer.Option(metavar="N", help="For a journal: only the events up to number N.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Write votes, preference pairs for training, a matrix for the laboratory, or the whole journal."""
    from duelling.errors import WrongValue

    if as_json and out is None:
        raise WrongValue("--json must come with --out: without it the export itself is printed")
    how = {"names": names, "voided": voided, "present": present, "smoothing": smoothing, "upto": upto}
    with opened(place, name) as arena:
        done = arena.export("-" if out is None else out, kind, **how)
    if done.left_out:
        said = ", ".join(f"{count} {why}" for why, count in done.left_out.items())
        print(f"duelling: left out: {said}", file=sys.stderr)
    if as_json:
        print_json({"file": str(out), **done._asdict()})
    elif out is not None:
        print(f"{done.rows} {done.what} in {out}")
