"""How an arena that is a list draws its questions, and what it says: every time from the whole list."""

import itertools
import math
from fractions import Fraction

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.protocol import Duel, chances, choose, seat, update
from duelling.registry.choice import choice
from duelling.seeds import question_stream
from tests.naive.contest import Contest
from tests.naive.pairs import mixture
from tests.naive.roster_race import RosterRace


class Draws:
    def level(self):
        return 6 * self.settings["delta"] / (math.pi * self.roster()["number"]) ** 2

    def arm(self, item):
        return self.active().index(item) if item in self.active() else -1

    def race(self):
        """The race of the present roster."""
        questions = []
        for drawn in self.drawn():
            status = self.status(drawn["question"])
            if drawn["seq"] > self.roster()["seq"] and drawn["least"] is not None and status != "void":
                questions.append({
                    "pair": (self.arm(drawn["first"]), self.arm(drawn["second"])),
                    "v": drawn["least"] / drawn["chance"], "widest": drawn["widest"],
                    "out": {self.arm(item) for item in self.left()[: drawn["out"]]},
                    "y": (1 + self.outcome(drawn["question"])) / 2 if status == "counted" else None,
                })  # fmt: skip
        return RosterRace(len(self.active()), self.level(), self.settings["within"], questions)

    def told(self):
        """The votes that count between items that compete, in the order of telling: (event, question)."""
        counted = [q for q in range(1, len(self.drawn()) + 1) if self.status(q) == "counted"]
        here = [q for q in counted if self.pair(q) <= {*self.active()}]
        return sorted((self.vote(q)["seq"], q) for q in here)

    def contest(self):
        votes = [(q, self.arm(self.of(q)["first"]), self.arm(self.of(q)["second"]), self.outcome(q))
                 for _, q in self.told()]  # fmt: skip
        asked = [(d["question"], {self.arm(d["first"]), self.arm(d["second"])}) for d in self.drawn()
                 if self.pair(d["question"]) <= {*self.active()} and self.status(d["question"]) != "void"]  # fmt: skip
        return Contest(len(self.active()), self.level(), self.settings["within"], votes, asked)

    def bandit(self):
        """The bandit that serves: all votes told anew, and newcomers seated."""
        learner = choice("tsallis+unif").start(len(self.active()), 1 << 40)
        votes, begun = dict(self.told()), self.drawn()[0]["seq"] if self.drawn() else math.inf
        for e in self.log:
            if e["seq"] in votes:
                drawn = self.of(votes[e["seq"]])
                duel = Duel(self.arm(drawn["first"]), self.arm(drawn["second"]), drawn["p_first"], drawn["p_second"])
                update(learner, drawn["t"], duel, self.outcome(drawn["question"]))
            item = self.names().index(e["name"]) if e["kind"] == "item-added" else e.get("item")
            if e["kind"] in ("item-added", "item-restored") and e["seq"] > begun and item in self.active():
                seat(learner.bandit, self.arm(item))
        return learner

    def draw(self):
        with interpreted():
            self._draw()

    def _draw(self):
        goal, items, K = self.settings["goal"], self.active(), len(self.active())
        race = self.race()
        if goal in ("best", "show"):
            for arm in race.gone:
                if items[arm] not in self.left():
                    self.write("left", item=items[arm])
        A = [arm for arm in race.A if items[arm] not in self.left()]
        number = len(self.drawn()) + 1
        rng = question_stream(self.seed, number)
        t = 1 + sum(self.status(q) == "counted" for q in range(1, number))
        w, inside = [1 / K] * K, list(range(K))
        if goal == "condorcet" and self.contest().verdict == -1:
            duel, w = self.contest().choose(t, rng), None
        elif goal == "best" and race.verdict < 0:
            w, inside = [(arm in A) / len(A) for arm in range(K)], A
            duel = self.first_of(A if len(A) < K else range(K), K, rng)
        elif goal == "show" and race.verdict < 0:
            w, inside = np.zeros(K), A
            chances(self.bandit().bandit, t, w)
            half = self.settings["mix"]
            w = [(1 - half) * w[arm] + (half / len(A) if arm in A else 0.0) for arm in range(K)]
            first, _ = self.weighted(w, rng)
            duel = self.against(first, w[first], K, rng)
        elif goal == "show":
            learner, w = self.bandit(), np.zeros(K)
            chances(self.bandit().bandit, t, w)
            duel = choose(learner, t, rng)
        else:
            duel = self.first_of(range(K), K, rng)
        self.write("drawn", question=number, first=items[duel.first], second=items[duel.second], t=t,
                   p_first=duel.p_first, p_second=duel.p_second, **self.logged(duel, w, inside, K))  # fmt: skip

    def logged(self, duel, w, inside, K):
        """π, s and the widest weight, by looking at all pairs."""
        if w is None:
            return {"chance": None, "least": None, "widest": None, "out": 0}
        pi = {(i, j): (w[i] + w[j]) / (K - 1) for i in range(K) for j in range(K) if i != j}
        least = min(p for (i, j), p in pi.items() if i in inside or j in inside)
        both = [p for (i, j), p in pi.items() if i in inside and j in inside]
        out = 0 if len(inside) == K else len(self.left())
        widest = least / min(both) if both else 1.0
        return {"chance": pi[duel.first, duel.second], "least": least, "widest": widest, "out": out}

    def first_of(self, pool, K, rng):
        return self.against(pool[int(rng.random() * len(pool))], 1 / len(pool), K, rng)

    def against(self, first, p, K, rng):
        others = [j for j in range(K) if j != first]
        return Duel(first, others[int(rng.random() * (K - 1))], p, 1 / (K - 1))

    def weighted(self, w, rng):
        u = rng.random() * math.fsum(w)
        for k, each in enumerate(w):
            u -= each
            if u < 0:
                return k, each
        return len(w) - 1, w[-1]

    # What it says

    def wins(self):
        """How often each item that competes won against each other one, and tied."""
        K = len(self.active())
        wins, ties = np.zeros((K, K), int), np.zeros((K, K), int)
        for _, q in self.told():
            i, j, outcome = self.arm(self.of(q)["first"]), self.arm(self.of(q)["second"]), self.outcome(q)
            if outcome == 0:
                ties[i, j] += 1
                ties[j, i] += 1
            else:
                wins[(i, j) if outcome > 0 else (j, i)] += 1
        return wins, ties

    def not_beaten(self):
        """The names of those that may beat everybody, and of those of whom it is proved; within a distance likewise.

        By what the contest has proved, or by all votes if every open question ends as badly as it can.
        """
        found, K, within = self.contest(), len(self.active()), self.settings["within"]
        proved = {*found.ahead}
        for i, j in itertools.permutations(range(K), 2) if found.verdict == -1 else ():
            won, tied = found.wins[i][j], found.ties[i][j] if within else 0
            lost = found.wins[j][i] + found.open.count({i, j})
            m = Fraction(1, 2) - Fraction(str(within))
            enough = Fraction(K / self.level()) if within else Fraction(K / self.level() + 1) / 2
            if 2 * won + tied > 2 * m * (won + tied + lost) and mixture(m, won, tied, lost) >= enough:
                proved.add((i, j))
        names = [self.names()[item] for item in self.active()]
        inside = [j for j in range(K) if within or not any((i, j) in proved for i in range(K))]
        named = [i for i in range(K) if all((i, j) in proved for j in range(K) if j != i)]
        if not named and len(inside) == 1:
            named = inside
        return {names[arm] for arm in inside}, {names[arm] for arm in named}

    def may_win(self):
        """The names of those that may still be the best, and of the one that is named."""
        inside, named = self.race().worst()
        names = [self.names()[item] for item in self.active()]
        return {names[arm] for arm in inside}, names[named] if named >= 0 else None
