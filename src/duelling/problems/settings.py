"""Parameters in the text of a problem that is made: ``parameter=value`` between commas."""

import inspect
from collections.abc import Iterable
from typing import Any

from duelling.errors import InputError, unknown
from duelling.facts import Parameter

ARMS = {"arms": Parameter("arms", int, inspect.Parameter.empty)}  # what most makers take first


def settings(owner: str, parts: Iterable[str], known: dict[str, Parameter], example: str) -> dict[str, Any]:
    """The values that a user wrote for the parameters of ``owner``; those without a default must be among them."""
    given, values = list(parts), {}
    for part in given:
        key, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"parameters of {owner} must be written parameter=value, got {part!r}")
        if key not in known:
            raise unknown(f"parameter of {owner}", key, known)
        if key in values:
            raise InputError(f"{key} of {owner} must be given once, got {','.join(given)!r}")
        values[key] = known[key].convert(value, owner)
    for name, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and name not in values:
            raise InputError(f"{name} of {owner} must be given, as in {example!r}, got {','.join(given)!r}")
    return values
