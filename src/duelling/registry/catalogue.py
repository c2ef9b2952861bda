"""The catalogue of algorithms, computed from their own facts: which there are, and what to use."""

import typing
from collections.abc import Iterable
from typing import Any

from duelling.core.concepts import Concept
from duelling.registry.facts import ALGORITHMS, Algorithm
from duelling.registry.parameters import Parameter

CASE = {"arms": 10, "horizon": 100_000}  # where bounds are compared


def select(
    winner: Concept | None = None, regret: str | None = None, adversarial: bool = False, anytime: bool = False
) -> list[Algorithm]:
    """The algorithms made for this; those with a bound that needs no preferences come first, the smallest first."""
    found = [
        a
        for a in ALGORITHMS.every().values()
        if (winner is None or winner in a.winners)
        and (regret is None or regret == a.regret)
        and (not adversarial or a.adversarial)
        and (not anytime or a.anytime)
    ]
    if winner is None:
        return sorted(found, key=lambda a: a.name)
    return sorted(found, key=lambda a: (worth(a, winner) or float("inf"), a.name))


def worth(algorithm: Algorithm, winner: Concept) -> float | None:
    """The bound at K = 10 and T = 10^5, where it is a number for every problem of that size."""
    return algorithm.bound(winner, **CASE)


def facts(algorithm: Algorithm) -> dict[str, Any]:
    """All that is known, in plain values."""
    return {
        "name": algorithm.name,
        "label": algorithm.label,
        "reference": algorithm.reference,
        "winners": list(algorithm.winners),
        "regret": algorithm.regret,
        "anytime": algorithm.anytime,
        "adversarial": algorithm.adversarial,
        "world": algorithm.world,
        "most_arms": algorithm.most_arms,
        "cost": algorithm.cost,
        "summary": algorithm.summary,
        "identifies": algorithm.identify is not None,
        "same_as": algorithm.same_as,
        "bounds": {winner: bound.formula for winner, bound in algorithm.bounds.items()},
        "order": algorithm.order,
        "parameters": settings(algorithm.parameters),
        "stopping_parameters": settings(algorithm.stopping_parameters),
    }


def settings(parameters: dict[str, Parameter]) -> list[dict[str, Any]]:
    """Parameters in plain values."""
    return [{"name": p.name, "type": kind_name(p.kind), "default": p.default} for p in parameters.values()]


def kind_name(kind: Any) -> str:
    """How a person would write the type of a parameter."""
    words = {float: "number", int: "whole number", bool: "true or false", str: "text"}
    if typing.get_origin(kind) is typing.Literal:
        return " | ".join(map(str, typing.get_args(kind)))
    parts = [part for part in typing.get_args(kind) or (kind,) if part is not type(None)]
    return " | ".join(kind_name(part) for part in parts) if len(parts) > 1 or parts[0] is not kind else words[kind]


HEADINGS = ("name", "label", "winners", "regret", "world", "outcomes", "horizon", "cost", "bound", "reference")


def row(algorithm: Algorithm, winner: Concept | None = None) -> tuple[str, ...]:
    """One line of the table; the bound is that for ``winner``, or for the first winner that has one, or its order."""
    bounds = algorithm.bounds
    shown = bounds.get(winner) if winner else next(iter(bounds.values()), None)
    return (
        algorithm.name,
        algorithm.label,
        ", ".join(algorithm.winners),
        algorithm.regret,
        algorithm.world,
        "adversarial" if algorithm.adversarial else "stochastic",
        "any" if algorithm.anytime else "known",
        algorithm.cost,
        shown.formula if shown else algorithm.order,
        algorithm.reference + (f"; the same as {algorithm.same_as}" if algorithm.same_as else ""),
    )


def markdown(algorithms: Iterable[Algorithm]) -> str:
    """The page docs/algorithms.md."""
    lines = [
        "# The catalogue",
        "",
        "Made by `make docs` from the algorithms' own facts; `duelling algorithms NAME` shows one with its parameters.",
        "World: the kind of problems that it plays on. Outcomes: whether the guarantee holds for those that an",
        "adversary picks. Horizon: whether T must be known.",
        "",
        f"| {' | '.join(HEADINGS)} |",
        "|" + "---|" * len(HEADINGS),
    ]
    for each in algorithms:
        name, *rest = (cell.replace("|", "\\|") for cell in row(each))
        lines.append(f"| `{name}` | {' | '.join(rest)} |")
    return "\n".join(lines) + "\n"
