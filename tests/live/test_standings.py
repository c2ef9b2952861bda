"""Standings of an arena are those of its votes in a file."""

import numpy as np
import pytest

import duelling as du
from duelling.errors import Conflict
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import NewItem
from duelling.live.decisions.manage import Add, Configure, Open, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Void
from duelling.live.journal.events import Recorded
from duelling.live.judgement import judge
from duelling.live.standings import ballots_of, see, standings, warnings
from duelling.votes.rank import LEFT, standings_of
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


def played(goal, votes=120, **settings):
    made, rng = arena("abcd", goal=goal, repeats=None, **settings), np.random.default_rng(1)
    for k in range(votes):
        ticket = made.do(Ask(1, f"voter {k % 7}")).tickets[0]
        fair = "left" if ticket.left < ticket.right else "right"
        made.do(Tell(ticket, fair if rng.random() < 0.8 else ("tie", "bad", "skip")[int(rng.random() * 3)]))
    return made


@pytest.mark.parametrize("goal", ["best", "rank", "show", "condorcet"])
def test_they_are_what_rank_says_of_the_same_votes(goal):
    made = played(goal)
    found = standings(see(made.state))
    expected = standings_of(ballots_of(made.state), delta=made.state.level)
    assert found.items == expected.items
    for name in ("first", "last", "score", "low", "high", "wins", "ties", "strength", "strength_se"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert (found.delta, found.verdict.delta, found.source) == (0.05, 0.05, "main")
    assert isinstance(found, du.Standings)


def test_open_questions_and_earlier_rosters_are_in_the_ballots_without_chances():
    made = played("best", 40)
    made.do(Ask(3))
    made.do(Add((NewItem("e"),)))
    made.do(Ask(2))
    ballots = ballots_of(made.state)
    assert len(ballots.items) == 5
    assert np.isnan(ballots.chance).all()
    assert [np.isnan(each.chance) for each in ballots.waiting[-2:]] == [False, False]
    assert len(ballots.waiting) == len(made.state.questions.waiting)


def test_a_question_that_nobody_answers_takes_no_vote_from_the_scores():
    """What is proved allows for its worst answer, and somebody is told."""
    made = arena("abcd", repeats=None, seed=2)
    made.do(Ask(1, "a guest who leaves"))
    for _ in range(9):
        made.do(Tell(made.do(Ask(1, "ann")).tickets[0], "left"))
    assert not warnings(made.state, 9)
    for k in range(71):
        ticket = made.do(Ask(1, f"voter {k % 7}")).tickets[0]
        made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))
    found = standings(see(made.state))
    votes = (found.wins + found.ties).sum(axis=1) + found.wins.sum(axis=0)
    np.testing.assert_allclose(found.score, found.wins.sum(axis=1) / votes)
    assert np.all((found.low < found.score) & (found.score < found.high))
    assert np.all(found.high - found.low < 0.6)
    assert "80 of 80 votes were asked for after questions that nobody has answered yet (1)" in found.warnings[0]


@pytest.mark.parametrize("goal", ["best", "rank", "show"])
def test_where_an_item_has_come_it_is_open_who_is_the_best(goal):
    made = played(goal, 40)
    made.do(Add((NewItem("e"),)))
    verdict = standings(see(made.state)).verdict
    assert (verdict.state, verdict.items, len(verdict.still_in)) == ("open", (), 5)
    assert verdict.says == "It is open who is the best: evidence begins anew, because e came"
    assert judge(see(made.state)).says.startswith("not yet: ")
    made.do(Tell(made.do(Ask(1, "ann")).tickets[0], "left"))
    assert standings(see(made.state)).verdict.says.endswith("are not told apart so far")


def test_what_a_reader_should_know_is_said():
    made = played("best", 60)
    made.do(Void("voter 1"))
    made.do(Add((NewItem("e"),)))
    said = " | ".join(warnings(made.state, 50))
    assert "votes were taken away" in said
    assert "0 of 50 votes speak about scores: a new roster began, because e came" in said


@pytest.mark.parametrize(
    ("steps", "seen"),
    [
        (["admin", "vote"], 0),
        (["always", "vote"], 1),
        (["vote", "always", "vote", "admin", "vote"], 2),  # who has seen it does not forget it
        (["vote", "always"], 0),
        (["vote", "shut", "always"], 0),  # everybody has voted
        (["vote", "shut", "always", "open", "vote"], 1),
        (["closed", "vote", "shut", "open", "vote", "vote"], 2),
        (["closed", "shut", "open", "vote"], 0),  # there was nothing to see
    ],
)
def test_votes_of_those_who_could_see_who_leads_are_said(steps, seen):
    made = arena(repeats=None)
    for step in steps:
        if step == "vote":
            made.do(Tell(made.do(Ask(1)).tickets[0], "left"))
        elif step in ("open", "shut"):
            made.do(Open(step == "open"))
        else:
            made.do(Configure({"page": {"standings": step}}, "1"))
    said = f"{seen} votes were given by voters who could see who leads; no promise holds then"
    assert [line for line in warnings(made.state, 1) if "who leads" in line] == ([said] if seen else [])


def test_many_skips_are_said():
    made = arena()
    for k in range(6):
        made.do(Tell(made.do(Ask(1, f"voter {k}")).tickets[0], "skip" if k < 3 else "left"))
    assert warnings(made.state, 3) == ["50% of answers were skips; what is said holds for those who answer"]


def test_an_arena_without_votes_has_standings():
    found = standings(see(arena().state))
    assert (found.votes, found.items, found.verdict.state) == (0, ("fox", "owl", "hare"), "open")


def test_who_is_named_has_place_1_before_the_order_of_all_is_proved():
    made = arena("abcd", goal="best", repeats=None)
    found = standings(see(made.state))
    while found.verdict.state == "open":
        ticket = made.do(Ask(1)).tickets[0]
        made.do(Tell(ticket, "left" if "a" in (ticket.left, ticket.right) and ticket.left == "a" else "right"))
        found = standings(see(made.state))
    assert found.verdict.ahead
    assert (found.items[0], found.first[0], found.last[0]) == (found.verdict.items[0], 1, 1)
    assert found.first[1:].tolist() == [2, 2, 2]


def test_a_warning_stays_as_long_as_votes_are_missing():
    made = played("rank", 60)
    before = standings(see(made.state))
    missing = [made.do(Void(f"voter {k}")) for k in (1, 2)]
    for voter, left in ((1, missing[1]), (2, 0)):
        assert f"{sum(missing)} votes were taken away" in standings(see(made.state)).warnings[0]
        made.do(Restore(f"voter {voter}"))
        missing = [left]
    after = standings(see(made.state))
    assert after.warnings == before.warnings
    for name in ("score", "low", "high", "wins", "ties"):
        np.testing.assert_array_equal(getattr(after, name), getattr(before, name))


@pytest.mark.parametrize("goal", ["best", "rank", "show", "condorcet"])
@pytest.mark.parametrize("left", [1, 0])
def test_fewer_than_two_items_cannot_be_compared(goal, left):
    made = played(goal, 6)
    made.do(Retire(tuple("abcd"[left:])))
    with pytest.raises(Conflict, match=f"arena main must have at least two items to compare, got {left}: add some"):
        see(made.state)
    made.do(Add((NewItem("d"), NewItem("e"))))
    assert len(standings(see(made.state)).items) == left + 2


def test_a_circle_of_votes_from_elsewhere_is_not_proved():
    made = arena(("rock", "paper", "shears"))
    for first, second in ((0, 2), (1, 0), (2, 1)):
        for _ in range(60):
            made.state.records.add(Recorded(first=first, second=second, answer="left"))
    found = standings(see(made.state))
    assert not any("proved" in warning for warning in found.warnings)
    assert any("strengths" in warning for warning in found.warnings)  # that they do not explain the votes is no proof
    assert {each.state for each in (found.verdict, *found.others)} == {"open"}


def test_the_table_says_that_scores_of_those_who_left_stay_as_they_were():
    made = arena("abcd", delta=0.5)
    said = []
    for k in range(150):
        ticket = made.do(Ask(1)).tickets[0]
        made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))
        if k in (2, 149):
            said.append(LEFT in standings(see(made.state)).place_notes)
    assert made.state.items.roster.left
    assert said == [False, True]
