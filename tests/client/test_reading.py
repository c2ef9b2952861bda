"""What a server tells becomes what an arena returns, number by number."""

import json

import numpy as np
import pytest

import duelling as du
from duelling.client.reading import read_judgement, read_standings
from duelling.serve.api.results import judged
from duelling.texts import plain

pytestmark = pytest.mark.plain


@pytest.fixture
def arena(tmp_path):
    with du.Arena(tmp_path / "a.db", ["a", "b", "c"], seed=3, repeats=None) as opened:
        for k in range(60):
            ticket = opened.ask(voter=f"v{k % 4}")
            opened.tell(ticket, "left" if ticket.left < ticket.right else "right" if k % 7 else "tie")
        yield opened


def test_standings(arena):
    found = arena.standings()
    told = json.loads(json.dumps(plain(found.to_dict())))
    matrix = {"items": list(found.items), "wins": found.wins.tolist(), "ties": found.ties.tolist()}
    read = read_standings({**told, "matrix": matrix}, arena.name)
    assert repr(read) == repr(found)
    for name in ("wins", "ties", "score", "low", "high", "strength"):
        np.testing.assert_array_equal(getattr(read, name), getattr(found, name))
    assert read.to_dict()["verdict"] == found.to_dict()["verdict"]
    read.plot()


def test_judgement(arena):
    found = arena.verdict()
    assert read_judgement(json.loads(judged(found, 1).model_dump_json())) == found
