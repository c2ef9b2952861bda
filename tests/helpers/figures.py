"""Figures as they are on paper, and files of figures in which nothing is drawn."""

import io

from PIL import Image


def drawn(figure):
    """The figure as PNG bytes."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def blank(figure, room, *, format, dpi, metadata):
    """In place of ``Figure.savefig``: an empty file of the right form and size."""
    if format == "png":
        size = (figure.get_size_inches() * dpi).astype(int)
        Image.new("RGB", tuple(size.tolist()), "white").save(room, "png", compress_level=1)
    else:
        room.write({"pdf": b"%PDF-1.4\n", "svg": b"<svg></svg>\n"}[format])


def names_at_ends(figure):
    """The names of the lines of all frames, as texts."""
    from duelling.lab.figures.ends import EndNames

    return [text for axes in figure.axes for own in axes.artists if isinstance(own, EndNames) for text in own.names]
