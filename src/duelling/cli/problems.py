"""duelling problems: the registry, or one problem in full."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.common import AsJson, Load, console, load_all, print_json, table, whole_number

if TYPE_CHECKING:
    import numpy as np

    from duelling.problems.base import Problem
    from duelling.registry.makers import Maker

WIDE = 20  # arms up to which a matrix is shown to a person


def problems(
    name: Annotated[
        str | None,
        typer.Argument(help="A problem, its kind such as flips, or the path of a matrix file; leave out for all."),
    ] = None,
    horizon: Annotated[
        int | None,
        typer.Option(parser=whole_number, metavar="T", help="Where preferences change: their mean over T rounds."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Play duels of this problem: a line for each law that they keep, yes or no.")
    ] = False,
    load: Load = None,
    as_json: AsJson = False,
) -> None:
    """List the problems, or show one: matrix, arms, winners under every concept, order and transitivity."""
    from duelling.errors import WrongValue, whole
    from duelling.problems.base import NoMean
    from duelling.problems.reading.named import problem, problem_names
    from duelling.registry.catalogue import maker_facts
    from duelling.registry.makers import MAKERS

    if horizon is not None:
        whole("horizon", horizon)
    load_all(load)
    if check:
        if name is None or name in MAKERS:
            raise WrongValue(f"--check must have a problem before it, such as flips:arms=4, got {name or 'none'}")
        hold_to_its_matrices(problem(name), as_json)
        return
    if name is None:
        known = [problem(each) for each in problem_names()]
        print_json([each.brief() for each in known]) if as_json else list_all(known)
        return
    if name in MAKERS:
        made = MAKERS.find(name)
        print_json(maker_facts(made)) if as_json else show_maker(made)
        return
    one = problem(name)
    try:
        print_json(one.facts(horizon)) if as_json else show(one, horizon)
    except NoMean:
        advice = "give --horizon T to see the mean over T rounds"
        raise WrongValue(f"{one.name}, whose preferences change, has no matrix for all rounds: {advice}") from None


def hold_to_its_matrices(problem: "Problem", as_json: bool) -> None:
    """Print what was found of each law; leave with 1 where one does not hold."""
    from duelling.problems.agreement import examine_problem
    from duelling.testing import Finding, Report

    found = examine_problem(problem)
    report = Report(problem.name, tuple(Finding(law, not reason, reason) for law, reason in found.items()))
    print_json([finding._asdict() for finding in report.findings]) if as_json else print(report)
    if not report.kept:
        raise typer.Exit(1)


def list_all(known: "list[Problem]") -> None:
    """The table of all problems, and how those begin that are made from parameters."""
    from duelling.registry.makers import examples

    lines, out = table("name", "K", "description", "source"), console()
    for each in known:
        lines.add_row(each.name, str(len(each.arms)), each.description, each.source)
    out.print(lines)
    out.print("Made from parameters, as in shadow:arms=10:", ", ".join(examples()))


def show_maker(maker: "Maker") -> None:
    """A kind of problems that are made from parameters, for a person."""
    from duelling.registry.catalogue import PARAMETERS, parameter_rows

    out = console()
    out.print(f"{maker.name}: {maker.summary}", style="bold")
    lines = table(*PARAMETERS[1:], title=f"Parameters, as in {maker.examples[0]}")
    for _, *cells in parameter_rows(maker.name, maker.parameters()):
        lines.add_row(*cells)
    out.print(lines)


def show(problem: "Problem", horizon: int | None = None) -> None:
    """One problem, for a person."""
    from duelling.registry.winners import winner_title

    known, out = problem.facts(horizon), console()
    names = list(problem.arms)
    if "best" in known:
        out.print(f"{problem.name}: {problem.limits}", style="bold")
        out.print("Best point:", " ".join(f"{x:.4g}" for x in known["best"]))
        return
    out.print(f"{problem.name}: {len(names)} arms", style="bold")
    for text in filter(None, (problem.description, problem.source)):
        out.print(text)
    if known["winners"] is None:
        out.print("It has no matrix and no winners beforehand: it makes each round against the learner.")
        return
    if len(names) <= WIDE:
        console(whole=True).print(_matrix(names, known["matrix"]))
    winners, scores = known["winners"], known["scores"]
    lines = table("winner", "arms", "score", title="Winners, with the number of the arm from 0 on")
    for concept, won in winners.items():
        if concept not in scores:  # a mixture: a weight for each arm
            mixed = ", ".join(f"{names[i]} [{i}] {share:.4g}" for i, share in enumerate(won) if share > 0)
            lines.add_row(winner_title(concept), mixed, "")
            continue
        best = f"{scores[concept][won[0]]:.4g}" if won else ""
        lines.add_row(concept, ", ".join(f"{names[i]} [{i}]" for i in won) or "none", best)
    out.print(lines)
    if known["matrix"] is None:
        return
    order = known["order"]
    out.print("Order:", "none" if order is None else " > ".join(names[i] for i in order))
    holds = ", ".join(fact for fact, true in known["transitivity"].items() if true)
    out.print("Transitivity that holds:", holds or "none")


def _matrix(names: list[str], matrix: "np.ndarray") -> Any:
    lines = table("", "", *map(str, range(len(names))), numbers=len(names), title="P: the row beats the column")
    for i, row in enumerate(matrix):
        lines.add_row(str(i), names[i], *(f"{p:.4g}" for p in row))
    return lines
