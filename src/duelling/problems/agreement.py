"""Whether the duels of a problem are what it says: ``decide`` is played, and compared with ``matrices()``."""

import numpy as np

from duelling.core import losses
from duelling.core.fields import check_fields
from duelling.core.jit import interpreted
from duelling.core.preferences import Preferences
from duelling.core.protocol import decide
from duelling.errors import WrongValue, quoted
from duelling.problems.base import Pairwise, Problem, pairwise
from duelling.problems.reading.named import ProblemLike
from duelling.problems.reading.named import problem as find
from duelling.seeds import streams

ROUNDS, DUELS = 8, 50  # rounds that are looked at, and duels of a pair in each of them
PAIRS = 1000  # more pairs than this are not played: they would take minutes
SIGMAS, SPARE = 5, 3  # a pair may win this many standard deviations, and this many duels, more or less than it should

OUTCOMES = "decide returns 1, 0 or -1"
ITSELF = "an arm against itself gives 0"
CHANCES = "decide agrees with matrices()"
PREFERENCES = "preferences() agrees with matrices()"


def check_problem(problem: ProblemLike) -> dict[str, str]:
    """Play ``decide`` of a problem for every pair in the first rounds, and return each law that it keeps with "".

    Up to 1000 pairs are played, 50 times in each
    of 8 rounds, without the compiler; a pair must win as often as ``matrices()`` says, within 5 standard deviations.
    ``preferences()``, of which losses are made, must agree with them as well.

    Args:
        problem: whatever ``du.problem`` takes; mostly a class of your own.

    Returns:
        The laws that were looked at, each with an empty text.

    Raises:
        AssertionError: a line for each law that is not kept.
        InputError: it is no problem.

    >>> import duelling as du
    >>> set(du.check_problem("cyclic").values())
    {''}
    """
    given = find(problem)
    found = examine_problem(given)
    broken = [f"{law}: no, {reason}" for law, reason in found.items() if reason]
    if broken:
        raise AssertionError("\n".join((f"{given.name} contradicts itself:", *broken)))
    return found


def examine_problem(problem: Problem) -> dict[str, str]:
    """As ``check_problem``, but a law that is not kept stands there with the reason and raises nothing."""
    if not isinstance(problem, Problem) or problem.world != "arms":
        raise WrongValue(f"problem must have preferences between arms to be checked, got {quoted(problem)}")
    chances, reasons = _chances(pairwise(problem)), dict.fromkeys((OUTCOMES, ITSELF, CHANCES, PREFERENCES), "")
    horizon = problem.multiple * -(-ROUNDS // problem.multiple)
    state, rng, arms = problem.start(horizon), streams(0, 0).problem, len(problem.arms)
    check_fields(state)  # the verb below would take lists, compiled loops do not
    pairs = [(i, j) for i in range(arms) for j in range(arms)]
    with interpreted():
        for first, second in (pairs[k] for k in sorted(rng.permutation(len(pairs))[:PAIRS])):
            outcomes = [[decide(state, t, first, second, rng) for _ in range(DUELS)] for t in range(1, ROUNDS + 1)]
            law, reason = _judge(outcomes, first, second, chances[:, first, second])
            if not reasons.get(law, "said"):
                reasons[law] = reason
    reasons[PREFERENCES] = _contradiction(pairwise(problem), horizon)
    if reasons[OUTCOMES]:
        reasons[CHANCES] = reasons[CHANCES] or "it cannot be measured with such outcomes"
    return reasons


def _judge(outcomes: list[list[int]], first: int, second: int, chances: np.ndarray) -> tuple[str, str]:
    """The law that these duels of a pair break, and the reason; two empty texts if they break none."""
    for t, of_round in enumerate(outcomes, 1):
        for outcome in of_round:
            if outcome not in (-1, 0, 1):
                return OUTCOMES, f"{first} against {second} gave {outcome!r} in round {t}"
            if first == second and outcome != 0:
                return ITSELF, f"{first} against {second} gave {outcome!r} in round {t}"
    if first == second:
        return "", ""
    won, variance = (1 + np.array(outcomes)).sum(axis=1) / 2, DUELS * chances * (1 - chances)
    off = abs(won - DUELS * chances) > SIGMAS * np.sqrt(variance) + SPARE
    if off.any():
        t = int(off.argmax())
        where, share, chance = f"in round {t + 1}", won[t] / DUELS, chances[t]
    elif abs(won.sum() - DUELS * chances.sum()) > SIGMAS * np.sqrt(variance.sum()) + SPARE:
        where, share, chance = f"in the rounds 1 to {ROUNDS}", won.mean() / DUELS, chances.mean()
    else:
        return "", ""
    return CHANCES, f"{first} beat {second} in a share {share:.3g} of the duels {where}, matrices() says {chance:.3g}"


def _contradiction(problem: Pairwise, horizon: int) -> str:
    """Where ``preferences``, of which losses are made, says something else than the matrices; empty if nowhere.

    A class may know a shorter way than through its matrices. One that inherits it and changes the matrices must change
    ``preferences`` as well.
    """
    says, mean = problem.preferences(horizon), Pairwise.preference(problem, horizon)
    right = Preferences(problem.checked_matrices, lambda: mean)
    answers = [
        ("preference()", problem.preference(horizon), mean),
        ("preferences().mean", says.mean, mean),
        ("preferences().borda()", says.borda(), right.borda()),
        ("preferences().lost_rows()", says.lost_rows(), right.lost_rows()),
    ]
    answers += [
        (f"preferences().chance_rows({arm})", says.chance_rows(arm), right.chance_rows(arm))
        for arm in range(len(problem.arms))
    ]
    for name, given, followed in answers:
        one, two = np.atleast_2d(given), np.atleast_2d(followed)  # a matrix that never changes may be one of a list
        if one.shape != two.shape:
            return f"{name} has the shape {one.shape}, matrices() gives {two.shape}"
        off = np.argwhere(~np.isclose(one, two, rtol=0, atol=1e-9))
        if len(off):
            place = tuple(off[0])
            return f"{name} has {one[place]:.3g} at {[*map(int, place)]}, matrices() gives {two[place]:.3g}"
    return ""


def _chances(problem: Pairwise) -> np.ndarray:
    """P of the rounds 1, 2, ..., ROUNDS."""
    each = problem.checked_matrices()
    rows = each if each.ndim == 3 else each[None]
    total = losses.running(problem.checked_timeline(problem.timeline(rows)))
    sums = np.array([total(t) for t in range(ROUNDS + 1)])
    return np.clip(np.diff(sums, axis=0), 0, 1)  # a difference of sums is rounded
