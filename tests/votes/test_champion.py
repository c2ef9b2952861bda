"""The rule that asks for the item that beats everybody."""

import math

import numpy as np
import pytest

from duelling.core.evidence.pairs import log_mixture, proves_ahead
from duelling.core.jit import interpreted
from duelling.votes.champion import Champion
from duelling.votes.tally import tally

pytestmark = pytest.mark.plain


def kl(w, lost):
    n = w + lost
    return n * math.log(2) + sum(x * math.log(x / n) for x in (w, lost) if x)


def naive(votes, delta, within, waiting=()):
    """The champion, the nearest rival and the one that it met least often, written out; None when all is said."""
    found = tally(votes)
    K, m = len(found.items), 0.5 - within
    W, T = found.wins.astype(float), found.ties

    def proves(i, j, direction):
        counts = [int(x) for x in (found.wins[i, j], T[i, j], found.wins[j, i])]
        if within == 0:
            won, _, lost = counts if direction > 0 else counts[::-1]
            return proves_ahead(won, lost, delta / K)
        mean = counts[0] + counts[1] / 2 - m * sum(counts)
        return mean * direction > 0 and log_mixture(m, *counts) >= math.log(K / delta)

    others = [[j for j in range(K) if j != i] for i in range(K)]
    with interpreted():
        inside = [i for i in range(K) if not any(proves(i, j, -1) for j in others[i])]
        open_rivals = {i: [j for j in others[i] if not proves(i, j, 1)] for i in range(K)}
    for i, j in waiting:
        W[i, j] += 0.5
        W[j, i] += 0.5
    if not inside:
        return None

    def worth(i):
        against = sum(kl(W[i, j], W[j, i]) for j in others[i] if W[i, j] <= W[j, i])
        own = sum(kl(W[i, j], W[j, i]) for j in others[i] if W[i, j] > W[j, i])
        return round(against, 9), round(-own, 9), i

    h = min(inside, key=worth)
    if not open_rivals[h]:
        return None

    def ahead(j):
        half = T[h, j] / 2 if within else 0
        won, lost = W[h, j] + half, W[j, h] + half
        if won + lost == 0:
            return 0.0
        p = won / (won + lost)
        apart = sum(x * math.log(q / r) for x, q, r in ((won, p, m), (lost, 1 - p, 1 - m)) if x)
        return round(apart if p > m else -apart if p < m else 0.0, 9)

    return (
        h,
        min(open_rivals[h], key=lambda j: (ahead(j), j)),
        min(open_rivals[h], key=lambda j: (W[h, j] + W[j, h] + T[h, j], j)),
    )


@pytest.mark.parametrize("within", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(30))
def test_pairs_are_those_of_the_rule(seed, within):
    rng = np.random.default_rng(seed)
    K, count = int(rng.integers(2, 7)), int(rng.integers(5, 400))
    edge = rng.normal(size=K) * rng.choice([0.2, 2.0])
    votes = [("0", "1", "tie")]
    for _ in range(count):
        i, j = rng.choice(K, 2, replace=False)
        said = (
            "tie" if rng.random() < 0.2 else "left" if rng.random() < 1 / (1 + math.exp(edge[j] - edge[i])) else "right"
        )
        votes.append((str(i), str(j), said))
    found = tally(votes)
    champion, waiting = Champion(found, found, 0.3, within), []
    drawn = set()
    for _ in range(25):
        pair, expected = champion.draw(rng), naive(votes, 0.3, within, waiting)
        if expected is None:
            assert pair is None
            return
        h, nearest, seldom = expected
        assert pair[0] == h
        assert pair[1] in (nearest, seldom)
        assert pair[2] == (1 if nearest == seldom else 0.2 if pair[1] == seldom else 0.8)
        champion.wait(*pair[:2])
        waiting.append(pair[:2])
        drawn.add(pair[:2])
    assert drawn


def test_the_chances_are_true():
    rows = [("a", "b", "a")] * 3 + [("a", "c", "a")] * 2 + [("a", "c", "c")] * 2 + [("a", "b", "tie")]
    found, rng = tally(rows), np.random.default_rng(1)
    champion = Champion(found, found, 0.05, 0.0)
    drawn = [champion.draw(rng) for _ in range(4000)]
    pairs = {pair[:2]: pair[2] for pair in drawn}
    for pair, chance in pairs.items():
        seen = sum(each[:2] == pair for each in drawn)
        assert abs(seen - 4000 * chance) <= 5 * math.sqrt(4000 * chance * (1 - chance))
    assert sum(pairs.values()) == pytest.approx(1)


def test_nothing_is_left_to_ask():
    settled = [("a", "b", "a")] * 12 + [("a", "c", "a")] * 12 + [("b", "c", "c")]
    assert Champion(tally(settled), tally(settled), 0.05, 0.0).draw(np.random.default_rng(0)) is None
    circle = [pair for pair in (("a", "b", "a"), ("b", "c", "b"), ("c", "a", "c")) for _ in range(12)]
    assert Champion(tally(circle), tally(circle), 0.05, 0.0).draw(np.random.default_rng(0)) is None
