"""What a result needs to be repeated: versions, date, parameters."""

import datetime
import platform
from collections.abc import Iterable
from importlib import metadata
from typing import Any

from duelling.registry.choice import Choice


def provenance(choices: Iterable[Choice]) -> dict[str, Any]:
    """Versions, the date, and every parameter of every algorithm, set by the user or by default."""
    versions = {name: metadata.version(name) for name in ("duelling", "numpy", "numba")}
    parameters = {
        c.text: {name: p.default for name, p in c.algorithm.parameters.items()} | c.parameters for c in choices
    }
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return {**versions, "python": platform.python_version(), "date": now, "parameters": parameters}
