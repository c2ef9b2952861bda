"""duelling arena export, import, check, backup: what goes out, what comes in, and whether all is well."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, given_path, print_json, whole_number
from duelling.cli.long_work import finishing

if TYPE_CHECKING:
    from duelling.live.exports.journal import Exported

ROWS = {"dpo": "pairs", "matrix": "items", "journal": "events"}  # what the rows of a format are, if not votes


def export(
    place: Place,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="csv|jsonl|parquet|dpo|matrix|journal", help="By default as FILE ends, or csv."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(parser=given_path, metavar="FILE", help="Where to; otherwise standard output.")
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Voters by name, in place of words that hide them.")] = False,
    voided: Annotated[bool, typer.Option("--voided", help="Also the votes that no longer count.")] = False,
    present: Annotated[bool, typer.Option("--present", help="Only votes between items that compete now.")] = False,
    smoothing: Annotated[
        float | None, typer.Option(metavar="S", help="For a matrix: so many votes for each item of a pair in advance.")
    ] = None,
    upto: Annotated[
        int | None, typer.Option(parser=whole_number, metavar="N", help="For a journal: the events up to number N.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Write votes, preference pairs for training, a matrix for the laboratory, or the whole journal."""
    from duelling.errors import WrongValue

    if as_json and out is None:
        raise WrongValue("--json must come with --out: without it the export itself is printed")
    options = {"names": names, "voided": voided, "present": present, "smoothing": smoothing}
    if kind == "journal":
        done = _journal(place, name, out, upto, options)
    elif upto is not None:
        raise WrongValue(f"--upto must be left out unless the format is journal, got {upto}")
    else:
        with opened(place, name) as arena:
            done = arena.export(out, kind, **options)  # type: ignore[arg-type]  # each is of its own type
    if done.content is not None:
        typer.echo(done.content, nl=False)  # bytes: UTF-8 whatever the terminal has, for it is read back
    if done.left_out:
        print("duelling: left out:", ", ".join(f"{n} {why}" for why, n in done.left_out.items()), file=sys.stderr)
    if as_json:
        print_json({"file": str(out), **{key: each for key, each in done._asdict().items() if key != "content"}})
    elif out is not None:
        waiting = f" and {done.waiting} questions without an answer" if done.waiting else ""
        print(f"{done.rows} {ROWS.get(done.format, 'votes')}{waiting} in {out}")


def _journal(place: str, name: str, out: Path | None, upto: int | None, options: dict[str, Any]) -> "Exported":
    """Without the arena itself, which cannot be opened where a journal is damaged."""
    from duelling.live.exports.export import check_options
    from duelling.live.exports.journal import export_journal
    from duelling.live.journal.opening import open_store

    check_options("journal", options)
    with finishing(), open_store(place, create=False) as store:
        return export_journal(store, name, out, upto)


def include(
    place: Place,
    source: Annotated[
        str, typer.Argument(metavar="VOTES", help="Votes (CSV, JSON, Parquet, or -), or a journal as JSON lines.")
    ],
    columns: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of the columns, as in left=a,right=b,winner=vote.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Take in votes that were taken in before.")] = False,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Take votes from elsewhere into an arena, or make an arena of the journal of another."""
    from duelling.live.imports.journal import import_journal, is_journal

    if is_journal(source):
        _check_plain(columns=columns, again=again, name=name != MAIN)
        with finishing():
            made = import_journal(source, place)
        found: dict[str, Any] = {"source": source, "arena": made.name, "events": len(made.events)}
        print_json(found) if as_json else print(f"{place}: arena {made.name} with {len(made.events)} events")
        return
    with opened(place, name) as arena:
        done = arena.include(source, columns=columns, again=again)
    if done.open or done.other_cases:
        left = {"questions without an answer": done.open, "cases that the arena does not have": done.other_cases}
        said = ", ".join(f"{count} {what}" for what, count in left.items() if count)
        print("duelling: left out:", said, file=sys.stderr)
    print_json(done._asdict()) if as_json else print(f"{done.votes} votes from {done.source}")


def _check_plain(**options: Any) -> None:
    """A journal is taken as it is: with its own name, and without columns."""
    from duelling.errors import WrongValue

    for option, given in options.items():
        if given:
            raise WrongValue(f"--{option} must be left out for a journal: it is taken in as it is")


def check(place: Place, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Compute everything anew from the journal and compare it with what is kept; exit code 1 if something differs."""
    with opened(place, name) as arena:
        found = arena.check()
    print_json(found.to_dict()) if as_json else print(found)
    if not found.clean:
        raise typer.Exit(1)


def backup(
    place: Place,
    out: Annotated[Path, typer.Argument(parser=given_path, metavar="COPY", help="A new file.")],
    as_json: AsJson = False,
) -> None:
    """Copy the whole file as it is now, with all its arenas, while others may write into it."""
    from duelling.live.journal.opening import open_store

    with finishing(), open_store(place, create=False) as store:
        store.backup(out)
    print_json({"place": place, "file": str(out)}) if as_json else print(f"{place} copied into {out}")
