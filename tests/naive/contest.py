"""Champion where answers come late: pairs are chosen by all votes, and tested by the prefix of their own pair."""

from duelling.core.protocol import Duel
from tests.naive.champion import Champion


class Contest(Champion):
    """``votes`` are (question, first, second, outcome) as told, and ``asked`` are (question, pair) as drawn."""

    def __init__(self, arms, delta, within, votes, asked):
        super().__init__(arms, delta, within)
        proof, answered = Champion(arms, delta, within), {}
        for question, first, second, outcome in votes:
            if proof.verdict != -1:
                break
            self.count(first, second, outcome)
            answered[question] = Duel(first, second, 1.0, 1.0), outcome
            pair = {first, second}
            for other, its in asked:
                if its == pair and other not in answered:
                    break  # what was drawn later waits
                if its == pair and answered[other] is not None and proof.verdict == -1:
                    proof.update(1, *answered[other])
                    answered[other] = None
        self.ahead, self.fallen, self.verdict = proof.ahead, proof.fallen, proof.verdict
        self.open = [its for question, its in asked if question not in answered]

    def count(self, first, second, outcome):
        if outcome == 0:
            self.ties[first][second] += 1
            self.ties[second][first] += 1
        else:
            winner, loser = (first, second) if outcome > 0 else (second, first)
            self.wins[winner][loser] += 1

    def z(self, i, j):
        """As computed for the one that is ahead, so that equal counts give equal numbers."""
        return super().z(i, j) if self.wins[i][j] >= self.wins[j][i] else -super().z(j, i)

    def choose(self, t, rng):
        """An open question is half a win of both."""
        for i, j in self.open:
            self.wins[i][j] += 0.5
            self.wins[j][i] += 0.5
        return super().choose(t, rng)
