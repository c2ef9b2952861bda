"""What a result needs to be repeated: versions, date, parameters."""

import datetime
import platform
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from typing import Any

from duelling.registry.choice import Choice


@cache  # each look reads files, and a grid asks for every piece of work
def versions() -> dict[str, str]:
    """The versions on which numbers depend, this package first."""
    found = {name: metadata.version(name) for name in ("duelling", "numpy", "numba")}
    return {**found, "python": platform.python_version()}


def provenance(choices: Iterable[Choice]) -> dict[str, Any]:
    """Versions, the date, and every parameter of every algorithm, set by the user or by default."""
    parameters = {
        c.text: {name: p.default for name, p in c.algorithm.parameters.items()} | c.parameters for c in choices
    }
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return {**versions(), "date": now, "parameters": parameters}
