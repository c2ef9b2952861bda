"""Preference pairs for training: a prompt, the answer that was chosen, and the one that was rejected."""

import json
from collections import Counter
from typing import NamedTuple

from duelling.live.exports.facts import Columns, Facts
from duelling.live.exports.frame import numbered_votes


class Preferences(NamedTuple):
    """Lines of JSON, and how many votes are not among them, by the reason."""

    lines: tuple[str, ...]
    left_out: dict[str, int]


def preferences(facts: Facts, columns: Columns) -> Preferences:
    """Prompt, chosen and rejected of each vote for an item with a case, in the order of drawing; texts alone."""
    votes = numbered_votes(facts, columns).filter("counted").sort("place")
    lines: list[str] = []
    missing: Counter[str] = Counter()
    for first, second, answer, flipped, case in votes.select("first", "second", "answer", "flipped", "case").rows():
        if answer not in ("left", "right"):
            missing["ties"] += 1
        elif case is None or case < 0:
            missing["without a case"] += 1
        else:
            chosen, rejected = (first, second) if (answer == "left") != bool(flipped) else (second, first)
            texts = facts.text(case, chosen), facts.text(case, rejected)
            if None in texts:
                missing["without texts"] += 1
            else:
                pair = {"prompt": facts.cases[case], "chosen": texts[0], "rejected": texts[1]}
                lines.append(json.dumps(pair, ensure_ascii=False) + "\n")
    if facts.skip != "tie":  # else a skip is a tie, and was counted with those
        missing["skips"] += len(columns("skipped", ["seq"])["seq"])
    return Preferences(tuple(lines), {why: count for why, count in missing.items() if count})
