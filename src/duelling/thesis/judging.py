"""The verdicts on all claims: those about one experiment, and the one about all that theorems cover."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from duelling.lab.figures.horizons import joined
from duelling.thesis.claims.claim import reach_verdict
from duelling.thesis.claims.questions import Findings
from duelling.thesis.claims.verdicts import Verdict
from duelling.thesis.experiments import every

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured
    from duelling.lab.grids.plan import Plan

ALL = "all"  # in place of an experiment's id
THEORY = "Mean weak regret stays below the proven bound in every experiment that a theorem covers."
RULE = (
    "Wherever a theorem covers algorithm, winner and kind of outcomes, the mean regret is below the bound "
    "at the horizon, and at every checkpoint if the algorithm needs no horizon (shown where it comes nearest). "
    "Bounds are on expected regret; a single run may exceed them. Covered are Exp3+UnifK-1 for Borda regret, "
    "and for utility regret by the bound as printed and as corrected; Exp3-Sparring and Exp3.P-Sparring for "
    "von Neumann regret, by twice the bound of their bandits; REX3; and WS-W where no two arms tie. No theorem "
    "speaks of Copeland regret, of VN+UnifK-1, or of UCB with α = 0.51."
)


def judge(measured: "Mapping[str, Measured]", plan: "Plan") -> tuple[Verdict, ...]:
    """The verdicts on all claims in the order of the report: those of the thesis, then the open questions.

    ``measured`` has what was found of each experiment, by its id; experiments may be missing.
    """
    findings = {name: Findings(joined(each), plan.problems, plan.choices) for name, each in measured.items()}
    own: list[Verdict] = []
    others: list[Verdict] = []
    for name, chapter in every().items():
        known = findings.get(name, Findings())
        (others if chapter.open else own).extend(claim.judge(name, known) for claim in chapter.claims)
    return (*own, _theory(findings, len(own) + 1), *others)


def compare_printed(measured: "Mapping[str, Measured]", plan: "Plan") -> dict[str, list[dict[str, Any]]]:
    """The numbers that the thesis prints beside those found here, for each experiment that has some."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, chapter in every().items():
        if name not in measured or not chapter.printed:
            continue
        known = Findings(joined(measured[name]), plan.problems, plan.choices)
        problem = measured[name].experiment.problems[0]
        found[name] = [each._asdict() | {"here": each.found(known, problem)} for each in chapter.printed]
    return found


def _theory(findings: Mapping[str, Findings], number: int) -> Verdict:
    asked = [
        partial(question.ask, findings.get(name, Findings()))
        for name, chapter in every().items()
        for question in chapter.proven
    ]
    return reach_verdict(number, ALL, THEORY, RULE, asked)


def parted(verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    """Those on the thesis's own claims, and those about its open questions."""
    others = {name for name, chapter in every().items() if chapter.open}
    return (
        [each for each in verdicts if each.experiment not in others],
        [each for each in verdicts if each.experiment in others],
    )
