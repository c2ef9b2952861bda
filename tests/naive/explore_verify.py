"""Explore and verify with all bounds computed anew; played by ``Scripted``."""

import math


def explore_verify(play, arms, delta, test):
    """``test(level)`` is the test of the verification; what was named is kept in ``play.named``."""
    pairs = [(x, y) for x in range(arms) for y in range(x + 1, arms)]
    kappa, r = min(1 / 3, 1 / math.log(1 / delta)), 1
    play.named = []
    while True:
        told = {pair: [0, 0] for pair in pairs}  # duels, and wins of the first less those of the second
        matters = {(x, y) for x in range(arms) for y in range(arms) if x != y}

        def bounds(x, y, told=told):
            n, lead = told[x, y] if x < y else (told[y, x][0], -told[y, x][1])
            share = kappa / len(pairs)  # of each pair
            radius = 1.7 * math.sqrt((math.log(math.log(2 * n)) + 0.72 * math.log(10.4 / share)) / n)
            return lead / n - radius, lead / n + radius

        while matters:
            for x, y in pairs:
                if {(x, y), (y, x)} & matters:
                    told[x, y][1] += yield x, y, 1.0, 1.0
                    told[x, y][0] += 1
            least = {x: min(bounds(x, y)[1] for y in range(arms) if y != x) for x in range(arms)}
            for x, y in list(matters):
                low, high = bounds(x, y)
                if low > 0 or (high < 0 and 2 * high < low) or (low < 0 and low > least[x]):
                    matters.discard((x, y))
        others = {x: [y for y in range(arms) if y != x] for x in range(arms)}
        best = [x for x in range(arms) if all(bounds(x, y)[0] > 0 for y in others[x])]
        play.named.append(best)
        if not best:
            continue
        rival = {x: min(others[x], key=lambda y: bounds(x, y)[1]) for x in others[best[0]]}
        level, proven = delta / (2 * r**2), True
        for x in rival:

            def over(*count, level=level):
                if test(level)(*count) == -1:
                    return -1
                return 1 if test(level / (arms - 1))(*count) == 1 else None

            if (yield from play.match(x, rival[x], over)) == 1:
                proven = False
                break
        if proven:
            return best[0]
        r += 1
