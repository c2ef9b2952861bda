r"""SPAR2: two copies of Exp3.P play against each other. All arms that are certainly outside the support of the von
Neumann winner drop out.

In each round the two copies pick r and c from the arms A that are left. The outcome Y goes to the first copy, -Y to the
second, and to the mean outcomes Q. When Q determines the support S of the von Neumann winner (the test is in
``spar2_elimination``), the other arms drop out, and the copies start again on A ∩ S for the rounds that are left. With
one arm left the learner has committed to it.

The paper prints rad_ij = sqrt(α ln(2/δ) / N_ij) with α > 1/2. Outcomes of ±1 need α >= 2, and the proof needs a union
bound over pairs and rounds. So the default is α = 2 and ln(2K²T/δ); ``radius="paper"`` is the printed one. The paper
does not say how to tune the copies when arms drop out; to start them again is our choice. Its proof needs all
chances to be at least 1/sqrt(KT). Exp3.P's γ/K is that large for K >= 3; for two arms γ is raised to it.

[1] A. Balsubramani, Z. Karnin, R. E. Schapire and M. Zoghi. Instance-dependent regret bounds for dueling bandits.
    COLT 2016.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared import spar2_elimination
from duelling.algorithms.shared.spar2_elimination import SupportEvidence, count_outcome, support_is_known
from duelling.bandits.exp3p import add_gain, exponential_chances
from duelling.core.jit import interpreted, jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import draw
from duelling.core.states import name_places
from duelling.errors import above, chance, one_of
from duelling.registry.facts import algorithm


class SPAR2(NamedTuple):
    horizon: int  # T
    delta: float  # δ
    rates: np.ndarray  # η, γ and β of Exp3.P on A
    size: np.ndarray  # [|A|]
    active: np.ndarray  # A
    place: np.ndarray  # the place of an arm in A, -1 if it has dropped out
    G: np.ndarray  # [copy, place]: the estimated gains
    p: np.ndarray  # [copy, place]: the chances
    stale: np.ndarray  # [1 once G has changed since p was computed]
    evidence: SupportEvidence  # Q and its certainty


ETA, GAMMA, BETA = name_places(SPAR2, "rates", "eta gamma beta")


@jit
def spar_rates(arms, horizon, delta, rates):
    """Write the rates of Exp3.P for a bound with chance 1 - δ, such that no arm has less than 1/sqrt(KT)."""
    log = math.log(arms)
    rates[ETA] = 0.95 * math.sqrt(log / (horizon * arms))
    rates[GAMMA] = min(1.0, max(1.05 * math.sqrt(arms * log / horizon), math.sqrt(arms / horizon)))
    rates[BETA] = min(1.0, math.sqrt(math.log(arms / delta) / (horizon * arms)))


@algorithm(
    "spar2",
    label="SPAR2",
    reference="Balsubramani, Karnin, Schapire and Zoghi 2016",
    source="paper",
    growth=2,
    family=("sky", 3),
    winners=("von_neumann",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(|S|K), O(|S|³) more when the winner of the estimates moves",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="Õ(√(|S|T)) + C(P) ln²(1/δ), with chance 1 - δ",
)
def start(
    arms: int,
    horizon: int,
    *,
    delta: Annotated[float, "The chance with which an arm of the support may drop out."] = 0.05,
    alpha: Annotated[float, "How wide the bounds on the mean outcomes are: sqrt(alpha L / N)."] = 2.0,
    radius: Annotated[
        Literal["union", "paper"],
        "The L in these bounds: ln(2K²T/delta), which the proof needs, or the printed ln(2/delta).",
    ] = "union",
) -> SPAR2:
    """Two Exp3.P against each other, on the arms that may be in the support of the von Neumann winner."""
    chance("delta", delta)
    above("alpha", alpha, 0.5)
    union = one_of("radius", radius, ("union", "paper")) == "union"
    rates = np.zeros(3)
    with interpreted():  # it would be compiled for this call alone
        spar_rates(arms, horizon, delta, rates)
    return SPAR2(
        horizon=int(horizon),
        delta=float(delta),
        rates=rates,
        size=np.array([arms]),
        active=np.arange(arms),
        place=np.arange(arms),
        G=np.zeros((2, arms)),
        p=np.full((2, arms), 1 / arms),
        stale=np.ones(1, np.int64),
        evidence=spar2_elimination.start(arms, alpha * math.log((2 * arms**2 * horizon if union else 2) / delta)),
    )


@jit
def _weigh(s, m):
    """Compute the chances of both copies on the m arms that are left."""
    for copy in range(2):
        exponential_chances(s.G[copy, :m], s.rates[ETA], s.rates[GAMMA], s.p[copy, :m])
    s.stale[0] = 0


@jit
def _drop(s, left):
    """Drop all arms off S, and start the copies again for ``left`` rounds; but never drop all arms of A."""
    keep = 0
    for k in range(s.size[0]):
        if s.evidence.game.u[s.active[k]] > 0:
            keep += 1
    if keep == 0 or keep == s.size[0]:
        return
    m = 0
    for k in range(s.size[0]):
        i = s.active[k]
        s.place[i] = -1
        if s.evidence.game.u[i] > 0:
            s.active[m], s.place[i] = i, m
            m += 1
    s.size[0] = m
    spar_rates(m, max(1, left), s.delta, s.rates)
    for copy in range(2):
        for k in range(m):
            s.G[copy, k], s.p[copy, k] = 0.0, 1 / m
    s.stale[0] = 1


def _choose(s: SPAR2, t, rng):
    m = s.size[0]
    r, c = 0, 0
    if m > 1:
        _weigh(s, m)
        r = draw(s.p[0, :m], 1.0, rng)
        c = draw(s.p[1, :m], 1.0, rng)
    return Duel(s.active[r], s.active[c], s.p[0, r], s.p[1, c])


def _update(s: SPAR2, t, duel, outcome):
    """Late outcomes count for Q always, and for the copies while both arms are left."""
    i, j, m = duel.first, duel.second, s.size[0]
    if m > 1:
        r, c = s.place[i], s.place[j]
        if r >= 0 and c >= 0:
            if s.stale[0] == 1:
                _weigh(s, m)
            add_gain(s.G[0, :m], s.p[0, :m], s.rates[BETA], r, duel.p_first, (1 + outcome) / 2)
            add_gain(s.G[1, :m], s.p[1, :m], s.rates[BETA], c, duel.p_second, (1 - outcome) / 2)
            s.stale[0] = 1
        if i != j:
            count_outcome(s.evidence, i, j, outcome)
            if support_is_known(s.evidence):
                _drop(s, s.horizon - t)


def _verdict(s: SPAR2):
    return s.active[0] if s.size[0] == 1 else -1


choose.register(SPAR2, _choose)
update.register(SPAR2, _update)
verdict.register(SPAR2, _verdict)
