"""Texts of a figure that have to fit into a width."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.text import Text


def wrap(part: "Text", text: str, renderer: Any, width: float) -> None:
    """Write the text into ``part``, in lines of at most ``width`` pixels; a word that is longer stays whole."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        part.set_text(longer)
        if lines and part.get_window_extent(renderer).width <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    part.set_text("\n".join(lines))


def fit(part: "Text", renderer: Any, width: float) -> None:
    """Cut the middle of a text until it is at most ``width`` pixels wide."""
    text = part.get_text()
    for count in range(len(text) - 1, 2, -1):
        part.set_text(f"{text[: (count + 1) // 2]}…{text[len(text) - count // 2 :]}")
        if part.get_window_extent(renderer).width <= width:
            return


def is_formula(text: str) -> bool:
    """Whether a text has a formula such as $\\alpha$ that matplotlib can read."""
    from matplotlib.mathtext import MathTextParser

    if text.count("$") < 2:
        return False
    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return False
    return True
