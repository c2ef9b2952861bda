"""Losses l_t of all rounds as states, and what the best single arm pays.

A losses state answers ``charge``. Rows are kept relative to the arm that is best over the whole horizon, so that this
arm costs exactly nothing; only differences matter to regret. Where regret is compared with no loss at all, as for the
von Neumann winner, losses stay as they are. ``core/concepts.py`` says what the losses of each winner concept are.

Timelines hold the losses of all rounds beforehand. Where an adversary makes them while the learner plays, they are
entered into a ledger round by round, and each run has a best arm of its own.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.core.protocol import charge

TIE = 1e-12  # a mean preference this close to 1/2 counts as a tie: it is a sum that was rounded


class Constant(NamedTuple):
    """A timeline of one row.

    Args:
        loss: loss[i, c] of arm i under concept c, in every round.

    >>> from duelling.kernels import charge
    >>> float(charge(Constant(np.array([[0.2], [0.7]])), 9, 1, 0))
    0.7
    """

    loss: np.ndarray


class Cycle(NamedTuple):
    """A timeline whose rows follow one another, round by round, and then begin again.

    Args:
        loss: loss[r, i, c] in rounds r+1, r+1+R, r+1+2R, ...

    >>> from duelling.kernels import charge
    >>> float(charge(Cycle(np.array([[[0.2]], [[0.7]]])), 4, 0, 0))
    0.7
    """

    loss: np.ndarray


class Steps(NamedTuple):
    """A timeline whose rows hold for some rounds each.

    Args:
        loss: loss[s, i, c] from round starts[s] on.
        starts: rounds, ascending from 1.

    >>> from duelling.kernels import charge
    >>> float(charge(Steps(np.array([[[0.2]], [[0.7]]]), np.array([1, 10])), 9, 0, 0))
    0.2
    """

    loss: np.ndarray
    starts: np.ndarray


class Drift(NamedTuple):
    """A timeline that goes from each row to the next along a line.

    Args:
        loss: loss[n, i, c] in round times[n]; on a line between them, constant after the last.
        times: rounds, ascending from 1.

    >>> from duelling.kernels import charge
    >>> float(charge(Drift(np.array([[[0.0]], [[1.0]]]), np.array([1, 11])), 6, 0, 0))
    0.5
    """

    loss: np.ndarray
    times: np.ndarray


class Ledger(NamedTuple):
    """Losses that arise in play. ``decide`` writes ``loss`` and calls ``enter``; only then are arms charged."""

    loss: np.ndarray  # loss[i, c] in the round that is played
    total: np.ndarray  # total[i, c], the sum over the rounds so far
    rounds: np.ndarray  # the checkpoints, ascending
    best: np.ndarray  # best[n, c], the smallest total after rounds[n]
    passed: np.ndarray  # [the number of checkpoints that are over]


Timeline = Constant | Cycle | Steps | Drift
Losses = Timeline | Ledger


def ledger(arms: int, concepts: int, rounds: np.ndarray) -> Ledger:
    """An empty one that keeps the best arm's loss at these checkpoints."""
    loss, total = np.zeros((2, arms, concepts))
    return Ledger(loss.copy(), total.copy(), rounds, np.zeros((len(rounds), concepts)), np.zeros(1, np.int64))


@jit
def enter(s, t):
    """Add the losses of round t to the totals of the ledger ``s``; at a checkpoint keep the smallest."""
    n = s.passed[0]
    due = n < s.rounds.size and s.rounds[n] == t
    for c in range(s.loss.shape[1]):
        least = np.inf
        for i in range(s.loss.shape[0]):
            s.total[i, c] += s.loss[i, c]
            least = min(least, s.total[i, c])
        if due:
            s.best[n, c] = least
    if due:
        s.passed[0] += 1


@jit
def phase_of(starts, t):
    """Find the row of a timeline that holds in a round.

    Args:
        starts: rounds, ascending from 1.
        t: the round.

    Returns:
        The last s with starts[s] <= t; 0 if there is none.

    >>> phase_of(np.array([1, 10]), 9)
    0
    """
    low, high = 0, starts.size
    while high - low > 1:
        middle = (low + high) // 2
        if starts[middle] <= t:
            low = middle
        else:
            high = middle
    return low


def _charge_constant(s: Constant, t, arm, concept):
    return s.loss[arm, concept]


def _charge_cycle(s: Cycle, t, arm, concept):
    return s.loss[(t - 1) % s.loss.shape[0], arm, concept]


def _charge_steps(s: Steps, t, arm, concept):
    return s.loss[phase_of(s.starts, t), arm, concept]


def _charge_drift(s: Drift, t, arm, concept):
    n = phase_of(s.times, t)
    here = s.loss[n, arm, concept]
    if n + 1 == s.times.size:
        return here
    return here + (s.loss[n + 1, arm, concept] - here) * ((t - s.times[n]) / (s.times[n + 1] - s.times[n]))


def _charge_ledger(s: Ledger, t, arm, concept):
    return s.loss[arm, concept]


charge.register(Constant, _charge_constant)
charge.register(Cycle, _charge_cycle)
charge.register(Steps, _charge_steps)
charge.register(Drift, _charge_drift)
charge.register(Ledger, _charge_ledger)


def borda(win: np.ndarray) -> np.ndarray:
    """l_i = (1/K) sum_j P_ji, the own 1/2 included; win[..., j, i]."""
    return np.asarray(win.mean(axis=-2))


def beaten(mean: np.ndarray) -> np.ndarray:
    """#{j: P_ij < 1/2} of each arm i."""
    return np.asarray((mean < 0.5 - TIE).sum(axis=-1))


def copeland(mean: np.ndarray) -> np.ndarray:
    """l_i = (1/(K-1)) #{j: P_ij < 1/2}."""
    return beaten(mean) / (len(mean) - 1)


def running(s: Timeline) -> Callable[[int], np.ndarray]:
    """A function of t that sums the rows of rounds 1..t; the rows may have any shape."""
    loss = s.loss
    if isinstance(s, Constant):
        return lambda t: t * loss
    total = np.zeros((len(loss) + 1, *loss.shape[1:]))
    if isinstance(s, Cycle):
        np.cumsum(loss, axis=0, out=total[1:])  # total[m]: the first m rows
        return lambda t: t // len(loss) * total[-1] + total[t % len(loss)]
    starts = s.starts if isinstance(s, Steps) else s.times
    for n, rounds in enumerate(np.diff(starts)):  # total[n]: all rounds before starts[n]
        slope = 0 if isinstance(s, Steps) else (loss[n + 1] - loss[n]) / rounds
        total[n + 1] = total[n] + rounds * (loss[n] + slope * ((rounds - 1) / 2))

    def at(t: int) -> np.ndarray:
        n = max(int(np.searchsorted(starts, t, side="right")) - 1, 0)
        rounds = t - starts[n] + 1
        last = isinstance(s, Steps) or n + 1 == len(starts)
        slope = 0 if last else (loss[n + 1] - loss[n]) / (starts[n + 1] - starts[n])
        return np.asarray(total[n] + rounds * (loss[n] + slope * ((rounds - 1) / 2)))

    return at


def relative(s: Timeline, against_zero: Sequence[bool], horizon: int) -> Timeline:
    """The same losses, measured in each round from those of the arm that is best over the whole horizon.

    ``against_zero`` says of each concept whether its losses stay as they are.
    """
    total, loss = running(s)(horizon), s.loss.copy()
    for c, zero in enumerate(against_zero):
        if not zero:
            best = int(total[:, c].argmin())
            loss[..., c] -= loss[..., best, c, None]
    return s._replace(loss=loss)


def comparator(s: Losses, rounds: Sequence[int] | np.ndarray, against_zero: Sequence[bool]) -> np.ndarray:
    """What the best single arm of rounds 1..t pays in them, for each t in ``rounds`` and each concept.

    It is 0 for the concepts of which ``against_zero`` says so. The best arm of a short prefix may be another one than
    that of the whole horizon: then the value is negative. For a ledger it is known after the run, and for the
    checkpoints that the ledger was made for.
    """
    if isinstance(s, Ledger):
        return s.best
    total, out = running(s), np.zeros((len(rounds), len(against_zero)))
    for k, t in enumerate(rounds):
        out[k] = total(int(t)).min(axis=0)
    out[:, np.array(against_zero, dtype=bool)] = 0
    return out
