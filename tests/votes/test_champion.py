"""The rule that asks for the item that beats everybody."""

import math

import numpy as np
import pytest

from duelling.algorithms.champion import identify
from duelling.core.evidence.pairs import log_mixture, proves_ahead
from duelling.core.jit import interpreted
from duelling.core.protocol import Duel, choose, update
from duelling.votes.champion import Champion
from duelling.votes.tally import tally

pytestmark = pytest.mark.plain


def kl(w, lost):
    n = w + lost
    return n * math.log(2) + sum(x * math.log(x / n) for x in (w, lost) if x)


def known(votes, delta, within):
    """What votes say whatever waits: the counts, who has not fallen, and who is not proved to be behind whom."""
    found = tally(votes)
    K, m, T = len(found.items), 0.5 - within, found.ties

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
        rivals = {i: [j for j in others[i] if not proves(i, j, 1)] for i in range(K)}
    return found, inside, rivals


def naive(votes_say, within, waiting=()):
    """The chance of each pair, written out; None when all is said."""
    found, inside, rivals = votes_say
    K, m = len(found.items), 0.5 - within
    W, T = found.wins.astype(float), found.ties
    others = [[j for j in range(K) if j != i] for i in range(K)]
    for i, j in waiting:
        W[i, j] += 0.5
        W[j, i] += 0.5

    def worth(i):
        against = sum(kl(W[i, j], W[j, i]) for j in others[i] if W[i, j] <= W[j, i])
        own = sum(kl(W[i, j], W[j, i]) for j in others[i] if W[i, j] > W[j, i])
        return round(against, 7), round(-own, 7)

    def ahead(h, j):
        half = T[h, j] / 2 if within else 0
        won, lost = W[h, j] + half, W[j, h] + half
        if won + lost == 0:
            return 0.0
        p = won / (won + lost)
        apart = sum(x * math.log(q / r) for x, q, r in ((won, p, m), (lost, 1 - p, 1 - m)) if x)
        return round(apart if p > m else -apart if p < m else 0.0, 7)

    leaders = [i for i in inside if worth(i) == min(map(worth, inside))]
    if not leaders or not all(rivals[h] for h in leaders):
        return None
    chances: dict = {}
    for h in leaders:
        met = {j: W[h, j] + W[j, h] + T[h, j] for j in rivals[h]}
        nearest = [j for j in rivals[h] if ahead(h, j) == min(ahead(h, k) for k in rivals[h])]
        seldom = [j for j in rivals[h] if met[j] == min(met.values())]
        for share, which in ((0.8, nearest), (0.2, seldom)):
            for j in which:
                pair = frozenset((h, j))
                chances[pair] = chances.get(pair, 0) + share / len(which) / len(leaders)
    return chances


@pytest.mark.slow
@pytest.mark.parametrize("within", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(30))
def test_pairs_and_their_chances_are_those_of_the_rule(seed, within):
    rng = np.random.default_rng(seed)
    K, count = int(rng.integers(2, 7)), int(rng.choice([1, 8, 60, 400]))
    edge = rng.normal(size=K) * rng.choice([0.2, 2.0])
    votes = [("0", "1", "tie")]
    for _ in range(count):
        i, j = rng.choice(K, 2, replace=False)
        won = "left" if rng.random() < 1 / (1 + math.exp(edge[j] - edge[i])) else "right"
        votes.append((str(i), str(j), "tie" if rng.random() < 0.2 else won))
    found = tally(votes)
    champion, waiting, votes_say = Champion(found, found, 0.3, within), [], known(votes, 0.3, within)
    for _ in range(25):
        pair, expected = champion.draw(rng), naive(votes_say, within, waiting)
        if expected is None:
            assert pair is None
            return
        assert sum(expected.values()) == pytest.approx(1)
        assert pair[2] == pytest.approx(expected[frozenset(pair[:2])])
        champion.wait(*pair[:2])
        waiting.append(pair[:2])


@pytest.mark.parametrize("votes", [[("a", "b", "a"), ("c", "d", "tie")], [("a", "b", "a")] * 3 + [("a", "c", "tie")]])
def test_pairs_come_as_often_as_their_chances_say(votes):
    found, rng, runs = tally(votes), np.random.default_rng(1), 1500
    champion = Champion(found, found, 0.05, 0.0)
    drawn = [champion.draw(rng) for _ in range(runs)]
    chances = {frozenset(pair[:2]): pair[2] for pair in drawn}
    assert sum(chances.values()) == pytest.approx(1)
    for pair, chance in chances.items():
        seen = sum(frozenset(each[:2]) == pair for each in drawn)
        assert abs(seen - runs * chance) <= 5 * math.sqrt(runs * chance * (1 - chance))


def test_it_asks_as_the_learner_does():
    """Where no question waits, the pair of the learner that was told the same votes has a chance here."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        votes = [("0", "1", "left"), ("2", "3", "tie")]
        votes += [(str(i), str(j), "left") for i, j in (rng.choice(4, 2, replace=False) for _ in range(16))]
        with interpreted():
            learner = identify(4)
            for t, (left, right, said) in enumerate(votes):
                update(learner, t + 1, Duel(int(left), int(right), 1.0, 1.0), int(said == "left"))
            pair = choose(learner, len(votes) + 1, rng)
        assert frozenset((pair.first, pair.second)) in naive(known(votes, 0.05, 0.0), 0.0)


def test_nothing_is_left_to_ask():
    settled = [("a", "b", "a")] * 12 + [("a", "c", "a")] * 12 + [("b", "c", "c")]
    assert Champion(tally(settled), tally(settled), 0.05, 0.0).draw(np.random.default_rng(0)) is None
    circle = [pair for pair in (("a", "b", "a"), ("b", "c", "b"), ("c", "a", "c")) for _ in range(12)]
    assert Champion(tally(circle), tally(circle), 0.05, 0.0).draw(np.random.default_rng(0)) is None
