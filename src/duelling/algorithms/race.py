r"""RACE: the arms that may still be the Borda winner meet uniform opponents, until the evidence leaves one of them.

    A = all arms;     a uniform on A, b uniform on all others;     k leaves A once the evidence against it reaches 1/δ

The score of an arm is b_i = (1/(K-1)) Σ_{j≠i} P_ij; a tie is half a win. The evidence and its proof are in
``core/evidence/candidates``. A vote counts for what it says about the difference of two scores, with the weight s/π: π
is the chance of its pair, and s the least chance of all pairs that touch A,

    π = (1[a ∈ A] + 1[b ∈ A]) / (|A| (K-1)),     s/π = ½ for two arms of A once an arm has left, else 1

It holds at every look, so the first vote that suffices ends the race. With ``within`` = ε it also ends when the leader
is known to be at most ε worse than every arm of A; near ties then cost no more than a gap of ε, and without it equal
arms are never told apart. With ``pairs=uniform`` both arms are drawn from all arms until the end: the same test on
votes that say as much about the other arms.

With ``top`` = m the best m arms are sought. A are then the undecided arms, and those above and those below leave it, as
``core/evidence/topmost`` says; the verb ``standing`` tells which arms are the best.

A duel says with its chance 1/|A| how many arms were left when it was drawn. As A only shrinks and the state keeps the
order in which arms left, this gives back A itself, so a late vote has the weight of its draw. The level holds for votes
that are told in the order of their drawing. Votes that nobody asked for count if they have the chance of a uniform
pair, and are ignored if their chance fits no A since then.
"""

from typing import Annotated, Literal, NamedTuple

from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.evidence.candidates import LEFT, VERDICT, Candidates, start_candidates, tell_candidates
from duelling.core.evidence.topmost import Topmost, start_topmost, tell_topmost
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.sampling import draw_other
from duelling.errors import WrongValue, at_least, one_of, whole
from duelling.registry.facts import algorithm

Within = Annotated[float, "How much worse than the best score the verdict's may be; 0 asks for the winner itself."]
Pairs = Annotated[
    Literal["race", "uniform"], "Whether the first arm is drawn from those that may win, or from all until the end."
]


Top = Annotated[int, "How many of the best arms are sought."]


class Race(NamedTuple):
    uniform: int  # 1: the first arm is drawn from all arms
    candidates: Candidates  # A and the evidence


class TopRace(NamedTuple):
    uniform: int
    candidates: Topmost


def _start(arms: int, delta: float, within: float, pairs: str, top: int) -> Race | TopRace:
    at_least("within", within, 0, 1)
    uniform = int(one_of("pairs", pairs, ("race", "uniform")) == "uniform")
    if whole("top", top, 1, arms - 1) == 1:
        return Race(uniform, start_candidates(arms, delta, within, counted=True))
    if within > 0:
        raise WrongValue(f"within must be 0 where several arms are sought, got {within!r}")
    return TopRace(uniform, start_topmost(arms, top, delta))


def identify(
    arms: int, *, delta: Wrong = 0.05, within: Within = 0.0, pairs: Pairs = "race", top: Top = 1
) -> Race | TopRace:
    """Play until the Borda winner is known; wrong with chance ``delta`` at most, however often it is checked."""
    return _start(arms, check_delta(delta, None), within, pairs, top)


@algorithm(
    "race",
    label="Race",
    reference="a mixture of betting martingales on differences of Borda scores",
    growth=0,
    family=("black", 0),
    examples=("within=0.2", "pairs=uniform"),
    winners=("borda",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1), O(|A|) after a duel of the leader, A the arms left",
    folds=True,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
)
def start(
    arms: int, horizon: int, *, delta: Settled = None, within: Within = 0.0, pairs: Pairs = "race", top: Top = 1
) -> Race | TopRace:
    """Arms that may be the Borda winner meet uniform opponents until one is left, then that arm; delta is 1/T."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within, pairs, top)


def _choose(s: Race | TopRace, t, rng):
    now, order = s.candidates.now, s.candidates.order
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    arms = order.size
    drawn = arms if s.uniform == 1 else now[LEFT]
    first = int(rng.random() * drawn)
    if drawn < arms:
        first = order[first]
    return Duel(first, draw_other(first, arms, rng), 1 / drawn, 1 / (arms - 1))


@jit
def _weights(duel, place, left):
    """The weight of a vote and the widest of two arms of A, by A when it was drawn; 0 if there was no such A.

    The first ``drawn`` places of the order held A then: whoever left later has moved among them only.
    """
    a, b, size = duel.first, duel.second, 1 / duel.p_first + 0.5
    if a == b or not left <= size < place.size + 1:
        return 0.0, 0.0
    drawn = int(size)
    widest = 1.0 if drawn == place.size else 0.5
    return (widest if place[a] < drawn and place[b] < drawn else 1.0), widest


def _update(s: Race, t, duel, outcome):
    _count(s.candidates, duel, outcome)


@jit
def _count(candidates, duel, outcome):
    v, widest = _weights(duel, candidates.place, candidates.now[LEFT])
    if v > 0:
        tell_candidates(candidates, duel.first, duel.second, (1 + outcome) / 2, v, widest)


def _update_top(s: TopRace, t, duel, outcome):
    _count_top(s.candidates, duel, outcome)


@jit
def _count_top(candidates, duel, outcome):
    v, widest = _weights(duel, candidates.place, candidates.now[LEFT])
    if v > 0:
        tell_topmost(candidates, duel.first, duel.second, (1 + outcome) / 2, v, widest)


def _verdict(s: Race | TopRace):
    return s.candidates.now[VERDICT]


def _standing(s: TopRace, groups):
    done = s.candidates.now[VERDICT] >= 0
    for i in range(groups.size):
        groups[i] = 1 - s.candidates.taken[i] if done else 0
    return done


choose.register(Race, _choose)
update.register(Race, _update)
verdict.register(Race, _verdict)
choose.register(TopRace, _choose)
update.register(TopRace, _update_top)
verdict.register(TopRace, _verdict)
standing.register(TopRace, _standing)
