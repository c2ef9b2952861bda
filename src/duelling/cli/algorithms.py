"""duelling algorithms: the catalogue, what to use, or one algorithm in full."""

from typing import TYPE_CHECKING, Annotated

import typer

from duelling.cli.common import AsJson, Load, console, load_all, print_json, print_rows, table

if TYPE_CHECKING:
    from duelling.core.concepts import Concept
    from duelling.registry.facts import Algorithm


def algorithms(
    name: Annotated[str | None, typer.Argument(help="An algorithm; leave out for all.")] = None,
    winner: Annotated[
        str | None,
        typer.Option("--for", metavar="W", help="Only those made for this winner; the smallest bound comes first."),
    ] = None,
    regret: Annotated[str | None, typer.Option(metavar="weak|strong", help="Only those that keep it small.")] = None,
    adversarial: Annotated[bool, typer.Option("--adversarial", help="Only those safe against an adversary.")] = False,
    anytime: Annotated[bool, typer.Option("--anytime", help="Only those that need no horizon.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check this algorithm against the contract: a line for each law, yes or no.")
    ] = False,
    load: Load = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page docs/algorithms.md.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the algorithms, answer what to use, or show one with its facts, parameters, bound and reference."""
    from duelling.errors import WrongValue
    from duelling.registry import catalogue
    from duelling.registry.choice import find_name
    from duelling.registry.facts import ALGORITHMS

    load_all(load)
    if check:
        if name is None:
            raise WrongValue("--check must have the name of an algorithm before it, got none")
        hold_to_the_contract(name, as_json)
        return
    if name is not None:
        if ":" in name:
            raise WrongValue(f"the algorithm must be named without parameters: its page shows them all, got {name!r}")
        chosen = ALGORITHMS.find(find_name(name))
        print_json(catalogue.facts(chosen)) if as_json else show(chosen)
        return
    concept = None if winner is None else winner.replace("-", "_")
    found = catalogue.select(concept, regret, adversarial, anytime)
    if not found:
        raise WrongValue("no algorithm has all of these: leave one of --for, --regret, --adversarial, --anytime out")
    if markdown:
        print(catalogue.markdown(found), end="")
    elif as_json:
        print_json([catalogue.facts(each) for each in found])
    else:
        list_all(found, concept)


def hold_to_the_contract(name: str, as_json: bool) -> None:
    """Print what was found of each law; leave with 1 where one does not hold."""
    from duelling.testing import examine

    report = examine(name)
    if as_json:
        print_json([finding._asdict() for finding in report.findings])
    else:
        print(report)
    if not report.kept:
        raise typer.Exit(1)


def list_all(found: "list[Algorithm]", winner: "Concept | str | None") -> None:
    """The table; with the value of the bounds where one winner was asked for."""
    from duelling.registry import catalogue

    value = () if winner is None else ("K=10, T=10⁵",)
    rows = []
    for each in found:
        bound = None if winner is None else catalogue.worth(each, winner)
        cells = () if winner is None else ("" if bound is None else f"{bound:,.0f}",)
        rows.append((*catalogue.row(each, winner), *cells))
    spare = ("reference", "cost", "bound", "world", "outcomes", "horizon")  # the page of one algorithm shows them all
    places = [catalogue.HEADINGS.index(heading) for heading in spare]
    print_rows((*catalogue.HEADINGS, *value), rows, numbers=len(value), spare=places)
    if winner is not None:
        console().print(
            "Smallest bound first. One that depends on the problem's gaps has no number; where chances stay, who has it"
            " often pays far less: try some with duelling simulate."
        )


def show(algorithm: "Algorithm") -> None:
    """One algorithm, for a person."""
    from duelling.registry import catalogue

    known, out = catalogue.facts(algorithm), console()
    out.print(f"{algorithm.name}: {algorithm.label}", style="bold")
    out.print(algorithm.summary)
    lines = table("", "")
    lines.show_header = False
    lines.add_row("reference", algorithm.reference)
    lines.add_row("source", f"{algorithm.source}: {catalogue.SOURCES[algorithm.source]}")
    if algorithm.same_as:
        lines.add_row("the same as", algorithm.same_as)
    lines.add_row("made for", ", ".join(algorithm.winners) or "no winner")
    lines.add_row("regret", algorithm.regret)
    most = algorithm.most_arms
    lines.add_row("world", algorithm.world if most is None else f"{algorithm.world}, at most {most}")
    lines.add_row("outcomes", "adversarial" if algorithm.adversarial else "stochastic")
    lines.add_row("horizon", "anytime" if algorithm.anytime else "must be known")
    how = "yes, with duelling identify" + " --budget N" * algorithm.budgeted
    lines.add_row("stops by itself", how if algorithm.identify else "no")
    if algorithm.identify:
        lines.add_row("finds", algorithm.finds)
        lines.add_row("assumes", ", ".join(algorithm.assumes) or "nothing of the preferences")
    lines.add_row("a round costs", algorithm.cost)
    for asked, answer in catalogue.promises(algorithm).items():
        lines.add_row(asked, answer)
    for setting, differs in catalogue.variants(algorithm).items():
        lines.add_row(f"with {setting}", differs)
    for winner, formula in known["bounds"].items():
        lines.add_row(f"bound, {winner}", formula)
    if algorithm.order:
        lines.add_row("regret grows", algorithm.order)
    out.print(lines)
    as_in = f"as in {algorithm.name}:parameter=value"
    for title, parameters in (
        (f"Parameters, {as_in}", algorithm.parameters),
        (f"Where it stops by itself, {as_in}", algorithm.stopping_parameters),
    ):
        settings = table(*catalogue.PARAMETERS[1:], title=title)
        for _, *cells in catalogue.parameter_rows(algorithm.name, parameters):
            settings.add_row(*cells)
        if parameters:
            out.print(settings)
