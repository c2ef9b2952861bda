"""The figure of one simulation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from duelling.canvas import DPI, matplotlib, settings_of
from duelling.errors import WrongValue, above, one_of, plain_text, quoted, several
from duelling.lab.figures import plots
from duelling.lab.figures.frames import fill
from duelling.lab.figures.labels import GAP, End, display_names, leaves, name_of
from duelling.lab.figures.lines import Panel
from duelling.lab.figures.looks import Look, Looks, look_of
from duelling.lab.figures.selection import ForEach, given_for, select
from duelling.lab.figures.texts import is_formula
from duelling.lab.raw_result import RawResult
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Legend = Literal["ends", "inside", "below", "none"]
SMALLEST, LARGEST = 0.5, 100.0  # inches


def plot(
    result: RawResult,
    regret: str,
    winner: str | None,
    *,
    log: bool,
    bound: plots.BoundLine,
    ax: "Axes | None",
    algorithms: Sequence[str] | str | None,
    order: Sequence[str] | str | None,
    labels: ForEach,
    colors: ForEach,
    title: str | None,
    size: float | tuple[float, float] | None,
    legend: Legend | None,
    style: Looks | None,
) -> "Figure":
    """What ``Result.plot`` promises."""
    values, c = result.regret(plain_text("regret", regret)), result.concept(winner)
    named = one_of("style", ("screen" if ax is None else "rc") if style is None else style, get_args(Looks))
    matplotlib()
    look = look_of(named)
    if ax is not None:
        _check_axes(ax, size)
    where = _where(ax) if legend is None else one_of("legend", legend, get_args(Legend))
    drawn = select(result.algorithms, algorithms, order)
    places = [result.algorithms.index(text) for text in drawn]
    given = {text: plain_text("labels", label) for text, label in given_for("labels", drawn, labels).items()}
    names, formulas = display_names(drawn) | given, {label for label in given.values() if is_formula(label)}
    colours = {text: _colour(colour) for text, colour in given_for("colors", drawn, colors).items()}
    curves = [
        curve._replace(look=curve.look._replace(colour=colours[curve.label]))
        if curve.label in colours and curve.look
        else curve
        for curve in plots.curves(drawn, result.rounds, values[places][..., c])
    ]
    if ax is None:
        wide = look.size[0]
        look = look._replace(size=(wide, _high(look, where, len(drawn))) if size is None else _size(size, look))
    line = plots.bound_line(bound, result.rounds, result.winners[c], regret, len(result.problem["arms"]))
    panel = Panel(curves, line)
    plots.check_log(log, [panel])
    heading = None if title is None else plain_text("title", title)
    if ax is None:
        figure = _figure(result, panel, names, formulas, look, where, heading, log, regret, c)
        if where == "below" and size is None:
            from duelling.lab.figures.legends import grow

            grow(figure)
        return figure
    _fill(ax, panel, names, formulas, look, where, log, regret)
    if heading:
        ax.set_title(heading, loc="left", parse_math=is_formula(heading))
    return ax.get_figure(root=True)  # type: ignore[return-value]


def _high(look: Look, legend: Legend, count: int) -> float:
    """The height of a figure in inches: more than usual if its names need it."""
    high = look.size[1]
    return max(high, (count + 1) * GAP * look.names / 72 + 0.7) if legend == "ends" else high


def _where(ax: "Axes | None") -> Legend:
    """Where names stand if nobody said it: at the ends, or inside where a figure without a layout makes no room."""
    return "ends" if ax is None or ax.get_figure(root=True).get_layout_engine() else "inside"  # type: ignore[union-attr]


def _figure(
    result: RawResult,
    panel: Panel,
    names: dict[str, str],
    formulas: set[str],
    look: Look,
    legend: Legend,
    title: str | None,
    log: bool,
    regret: str,
    winner: int,
) -> "Figure":
    """A figure of its own, with a heading if the look has one or the caller gave one."""
    from duelling.canvas.figure import OwnFigure
    from duelling.lab.figures.ends import Heading

    wide, high = look.size
    figure = OwnFigure(
        figsize=(wide, high), dpi=DPI, layout="constrained", facecolor=look.ground, settings=look.settings
    )
    with settings_of(figure):
        axes = figure.subplots()
        ends = _fill(axes, panel, names, formulas, look, legend, log, regret)
        if title or (title is None and look.heading):
            usual = f"{result.problem['name']}: {regret} regret, {winner_title(result.winners[winner])} winner"
            note = f"mean of {result.runs} runs with its 95% interval" if result.runs > 1 else "one run"
            note += f", outcomes repeat after {result.period} rounds" if result.period else ""
            left = any(leaves(axes, end) for end in ends)
            note += f"; {plots.LEFT_THE_FRAME}" if left else ""
            Heading(axes, title or usual, note, look, formula=bool(title) and is_formula(title or ""))
    return figure


def _fill(
    axes: "Axes",
    panel: Panel,
    names: dict[str, str],
    formulas: set[str],
    look: Look,
    legend: Legend,
    log: bool,
    regret: str,
) -> list[End]:
    """Draw everything into the axes; returns the ends of the lines. Names among ``formulas`` are read as such."""
    from duelling.lab.figures.ends import EndNames

    ends = fill(axes, panel, log, names.__getitem__, look)
    axes.set_xlabel("rounds t", color=look.ink, fontsize=look.axis)
    axes.set_ylabel(f"{regret} regret", color=look.ink, fontsize=look.axis, parse_math=False)
    if legend == "ends":
        EndNames(axes, [end._replace(formula=end.label in formulas) for end in ends], look)
    elif legend != "none":
        from duelling.lab.figures import legends

        shown = {end.label: name_of(axes, end) for end in ends}
        {"inside": legends.inside, "below": legends.below}[legend](axes, shown, formulas, look)
    return ends


def _check_axes(ax: Any, size: Any) -> None:
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise WrongValue(f"ax must be axes of matplotlib, got {quoted(ax)}")
    if size is not None:
        raise WrongValue(f"size must be left out with ax, whose figure has its own, got {quoted(size)}")


def _size(size: Any, look: Look) -> tuple[float, float]:
    """Width and height in inches; a width alone keeps the shape of the look."""
    rule = f"a width, or a width and a height, in inches from {SMALLEST:g} to {LARGEST:g}"
    one = not hasattr(size, "__len__") or isinstance(size, str | bytes)
    listed = [size] if one else several("size", size, rule)
    if len(listed) not in (1, 2):
        raise WrongValue(f"size must be {rule}, got {quoted(size)}")
    found = [above("size", each, 0, LARGEST) for each in listed]
    if min(found) < SMALLEST:
        raise WrongValue(f"size must be {rule}, got {quoted(size)}")
    return found[0], (found[1] if len(found) == 2 else found[0] * look.size[1] / look.size[0])


def _colour(value: Any) -> str:
    from matplotlib.colors import is_color_like, to_hex

    try:
        known = is_color_like(value) and not (isinstance(value, str) and value.lower() == "none")
    except Exception:  # matplotlib asks foreign objects whether they are equal to something
        known = False
    if not known:
        raise WrongValue(f"colors must be colours of matplotlib, such as #0072b2 or tab:blue, got {quoted(value)}")
    return to_hex(value)
