"""What the tests of algorithms that stop by themselves share: play beside a script, orders, and shares of failures."""

import numpy as np

import duelling as du
from duelling.core.protocol import choose, stand, standing, update, verdict
from duelling.registry.choice import choice
from tests.helpers.chances import at_most
from tests.naive.agreement import matrices, same_play, tournament


def plays_like(text, script, arms, rounds, *, end, ties=0.1, which=(0, 1)):
    """The algorithm chooses the pairs of its script, and finds the same; how many of the plays came to an end.

    ``end`` is {"delta": ...} or {"budget": ...}, and ``script()`` makes the twin.
    """
    ended = 0
    for k in which:
        fast, slow = choice(text, identify=True, **end).start(arms), script()
        decide = tournament(matrices(arms, 3)[k], k, ties * k)
        last = same_play(
            fast, slow, lambda t, duel, decide=decide: decide(t, duel.first, duel.second), rounds, k, rel=1e-9
        )
        groups = np.zeros(arms, dtype=np.int64)
        if stand(fast, groups) and type(fast) in standing.written:
            assert groups.tolist() == list(slow.groups)
        ended += last != -1
    return ended


def unanimous(text, arms, *, best=0, end):
    """The pairs, in turn, with the number of duels of each, until the verdict, where the lower arm always wins."""
    state, rng, met = choice(text, identify=True, **end).start(arms), np.random.default_rng(0), []
    for t in range(1, 10**6):
        if verdict(state) >= 0:
            return met, int(verdict(state)), state
        duel = choose(state, t, rng)
        pair = {int(duel.first), int(duel.second)}
        if not met or met[-1][0] != pair:
            met.append([pair, 0])
        met[-1][1] += 1
        update(state, t, duel, 1 if duel.first < duel.second else -1)
    raise AssertionError("it does not stop")


def order(arms, p=0.6):
    """Every arm beats all later ones with chance p; in a random order, so that numbers say nothing."""
    place = np.random.default_rng(arms).permutation(arms)
    win = np.where(place[:, None] < place, p, 1 - p)
    np.fill_diagonal(win, 0.5)
    return du.PreferenceMatrix(win, name=f"order-{p}-{arms}")


def fails_at_most(problem, text, delta, runs, seed=1, limit=10**7):
    """Whether the share of broken promises may have the chance ``delta``, and every run came to an end."""
    found = du.identify(problem, text, delta=delta, runs=runs, seed=seed, limit=limit)
    assert (found.arms != -1).all()
    return at_most(int((~found.near).sum()), runs, delta)
