"""SVG, one element at a time, with everything escaped."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup


def tag(name: str, *inside: str, **attributes: object) -> "Markup":
    """Return an element; what is inside is escaped unless it is an element. ``class_`` is the attribute class.

    >>> tag("text", "a < b", x=0.5, text_anchor="end")
    Markup('<text x="0.5" text-anchor="end">a &lt; b</text>')
    """
    from markupsafe import Markup, escape

    written = [
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _number(value))
        for key, value in attributes.items()
        if value is not None
    ]
    content = Markup("").join(escape(each) for each in inside)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(name), Markup("").join(written), content)


def chart(label: str, *inside: str, width: float, height: float, class_: str) -> "Markup":
    """Return a drawing that readers of screens read as one picture with this label."""
    box = f"0 0 {_number(width)} {_number(height)}"
    return tag(
        "svg", *inside, class_=f"chart {class_}", viewBox=box, width=width, height=height, role="img", aria_label=label
    )


def _number(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def percent(share: float) -> str:
    """Return a share as a place in a drawing that is as wide as the page lets it be."""
    return f"{100 * share:.2f}%"


def short(name: str, longest: int = 18) -> str:
    """Return a name that fits."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
