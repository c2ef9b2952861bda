"""Tables as text, Markdown, LaTeX and HTML, for people: on a terminal, in a notebook, in a paper.

The HTML takes its colours from the page around it, so that it can be read on a light ground and on a dark one.
"""

import html
import math
import re
from collections.abc import Callable, Sequence

Row = Sequence[str]
LINE = "1px solid rgba(128, 128, 128, 0.35)"
CELL = f"padding: 0.2em 0.8em; border: 0; border-bottom: {LINE}; background: transparent; color: inherit;"
LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$"} | {
    sign: f"\\{sign}" for sign in "&%$#_{}"
}


def plain_table(head: Row, rows: Sequence[Row], numbers: int = 0) -> str:
    """Columns of equal width, two blanks apart; the last ``numbers`` columns end at the right."""
    cells = [head, *rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    left = len(head) - numbers
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k < left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def markdown_table(head: Row, rows: Sequence[Row], numbers: int = 0) -> str:
    """A table of Markdown; bars are escaped, backslashes that would escape them back, and tags of HTML."""
    kinds = ["---"] * (len(head) - numbers) + ["---:"] * numbers
    lines = [[re.sub(r"[\\|<]", r"\\\g<0>", cell) for cell in row] for row in (head, *rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in (lines[0], kinds, *lines[1:]))


def latex_table(head: Row, rows: Sequence[Row], numbers: int = 0) -> str:
    """A tabular with the rules of the package booktabs."""

    def line(row: Row) -> str:
        cells = [re.sub(r"[\\~^±&%$#_{}]", lambda found: LATEX[found[0]], cell) for cell in row]
        guard = "{}" if cells[0].startswith(("[", "*")) else ""  # else it would be an option of the line before
        return guard + " & ".join(cells) + r" \\" + "\n"

    body = "".join(map(line, rows))
    columns = "l" * (len(head) - numbers) + "r" * numbers
    return f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{line(head)}\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"


def html_table(
    head: Row, rows: Sequence[Row], numbers: int = 0, shade: Callable[[int, int], str] = lambda row, column: ""
) -> str:
    """A table of HTML; ``shade`` gives the background of a cell, by row and column."""
    left = len(head) - numbers

    def cell(tag: str, text: str, column: int, ground: str = "") -> str:
        align = "left" if column < left else "right"
        style = f"{CELL} text-align: {align};" + (f" background: {ground};" if ground else "")
        return f'<{tag} style="{style}">{html.escape(text)}</{tag}>'

    first = "".join(cell("th", text, k) for k, text in enumerate(head))
    body = "".join(
        f"<tr>{''.join(cell('td', text, k, shade(n, k)) for k, text in enumerate(row))}</tr>\n"
        for n, row in enumerate(rows)
    )
    style = "border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.4em 0;"
    return (
        f'<div style="overflow-x: auto"><table style="{style}">\n<thead><tr>{first}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>\n"
    )


def paragraph(text: str, strong: str = "") -> str:
    """A paragraph of HTML, with bold words before it."""
    bold = f"<b>{html.escape(strong)}</b> " if strong else ""
    return f'<p style="margin: 0.3em 0">{bold}{html.escape(text)}</p>\n'


def with_reach(value: float, reach: float | None) -> str:
    """A number with the half width of its interval, two digits of which are shown: 812 ± 14."""
    if reach is None or not math.isfinite(reach) or reach <= 0:
        return f"{value:.4g}"
    digits = max(0, 1 - math.floor(math.log10(reach)))
    return f"{value:.{digits}f} ± {reach:.{digits}f}"
