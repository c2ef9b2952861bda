"""Algorithms written down as their papers do, from the first line to the last; a duel is a ``yield``.

``Scripted`` plays such a script by the verbs. A script yields (first, second) with the chances of the pair, is sent the
outcome, and returns its verdict and the group of each arm.
"""

import math

from duelling.core.protocol import Duel


class Scripted:
    def __init__(self, script, *given, **named):
        self.script, self.given, self.named = script, given, named
        self.playing, self.verdict, self.groups, self.matches = None, -1, None, 0

    def choose(self, t, rng):
        if self.playing is None:
            self.rng = rng
            self.playing = self.script(self, *self.given, **self.named)
            self.go_on(None)
        return self.duel if self.verdict < 0 else Duel(self.verdict, self.verdict, 1.0, 1.0)

    def update(self, t, duel, outcome):
        if self.verdict < 0:
            self.go_on(outcome)

    def go_on(self, outcome):
        try:
            self.duel = Duel(*self.playing.send(outcome))
        except StopIteration as end:
            self.verdict, self.groups = end.value if isinstance(end.value, tuple) else (end.value, None)

    def draw(self, n):
        """A uniform number below n."""
        return int(self.rng.random() * n)

    def match(self, first, second, over, chances=(1.0, 1.0)):
        """Duel until ``over(wins, ties, losses)`` is not None; what it is."""
        count = {1: 0, 0: 0, -1: 0}
        self.matches += 1
        while True:
            count[(yield first, second, *chances)] += 1
            chances = (1.0, 1.0)
            result = over(count[1], count[0], count[-1])
            if result is not None:
                return result


def ppr(delta):
    """The binary prior-posterior ratio test, in whole numbers."""

    def over(wins, ties, losses):
        n = wins + losses
        if (n + 1) * math.comb(n, wins) / 2**n <= delta:
            return 1 if wins > losses else -1
        return None

    return over


def three(delta):
    def over(wins, ties, losses):
        (most, what), (next_most, _), _ = sorted([(wins, 1), (ties, 2), (losses, -1)], reverse=True)
        n = most + next_most
        return what if (n + 1) * math.comb(n, most) / 2**n <= delta / 2 else None

    return over


def hoeffding(delta):
    def over(wins, ties, losses):
        n = wins + ties + losses
        mean, radius = (wins + ties / 2) / n, math.sqrt(math.log(4 * n**2 / delta) / (2 * n))
        return None if mean - radius <= 0.5 <= mean + radius else 1 if mean > 0.5 else -1

    return over


def compare(epsilon, delta):
    def over(wins, ties, losses):
        n = wins + ties + losses
        p, c = (wins + ties / 2) / n, math.sqrt(math.log(4 * n**2 / delta) / (2 * n))
        if abs(p - 0.5) <= c - epsilon and n <= math.log(2 / delta) / (2 * epsilon**2):
            return None
        return 1 if p > 0.5 else -1

    return over


def between(low, high, delta):
    def over(wins, ties, losses):
        n = wins + ties + losses
        q, c, m = (wins + ties / 2) / n - 0.5, math.sqrt(math.log(4 * n**2 / delta) / (2 * n)), (low + high) / 2
        if abs(q - m) <= c and n <= 2 * math.log(2 / delta) / (high - low) ** 2:
            return None
        return 1 if q > m else -1

    return over


def fixed(m):
    def over(wins, ties, losses):
        n = wins + ties + losses
        return None if n < m else 1 if wins + ties / 2 >= n / 2 else -1

    return over


def one_pass(play, arms, over):
    """MallowsMPI and Seq-Eliminate."""
    left = list(range(arms))

    def take():
        k = play.draw(len(left))
        left[k], left[-1] = left[-1], left[k]
        return left.pop()

    best, chance = take(), 1 / arms
    while left:
        n = len(left)
        first = n == arms - 1
        challenger = take()
        chances = (chance, 1 / n) if first else (1 / n, 1.0)
        if (yield from play.match(challenger, best, over, chances)) == 1:
            best = challenger
    return best


def knockout(play, arms, over_in_round):
    """KNOCKOUT, and a bracket of single elimination; ``over_in_round(i)`` is the test of round i."""
    alive, i = list(range(arms)), 1
    while len(alive) > 1:
        waiting, winners = alive[:], []
        while len(waiting) > 1:
            n, pair = len(waiting), []
            for place in range(2):  # a Fisher-Yates shuffle, as far as it is needed
                k = place + play.draw(len(waiting) - place)
                waiting[place], waiting[k] = waiting[k], waiting[place]
            pair, waiting = waiting[:2], waiting[2:]
            won = yield from play.match(*pair, over_in_round(i), (1 / n, 1 / (n - 1)))
            winners.append(pair[0] if won == 1 else pair[1])
        alive, i = winners + waiting, i + 1
    return alive[0]


def top_by_heap(play, arms, top, over):
    """The best ``top`` arms in their order: brackets in groups, and a heap of their winners."""
    order, chances = list(range(arms)), [(1 / arms, 1 / (arms - 1))]
    for k in range(arms - 1 if top > 1 else 0):
        other = k + play.draw(arms - k)
        order[k], order[other] = order[other], order[k]
    size = math.ceil(arms / top)
    groups = [order[k : k + size] for k in range(0, arms, size)]

    def match(a, b, usual):
        won = yield from play.match(a, b, over, chances.pop() if chances else usual)
        return won == 1

    def select(group):
        alive = group[:]
        while len(alive) > 1:
            waiting, winners = alive, []
            while len(waiting) > 1:
                n = len(waiting)
                for place in range(2):
                    k = place + play.draw(n - place)
                    waiting[place], waiting[k] = waiting[k], waiting[place]
                (a, b), waiting = waiting[:2], waiting[2:]
                winners.append(a if (yield from match(a, b, (1 / n, 1 / (n - 1)))) else b)
            alive = winners + waiting
        return alive[0]

    def sink(heap, place):
        children = [child for child in (2 * place + 1, 2 * place + 2) if child < len(heap)]
        if not children:
            return
        child = children[0]
        if len(children) == 2 and not (yield from match(heap[children[0]], heap[children[1]], (1.0, 1.0))):
            child = children[1]
        if not (yield from match(heap[place], heap[child], (1.0, 1.0))):
            heap[place], heap[child] = heap[child], heap[place]
            yield from sink(heap, child)

    heap = []
    for group in groups:
        heap.append((yield from select(group)))
    for place in reversed(range(len(heap) // 2)):
        yield from sink(heap, place)
    found = []
    while True:
        best = heap[0]
        found.append(best)
        if len(found) == top:
            return found[0], [found.index(i) if i in found else top for i in range(arms)]
        (group,) = (each for each in groups if best in each)
        group.remove(best)
        if group:
            heap[0] = yield from select(group)
        else:
            last = heap.pop()
            if heap:
                heap[0] = last
        yield from sink(heap, 0)


def pocowista(play, arms, delta):
    order = list(range(arms))
    for k in range(arms - 1):
        other = k + play.draw(arms - k)
        order[k], order[other] = order[other], order[k]
    met, cp, chances = {i: {i} for i in order}, dict.fromkeys(order, 0.0), (1 / arms, 1 / (arms - 1))

    def pot(i):
        return arms - len(met[i]) + cp[i]

    while not (won := [i for i in order if all(cp[i] >= pot(j) for j in order if j != i)]):
        i = max(order, key=pot)
        j = max((j for j in order if j not in met[i]), key=cp.__getitem__)
        result = yield from play.match(i, j, three(delta / math.comb(arms, 2)), chances)
        chances = (1.0, 1.0)
        met[i].add(j)
        met[j].add(i)
        cp[i] += {1: 1, 2: 0.5, -1: 0}[result]
        cp[j] += {1: 0, 2: 0.5, -1: 1}[result]
    return won[0]


def merge_rank(play, arms, over):
    """Merge sort from the top, in the order in which it merges from the bottom."""
    order = list(range(arms))
    for k in range(arms - 1):
        other = k + play.draw(arms - k)
        order[k], order[other] = order[other], order[k]
    chances = [(1 / arms, 1 / (arms - 1))]
    parts = 1 << (arms - 1).bit_length()
    pieces = [order[s * arms // parts : (s + 1) * arms // parts] for s in range(parts)]
    while len(pieces) > 1:
        merged = []
        for left, right in zip(pieces[::2], pieces[1::2], strict=True):
            whole = []
            while left and right:
                won = yield from play.match(left[0], right[0], over, chances.pop() if chances else (1.0, 1.0))
                whole.append((left if won == 1 else right).pop(0))
            merged.append(whole + left + right)
        pieces = merged
    return pieces[0][0], [pieces[0].index(i) for i in range(arms)]


def borda_radius(arms, delta, u):
    L = math.log(arms / delta)
    square = (L + 0.75 * math.log(L) + 1.5 * math.log(1 + math.log(u / 2))) / (2 * u)
    return math.sqrt(square) if square > 0 else 1.0


def borda_lucb(play, arms, delta, ends, h=0):
    wins, n = [0.0] * arms, [0] * arms

    def against_uniform(i):
        others = [j for j in range(arms) if j != i]
        y = yield i, others[play.draw(arms - 1)], 1.0, 1 / (arms - 1)
        wins[i] += (1 + y) / 2
        n[i] += 1

    for i in range(arms):
        yield from against_uniform(i)

    def tau(i):
        return wins[i] / n[i]

    def alpha(i):
        return borda_radius(arms, delta, n[i])

    def look(k):
        """The two critical arms of a boundary, None where it is done."""
        ranked = sorted(range(arms), key=lambda i: (-tau(i), i))
        d1 = min(ranked[: k - h], key=lambda i: tau(i) - alpha(i))
        d2 = max(ranked[k + h :], key=lambda i: tau(i) + alpha(i))
        if tau(d1) - alpha(d1) >= tau(d2) + alpha(d2):
            return None
        b1 = max([d1, *ranked[k - h : k]], key=alpha)
        b2 = max([d2, *ranked[k : k + h]], key=alpha)
        return b1, b2

    b = 0
    side = 1  # the first look comes after the first round: b2 of the first boundary
    while True:
        for _ in ends:
            found = look(ends[b % len(ends)])
            if found:
                break
            b, side = b % len(ends) + 1, 0
        else:
            ranked = sorted(range(arms), key=lambda i: (-tau(i), i))
            return ranked[0], [sum(ranked.index(i) >= k for k in ends) for i in range(arms)]
        b %= len(ends)
        yield from against_uniform(found[side])
        b, side = (b + 1, 0) if side else (b, 1)


def pbr_copeland(play, arms, delta, k, longest):
    n, D, beats, fate = {}, {}, set(), dict.fromkeys(range(arms), 0)
    pairs = [(i, j) for i in range(arms) for j in range(i + 1, arms)]
    radius = lambda n: math.sqrt(math.log(2 * arms**2 * longest / delta) / (2 * n))  # noqa: E731
    n, D = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)

    def lo(i):
        return sum((i, j) in beats for j in range(arms))

    def hi(i):
        return arms - 1 - sum((j, i) in beats for j in range(arms))

    def is_open(i, j):
        known = (i, j) in beats or (j, i) in beats
        return not known and n[i, j] < longest and 0 in (fate[i], fate[j])

    while any(is_open(*pair) for pair in pairs):
        for i, j in pairs:
            if not is_open(i, j):
                continue
            D[i, j] += yield i, j, 1.0, 1.0
            n[i, j] += 1
            if abs(D[i, j]) / (2 * n[i, j]) > radius(n[i, j]):
                beats.add((i, j) if D[i, j] > 0 else (j, i))
                for a in range(arms):
                    if sum(hi(b) < lo(a) for b in range(arms) if b != a) >= arms - k:
                        fate[a] = 1
                    elif sum(lo(b) > hi(a) for b in range(arms) if b != a) >= k:
                        fate[a] = -1
    rest = sorted((i for i in fate if fate[i] == 0), key=lambda i: -lo(i) - hi(i))
    chosen = [i for i in fate if fate[i] == 1]
    chosen += rest[: k - len(chosen)]
    return max(sorted(chosen), key=lo), [int(i not in chosen) for i in range(arms)]


def multisort(play, arms, budget, aggregate):
    """Quicksort by recursion; ``Over`` is raised when the budget is used up."""

    class Over(Exception):
        pass

    duels, orders = [], []

    def sort(segment):
        if len(segment) < 2:
            return segment
        k, chance = play.draw(len(segment)), 1 / len(segment)
        segment[0], segment[k] = segment[k], segment[0]
        pivot, better, worse = segment[0], [], []
        for arm in segment[1:]:
            if len(duels) == budget:
                raise Over
            y = yield pivot, arm, chance, 1.0
            chance = 1.0
            duels.append((pivot, arm, y))
            (worse if y >= 0 else better).append(arm)
        return [*(yield from sort(better)), pivot, *(yield from sort(worse))]

    order = list(range(arms))
    try:
        while len(duels) < budget:
            order = yield from sort(order[:])
            orders.append(order)
    except Over:
        pass
    if aggregate == "copeland":
        above = lambda i, j: sum(o.index(i) < o.index(j) for o in orders)  # noqa: E731
        score = [sum(above(i, j) > above(j, i) for j in range(arms) if j != i) for i in range(arms)]
    else:
        score = bradley_terry(arms, duels)
    levels = sorted({-x for x in score})
    return score.index(max(score)), [levels.index(-x) for x in score]


def bradley_terry(arms, duels):
    """The strengths of the largest likelihood, with 1/K ties more for each pair, by a general optimiser."""
    import numpy as np
    from scipy.optimize import minimize

    wins = (np.ones((arms, arms)) - np.eye(arms)) / (2 * arms)
    for i, j, y in duels:
        wins[i, j] += (1 + y) / 2
        wins[j, i] += (1 - y) / 2
    loss = lambda x: (wins * np.logaddexp(0, x[None, :] - x[:, None])).sum() + (x.sum() ** 2)  # noqa: E731
    found = minimize(loss, np.zeros(arms), method="BFGS", options={"gtol": 1e-10})
    return [round(float(x), 5) for x in found.x]
