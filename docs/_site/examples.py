"""Shows the examples in docstrings as code. Without this, Markdown takes their ``>>>`` for quotations."""

import re
from typing import Any

import griffe


class Examples(griffe.Extension):
    """Puts a fence around each example of each docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = re.sub(r"(?m)^>>> (?:.+\n?)+", _fenced, obj.docstring.value)


def _fenced(found: re.Match[str]) -> str:
    return f"```pycon\n{found[0].rstrip()}\n```\n"
