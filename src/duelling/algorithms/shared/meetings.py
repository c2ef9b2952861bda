r"""Counts of wins for the pairs that meet, where few of all pairs ever do: room for them, and none for K².

A table with open addressing: the pair i < j has a number of its own, which stands at the first free place from the one
on that i and j point to. With three of four places taken a pair is found in two to three steps.

``meet`` is for pairs that an algorithm asks for. It always finds room: where the table becomes full, pairs with an arm
that is out for good are forgotten, and an algorithm says at the start how many others it may have at once. ``count``
also takes in pairs that nobody asked for, as long as half of the table is free.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.triangle import pairs
from duelling.core.jit import jit

SPARE = 32  # pairs for each arm that nobody asked for


class Meetings(NamedTuple):
    arms: int  # K
    pair: np.ndarray  # for each place 1 + i K + j, i < j, or 0 where it is free
    wins: np.ndarray  # for each place w_ij and w_ji
    taken: np.ndarray  # [how many places are]


def start(arms: int, most: int) -> Meetings:
    """No pair has met; an algorithm asks for at most ``most`` pairs at once of which no arm is out."""
    every = pairs(arms)
    places = max(4 * min(most, every) // 3, 2 * min(every, SPARE * arms), 1)
    size = 1 << places.bit_length()
    return Meetings(int(arms), np.zeros(size, np.int64), np.zeros((size, 2)), np.zeros(1, np.int64))


@jit
def _place(s, i, j):
    """Where the pair i < j stands, or the free place for it."""
    number, last = 1 + i * s.arms + j, s.pair.size - 1
    mixed = i * 2654435761 + j * 40503
    place = (mixed ^ (mixed >> 15)) & last
    while s.pair[place] != 0 and s.pair[place] != number:
        place = (place + 1) & last
    return place


@jit
def wins_of(s, i, j):
    """w_ij and w_ji, zero where they have not met."""
    if i < j:
        place = _place(s, i, j)
        return s.wins[place, 0], s.wins[place, 1]
    place = _place(s, j, i)
    return s.wins[place, 1], s.wins[place, 0]


@jit
def _take(s, i, j):
    """The place of the pair i < j, which is taken from now on."""
    place = _place(s, i, j)
    if s.pair[place] == 0:
        s.pair[place] = 1 + i * s.arms + j
        s.taken[0] += 1
    return place


@jit
def meet(s, i, j, out):
    """Make room for a pair; ``out`` says of each arm whether it is out for good, above 0 where it is."""
    if i != j:
        if 4 * s.taken[0] >= 3 * s.pair.size:
            _forget(s, out)
        _take(s, min(i, j), max(i, j))


@jit
def count(s, i, j, outcome):
    """Count a duel: 1 if i won, -1 if j won, 0 on a tie, half a win for both; nothing for an arm and itself."""
    if i != j:
        low, high = min(i, j), max(i, j)
        if 2 * s.taken[0] < s.pair.size or s.pair[_place(s, low, high)] != 0:
            place = _take(s, low, high)
            half = 0.5 * outcome if i < j else -0.5 * outcome
            s.wins[place, 0] += 0.5 + half
            s.wins[place, 1] += 0.5 - half


@jit
def _forget(s, out):
    """Forget the pairs with an arm that is out."""
    pair, wins = s.pair.copy(), s.wins.copy()
    s.taken[0] = 0
    for place in range(pair.size):
        s.pair[place], s.wins[place, 0], s.wins[place, 1] = 0, 0.0, 0.0
    for place in range(pair.size):
        i, j = (pair[place] - 1) // s.arms, (pair[place] - 1) % s.arms
        if pair[place] > 0 and out[i] <= 0 and out[j] <= 0:
            new = _take(s, i, j)
            s.wins[new, 0], s.wins[new, 1] = wins[place, 0], wins[place, 1]
