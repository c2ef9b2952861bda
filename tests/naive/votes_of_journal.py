"""The votes of a journal, read event by event into dictionaries; twin of ``live/exports/frame.py``."""

import datetime
import json


class Reader:
    """Everything that the events tell, in lists and dictionaries."""

    def __init__(self, events):
        self.items, self.retired, self.voters, self.cases = [], set(), [], []
        self.contents, self.answers = [], []
        self.drawn, self.offered, self.rows, self.status = {}, {}, [], {}
        self.roster, self.left, self.skip = 0, [], "again"
        for event in events:
            getattr(self, "on_" + event.kind.replace("-", "_"), lambda event: None)(event)

    def on_created(self, event):
        self.skip = event.settings.get("skip", "again")

    def on_item_added(self, event):
        self.items.append(event.name)
        self.contents.append(event.content if event.media != "image" else None)

    def on_item_retired(self, event):
        self.retired.add(event.item)

    def on_voter_known(self, event):
        self.voters.append(event.name)

    def on_case_added(self, event):
        self.cases.append(event.text)
        self.answers.append({int(item): text for item, text in event.contents.items()})

    def on_roster(self, event):
        self.roster, self.left = event.number, []

    def on_left(self, event):
        self.left.append(event.item)

    def on_drawn(self, event):
        self.drawn[event.question] = event
        self.status[event.question] = "open"

    def on_offered(self, event):
        self.offered[event.seq] = event

    def on_told(self, event):
        self._vote(event, event.answer, event.took, event.late)

    def on_skipped(self, event):
        if self.skip == "tie":
            self._vote(event, "skip", None, False)

    def _vote(self, event, answer, took, late):
        for row in self.rows:
            if row.get("question") == event.question:
                row["last"] = False
        offer = self.offered[event.ticket]
        row = {"question": event.question, "ticket": event.ticket, "answer": answer, "told": event.at, "last": True}
        self.rows.append(row | {"took": took, "late": late, "offer": offer})
        self.status[event.question] = "counted"

    def on_voided(self, event):
        self.status[event.question] = "open" if event.why == "undo" else "void"

    def on_restored(self, event):
        self.status[event.question] = "counted"

    def on_recorded(self, event):
        self.rows.append({"recorded": event})

    def table(self, voter, voided, waiting, present):
        """The rows that are shown, as dictionaries; ``voter`` says how a voter's name is written."""
        found = []
        for row in self.rows:
            if "recorded" in row:
                event = row["recorded"]
                found.append(
                    self.show(event.seq, event, event.answer, True, voter, told=event.time and event.time * 1e6)
                )
                continue
            drawn, offer = self.drawn[row["question"]], row["offer"]
            counted = row["last"] and self.status[row["question"]] == "counted"
            if counted or voided:
                known = {key: row[key] for key in ("ticket", "told", "took", "late")}
                found.append(self.show(drawn.seq, drawn, row["answer"], counted, voter, offer, drawn, **known))
        for question, drawn in self.drawn.items():
            if self.status[question] == "open":
                found.append(self.show(drawn.seq, drawn, None, False, voter, None, drawn))
        if present:
            found = [row for row in found if not {row["first"], row["second"]} & self.retired]
        everywhere = not any({row["first"], row["second"]} & self.retired for row in found)
        last = max((row["place"] for row in found if row["counted"]), default=0)
        for row in found:
            if not (everywhere and row["roster"] == self.roster and row["chance"] is not None):
                row |= dict.fromkeys(("chance", "least", "out", "widest", "among"))
        opened = [row["place"] for row in found if not row["answer"] and row["chance"] is not None]
        kept = [row for row in found if row["answer"] or (waiting and row["place"] in opened and row["place"] < last)]
        if not waiting:
            for row in kept:
                if opened and row["place"] >= min(opened):
                    row |= dict.fromkeys(("chance", "least", "out", "widest", "among"))
        hidden = ("place", "first", "second", "roster")
        ordered = sorted(kept, key=lambda row: row["place"])
        return [{key: value for key, value in row.items() if key not in hidden} for row in ordered]

    def show(self, place, pair, answer, counted, voter, offer=None, drawn=None, **known):
        flipped = offer.flipped if offer else None
        sides = [self.items[pair.first], self.items[pair.second]]
        left, right = sides[::-1] if flipped else sides
        words = {"tie": ["tie", "Tie", "TIE"], "skip": ["tie", "Tie", "TIE"], "bad": ["bad", "Bad", "BAD"]}
        winner = {"left": left, "right": right, None: None}.get(answer, "")
        if winner == "":
            winner = next(word for word in words[answer] if word not in sides)
        who = offer.voter if offer else getattr(pair, "voter", None)
        return {
            "place": place,
            "first": pair.first,
            "second": pair.second,
            "roster": drawn.roster if drawn else None,
            "ticket": known.get("ticket"),
            "left": left,
            "right": right,
            "winner": winner,
            "answer": answer,
            "voter": None if who is None else voter(self.voters[who]),
            "case": None if pair.case is None else self.cases[pair.case],
            "asked": moment(offer.at if offer else None),
            "told": moment(known.get("told")),
            "took": known.get("took"),
            "chance": drawn.chance if drawn else None,
            "least": drawn.least if drawn else None,
            "out": self.gone(drawn.out) if drawn else None,
            "widest": drawn.widest if drawn else None,
            "among": len(self.items) - len(self.retired),
            "p_first": drawn.p_first if drawn else None,
            "p_second": drawn.p_second if drawn else None,
            "flipped": flipped,
            "late": known.get("late"),
            "counted": counted,
        }

    def gone(self, count):
        """The items that had left the race, as JSON."""
        names = [self.items[k] for k in self.left[:count]]
        return json.dumps(names, ensure_ascii=False) if names else None


def moment(microseconds):
    """A time in UTC."""
    if microseconds is None:
        return None
    return datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(microseconds=round(microseconds))
