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


def message(error: BaseException) -> str:
    """Return the message of an error; an empty text where the error cannot say it, as a user's own class may not."""
    try:
        return str(error).strip()
    except Exception:
        return ""


def first_line(error: BaseException) -> str:
    """Return the first line of the message of an error, or the name of its class where there is none."""
    return (message(error) or type(error).__name__).splitlines()[0]
