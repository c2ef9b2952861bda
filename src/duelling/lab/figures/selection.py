"""Which algorithms of a result are meant, and what a caller gives for each of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from duelling.errors import WrongValue, plain_text, quoted, several, unknown
from duelling.lab.figures.labels import display_names

ForEach = Mapping[str, str] | Sequence[str] | None  # a dict by algorithm, or a list in the order of the algorithms


def find(name: str, algorithms: Sequence[str], asked: Any) -> str:
    """The algorithm of a result that is asked for: by its text, by its label in any case, or by its name alone.

    A name stands for an algorithm with parameters where no other has that name. ``name`` is the argument's, for errors.
    """
    text = plain_text(name, asked)
    if text in algorithms:
        return text
    labels = {label.lower(): own for own, label in display_names(algorithms).items()}
    named = [own for own in algorithms if own.partition(":")[0] == text.lower()]
    if text.lower() in labels:
        return labels[text.lower()]
    if len(named) == 1:
        return named[0]
    raise unknown("recorded algorithm", text, algorithms).within(name)


def select(algorithms: Sequence[str], asked: Any, order: Any) -> list[str]:
    """The algorithms that are drawn, in their order: those of ``asked`` (None: all), those of ``order`` first."""
    chosen = list(algorithms) if asked is None else _different("algorithms", algorithms, asked)
    first = [] if order is None else _different("order", chosen, order)
    return first + [text for text in chosen if text not in first]


def _different(name: str, algorithms: Sequence[str], asked: Any) -> list[str]:
    listed = [asked] if isinstance(asked, str) else several(name, asked, "a list of algorithms")
    found = [find(f"{name}[{k}]", algorithms, each) for k, each in enumerate(listed)]
    if not found or len({*found}) < len(found):
        raise WrongValue(f"{name} must name different algorithms, at least one, got {quoted(asked)}")
    return found


def given_for(name: str, algorithms: Sequence[str], values: Any) -> dict[str, Any]:
    """What a caller gives for each algorithm: a dict by algorithm, or a list in the order in which they are drawn."""
    if values is None:
        return {}
    if isinstance(values, Mapping):
        return {find(f"the keys of {name}", algorithms, key): value for key, value in values.items()}
    listed = several(name, values, "a dict by algorithm, or a list")
    if len(listed) != len(algorithms):
        rule = f"an entry for each of the {len(algorithms)} algorithms"
        raise WrongValue(f"{name} must have {rule}, got {quoted(values)}")
    return dict(zip(algorithms, listed, strict=True))
