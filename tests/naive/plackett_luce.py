"""PLPAC with a list of samples for each pair; played by ``Scripted``."""

import math


def plackett_luce(play, arms, delta, epsilon):
    samples = {(i, j): [] for i in range(arms) for j in range(arms) if i != j}  # what i got from j
    left = list(range(arms))

    def enter(i, j, gain):
        samples[i, j].append(gain)
        samples[j, i].append(1 - gain)

    def interval(i, j):
        n = len(samples[i, j])
        if n == 0:
            return -math.inf, math.inf
        p, c = sum(samples[i, j]) / n, math.sqrt(math.log(4 * arms**2 * n**2 / delta) / (2 * n))
        return p - c, p + c

    while True:
        k = play.draw(len(left))
        left[0], left[k] = left[k], left[0]
        pivot, side, chance = left[0], {}, 1 / len(left)
        for i in left[1:]:
            side[i] = -(yield pivot, i, chance, 1.0)
            chance = 1.0
            enter(i, pivot, (1 + side[i]) / 2)
        for i in side:
            for j in side:
                if side[i] == 1 and side[j] == -1:
                    enter(i, j, 1)
        place = 0
        while place < len(left):
            if any(interval(left[place], j)[1] < 0.5 for j in left if j != left[place]):
                last = left.pop()
                if place < len(left):
                    left[place] = last
            else:
                place += 1
        least = {i: min((interval(i, j)[0] for j in left if j != i), default=math.inf) for i in left}
        chosen = [i for i in left if least[i] > 0.5 - epsilon]
        if chosen:
            return max(chosen, key=least.__getitem__), [int(i not in chosen) for i in range(arms)]
