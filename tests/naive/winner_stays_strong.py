"""WS-S around the argmax rule of WS-W: a round is over when all but one have lost once more."""

import math

from duelling.core.protocol import Duel
from tests.naive.winner_stays import WinnerStays


class WinnerStaysStrong:
    def __init__(self, arms, beta):
        self.ws, self.beta, self.round, self.exploit = WinnerStays(arms), beta, 1, []

    def choose(self, t, rng):
        if self.exploit:
            winner = self.exploit.pop()
            return Duel(winner, winner, 1.0, 1.0)
        return self.ws.choose(t, rng)

    def update(self, t, duel, outcome):
        if duel.first == duel.second or outcome == 0:
            return
        self.ws.update(t, duel, outcome)
        if sorted(self.ws.C)[:-1] == [-self.round] * (len(self.ws.C) - 1):
            winner = max(range(len(self.ws.C)), key=self.ws.C.__getitem__)
            self.exploit = [winner] * math.floor(self.beta**self.round)
            self.round += 1
