"""A page that needs no other file, its short form for notebooks, and the folder of files."""

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from duelling import files
from duelling.canvas import content
from duelling.texts import plain
from duelling.votes.columns import HEADINGS, SHOWN

if TYPE_CHECKING:
    from duelling.votes.standings import Standings


DRAWN: tuple[Literal["intervals", "matrix"], ...] = ("intervals", "matrix")


def _template(name: str) -> Any:
    from jinja2 import Environment

    text = resources.files("duelling.votes.page").joinpath(name).read_text(encoding="utf-8")
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(text)


def fragment(standings: "Standings") -> str:
    """The table and the sentences around it as HTML, for a notebook."""
    hidden = max(0, len(standings.items) - SHOWN)
    made = _template("fragment.html").render(
        headings=HEADINGS, rows=standings.rows()[:SHOWN], hidden=hidden, sentences=standings.summary()
    )
    return str(made)


def figures(standings: "Standings") -> dict[str, bytes]:
    """Both figures as SVG."""
    return {what: content(standings.plot(what), "svg") for what in DRAWN}


def page(standings: "Standings", drawings: dict[str, bytes] | None = None) -> str:
    """The whole page; ``drawings`` are the figures as SVG if somebody has them."""
    from duelling.votes.ratings import DISPLAY

    drawn = {what: _inline(svg) for what, svg in (drawings or figures(standings)).items()}
    made = _template("page.html").render(
        standings=standings, headings=HEADINGS, rows=standings.rows(), drawn=drawn, display=DISPLAY
    )
    return str(made)


def _inline(svg: bytes) -> str:
    """The drawing without the first lines of its file, to stand in a page."""
    from markupsafe import Markup

    text = svg.decode()
    return Markup(text[text.index("<svg") :])  # matplotlib has escaped the names


def save(standings: "Standings", folder: Path) -> None:
    """Write the page, the table as CSV, everything as JSON, and the figures of the page.

    They are written in one form only: to draw them as points as well would take as long as all the rest. A file of CSV
    travels alone, so that its last column names those about which nothing is promised.
    """
    import polars as pl

    from duelling.votes.standings import DISPLAY_ONLY

    table = standings.frame()
    table = table.with_columns(display_only=pl.lit(", ".join(name for name in DISPLAY_ONLY if name in table.columns)))
    drawings = figures(standings)
    contents = {
        "index.html": page(standings, drawings).encode(),
        "standings.csv": table.write_csv().encode(),
        "standings.json": (json.dumps(plain(standings.to_dict()), indent=2, ensure_ascii=False) + "\n").encode(),
    }
    files.write(folder, contents | {f"{what}.svg": svg for what, svg in drawings.items()})
