"""A ledger that keeps a list, and runs the whole race again whenever somebody asks."""

import math

from tests.naive.difference import Ticket, difference
from tests.naive.race import Race


class Ledger:
    def __init__(self, items, delta, within=0.0):
        self.K, self.delta, self.within, self.asked = items, delta, within, []

    def ask(self, first, second, weight, out, widest):
        self.asked.append({"pair": (first, second), "v": weight, "out": set(out), "widest": widest, "y": None})

    def tell(self, question, outcome):
        self.asked[question]["y"] = (1 + outcome) / 2

    def reopen(self, question):
        self.asked[question]["y"] = None

    def forget(self, question):
        self.asked[question]["v"] = math.nan

    def run(self, worst=True):
        """The items that are left, and the one that is named, or -1."""
        race, questions = Race(self.K, self.delta, self.within), [q for q in self.asked if not math.isnan(q["v"])]
        while questions and questions[0]["y"] is not None:
            question = questions.pop(0)
            let_go(race, question["out"])
            if race.verdict < 0 and set(question["pair"]) & set(race.A) and not set(race.A) & question["out"]:
                race.tell(Ticket(*question["pair"], question["y"], question["v"], question["widest"]))
        if questions and worst and race.verdict < 0:
            suppose(race, questions)
        return sorted(race.A), race.verdict


def let_go(race, out, stays=None):
    """Those that a question says have left do leave, in the order of the kernel: the last one takes the place."""
    for k in race.A[::-1]:
        if k in out and len(race.A) > 1 and k != stays:
            race.A[race.A.index(k)] = race.A[-1]
            race.A.pop()
    if race.leader not in race.A:
        race.leader = max(race.A, key=lambda i: (race.mean(i), -i))
    if len(race.A) == 1:
        race.verdict = race.leader


def suppose(race, questions):
    """Every open question is answered in the worst way for the leader by all answers that there are."""
    told, known = list(race.tickets), [q for q in questions if q["y"] is not None]
    race.tickets = told + [Ticket(*q["pair"], q["y"], q["v"]) for q in known]
    h = max(race.A, key=lambda i: (race.mean(i), -i))
    race.tickets, against = told, {k: list(told) for k in range(race.K)}  # the votes of each test of h against k
    for question in questions:
        let_go(race, question["out"], stays=h)
        if not set(race.A) & question["out"]:
            a, b = question["pair"]
            for k in race.A:
                y = question["y"]
                if y is None:
                    y = 1.0 if k == a or b == h else 0.0
                    y = 0.0 if k == b or a == h else y
                against[k].append(Ticket(a, b, y, question["v"], question["widest"]))
    mu = 0.25 if race.within else 0.75
    near = set()
    for k in race.A[::-1]:
        if k != h:
            passes = [
                (1 - mu) / (race.K - 1) * difference(h, k, against[k], within) >= 1 / race.delta
                for within in {0.0, race.within}
            ]
            if (1 - mu) / (race.K - 1) * difference(h, k, against[k], 0.0) >= 1 / race.delta:
                race.A[race.A.index(k)] = race.A[-1]
                race.A.pop()
            elif any(passes) or (h, k) in race.near:
                near.add(k)
    if len(race.A) == 1 or (race.within and near >= set(race.A) - {h}):
        race.verdict = h
