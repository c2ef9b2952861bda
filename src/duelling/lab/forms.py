"""Results as tables for people: in Markdown, LaTeX, CSV and HTML, and in a notebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from duelling.errors import Conflict, one_of, plain_text
from duelling.forms import html_table, latex_table, markdown_table, paragraph, with_reach
from duelling.lab.figures.labels import display_names, thousands
from duelling.lab.figures.selection import ForEach, given_for, select
from duelling.lab.raw_result import RawResult
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Form = Literal["markdown", "latex", "csv", "html"]


def table(result: RawResult, form: Form, algorithms: Sequence[str] | str | None, labels: ForEach) -> str:
    """What ``Result.table`` promises."""
    form = one_of("form", form, get_args(Form))
    drawn = select(result.algorithms, algorithms, None)
    given = {text: plain_text("labels", label) for text, label in given_for("labels", drawn, labels).items()}
    names = display_names(drawn) | given
    if form == "csv":
        import polars as pl

        from duelling.lab.summaries import summary_of

        found = summary_of(result).filter(pl.col("algorithm").is_in(drawn))
        return found.with_columns(pl.col("algorithm").replace(names)).write_csv()
    head, rows = cells(result, names)
    numbers = len(head) - 1
    return {"markdown": markdown_table, "latex": latex_table, "html": html_table}[form](head, rows, numbers)


def cells(result: RawResult, names: dict[str, str]) -> tuple[list[str], list[list[str]]]:
    """The heading, and a row for each of the named algorithms: the mean of each regret ± half of its 95% interval."""
    several = len(result.winners) > 1
    head = [
        f"{winner_title(winner)}, {regret} regret" if several else f"{regret} regret"
        for winner in result.winners
        for regret in result.regrets
    ]
    found = {(row["winner"], row["algorithm"]): row for row in result.rows()}
    rows = [
        [
            name,
            *(_number(found[winner, text], regret) for winner in result.winners for regret in result.regrets),
        ]
        for text, name in names.items()
    ]
    return ["algorithm", *head], rows


def _number(row: dict[str, Any], regret: str) -> str:
    low, high = row[f"{regret}_low"], row[f"{regret}_high"]
    return with_reach(row[regret], None if low is None or high is None else (high - low) / 2)


def result_page(result: RawResult) -> str:
    """A result in a notebook."""
    head, rows = cells(result, display_names(result.algorithms))
    runs = "1 run" if result.runs == 1 else f"{thousands(result.runs)} runs"
    about = f"{runs} of {thousands(result.horizon)} rounds, seed {result.seed}"
    winner = "" if len(result.winners) > 1 else f", {winner_title(result.winners[0])} winner"
    note = "Mean regret at the horizon ± half of its 95% interval. plot() draws it, summary() has all numbers."
    return (
        paragraph(about + winner, f"{result.problem['name']}:")
        + html_table(head, rows, len(head) - 1)
        + paragraph(note)
    )


def identification_page(told: dict[str, Any]) -> str:
    """What runs until a verdict found, in a notebook; ``told`` is ``Identification.summary()``."""
    duels = told["duels"]
    sem = duels["sem"]
    shares = {kind: f"{told[kind]:.1%}" for kind in ("right", "wrong", "undecided")}
    row = [with_reach(duels["mean"], sem), f"{duels['median']:g}", thousands(duels["max"]), *shares.values()]
    name = display_names([told["algorithm"]])[told["algorithm"]]
    about = f"{name} looks for the {winner_title(told['winner'])} winner, {told['runs']} runs, seed {told['seed']}"
    head = ["duels: mean ± standard error", "median", "most", *shares]
    verdicts = sorted(told["verdicts"].items(), key=lambda each: -each[1])[:10]
    more = len(told["verdicts"]) - len(verdicts)
    said = ", ".join(f"{text} ({count})" for text, count in verdicts) + (f" and {more} others" if more else "")
    warning = paragraph(told["warning"], "Warning:") if told["warning"] else ""
    return (
        paragraph(about, f"{told['problem']}:")
        + html_table(head, [row], len(head))
        + paragraph(said or "none", "Verdicts:")
        + warning
    )


def to_pandas(frame: "pl.DataFrame") -> "pd.DataFrame":
    """The same frame of pandas; Conflict where pandas is not installed."""
    try:
        import pandas as pd
    except ImportError:
        raise Conflict("to_pandas needs pandas: pip install 'duelling[pandas]'") from None
    return pd.DataFrame({name: frame[name].to_numpy() for name in frame.columns})
