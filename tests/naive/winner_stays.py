"""WS-W by its argmax rule, with the counts of all arms."""

from duelling.core.protocol import Duel


class WinnerStays:
    """``waiting`` gives the order of the arms that have not played in a round, so that equal draws pick equal arms."""

    def __init__(self, arms):
        self.C, self.pair, self.waiting, self.lost = [0] * arms, None, [], []

    def candidates(self, arms):
        """The arms with the largest count; in a tie only the previous first arm, otherwise the previous second arm."""
        top = max(self.C[i] for i in arms)
        best = [i for i in arms if self.C[i] == top]
        for previous in self.pair or ():
            if previous in best:
                return [previous]
        return best

    def choose(self, t, rng):
        arms = range(len(self.C))
        first = self.candidates(arms)
        a = first[int(rng.random() * len(first))] if len(first) > 1 else first[0]
        second = self.candidates([i for i in arms if i != a])
        if self.pair is None:
            b = second[int(rng.random() * len(second))]
            self.waiting = [i for i in arms if i not in (a, b)]
        elif len(second) == 1 and second[0] in self.pair:
            b = second[0]
        else:
            assert sorted(second) == sorted(self.waiting)
            k = int(rng.random() * len(self.waiting))
            b = self.waiting[k]
            self.waiting[k] = self.waiting[-1]
            self.waiting.pop()
            self.lost.insert(0, next(i for i in self.pair if i != a))
        self.pair = (a, b)
        return Duel(a, b, 1 / len(first), 1 / len(second))

    def update(self, t, duel, outcome):
        self.C[duel.first] += outcome
        self.C[duel.second] -= outcome
        others = [c for c in self.C if c != max(self.C)]
        if not self.waiting and len(others) == len(self.C) - 1 and len(set(others)) == 1:  # a round is over
            self.waiting, self.lost = self.lost, []
