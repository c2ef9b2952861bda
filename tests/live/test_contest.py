"""The goal condorcet: tests by the prefix of each pair, and questions that spread."""

import numpy as np
import pytest

from duelling.core.states import numbers
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.journal.events import Recorded
from duelling.live.judgement import judge
from duelling.live.standings import see, standings
from tests.helpers.memory import Follower, arena

pytestmark = pytest.mark.plain


def better(made, ticket):
    made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))


def test_questions_at_once_are_about_different_rivals():
    made = arena("abcdef", goal="condorcet")
    pairs = {frozenset((ticket.left, ticket.right)) for ticket in made.do(Ask(8)).tickets}
    assert len(pairs) > 4


def test_a_winner_is_named_and_then_any_pair_is_shown():
    made = arena("abcd", goal="condorcet")
    for _ in range(100):
        better(made, made.do(Ask(1)).tickets[0])
    found = judge(see(made.state))
    assert (found.state, found.winner) == ("decided", "a")
    assert made.journal.events[-3].chance == 1 / 6


@pytest.mark.parametrize("within", [0.0, 0.1])
def test_what_is_folded_step_by_step_is_what_is_folded_at_once(within):
    """With answers in any order, votes that are taken back and come again, and a voter whose votes go."""
    made, rng = arena("abcde", goal="condorcet", repeats=None, within=within), np.random.default_rng(0)
    tickets, told = [], []
    for k in range(300):
        asked = made.do(Ask(1 + int(rng.random() * 3), f"voter {int(rng.random() * 9)}")).tickets
        tickets += [ticket for ticket in asked if ticket not in tickets]
        ticket = tickets.pop(int(rng.random() * len(tickets)))
        made.do(Tell(ticket, ("left", "right", "tie")[int(rng.random() * 3)] if rng.random() < 0.5 else
                     "left" if ticket.left < ticket.right else "right"))  # fmt: skip
        told.append(ticket)
        if k % 41 == 40:
            made.do(Undo(told[-1 - int(rng.random() * 9)]))
        if k % 97 == 96:
            made.do(Void("voter 1"))
        if k % 97 == 50 and "voter 1" in made.state.people.numbers:
            made.do(Restore(voter="voter 1"))
        if k % 10 == 0:
            fresh = Follower(made.journal).read()
            np.testing.assert_array_equal(numbers(made.state.policy.contest()), numbers(fresh.policy.contest()))


def said_on_the_page(made, about="Condorcet winner"):
    return [each.says for each in standings(see(made.state)).others if each.about == about]


@pytest.mark.parametrize("names", [("fox", "owl"), ("owl", "fox")])
@pytest.mark.parametrize("within", [0.0, 0.1])
def test_votes_from_elsewhere_prove_nothing_beside_those_of_the_arena(names, within):
    """Two sequences of tests would double the level, and could prove that each of two items beats the other."""
    made = arena(names, goal="condorcet", within=within)
    owl = names.index("owl")
    for _ in range(2000):
        made.state.records.add(Recorded(first=owl, second=1 - owl, answer="left"))
    found = judge(see(made.state))
    assert (found.state, found.forecast.low > 0) == ("open", True)
    for ticket in made.do(Ask(60)).tickets:
        better(made, ticket)
    found = judge(see(made.state))
    assert (found.state, found.winner) == ("decided", "fox")
    about = "loses to nobody by much" if within else "Condorcet winner"
    assert said_on_the_page(made, about) == [found.says]
    assert "2000 votes came from elsewhere; no interval, place or verdict rests on them" in found.warnings


def test_a_verdict_stays_whatever_comes_after_it():
    made = arena(("fox", "owl"), goal="condorcet", repeats=None)
    for ticket in made.do(Ask(30)).tickets:
        better(made, ticket)
    for ticket in made.do(Ask(300)).tickets:
        made.do(Tell(ticket, "left" if ticket.left == "owl" else "right"))
    found = judge(see(made.state))
    assert (found.says, said_on_the_page(made)) == ("fox beats every other item", ["fox beats every other item"])


def test_the_worst_case_of_open_questions_counts_within_a_distance_too():
    made = arena(("fox", "owl"), goal="condorcet", within=0.1)
    for ticket in made.do(Ask(60)).tickets[1:]:  # the first one stays open
        better(made, ticket)
    assert made.state.policy.contest().wins.sum() == 0
    found = judge(see(made.state))
    assert (found.state, found.winner) == ("decided", "fox")
    assert said_on_the_page(made, "loses to nobody by much") == [found.says]


def test_in_a_circle_nobody_is_named_within_a_distance():
    """What comes back to be asked about does not come back as somebody who may win."""
    made = arena(("rock", "paper", "shears"), goal="condorcet", within=0.05, repeats=None)
    beats = {("paper", "rock"), ("rock", "shears"), ("shears", "paper")}
    states = []
    for _ in range(40):
        for ticket in made.do(Ask(10)).tickets:
            made.do(Tell(ticket, "left" if (ticket.left, ticket.right) in beats else "right"))
        found = judge(see(made.state))
        states.append(found.state)
        assert (found.state == "refused") == (found.race == ())
        assert found.winner is None
    assert states == sorted(states)  # "open", then "refused" for good
    assert (found.state, found.forecast) == ("refused", None)
    assert found.says == "No item can be named: by the votes so far each loses to another by more than 0.05"


def test_where_each_voter_counts_once_the_verdict_does_so():
    made = arena(("fox", "owl"), goal="condorcet", by_voter=1, repeats=None)
    for _ in range(60):
        better(made, made.do(Ask(1, "ann")).tickets[0])
    found = judge(see(made.state))
    assert (found.state, said_on_the_page(made)[0].startswith("It is open")) == ("open", True)
