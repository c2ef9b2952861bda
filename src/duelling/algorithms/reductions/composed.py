"""Algorithms made of a cardinal bandit and a reduction: every reduction takes every bandit, a user's own too.

``compose`` gives the algorithm the bandit's parameters, possibly with other defaults, and the bounds that the reduction
derives from those of the bandit. Only the pairs that a theorem treats by name are written out: Exp3+UnifK-1 with its
rates, and Sparring of two UCBs.
"""

import inspect
import itertools
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Annotated, Any, Literal, NamedTuple

from duelling.algorithms.reductions.doubler import doubler_bounds, start_doubler
from duelling.algorithms.reductions.multisbm import start_multisbm
from duelling.algorithms.reductions.sparring import TossedSparring, start_sparring, start_tossed_sparring
from duelling.algorithms.reductions.uniform import Uniform, start_uniform
from duelling.bandits import exp3, ucb
from duelling.core import theory
from duelling.core.bounds import Bound
from duelling.core.concepts import Concept
from duelling.core.regrets import Regret
from duelling.errors import WrongValue, one_of
from duelling.registry.facts import BANDITS, Bandit, Facts, algorithm, alias, under
from duelling.registry.parameters import parameters_of, settings
from duelling.registry.vocabulary import Colour, Opponent


class Reduction(NamedTuple):
    """A way to make an algorithm of any bandit; the texts have a place {} for the bandit."""

    name: str
    label: str
    summary: str
    reference: str
    winners: tuple[Concept, ...]
    regret: Regret
    colour: Colour  # in figures
    folds: bool  # if the bandit does
    self_duels: bool
    opponent: Opponent
    start: Callable[[int, Callable[[], Any]], Any]  # start(arms, fresh), where fresh() makes a bandit
    bounds: Callable[..., dict[Any, Bound]]  # bounds(the bandit's bound, **other defaults)
    adversarial: bool = True  # what the bandit guarantees against an adversary holds for the algorithm too
    any_length: bool = False  # the bandit is not told how long it will play, so it must need no horizon
    drifting: bool = False  # the losses of its bandits drift, so only bounds against an adversary carry over


AILON = "Ailon, Karnin and Joachims 2014"
UNIFORM = Reduction(
    name="{}+unif",
    label="{}+UnifK-1",
    summary="{} picks the first arm, the second is uniform over the rest.",
    reference="thesis, Algorithm 1, over {}",
    winners=("borda", "utility"),
    regret="weak",
    colour="blue",
    folds=True,
    self_duels=False,
    opponent="uniform",
    start=start_uniform,
    bounds=theory.uniform_bounds,
)
SPARRING = Reduction(
    name="{}-sparring",
    label="{}-Sparring",
    summary="Two {} play against each other, one picks the first arm and one the second.",
    reference=f"{AILON}, Algorithm 4, over {{}}",
    winners=("utility", "von_neumann", "condorcet"),
    regret="strong",
    colour="vermilion",
    folds=True,
    self_duels=True,
    opponent="any",
    start=start_sparring,
    bounds=theory.sparring_bounds,
    drifting=True,
)
TOSSED = SPARRING._replace(start=start_tossed_sparring, folds=False)  # of bandits that pull the largest index
DOUBLER = Reduction(
    name="{}-doubler",
    label="{}-Doubler",
    summary="{} picks the second arm against its own choices of the last epoch; epochs double.",
    reference=f"{AILON}, Algorithm 2, over {{}}",
    winners=("utility",),
    regret="strong",
    colour="sky",
    folds=False,
    self_duels=True,
    opponent="any",
    start=start_doubler,
    bounds=doubler_bounds,
    adversarial=False,
    any_length=True,
)
MULTISBM = Reduction(
    name="{}-multisbm",
    label="{}-MultiSBM",
    summary="A {} for each arm seeks the arm to beat it; the last second arm is the next first.",
    reference=f"{AILON}, Algorithm 3, over {{}}",
    winners=("utility",),
    regret="strong",
    colour="brown",
    folds=False,
    self_duels=True,
    opponent="any",
    start=start_multisbm,
    bounds=lambda bound, **defaults: {},  # known up to constants only
    adversarial=False,
    any_length=True,
)


class Own(NamedTuple):
    """What one algorithm has of its own, instead of what its bandit and its reduction give it."""

    defaults: dict[str, Any] = {}  # noqa: RUF012  of the bandit's parameters
    reference: str | None = None
    label: str | None = None
    order: str = ""
    examples: tuple[str, ...] = ()
    family: tuple[Colour, int] | None = None


OWN = {
    "ucb+unif": Own({"alpha": 0.51}, "thesis, section 6.1", examples=("ties=lowest,alpha=2",), family=("sky", 0)),
    "exp3p+unif": Own(family=("blue", 1)),
    "klucb+unif": Own(order="Σ Δ ln T / d(μ, μ*) over the bandit's gaps, for c >= 3", family=("sky", 3)),
    "thompson+unif": Own(order="(1 + ε) Σ Δ ln T / d(μ, μ*) over the bandit's gaps", family=("olive", 0)),
    "moss+unif": Own(examples=("alpha=0.5",), family=("olive", 1)),
    "exp3pp+unif": Own(examples=("gap=avg", "gap=empirical"), family=("indigo", 2)),
    "sao+unif": Own(examples=("scale=0.05",), family=("indigo", 3)),
    "exp3ix+unif": Own(examples=("rate=anytime",), family=("blue", 2)),
    "tsallis+unif": Own({"estimator": "rv"}, examples=("estimator=iw",), family=("blue", 3)),
    "exp3-sparring": Own({"rate": "anytime"}, "thesis, Algorithm 2", examples=("rate=fixed",), family=("vermilion", 0)),
    "exp3p-sparring": Own({"delta": 0.05}, "thesis, Algorithm 3", examples=("delta=none",), family=("orange", 0)),
    "exp3ix-sparring": Own(family=("vermilion", 2)),
    "tsallis-sparring": Own(
        reference="Saha and Gaillard 2022, Algorithm 3 (Versatile-DB)",
        examples=("estimator=rv",),
        family=("vermilion", 1),
    ),
    "ucb-doubler": Own(reference=f"{AILON}, Algorithm 2", label="Doubler", family=("sky", 2)),
    "exp3-doubler": Own(family=("sky", 4)),
    "exp3ix-doubler": Own(family=("blue", 4)),
    "tsallis-doubler": Own(family=("vermilion", 3)),
    "ucb-multisbm": Own(
        {"alpha": 2.5},
        f"{AILON}, Algorithm 3",
        label="MultiSBM",
        order="O(H a (ln T + K ln K + K ln ln T - Σ ln Δ)), H = Σ 1/Δ, a = 2α - 2",
        family=("brown", 1),
    ),
    "klucb-doubler": Own(family=("sky", 1)),
    "klucb-sparring": Own(family=("vermilion", 1)),
    "klucb-multisbm": Own(family=("brown", 1)),
    "lilucb-doubler": Own(family=("sky", 2)),
    "lilucb-sparring": Own(family=("vermilion", 2)),
    "lilucb-multisbm": Own(family=("brown", 4)),
    "moss-doubler": Own(family=("sky", 4)),
    "moss-sparring": Own(family=("vermilion", 3)),
    "moss-multisbm": Own(family=("pink", 1)),
    "thompson-doubler": Own(family=("blue", 1)),
    "thompson-sparring": Own(family=("orange", 0)),
    "thompson-multisbm": Own(family=("brown", 0)),
    "exp3pp-doubler": Own(family=("blue", 2)),
    "exp3pp-sparring": Own(family=("vermilion", 4)),
    "exp3pp-multisbm": Own(family=("pink", 2)),
    "sao-sparring": Own(family=("wine", 4)),
    "exp3ix-multisbm": Own(family=("brown", 2)),
    "tsallis-multisbm": Own(family=("brown", 3)),
}
WRITTEN_OUT = ("exp3+unif", "ucb-sparring", "lilucb+unif")
NO_THEOREM = "no theorem"  # the order of what is made of a bandit whose own bound does not carry over


def compose(bandit: str) -> None:
    """Declare the algorithms that the reductions make of this bandit, in the name of the module that declares it."""
    found, home = BANDITS.find(bandit), BANDITS.home(bandit)
    for reduction in (UNIFORM, TOSSED if found.index else SPARRING, DOUBLER, MULTISBM):
        name = reduction.name.format(bandit)
        own = OWN.get(name, Own())
        defaults = own.defaults if not reduction.any_length or found.anytime else _anytime(found) | own.defaults
        part = under(found, defaults)
        if name not in WRITTEN_OUT and (part.anytime or not reduction.any_length):
            others = {} if reduction.any_length else _variants(found, part, defaults)
            _declare(name, replace(part, variants=others), reduction, own, defaults, home)


def _anytime(bandit: Bandit) -> dict[str, Any]:
    """The settings under which the bandit needs no horizon, if there are any."""
    texts = (text for text, facts in bandit.variants.items() if facts.get("anytime"))
    return settings(bandit.name, itertools.islice(texts, 1), parameters_of(bandit.start))


def _variants(bandit: Bandit, part: Bandit, defaults: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """How the bandit's facts differ from those of the part, which has these defaults, under other settings."""
    found: dict[str, dict[str, Any]] = {}
    known, shared = parameters_of(bandit.start), {fact.name for fact in fields(Facts)}
    for text, facts in bandit.variants.items():
        for name, value in settings(bandit.name, [text], known).items():
            for other in (value, known[name].default):
                tried = under(bandit, defaults | {name: other})
                said = {fact: getattr(tried, fact) for fact in shared.intersection(facts)}
                said = {fact: value for fact, value in said.items() if value != getattr(part, fact)}
                found |= {f"{name}={other}": said} if said else {}
    return found


def _declare(name: str, part: Bandit, reduction: Reduction, own: Own, defaults: dict[str, Any], home: str) -> None:
    def start(arms: int, horizon: int, **parameters: Any) -> Any:
        return reduction.start(arms, lambda: part.start(arms, horizon, **{**defaults, **parameters}))

    signature = inspect.signature(part.start, eval_str=True)
    arguments = [a.replace(default=defaults.get(a.name, a.default)) for a in signature.parameters.values()]
    start.__signature__ = signature.replace(parameters=arguments)  # type: ignore[attr-defined]
    start.__doc__ = reduction.summary.format(part.label)
    carries = part.bound and (part.adversarial or not reduction.drifting)
    bounds = reduction.bounds(part.bound, **defaults) if carries else {}
    algorithm(
        name,
        label=own.label or reduction.label.format(part.label),
        reference=own.reference or reduction.reference.format(part.reference),
        source=part.source,
        winners=reduction.winners,
        regret=reduction.regret,
        adversarial=part.adversarial and reduction.adversarial,
        anytime=part.anytime,
        cost=part.cost,
        variants=part.variants,
        folds=reduction.folds and part.folds,
        self_duels=reduction.self_duels,
        opponent=reduction.opponent,
        takes_any_vote=part.takes_any_vote,
        true_chances=part.true_chances,
        growth=part.growth,
        bounds=bounds,
        order=own.order or ("" if bounds else NO_THEOREM),
        examples=own.examples,
        family=own.family or (reduction.colour, 0),
    ).declare(start, home)


@algorithm(
    "exp3+unif",
    label="Exp3+UnifK-1",
    reference="thesis, Algorithm 1, Theorems 5.1 and 5.2",
    source="paper",
    growth=0,
    examples=("rate=utility", "rate=anytime"),
    family=("blue", 0),
    winners=("borda", "utility"),
    regret="weak",
    adversarial=True,
    anytime=False,
    cost="O(log K)",
    variants={"rate=anytime": {"anytime": True, "cost": "O(K)", "growth": 1}},
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    bounds={"borda": theory.EXP3_UNIFORM_BORDA, "utility": theory.EXP3_UNIFORM_UTILITY},
)
def start_exp3_uniform(
    arms: int,
    horizon: int,
    *,
    rate: Annotated[
        Literal["borda", "utility", "anytime"],
        "The theorem whose learning rate is used; anytime lets it fall with t and needs no horizon.",
    ] = "borda",
    eta: Annotated[float | None, "A fixed learning rate instead of the theorem's."] = None,
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
    reference=f"{AILON}, Algorithm 4",
    source="paper",
    family=("sky", 1),
    winners=("utility",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K)",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order=NO_THEOREM,
)
def start_ucb_sparring(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln n / N)."] = 2.5,
    ties: Annotated[Literal["random"], "How equal indices are decided."] = "random",
) -> TossedSparring:
    """Two UCBs play against each other; equal indices are decided at random, and self-duels by a coin."""
    if ties != "random":  # equal learners would pick equal arms, learn 1/2 from each self-duel and stay equal for ever
        raise WrongValue(f"ties must be random where two equal bandits meet, got {ties!r}")
    return start_tossed_sparring(arms, lambda: ucb.start(arms, horizon, alpha=alpha))


BANDITS.watch(compose)
alias(
    "versatile-db",
    "tsallis-sparring",
    label="Versatile-DB",
    reference="Saha and Gaillard 2022, Algorithm 3",
    examples=(),
    family=("vermilion", 4),
)
