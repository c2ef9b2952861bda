"""The race of one roster by its rules: votes before the oldest open question, and the worst case of all others."""

from tests.naive.difference import Ticket, difference
from tests.naive.race import Race


class RosterRace(Race):
    """``questions`` are dicts, as they were drawn: pair, v, widest, out, and y, None where nobody has answered."""

    def __init__(self, arms, delta, within, questions):
        super().__init__(arms, delta, within)
        self.gone, self.questions = [], list(questions)
        while self.questions and self.questions[0]["y"] is not None:
            self.count(self.questions.pop(0))

    def leave(self, k):
        """The last candidate takes the place of k."""
        self.A[self.A.index(k)] = self.A[-1]
        self.A.pop()
        self.gone.append(k)

    def count(self, question):
        """Who had left when the pair was drawn leaves if enough is known; if he stays, the vote does not count."""
        before, fits = list(self.A), True
        for k in self.A[::-1]:
            if k in question["out"]:
                if len(self.A) > 1 and any(self.suffices(i, k, 0.0) for i in self.A if i != k):
                    self.leave(k)
                else:
                    fits = False
        if self.A != before:
            self.leader = max(self.A, key=lambda i: (self.mean(i), -i))
            if len(self.A) == 1:
                self.verdict = self.leader
        if fits and self.verdict < 0 and {*question["pair"]} & {*self.A}:
            before = list(self.A)
            self.tell(Ticket(*question["pair"], question["y"], question["v"], question["widest"]))
            self.gone += [k for k in before[::-1] if k not in self.A]

    def worst(self):
        """Who may still be the best, and who is named, with every open question answered badly for the leader."""
        if not self.questions or self.verdict >= 0:
            return sorted(self.A), self.verdict
        A, told = list(self.A), list(self.tickets)
        self.tickets = told + [Ticket(*q["pair"], q["y"], q["v"]) for q in self.questions if q["y"] is not None]
        h = max(A, key=lambda i: (self.mean(i), -i))
        self.tickets, against = told, {k: list(told) for k in range(self.K)}
        mu = 0.25 if self.within else 0.75

        def leads(k, within=0.0):
            return (1 - mu) / (self.K - 1) * difference(h, k, against[k], within) >= 1 / self.delta

        for q in self.questions:
            A = [k for k in A if not (k in q["out"] and k != h and leads(k))]
            if not {*A} & q["out"]:
                for k in A:
                    against[k].append(Ticket(*q["pair"], _badly(q, h, k), q["v"], q["widest"]))
        near = {k for k in A if k != h and self.within and (leads(k, self.within) or (h, k) in self.near)}
        A = [k for k in A if k == h or not leads(k)]
        named = h if len(A) == 1 or (self.within and near >= {*A} - {h}) else -1
        return sorted(A), named


def _badly(q, h, k):
    """The share of the first item: as it was answered, or as it is worst for h against k."""
    a, b = q["pair"]
    if q["y"] is not None:
        return q["y"]
    return 0.0 if a == h or b == k else 1.0
