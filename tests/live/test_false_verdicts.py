"""An arena whose items are all alike names a winner with chance δ at most, whoever answers late, skips or looks."""

import numpy as np
import pytest

import duelling as du
from benchmarks.verdicts import DELTA, GOALS, ITEMS, named
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.standings import asked_of
from duelling.votes.evidence import evidence_of
from duelling.votes.voter_intervals import voices
from tests.helpers.chances import at_most
from tests.helpers.memory import SECOND, arena

pytestmark = pytest.mark.plain
RUNS = 5  # for each goal


@pytest.mark.slow
def test_winners_among_equals_are_rare(tmp_path, monkeypatch):
    """Through tickets, delays that depend on the answer, skips, and two arenas that share one journal."""
    monkeypatch.setattr("duelling.live.judgement.forecast", nothing)  # a third of the time, and nobody reads it
    monkeypatch.setattr("duelling.votes.rank._forecast", nothing)
    found = 0
    for goal in GOALS:
        for run in range(RUNS):
            place = tmp_path / f"{goal}-{run}.db"
            with (
                du.Arena(place, list(ITEMS), goal=goal, delta=DELTA, seed=run, durable=False) as one,
                du.Arena(place, durable=False) as other,
            ):
                found += named([one, other], run)
    assert at_most(found, RUNS * len(GOALS), DELTA)


def nothing(*_):
    """In the place of a forecast."""


def come_back(run, people=20, old=10):
    """Two items that equally many people prefer. Who prefers the first leaves, the others answer old questions too.

    The old questions were drawn first, for people who never answered. Whether a winner is named at any look.
    """
    made, rng = arena(("fox", "owl"), goal="condorcet", by_voter=1, repeats=None, seed=run), np.random.default_rng(run)
    made.do(Ask(old))
    liked = [("fox", "owl")[int(rng.integers(2))] for _ in range(people)]
    for k, likes in enumerate(liked):
        vote(made, f"voter {k}", likes)
    made.journal.now += 700 * SECOND  # the old questions have expired
    named = False
    for k in [k for k, likes in enumerate(liked) if likes == "owl"][:old]:
        vote(made, f"voter {k}", "owl")
        named |= bool(evidence_of(asked_of(made.state), "any", 1, DELTA).lost(DELTA / 2).any())
    return named


def vote(made, voter, likes):
    (ticket,) = made.do(Ask(1, voter)).tickets
    made.do(Tell(ticket, "left" if ticket.left == likes else "right"))


def test_where_each_voter_counts_once_it_is_with_the_answer_that_came_first():
    """In the order of drawing, the later answers of those who came back would have been their first."""
    made = arena(("fox", "owl"), goal="condorcet", by_voter=1, repeats=None)
    made.do(Ask(1))
    vote(made, "ann", "fox")
    made.journal.now += 700 * SECOND
    vote(made, "ann", "owl")
    asked = asked_of(made.state)
    assert (len(asked), asked.settled) == (2, 2)
    for by_pair in (True, False):
        assert voices(asked, by_pair=by_pair).outcome.tolist() == [1 if asked.left[1] == 0 else -1]


def test_who_comes_back_after_a_loss_makes_no_winner():
    """In the order of drawing every run would name one; ``tests/votes/test_voter_intervals.py`` has more runs."""
    assert at_most(sum(map(come_back, range(8))), 8, DELTA)
