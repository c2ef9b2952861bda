"""False verdicts on pairs over all looks are at most as many as δ allows, at the cases that are made to break them.

The pairs are chosen by a rule that knows all votes, and looks for the pair on which a false statement is nearest. What
it counts as proved is what ``beaten_by``, ``settled`` and ``bounds_of`` say of the same counts, which is tested too.
Verdicts on scores are in ``tests/votes/test_levels.py``.
"""

import math

import numpy as np
import pytest

from duelling.core.evidence.difference import log_difference, start_difference, tell_ticket
from duelling.core.evidence.pairs import log_even, log_limit, log_mixture
from duelling.core.jit import entry
from duelling.core.states import restore, write_out
from duelling.votes.bounds import bounds_of
from duelling.votes.tally import count
from duelling.votes.verdicts.condorcet import beaten_by, condorcet, settled
from tests.helpers.chances import at_most
from tests.helpers.hard import CASES, chances
from tests.helpers.votes import from_counts

pytestmark = [pytest.mark.plain, pytest.mark.slow, pytest.mark.compiled]

DELTA, RUNS = 0.05, 1000
WITHIN = 0.1
CONDORCET, LITTLE, INTERVAL = range(3)
MORE = {  # the others are those of scores
    "a circle of three and one that is nearly beaten by all": (
        chances(4, p01=0.9, p12=0.9, p20=0.9, p03=0.499, p13=0.499, p23=0.499), None,
    ),
    "just more than ε behind": (chances(2, p01=0.3999), None),
    "just more than ε behind one of two": (chances(3, p01=0.3999, p02=0.9, p12=0.1), None),
}  # fmt: skip


@entry
def repeated(runs, votes, win, tie, mean, rng, wins, ties, found):
    """How many of so many runs say something false of each kind, looked at after every vote."""
    for _ in range(runs):
        wins[:] = 0
        ties[:] = 0
        wrong = np.zeros(3, np.int64)
        for t in range(votes):
            a, b = chosen(wins, mean, rng) if t % 2 else uniform(mean.shape[0], rng)
            if rng.random() < tie[a, b]:
                ties[a, b] += 1
                ties[b, a] += 1
            elif rng.random() < win[a, b]:
                wins[a, b] += 1
            else:
                wins[b, a] += 1
            look(wins, ties, mean, a, b, wrong)
        for kind in range(3):
            found[kind] += wrong[kind]


@entry
def uniform(K, rng):
    a, b = int(rng.random() * K), int(rng.random() * (K - 1))
    return a, b + (b >= a)


@entry
def chosen(wins, mean, rng):
    """The pair on which a false sign is nearest to be proved."""
    a, b, best = 0, 1, -1
    for i in range(mean.shape[0]):
        for j in range(mean.shape[0]):
            if i != j and mean[i, j] <= 0.5 and wins[i, j] - wins[j, i] > best:
                a, b, best = i, j, wins[i, j] - wins[j, i]
    return a, b


@entry
def look(wins, ties, mean, a, b, wrong):
    """Whether the verdicts, or the interval of the pair that has just met, are false."""
    K = mean.shape[0]
    p = mean[a, b]
    beyond = math.log(K * (K - 1) / (2 * DELTA))
    if 0 < p < 1 and log_mixture(p, wins[a, b], ties[a, b], wins[b, a]) >= beyond:
        wrong[INTERVAL] = 1
    exists = False
    for h in range(K):
        exists = exists or beats_all(mean, h)
    unbeaten = named = 0
    only = -1
    for h in range(K):
        beat, lost, little, loses = 0, 0, 0, False
        for j in range(K):
            if j != h:
                beat += proved(wins, h, j)
                lost += proved(wins, j, h)
                little += behind_by_little(wins, ties, h, j)
                loses = loses or mean[h, j] < 0.5 - WITHIN
        if beat == K - 1:
            named += 1
            if not beats_all(mean, h):
                wrong[CONDORCET] = 1
        if lost == 0:
            unbeaten += 1
            only = h
        if little == K - 1 and loses:
            wrong[LITTLE] = 1
    if exists and named == 0 and (unbeaten == 0 or (unbeaten == 1 and not beats_all(mean, only))):
        wrong[CONDORCET] = 1


@entry
def beats_all(mean, h):
    beaten = 0
    for j in range(mean.shape[0]):
        beaten += mean[h, j] > 0.5
    return beaten == mean.shape[0] - 1


@entry
def proved(wins, i, j):
    K = wins.shape[0]
    return wins[i, j] > wins[j, i] and log_even(wins[i, j], wins[j, i]) >= log_limit(DELTA / K)


@entry
def behind_by_little(wins, ties, i, j):
    won, tied, lost, m = wins[i, j], ties[i, j], wins[j, i], 0.5 - WITHIN
    above = won + tied / 2 > m * (won + tied + lost)
    return above and log_mixture(m, won, tied, lost) >= math.log(wins.shape[0] / DELTA)


@pytest.mark.parametrize("case", [*CASES, *MORE])
def test_verdicts_on_pairs_that_a_rule_chooses_against_them(case):
    win, tie = (CASES | MORE)[case]
    tie = np.zeros_like(win) if tie is None else tie
    mean, found, K = tie / 2 + (1 - tie) * win, np.zeros(3, int), len(win)
    counts = np.zeros((2, K, K), np.int64)
    repeated(RUNS, 500, win, tie.astype(float), mean, np.random.default_rng(3), *counts, found)
    for wrong in found:
        assert at_most(int(wrong), RUNS, DELTA)


def test_what_is_looked_at_is_what_the_verdicts_look_at():
    rng = np.random.default_rng(0)
    for _ in range(20):
        wins, ties = rng.integers(0, 60, size=(2, 3, 3))
        ties = np.triu(ties, 1) + np.triu(ties, 1).T
        np.fill_diagonal(wins, 0)
        tally, lost = count(from_counts(wins, ties)), beaten_by(wins, DELTA / 3)
        low = bounds_of(tally, DELTA).low
        enough = settled(wins, ties, WITHIN, DELTA / 3)
        for i in range(3):
            for j in range(3):
                if i != j:
                    assert proved(wins, j, i) == lost[i, j]
                    assert behind_by_little(wins, ties, i, j) == enough[i, j]
                    beyond = log_mixture(max(low[i, j], 1e-6), wins[i, j], ties[i, j], wins[j, i])
                    assert low[i, j] == 0 or beyond == pytest.approx(math.log(3 / DELTA), abs=1e-4)
        assert (condorcet(("a", "b", "c"), lost, DELTA).items == ()) or not lost.any(axis=1).all()


@entry
def ever_tied(runs, votes, evidence, fresh, p, rng):
    """In how many runs two items with the scores p and 1 - p are said to be tied within 2p - 1, at any look."""
    found = 0
    for _ in range(runs):
        restore(evidence, fresh)
        for _ in range(votes):
            tell_ticket(evidence, 0, 1, 1.0 if rng.random() < p else 0.0, 1.0, 1.0)
            if min(log_difference(evidence, 0, 1), log_difference(evidence, 1, 0)) >= math.log(1 / DELTA):
                found += 1
                break
    return found


def test_items_that_differ_by_ε_are_rarely_said_to_be_tied_within_it():
    within = 0.3
    evidence, fresh = start_difference(2, within), start_difference(2, within)
    write_out(fresh)
    wrong = ever_tied(RUNS, 1000, evidence, fresh, (1 + within) / 2, np.random.default_rng(1))
    assert 0 < wrong
    assert at_most(wrong, RUNS, DELTA)
