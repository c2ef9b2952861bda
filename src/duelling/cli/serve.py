"""duelling serve: a voting page, a dashboard and an interface for programs, over one file or database."""

import gc
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.arena.new import contents
from duelling.cli.common import AsJson, print_json, whole_number
from duelling.cli.long_work import left_alone

if TYPE_CHECKING:
    from duelling.live.arena import Arena

TOKEN = "DUELLING_ADMIN_TOKEN"  # the name of a variable that holds the token of the admin
LEAST_TOKEN = 20  # characters
LEVELS = ("info", "warning", "error")
NEEDED = ("starlette", "uvicorn", "httptools", "markdown_it")


def serve(
    place: Annotated[str, typer.Argument(metavar="PLACE", help="A file, made if there is none; or postgresql://...")],
    items: Annotated[
        str | None,
        typer.Option(metavar="FOLDER|FILE|A,B,C", help="The items of a new arena: a folder of pictures or texts."),
    ] = None,
    cases: Annotated[
        str | None, typer.Option(metavar="FILE", help="Prompts or queries of a new arena, perhaps with answers.")
    ] = None,
    media: Annotated[str, typer.Option(metavar="text|markdown", help="What the answers to the cases are.")] = "text",
    name: Annotated[str, typer.Option(metavar="NAME", help="The arena; a place may hold several.")] = "main",
    goal: Annotated[str, typer.Option(metavar="best|condorcet|show|rank", help="What a new arena is for.")] = "best",
    within: Annotated[float, typer.Option(metavar="E", help="An item so little below the best is good enough.")] = 0.0,
    title: Annotated[str | None, typer.Option(metavar="WORDS", help="The heading of the pages.")] = None,
    question: Annotated[str | None, typer.Option(metavar="WORDS", help="What voters are asked.")] = None,
    voters: Annotated[
        str | None, typer.Option(metavar="open|invited|api", help="Everybody, those with a link, or programs.")
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="0 takes a free one.")] = 8000,
    public: Annotated[str, typer.Option(metavar="URL", help="The address that others reach it by.")] = "",
    trust_proxy: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Believe what this proxy says about callers.")
    ] = "",
    workers: Annotated[
        int, typer.Option(parser=whole_number, metavar="N", help="Processes; several need PostgreSQL.")
    ] = 1,
    per_address: Annotated[
        int, typer.Option(parser=whole_number, metavar="N", help="Questions a minute for one address; 0: no limit.")
    ] = 3000,
    embed: Annotated[str, typer.Option(metavar="SITES", help="Sites that may show the pages in a frame.")] = "",
    new_token: Annotated[bool, typer.Option("--new-token", help="Make another admin token; the old one ends.")] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the voting page in a browser.")] = False,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="info|warning|error",
            help="How much is written to the log; info has a line for each request. At a terminal warning, else info.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve an arena: print the links, and stay until Ctrl-C. Votes are on the disk before a voter reads "saved"."""
    check_installed()
    from duelling.errors import web_address
    from duelling.serve.memory import spare_memory
    from duelling.serve.reach import only_here
    from duelling.serve.run import bind, check_workers, run
    from duelling.serve.service import Options

    check_workers(place, workers)
    level = log_level(log)
    public = public and web_address("--public", public).rstrip("/")
    listening = bind(host, port)
    spare_memory()
    page = {"title": title, "question": question, "voters": voters}
    settings = {"goal": goal, "within": within, **made_of(items, cases, media)}
    token = prepare(place, name, settings, page, new_token)
    links = addresses(public, host, listening.getsockname()[1], name)
    _tell(links, token, as_json, alone=not public and only_here(listening.getsockname()[0]))
    if open_page:
        import webbrowser

        webbrowser.open(links["vote"])
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)  # this command does not end soon, unlike the others
    options = Options(public=public, per_address=per_address, embed=embed)
    with left_alone():  # the server itself answers the signals that end it
        run(place, listening, options, workers=workers, proxy=trust_proxy, log=level)


def log_level(log: str | None) -> str:
    """Return how much is written to the log: at a terminal a line for each request would push the links away."""
    from duelling.errors import one_of

    return one_of("--log", log or ("warning" if sys.stderr.isatty() else "info"), LEVELS)


def check_installed() -> None:
    """Raise an error that says what to install, where the extra is missing."""
    from importlib.util import find_spec

    from duelling.errors import Conflict

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Conflict(f"{missing[0]} is missing: pip install 'duelling[serve]', in a clone pip install '.[serve]'")


def made_of(items: str | None, cases: str | None, media: str) -> dict[str, Any]:
    """Return what a new arena holds, read from files; nothing for an arena that is there."""
    from duelling.errors import WrongValue

    if items is None:
        if cases is not None:
            raise WrongValue("--cases are those of a new arena: give --items as well")
        return {}
    found, answered = contents(items, cases, media)
    return {"items": found, "cases": answered}


def prepare(
    place: str, name: str, settings: dict[str, Any], page: dict[str, str | None], new_token: bool
) -> str | None:
    """Make the arena if there is none, and return the token of the admin if it is a new one."""
    from duelling.errors import WrongValue
    from duelling.live.journal.opening import open_store
    from duelling.serve.access.vault import Vault
    from duelling.serve.page import page_of

    chosen = page_of({key: value for key, value in page.items() if value is not None})
    given = os.environ.get(TOKEN)
    if given is not None and len(given) < LEAST_TOKEN:
        raise WrongValue(f"{TOKEN} must have at least {LEAST_TOKEN} characters, got {len(given)}")
    with opened(place, name, settings) as arena:
        wanted = arena.settings.page | chosen.model_dump(exclude_unset=True)
        if wanted != arena.settings.page:
            arena.set(page=wanted)
    with open_store(place, create=False) as store:
        vault = Vault(store)
        if given is not None:
            if not (vault.has_admin and vault.is_admin(given)):
                vault.set_admin(given)
            return None
        return vault.set_admin() if new_token or not vault.has_admin else None


def opened(place: str, name: str, settings: dict[str, Any]) -> "Arena":
    """Return the arena, made if there is none.

    Items that came or went on the dashboard since are no mistake: the same command starts the service again.
    """
    from duelling.errors import Conflict
    from duelling.live.arena import Arena

    try:
        return Arena(place, name=name, **settings)
    except Conflict:
        arena = Arena(place, name=name)
        known = arena.look(lambda state: {*state.items.numbers})
        if all(item[0] in known for item in settings.get("items", ())):
            return arena
        arena.close()
        raise


def addresses(public: str, host: str, port: int, name: str) -> dict[str, str]:
    """Return where the pages are found."""
    from urllib.parse import quote

    from duelling.serve.reach import reached_by

    base = public or f"http://{reached_by(host)}:{port}"
    return {"vote": f"{base}/a/{quote(name, safe='')}", "admin": f"{base}/admin", "api": f"{base}/api/v1/openapi.json"}


def _tell(links: dict[str, str], token: str | None, as_json: bool, alone: bool) -> None:
    if as_json:
        print_json({**links, "token": token})
    else:
        typer.echo(f"Voting page   {links['vote']}")
        typer.echo(f"Dashboard     {links['admin']}{'' if token is None else '#' + token}")
        if token is not None:
            typer.echo(f"Admin token   {token}   (shown once; --new-token makes another)")
        if alone:
            typer.echo("Only this machine reaches it: --host 0.0.0.0 lets others in.")
        typer.echo("Ctrl-C ends it, and so does closing the terminal. All votes are kept.")
    sys.stdout.flush()
