"""Values and errors as plain text."""

from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """``value`` in the terms of JSON."""
    if isinstance(value, dict):
        return {str(key): plain(x) for key, x in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(x) for x in value]
    return value


def first_line(error: BaseException) -> str:
    """The first line of what an error says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
