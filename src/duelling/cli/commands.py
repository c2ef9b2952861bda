"""The commands: thin, and quick to answer. Each imports what it needs when it is called.

Exit codes: 0 done, 1 a claim or a check failed where the command says so, 2 bad input with one line that says what to
change, 130 interrupted.
"""

import contextlib
import errno
import functools
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from duelling.cli import algorithms, identify, plot, problems, rank, sequence, serve, simulate, thesis
from duelling.cli.arena.group import arena
from duelling.cli.common import LOADED
from duelling.cli.next import next_pairs
from duelling.cli.run import run as run_grid
from duelling.errors import Doubt, InputError, command_line, one_line, plain_text

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
TOO_LARGE = ("array is too big", "Maximum allowed dimension")  # numpy, where no memory would be enough
USAGE_ERROR = typer.BadParameter.__mro__[2]  # the base of all errors that typer raises for a wrong command line

app = typer.Typer(
    name="duelling",
    help="Learning from pairwise comparisons: look at problems, look at algorithms, simulate.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog="Example: duelling problems sushi")(problems.problems)
app.command(epilog="Example: duelling algorithms exp3+unif")(algorithms.algorithms)
app.command(epilog="Example: duelling simulate sushi exp3+unif ws-w --horizon 10000 --runs 100 --out results")(
    simulate.simulate
)
app.command(epilog="Example: duelling identify cyclic savage --delta 0.05 --runs 100")(identify.identify)
app.command(epilog="Example: duelling sequence borda_vonneumann --period 20 --seed 0 --out outcomes.npz")(
    sequence.sequence
)
app.command("next", epilog="Example: duelling next votes.csv -n 10 --out more.csv")(next_pairs)
app.command(epilog="Example: duelling rank examples/mascots.csv --within 0.05 --out standings")(rank.rank)
app.command("run", epilog="Example: duelling run examples/grid.toml --out results")(run_grid)
app.command(epilog="Example: duelling plot results --log")(plot.plot)
app.command(epilog="Example: duelling serve logos.db --items logos/ --open")(serve.serve)
app.command(epilog="Example: duelling thesis borda-vn --quick")(thesis.thesis)
app.add_typer(arena, name="arena", epilog="Example: duelling arena new logos.db --items fox,owl,hare")


def _version(wanted: bool) -> None:
    if wanted:
        from duelling.lab.provenance import versions

        own, *parts = (f"{name} {number}" for name, number in versions().items())
        print(f"{own} ({', '.join(parts)})")
        raise typer.Exit


@app.callback(epilog="Example: duelling simulate sushi exp3+unif ws-w --horizon 10000")
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Learning from pairwise comparisons: look at problems, look at algorithms, simulate."""
    context.with_resource(command_line())


@functools.cache
def commands() -> Any:
    """All of them, ready to be called. Typer would make them anew for each call, which takes longer than most calls."""
    return typer.main.get_command(app)


def run(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    LOADED.clear()
    try:
        for each in arguments:
            plain_text("an argument", each)
        with _doubts_in_one_line():
            code = commands()(args=rank.one_voice(arguments), prog_name="duelling", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException as raised:
        error = _behind(raised)
        if isinstance(error, BrokenPipeError):
            return _leave_pipe()
        line = _explain(error)
        if line is None:
            raise
        print("duelling:", one_line(line), file=sys.stderr)
        return BAD_INPUT
    if code == INTERRUPTED:  # typer makes it of an interrupt
        print("duelling: stopped", file=sys.stderr)
    return code if isinstance(code, int) else 0


@contextlib.contextmanager
def _doubts_in_one_line() -> Iterator[None]:
    """Show what is doubtful about the input as one line, without the place in the code."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", Doubt)
        usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if issubclass(category, Doubt):
                print("duelling: warning:", message, file=sys.stderr)
            else:
                usual(message, category, *place)

        warnings.showwarning = show  # type: ignore[assignment]  # it hands on whatever it is given
        yield


def _behind(raised: BaseException) -> BaseException:
    """The error that happened: typer makes SystemExit of a broken pipe, and Abort of the end of a file."""
    happened = raised.__context__
    return happened if isinstance(raised, SystemExit | typer.Abort) and happened is not None else raised


def _explain(error: BaseException) -> str | None:
    """The line for the user; None for an error that is a defect of this package."""
    if isinstance(error, USAGE_ERROR):
        return str(error.format_message())  # type: ignore[attr-defined]
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, MemoryError) or (isinstance(error, ValueError) and str(error).startswith(TOO_LARGE)):
        return f"not enough memory, take fewer runs, checkpoints or arms: {error}"
    if "polars" in sys.modules and isinstance(error, sys.modules["polars"].exceptions.PanicException):
        return f"polars cannot go on: {error}"  # as with a wrong POLARS_MAX_THREADS
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):  # libraries open files as well
        return "too many files are open: raise the limit, as in ulimit -n 1024"
    if isinstance(error, FileNotFoundError) and _lost():  # libraries ask where they are
        return "the folder in which the command was given is gone: go to another one"
    if "duelling.registry.extensions" in sys.modules:
        line: str | None = sys.modules["duelling.registry.extensions"].explain(error)
        if line is not None:
            return line
    if LOADED:  # what a user's function returned may be found wrong later, where no line of the file is to be seen
        from duelling.registry.compiler_messages import say

        return f"{', '.join(LOADED)}: {say(error)}"
    return None


def _lost() -> bool:
    """Whether the folder in which the command was given is gone."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _leave_pipe() -> int:
    """Let nothing more be written to a closed pipe, not even when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
