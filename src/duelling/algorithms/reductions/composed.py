"""Algorithms made of a cardinal bandit and a reduction, declared by composing the two.

``compose`` gives the algorithm the bandit's parameters, possibly with other defaults, and the bounds that the reduction
derives from those of the bandit. Only the pairs that a theorem treats by name are written out: Exp3+UnifK-1 with its
rates, and Sparring of two UCBs.
"""

import inspect
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from duelling.algorithms.reductions.doubler import doubler_bounds, start_doubler
from duelling.algorithms.reductions.multisbm import start_multisbm
from duelling.algorithms.reductions.sparring import TossedSparring, start_sparring, start_tossed_sparring
from duelling.algorithms.reductions.uniform import Uniform, start_uniform
from duelling.bandits import exp3, ucb
from duelling.core import theory
from duelling.core.bounds import Bound
from duelling.core.concepts import Concept
from duelling.errors import WrongValue
from duelling.registry.facts import BANDITS, algorithm, alias
from duelling.registry.parameters import one_of


class Reduction(NamedTuple):
    """A way to make a dueller of any bandit; the texts have a place {} for the bandit."""

    name: str
    label: str
    summary: str
    reference: str
    winners: tuple[Concept, ...]
    regret: Literal["weak", "strong"]
    start: Callable[[int, Callable[[], Any]], Any]  # start(arms, fresh), where fresh() makes a bandit
    bounds: Callable[..., dict[Any, Bound]]  # bounds(the bandit's bound, **other defaults)
    adversarial: bool = True  # what the bandit guarantees against an adversary holds for the dueller too


UNIFORM = Reduction(
    name="{}+unif",
    label="{}+UnifK-1",
    summary="{} picks the first arm, the second is uniform over the rest.",
    reference="thesis, Algorithm 1, over {}",
    winners=("borda", "utility"),
    regret="weak",
    start=start_uniform,
    bounds=theory.uniform_bounds,
)
SPARRING = Reduction(
    name="{}-sparring",
    label="{}-Sparring",
    summary="Two {} play against each other, one picks the first arm and one the second.",
    reference="Ailon, Karnin and Joachims 2014, Algorithm 4, over {}",
    winners=("utility", "von_neumann", "condorcet"),
    regret="strong",
    start=start_sparring,
    bounds=theory.sparring_bounds,
)
DOUBLER = Reduction(
    name="{}-doubler",
    label="{}-Doubler",
    summary="{} picks the second arm against its own choices of the last epoch; epochs double.",
    reference="Ailon, Karnin and Joachims 2014, Algorithm 2, over {}",
    winners=("utility",),
    regret="strong",
    start=start_doubler,
    bounds=doubler_bounds,
    adversarial=False,
)
MULTISBM = Reduction(
    name="{}-multisbm",
    label="{}-MultiSBM",
    summary="A {} for each arm seeks the arm to beat it; the last second arm is the next first.",
    reference="Ailon, Karnin and Joachims 2014, Algorithm 3, over {}",
    winners=("utility",),
    regret="strong",
    start=start_multisbm,
    bounds=lambda bound, **defaults: {},  # known up to constants only
    adversarial=False,
)


def compose(
    bandit: str,
    reduction: Reduction,
    *,
    reference: str | None = None,
    label: str | None = None,
    order: str = "",
    **defaults: Any,
) -> None:
    """Declare the dueller that ``reduction`` makes of ``bandit``; ``defaults`` replace those of the bandit."""
    part = BANDITS.find(bandit)

    def start(arms: int, horizon: int, **parameters: Any) -> Any:
        return reduction.start(arms, lambda: part.start(arms, horizon, **{**defaults, **parameters}))

    signature = inspect.signature(part.start, eval_str=True)
    arguments = [a.replace(default=defaults.get(a.name, a.default)) for a in signature.parameters.values()]
    start.__signature__ = signature.replace(parameters=arguments)  # type: ignore[attr-defined]
    start.__doc__ = reduction.summary.format(part.label)
    algorithm(
        reduction.name.format(bandit),
        label=label or reduction.label.format(part.label),
        reference=reference or reduction.reference.format(part.reference),
        winners=reduction.winners,
        regret=reduction.regret,
        adversarial=part.adversarial and reduction.adversarial,
        anytime=defaults["rate"] == "anytime" if "rate" in defaults else part.anytime,
        cost="O(K)" if defaults.get("rate") == "anytime" else part.cost,
        bounds=reduction.bounds(part.bound.under(defaults), **defaults) if part.bound else {},
        order=order,
    )(start)


@algorithm(
    "exp3+unif",
    label="Exp3+UnifK-1",
    reference="thesis, Algorithm 1, Theorems 5.1 and 5.2",
    winners=("borda", "utility"),
    regret="weak",
    adversarial=True,
    anytime=False,
    cost="O(log K)",
    bounds={"borda": theory.EXP3_UNIFORM_BORDA, "utility": theory.EXP3_UNIFORM_UTILITY},
)
def start_exp3_uniform(
    arms: int, horizon: int, *, rate: Literal["borda", "utility", "anytime"] = "borda", eta: float | None = None
) -> Uniform:
    """Exp3 picks the first arm, the second is uniform over the rest; ``eta`` overrides the theorem's rate."""
    one_of("rate", rate, ("borda", "utility", "anytime"))
    if rate == "anytime":
        exp3.check_rate(rate, eta)
        return Uniform(int(arms), exp3.start_anytime(arms, theory.borda_anytime_rate(arms, 1)))
    best = theory.borda_rate if rate == "borda" else theory.utility_rate
    return Uniform(int(arms), exp3.start_fixed(arms, best(arms, horizon) if eta is None else eta))


@algorithm(
    "ucb-sparring",
    label="Sparring",
    reference="Ailon, Karnin and Joachims 2014, Algorithm 4",
    winners=("utility",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K)",
)
def start_ucb_sparring(
    arms: int, horizon: int, *, alpha: float = 2.5, ties: Literal["random"] = "random"
) -> TossedSparring:
    """Two UCBs play against each other; equal indices are decided at random, and self-duels by a coin."""
    if ties != "random":  # equal learners would pick equal arms, learn 1/2 from each self-duel and stay equal for ever
        raise WrongValue(f"ties must be random where two equal bandits meet, got {ties!r}")
    return start_tossed_sparring(arms, lambda: ucb.start(arms, horizon, alpha=alpha))


compose("ucb", UNIFORM, reference="thesis, section 6.1", alpha=0.51)
compose("exp3p", UNIFORM)
compose("exp3ix", UNIFORM)
compose("tsallis", UNIFORM, estimator="rv")

compose("exp3", SPARRING, reference="thesis, Algorithm 2", rate="anytime")
compose("exp3p", SPARRING, reference="thesis, Algorithm 3", delta=0.05)
compose("exp3ix", SPARRING)
compose("tsallis", SPARRING, reference="Saha and Gaillard 2022, Algorithm 3 (Versatile-DB)")
alias("versatile-db", "tsallis-sparring", label="Versatile-DB", reference="Saha and Gaillard 2022, Algorithm 3")

compose("ucb", DOUBLER, reference="Ailon, Karnin and Joachims 2014, Algorithm 2", label="Doubler")
compose("exp3", DOUBLER, rate="anytime")  # an epoch has its own length, so the bandit must need none
compose("exp3ix", DOUBLER, rate="anytime")
compose("tsallis", DOUBLER)

compose(
    "ucb",
    MULTISBM,
    reference="Ailon, Karnin and Joachims 2014, Algorithm 3",
    label="MultiSBM",
    order="O(H a (ln T + K ln K + K ln ln T - Σ ln Δ)), H = Σ 1/Δ, a = 2α - 2",
    alpha=2.5,
)
compose("exp3", MULTISBM, rate="anytime")
compose("exp3ix", MULTISBM, rate="anytime")
compose("tsallis", MULTISBM)
