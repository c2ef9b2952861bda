"""Play a kernel and its slow twin on one transcript, and assert that they choose alike."""

import math

import numpy as np

from duelling.core.protocol import choose, update, verdict
from duelling.registry.choice import choice

CYCLE = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.6], [0.8, 0.4, 0.5]])  # 0 beats 1 beats 2 beats 0


def matrices(arms, seed):
    """Preferences to play on: a clear order, anything at all, and nobody better than anybody."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(arms)
    clear = np.where(order[:, None] < order, 0.85, 0.15)
    wild = np.triu(rng.random((arms, arms)), 1)
    wild += np.tril(1 - wild.T, -1)
    for win in (clear, wild, np.full((arms, arms), 0.5)):
        np.fill_diagonal(win, 0.5)
    return clear, wild, np.full((arms, arms), 0.5)


def alike(duel, twin, rel=1e-6):
    """The same pair, and chances that differ by rounding."""
    chances = zip(duel[2:], twin[2:], strict=True)
    return duel[:2] == twin[:2] and all(math.isclose(p, q, rel_tol=rel) for p, q in chances)


def agree(text, slow, arms, horizon, seed, win, ties=0.0, each=None):
    """The same pairs with the same chances, round by round; ``each(fast, slow)`` is asserted too."""
    fast = choice(text).start(arms, horizon)
    ours, theirs, nature = (np.random.default_rng([seed, k]) for k in (0, 0, 1))
    for t in range(1, horizon + 1):
        duel, twin = choose(fast, t, ours), slow.choose(t, theirs)
        assert alike(duel, twin), t
        u, v = nature.random(2)
        outcome = 0 if duel.first == duel.second or v < ties else 1 if u < win[duel.first, duel.second] else -1
        update(fast, t, duel, outcome)
        slow.update(t, twin, outcome)
        if each is not None:
            each(fast, slow)
    return fast


def script(state, outcomes, rng, begin=1):
    """The pairs that a learner chooses when these are the outcomes."""
    pairs = []
    for t, outcome in enumerate(outcomes, begin):
        duel = choose(state, t, rng)
        pairs.append((int(duel.first), int(duel.second)))
        update(state, t, duel, outcome)
    return pairs


def same_play(state, slow, outcome_of, rounds, seed=0):
    """Both choose the same duels and give the same verdict, round by round; the last verdict."""
    ours, theirs = np.random.default_rng(seed), np.random.default_rng(seed)
    for t in range(1, rounds + 1):
        duel = choose(state, t, ours)
        assert duel == slow.choose(t, theirs)
        outcome = 0 if duel.first == duel.second else outcome_of(t, duel)
        update(state, t, duel, outcome)
        slow.update(t, duel, outcome)
        assert verdict(state) == slow.verdict
    return verdict(state)


def tournament(win, seed, ties=0.0):
    """Outcomes of a preference matrix that depend on the round alone."""
    u = np.random.default_rng(seed).random((100_000, 2))
    return lambda t, i, j: 0 if i == j or u[t, 1] < ties else 1 if u[t, 0] < win[i][j] else -1


def pairs_of(text, arms, horizon, decide):
    """The pairs of an algorithm that draws nothing."""
    s, pairs, rng = choice(text).start(arms, horizon), [], np.random.default_rng(0)
    for t in range(1, horizon + 1):
        duel = choose(s, t, rng)
        update(s, t, duel, decide(t, duel.first, duel.second))
        pairs.append((int(duel.first), int(duel.second)))
    assert rng.random() == np.random.default_rng(0).random()  # nothing was drawn
    return pairs


def naive_pairs(slow, horizon, decide):
    """The same of its twin."""
    pairs = []
    for t in range(1, horizon + 1):
        duel = slow.choose(t, None)
        slow.update(t, duel, decide(t, duel.first, duel.second))
        pairs.append((int(duel.first), int(duel.second)))
    return pairs
