"""Values and errors as plain text."""

from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return ``value`` in types that JSON has: lists in place of arrays and tuples, texts as keys."""
    if isinstance(value, dict):
        return {str(key): plain(x) for key, x in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(x) for x in value]
    return value


def first_line(error: BaseException) -> str:
    """Return the first line of the message of an error, or the name of its class where there is none."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
