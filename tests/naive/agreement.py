"""Play a kernel and its slow twin on one transcript, and assert that they choose alike."""

import math

import numpy as np

from duelling.core.protocol import choose, decide, update, verdict
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


def side_by_side(fast, slow, rounds, outcome, seed, *, rel=1e-6, chosen=None, told=None):
    """Play both with the same stream and the same outcomes: every pair must be the same, and its chances up to ``rel``.

    ``outcome(t, duel)`` decides. ``chosen(fast, slow, t)`` may look at both after they chose, ``told(fast, slow, t)``
    after they were told.
    """
    ours, theirs = np.random.default_rng(seed), np.random.default_rng(seed)
    for t in range(1, rounds + 1):
        duel, twin = choose(fast, t, ours), slow.choose(t, theirs)
        assert alike(duel, twin, rel), t
        if chosen is not None:
            chosen(fast, slow, t)
        y = outcome(t, duel)
        update(fast, t, duel, y)
        slow.update(t, twin, y)
        if told is not None:
            told(fast, slow, t)
    return fast


def agree(text, slow, arms, horizon, seed, win, ties=0.0, each=None):
    """An algorithm and its twin on a matrix; ``each(fast, slow)`` is asserted after every round."""
    nature = np.random.default_rng([seed, 1])

    def outcome(t, duel):
        u, v = nature.random(2)
        return 0 if duel.first == duel.second or v < ties else 1 if u < win[duel.first, duel.second] else -1

    told = None if each is None else lambda fast, slow, t: each(fast, slow)
    return side_by_side(choice(text).start(arms, horizon), slow, horizon, outcome, [seed, 0], told=told)


def agree_on_matrices(text, twin, arms, horizon, count=3, seed=3):
    """An algorithm and the twin that ``twin(arms, horizon)`` makes, on the first ``count`` matrices, with some ties."""
    for k, win in enumerate(matrices(arms, seed)[:count]):
        agree(text, twin(arms, horizon), arms, horizon, k, win, ties=0.05)


def agree_by_skill(fast, slow, seed, rounds, problem=None, ties=0.0, check=None, skill=None):
    """A state and its twin on a problem, or where the lower arm wins with 1/2 + ``skill``, random if not given."""
    nature = np.random.default_rng([*seed, 1])
    skill = nature.random() - 0.5 if skill is None else skill

    def outcome(t, duel):
        if problem is not None:
            return int(decide(problem, t, duel.first, duel.second, nature))
        if nature.random() < ties or duel.first == duel.second:
            return 0
        return 1 if nature.random() < 0.5 + skill * np.sign(duel.second - duel.first) else -1

    return side_by_side(fast, slow, rounds, outcome, [*seed, 0], chosen=check)


def same_play(state, slow, outcome_of, rounds, seed=0, *, rel=0.0, each=None):
    """Both choose the same duels and give the same verdict, round by round; the last verdict.

    The chances are the same up to ``rel``, and ``each(fast, slow)`` is asserted after every round.
    """

    def told(fast, slow, t):
        assert verdict(fast) == slow.verdict
        if each is not None:
            each(fast, slow)

    def outcome(t, duel):
        return 0 if duel.first == duel.second else outcome_of(t, duel)

    return verdict(side_by_side(state, slow, rounds, outcome, seed, rel=rel, told=told))


def script(state, outcomes, rng, begin=1):
    """The pairs that a learner chooses when these are the outcomes."""
    pairs = []
    for t, outcome in enumerate(outcomes, begin):
        duel = choose(state, t, rng)
        pairs.append((int(duel.first), int(duel.second)))
        update(state, t, duel, outcome)
    return pairs


def tournament(win, seed, ties=0.0):
    """Outcomes of a preference matrix that depend on the round alone, for up to 5000 rounds."""
    u = np.random.default_rng(seed).random((5001, 2)).tolist()
    return lambda t, i, j: 0 if i == j or u[t][1] < ties else 1 if u[t][0] < win[i][j] else -1


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
