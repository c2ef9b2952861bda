"""The catalogue of algorithms, computed from their own facts: which there are, and what to use."""

import typing
from collections.abc import Iterable, Iterator
from typing import Any

from duelling.arrays import flag
from duelling.core.concepts import Concept
from duelling.core.regrets import REGRETS, Regret
from duelling.errors import one_of
from duelling.registry.facts import ALGORITHMS, BANDITS, Algorithm
from duelling.registry.facts import algorithm as declare_algorithm
from duelling.registry.facts import bandit as declare_bandit
from duelling.registry.makers import Maker
from duelling.registry.parameters import Parameter, arguments_of, sentence_of
from duelling.registry.vocabulary import Source
from duelling.registry.winners import WINNERS

SOURCES: dict[Source, str] = {
    "paper": "the text of the paper, or an exact restatement of it",
    "author's code": "code by an author of the paper",
    "description": "what others wrote about it, in words or in code",
    "own": "no paper, code or description is named",
}
CASE = {"arms": 10, "horizon": 100_000}  # where bounds are compared


def select(
    winner: Concept | str | None = None,
    regret: Regret | str | None = None,
    adversarial: bool = False,
    anytime: bool = False,
) -> list[Algorithm]:
    """The algorithms that fit. Those whose bound is known without preferences come first, the smallest bound first.

    Args:
        winner: the concept that they must be made for; None is any.
        regret: the regret that they keep small, "weak" or "strong"; None is any.
        adversarial: whether their guarantee must hold against an adversary.
        anytime: whether they must need no horizon.

    Returns:
        What is known of each: ``name``, ``label``, ``reference``, ``winners``, ``parameters`` and more.

    Raises:
        InputError: there is no such winner or regret.

    >>> import duelling as du
    >>> "rucb" in [each.name for each in du.select("condorcet", "strong")]
    True
    """
    if winner is not None:
        WINNERS.find(winner)
    if regret is not None:
        one_of("regret", regret, REGRETS)
    flag("adversarial", adversarial)
    flag("anytime", anytime)
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


def worth(algorithm: Algorithm, winner: Concept | str) -> float | None:
    """The bound at K = 10 and T = 10^5, where it is a number for every problem of that size."""
    return algorithm.bound(winner, **CASE)


def facts(algorithm: Algorithm) -> dict[str, Any]:
    """All that is known, in plain values."""
    return {
        "name": algorithm.name,
        "label": algorithm.label,
        "reference": algorithm.reference,
        "source": algorithm.source,
        "winners": list(algorithm.winners),
        "regret": algorithm.regret,
        "anytime": algorithm.anytime,
        "adversarial": algorithm.adversarial,
        "world": algorithm.world,
        "most_arms": algorithm.most_arms,
        "cost": algorithm.cost,
        "folds": algorithm.folds,
        "self_duels": algorithm.self_duels,
        "opponent": algorithm.opponent,
        "takes_any_vote": algorithm.takes_any_vote,
        "true_chances": algorithm.true_chances,
        "growth": algorithm.growth,
        "variants": {setting: dict(differing) for setting, differing in algorithm.variants.items()},
        "summary": algorithm.summary,
        "identifies": algorithm.identify is not None,
        "finds": algorithm.finds,
        "assumes": list(algorithm.assumes),
        "budgeted": algorithm.budgeted,
        "same_as": algorithm.same_as,
        "bounds": {winner: bound.formula for winner, bound in algorithm.bounds.items()},
        "order": algorithm.order,
        "parameters": plain_parameters(algorithm.parameters),
        "stopping_parameters": plain_parameters(algorithm.stopping_parameters),
    }


def maker_facts(maker: Maker) -> dict[str, Any]:
    """All that is known of a maker of problems, in plain values."""
    known = {"name": maker.name, "summary": maker.summary, "examples": list(maker.examples)}
    return known | {"parameters": plain_parameters(maker.parameters())}


def promises(algorithm: Algorithm) -> dict[str, str]:
    """What is declared about votes and draws: each answer by its question, in words."""
    words = {True: "yes", False: "no", "uniform": "uniform over the others", "any": "may depend on anything"}
    said = {asked: getattr(algorithm, fact) for fact, asked in PROMISES.items()}
    return {asked: words[answer] for asked, answer in said.items() if answer is not None}


def variants(algorithm: Algorithm) -> dict[str, str]:
    """What differs under a setting of its parameters, in words, by this setting."""
    found: dict[str, str] = {}
    for setting, facts in algorithm.variants.items():
        said = ["anytime" if facts["anytime"] else "the horizon must be known"] if "anytime" in facts else []
        said += [f"a round costs {facts['cost']}"] if "cost" in facts else []
        found |= {setting: ", ".join(said)} if said else {}
    return found


def plain_parameters(parameters: dict[str, Parameter]) -> list[dict[str, Any]]:
    """Parameters in plain values."""
    return [
        {"name": p.name, "type": kind_name(p.kind), "default": None if p.required else p.default, "about": p.about}
        for p in parameters.values()
    ]


def kind_name(kind: Any) -> str:
    """How a person would write the type of a parameter."""
    words = {float: "number", int: "whole number", bool: "true or false", str: "text"}
    if typing.get_origin(kind) is typing.Literal:
        return " | ".join(map(str, typing.get_args(kind)))
    parts = [part for part in typing.get_args(kind) or (kind,) if part is not type(None)]
    return " | ".join(kind_name(part) for part in parts) if len(parts) > 1 or parts[0] is not kind else words[kind]


PROMISES = {  # facts that may be left open, as a person would ask for them
    "folds": "can be rebuilt from its votes",
    "self_duels": "duels an arm with itself",
    "opponent": "the second arm",
    "takes_any_vote": "takes votes that it did not ask for",
    "true_chances": "reports the chances of its draws",
}
PARAMETERS = ("algorithm", "parameter", "value", "default", "what it does")
HEADINGS = ("name", "label", "winners", "regret", "world", "outcomes", "horizon", "cost", "bound", "reference")


def row(algorithm: Algorithm, winner: Concept | str | None = None) -> tuple[str, ...]:
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


BANDIT = ("rule", "outcomes", "horizon", "bound")
STOPPING = ("name", "winners", "finds", "assumes", "ends by", "reference")


def stopping_row(algorithm: Algorithm) -> tuple[str, ...]:
    """One line of the table of those that stop by themselves."""
    names, end = ", ".join(algorithm.winners), "budget" if algorithm.budgeted else "delta"
    return algorithm.name, names, algorithm.finds, ", ".join(algorithm.assumes), end, algorithm.reference


def reductions() -> list[str]:
    """The endings of the names of algorithms that are made of a bandit: +unif, -sparring, ..."""
    made = ((part, name) for part in BANDITS for name in ALGORITHMS if name.startswith((f"{part}+", f"{part}-")))
    return sorted({name.removeprefix(part) for part, name in made})


def bandit_rows() -> list[tuple[str, ...]]:
    """A line for each bandit: its rule, its bound, and what is proven of it in each reduction."""
    return [
        (
            name,
            sentence_of(each.start).replace("``", "`"),
            "adversarial" if each.adversarial else "stochastic",
            "any" if each.anytime or any(facts.get("anytime") for facts in each.variants.values()) else "known",
            each.bound.formula if each.bound else "",
            *(_proven(f"{name}{reduction}") for reduction in reductions()),
            each.reference,
            each.source,
        )
        for name, each in BANDITS.every().items()
    ]


def _proven(name: str) -> str:
    """What is proven of the regret of an algorithm, in a word; nothing where there is no such algorithm."""
    if name not in ALGORITHMS:
        return ""
    known = ALGORITHMS.find(name)
    return "bound" if known.bounds else "no theorem" if known.order.startswith("no theorem") else "order"


def markdown(algorithms: Iterable[Algorithm]) -> str:
    """The page docs/algorithms.md."""
    known, headings = list(algorithms), (*HEADINGS, "source")
    lines = [
        "# The catalogue",
        "",
        "Made by `make docs` from the algorithms' own facts; `duelling algorithms NAME` shows one with its parameters.",
        "World: the kind of problems that it plays on. Outcomes: whether the guarantee holds for those that an",
        "adversary picks. Horizon: whether T must be known. Source: what the implementation follows:",
        "",
        *(f"- {source}: {sentence}" for source, sentence in SOURCES.items()),
        "",
        *table(headings, ((*row(each), each.source) for each in known)),
        "",
        "## Bandits",
        "",
        "What reductions are made of, as in `exp3+unif` and `exp3-sparring`. A column for each reduction says what is",
        "proven of the regret there: a bound with its constants, the order in which it grows, or no theorem. The table",
        "above has the formulas, with the settings that some of them need. Nothing stands where a reduction cannot",
        "take a bandit that must know the horizon.",
        "",
        *table(("bandit", *BANDIT, *(f"`{each}`" for each in reductions()), "reference", "source"), bandit_rows()),
        "",
        "## Parameters",
        "",
        "They are written behind the name, as in `rucb:alpha=0.51,version=arxiv`.",
        "",
        *table(PARAMETERS, (line for each in known for line in parameter_rows(each.name, each.parameters))),
        "",
        "## Parameters of those that stop by themselves",
        "",
        "With `duelling identify`; `--delta` sets the chance with which the verdict may be wrong, and `--budget` the",
        "number of duels where that ends it. Finds: what the verdict is; assumes: what the guarantee needs of the",
        "preferences. [Identification](identification.md) says what to use for what.",
        "",
        *table(STOPPING, (stopping_row(each) for each in known if each.identify)),
        "",
        *table(PARAMETERS, (line for each in known for line in parameter_rows(each.name, each.stopping_parameters))),
        "",
        "## Facts",
        "",
        "What stands in a declaration, `@algorithm(...)` or `@bandit(...)`.",
        "",
        *table(("fact", "of", "what it says"), fact_rows()),
    ]
    return "\n".join(lines) + "\n"


def fact_rows() -> list[tuple[str, ...]]:
    """A line for each fact of a declaration."""
    ours, theirs = arguments_of(declare_algorithm), arguments_of(declare_bandit)
    owner = {name: "both" if name in ours and name in theirs else "algorithms" for name in ours}
    return [(name, owner.get(name, "bandits"), fact.about) for name, fact in (ours | theirs).items()]


def parameter_rows(owner: str, parameters: dict[str, Parameter]) -> list[tuple[str, ...]]:
    """A line for each parameter."""
    return [(owner, p.name, kind_name(p.kind), default_text(p), p.about) for p in parameters.values()]


def default_text(parameter: Parameter) -> str:
    """A default as a person would write it; nothing where the algorithm finds its own."""
    if parameter.required:
        return "must be given"
    default = parameter.default
    return "" if default is None else str(default).lower() if isinstance(default, bool) else str(default)


def table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table; the first column is code."""
    yield f"| {' | '.join(headings)} |"
    yield "|" + "---|" * len(headings)
    for cells in rows:
        name, *rest = (cell.replace("|", "\\|") for cell in cells)
        yield f"| `{name}` | {' | '.join(rest)} |"
