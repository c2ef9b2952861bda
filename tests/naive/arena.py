"""An arena as a list of what happened. Every call walks over the whole list, straight from the rules."""

import math
from collections import Counter

from duelling.seeds import side_stream
from tests.naive.draws import Draws

AHEAD = 32  # questions that may wait for others
SEEN = ("question", "first", "second", "p_first", "p_second", "chance", "least", "widest", "out", "t", "voter",
        "flipped", "ticket", "answer", "late", "why", "item", "name", "number", "at")  # fmt: skip


def alike(event, other):
    """Whether an event of the journal says what the list says."""
    for name in SEEN:
        mine, theirs = getattr(event, name, None), other.get(name)
        if name == "why" and event.kind not in ("voided",):
            continue
        if name in other and not (mine == theirs or math.isclose(mine, theirs, rel_tol=1e-9)):
            return False
    return event.kind == other["kind"]


class Refused(Exception):
    """The call is not possible, and nothing happens."""


class Arena(Draws):
    def __init__(self, items, *, seed=7, **settings):
        self.log, self.now, self.seed = [], 1_000_000, seed
        self.settings = {"goal": "best", "delta": 0.05, "within": 0.0, "skip": "again", "expires": 600.0,
                         "repeats": 1, "mix": 0.5} | settings  # fmt: skip
        self.write("created")
        for name in items:
            self.write("item-added", name=name)
        self.write("roster", number=1)

    def write(self, kind, **fields):
        self.log.append({"seq": len(self.log) + 1, "at": self.now, "kind": kind, **fields})
        return self.log[-1]

    def events(self, *kinds, question=None):
        return [e for e in self.log if e["kind"] in kinds and question in (None, e.get("question"))]

    # Items and voters

    def names(self):
        return [e["name"] for e in self.events("item-added")]

    def active(self):
        """The numbers of the items that compete."""
        inside = set()
        for e in self.log:
            if e["kind"] == "item-added":
                inside.add(self.names().index(e["name"]))
            elif e["kind"] == "item-restored":
                inside.add(e["item"])
            elif e["kind"] == "item-retired":
                inside.discard(e["item"])
        return sorted(inside)

    def roster(self):
        return self.events("roster")[-1]

    def left(self):
        return [e["item"] for e in self.events("left") if e["seq"] > self.roster()["seq"]]

    def voters(self):
        return [e["name"] for e in self.events("voter-known")]

    # Questions

    def drawn(self):
        return self.events("drawn")

    def of(self, question):
        return self.drawn()[question - 1]

    def pair(self, question):
        return {self.of(question)["first"], self.of(question)["second"]}

    def happened(self, question):
        return self.events("offered", "told", "skipped", "voided", "restored", question=question)

    def answers(self, e):
        """Whether an event answers its question."""
        return e["kind"] == "told" or (e["kind"] == "skipped" and self.settings["skip"] == "tie")

    def status(self, question):
        status = "open"
        for e in self.happened(question):
            if self.answers(e) or e["kind"] == "restored":
                status = "counted"
            elif e["kind"] == "voided":
                status = "open" if e["why"] == "undo" else "void"
        return status

    def vote(self, question):
        """The last answer, whether it counts or not."""
        return ([e for e in self.happened(question) if self.answers(e)] or [None])[-1]

    def ticket(self, number):
        return self.log[number - 1]

    def outcome(self, question):
        """1, 0 or -1 from the side of the first item."""
        told = self.vote(question)
        won = {"left": 1, "right": -1}.get(told.get("answer"), 0)
        return -won if self.ticket(told["ticket"])["flipped"] else won

    def offers(self, question):
        """The tickets that may answer an open question, those that were skipped, and whether the last one is held."""
        found, skipped, held = [], [], False
        for e in self.happened(question):
            if e["kind"] == "offered":
                found, held = [*found, (e["seq"], e)], True
            elif e["kind"] == "voided":  # only the ticket of the vote is back
                mine = self.ticket(self.vote_before(question, e["seq"])["ticket"])
                found, held = [(e["seq"], mine)], True
            elif self.answers(e) or e["kind"] == "restored":
                found, held = [], False
            elif e["kind"] == "skipped":
                skipped.append(self.ticket(e["ticket"]))
                found = [(since, o) for since, o in found]
                held = held and found[-1][1]["seq"] != e["ticket"]
        return found, skipped, held

    def vote_before(self, question, seq):
        return [e for e in self.happened(question) if self.answers(e) and e["seq"] < seq][-1]

    def waiting(self):
        return [q for q in range(1, len(self.drawn()) + 1) if self.status(q) == "open"]

    def alive(self, offer):
        return abs(self.now - offer["at"]) <= self.settings["expires"] * 1e6

    def skips(self, offer):
        return any(e["ticket"] == offer["seq"] for e in self.events("skipped"))

    def held_by(self, voter):
        """His tickets of open questions, expired or not, in the order in which he got them."""
        found = [each for q in self.waiting() for each in self.offers(q)[0]]
        mine = [(since, o) for since, o in found if o["voter"] == voter and not self.skips_since(since, o)]
        return [o for _, o in sorted(mine, key=lambda each: each[0])]

    def holds(self, voter):
        """Those that have not expired, about items that compete."""
        return [o for o in self.held_by(voter) if self.alive(o) and self.pair(o["question"]) <= {*self.active()}]

    def skips_since(self, since, offer):
        return any(e["ticket"] == offer["seq"] and e["seq"] > since for e in self.events("skipped"))

    def answered(self, voter):
        """How often he has answered each pair."""
        given = [q for q in range(1, len(self.drawn()) + 1) if self.vote(q) and self.status(q) != "open"]
        mine = [q for q in given if self.ticket(self.vote(q)["ticket"])["voter"] == voter]
        return Counter(frozenset(self.pair(q)) for q in mine)

    # Ask and tell

    def ask(self, count=1, voter=None):
        if len(self.active()) < 2:
            raise Refused
        who = None
        if voter is not None:
            if voter not in self.voters():
                self.write("voter-known", name=voter)
            who = self.voters().index(voter)
        found = [o["seq"] for o in self.holds(who)][:count] if who is not None else []
        while len(found) < count:
            question = None if self.exhausted(who) else self.find(who)
            if question is None:
                break
            coin = side_stream(self.seed, len(self.log) + 1).random()
            found.append(self.write("offered", question=question, voter=who, flipped=bool(coin < 0.5))["seq"])
        return found

    def exhausted(self, who):
        repeats = self.settings["repeats"]
        if who is None or repeats is None:
            return False
        done = self.seen_by(who)
        items = self.active()
        return all(done[frozenset((i, j))] >= repeats for i in items for j in items if i < j)

    def seen_by(self, who):
        """How often he has answered or skipped each pair, or holds a question about it."""
        held = {o["question"] for o in self.holds(who)}
        skipped = [e["question"] for e in self.events("skipped") if self.ticket(e["ticket"])["voter"] == who]
        passed = skipped if self.settings["skip"] == "again" else []
        return self.answered(who) + Counter(frozenset(self.pair(q)) for q in [*held, *passed])

    def find(self, who):
        since = self.now - self.settings["expires"] * 1e6
        limit = 4 if who is None else max(AHEAD, 2 * sum(self.seen(v) >= since for v in range(len(self.voters()))))
        while True:
            free = []
            for q in self.waiting():
                offers, _, held = self.offers(q)
                if not (held and self.alive(offers[-1][1])) and self.pair(q) <= {*self.active()}:
                    free.append((not offers, q))
            for _, q in sorted(free):
                if who not in [o["voter"] for o in self.offers(q)[1]] and self.may_answer(who, q):
                    return q
            if len(free) >= limit:
                return min((q for _, q in free), key=self.last_offer) if who is None else None
            self.draw()

    def last_offer(self, question):
        return self.offers(question)[0][-1][1]["seq"]

    def seen(self, who):
        mine = [e["at"] for e in self.events("offered") if e["voter"] == who]
        told = [e["at"] for e in self.log if self.answers(e) and self.ticket(e["ticket"])["voter"] == who]
        return max([*mine, *told], default=-math.inf)

    def may_answer(self, who, question):
        if who is None or self.settings["repeats"] is None:
            return True
        pair = frozenset(self.pair(question))
        return self.seen_by(who)[pair] < self.settings["repeats"]

    def tell(self, number, answer):
        offer = self.ticket(number)
        question = offer["question"]
        status, told = self.status(question), self.vote(question)
        if status == "counted" and told["ticket"] == number:
            if answer != ("skip" if told["kind"] == "skipped" else told["answer"]):
                raise Refused
            return True
        offers, skipped, _ = self.offers(question)
        mine = [o for o in skipped if o == offer or o["voter"] == offer["voter"] is not None]
        if status == "open" and mine:
            if answer != "skip":
                raise Refused
            return False
        if status != "open" or number not in [o["seq"] for _, o in offers]:
            self.write("refused", ticket=number, answer=answer)
            return False
        if answer == "skip":
            self.write("skipped", ticket=number, question=question)
            return self.settings["skip"] == "tie"
        late = self.now > offer["at"] + self.settings["expires"] * 1e6
        self.write("told", ticket=number, question=question, answer=answer, late=late)
        return True

    # Votes that go and come back, items that come and go

    def undo(self, number):
        question = self.ticket(number)["question"]
        if not self.vote(question) or self.vote(question)["ticket"] != number:
            raise Refused
        if self.status(question) == "counted":
            self.change([question], "voided", why="undo")

    def void(self, voter):
        self.change(self.votes_of(voter, "counted"), "voided", why="voter")

    def restore(self, voter):
        self.change(self.votes_of(voter, "void"), "restored")

    def votes_of(self, voter, status):
        if voter not in self.voters():
            raise Refused
        who = self.voters().index(voter)
        asked = [q for q in range(1, len(self.drawn()) + 1) if self.status(q) == status and self.vote(q)]
        return [q for q in asked if self.ticket(self.vote(q)["ticket"])["voter"] == who]

    def change(self, questions, kind, **fields):
        for question in questions:
            self.write(kind, question=question, **fields)
        if questions and {*self.left()} & {self.active()[arm] for arm in self.race().worst()[0]}:
            self.write("roster", number=self.roster()["number"] + 1)

    def add(self, name):
        if name in [self.names()[k] for k in self.active()]:
            return
        if name in self.names():
            self.write("item-restored", item=self.names().index(name))
        else:
            self.write("item-added", name=name)
        self.write("roster", number=self.roster()["number"] + 1)

    def retire(self, name):
        if name not in self.names():
            raise Refused
        if self.names().index(name) in self.active():
            self.write("item-retired", item=self.names().index(name))
            self.write("roster", number=self.roster()["number"] + 1)

    def configure(self, **changes):
        before, self.settings = self.settings, self.settings | changes
        if self.settings != before:
            self.write("configured")
        if any(self.settings[name] != before[name] for name in ("delta", "within")):
            self.write("roster", number=self.roster()["number"] + 1)
