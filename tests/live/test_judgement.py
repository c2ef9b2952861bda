"""What an arena says when it is asked whether one may stop."""

import pytest

from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.judgement import in_words, judge
from duelling.live.standings import see
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


def better(made, votes):
    for ticket in made.do(Ask(votes)).tickets:
        made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))


@pytest.mark.parametrize("goal", ["best", "rank", "show", "condorcet"])
def test_first_it_says_who_may_win_and_a_range_of_votes_then_who_wins(goal):
    made = arena(("fox", "owl"), goal=goal)
    better(made, 3)
    found = judge(see(made.state))
    assert (found.state, found.winner, {*found.race}) == ("open", None, {"fox", "owl"})
    assert found.says.startswith(("not yet: fox or owl; ", "not yet: owl or fox; "))
    assert "more votes" in found.says
    assert found.forecast.low < found.forecast.high
    better(made, 60)
    found = judge(see(made.state))
    assert (found.state, found.winner, found.forecast) == ("decided", "fox", None)
    assert repr(found) == f"Judgement(decided, 63 votes: {found.says})"
    lines = str(found).splitlines()
    assert lines[1].startswith("wrong with chance 0.05 at most, at every look, if preferences stay as they are")


def test_a_forecast_starts_from_what_the_race_has_seen():
    """Votes behind an open question would suffice; as long as they do not count, nobody is told that it is decided."""
    made = arena(("fox", "owl", "hare"), repeats=None)
    better(made, 8)
    made.do(Ask(20, "a guest who leaves"))
    better(made, 40)
    found = judge(see(made.state))
    assert (found.state, see(made.state).asked.settled) == ("open", 8)
    assert found.forecast.high > 0


def test_within_a_distance():
    made = arena(("fox", "owl"), goal="condorcet", within=0.1)
    better(made, 60)
    assert judge(see(made.state)).says == "fox loses to no other item by more than 0.1"


def test_many_names_are_cut():
    found = judge(see(arena([f"item {k}" for k in range(9)]).state))
    assert found.says.startswith("not yet: item 0 or item 1 or item 2 or item 3 or item 4 or 4 more; ")


def test_a_range_has_two_digits():
    assert in_words(96.0, 1437.0) == "between 96 and 1,400 more votes (approximate)"
    assert in_words(7.0, float("inf")) == "between 7 and many more votes (approximate)"


@pytest.mark.parametrize("goal", ["best", "rank", "show", "condorcet"])
def test_where_each_voter_counts_once_nothing_is_said_before_somebody_is_known(goal):
    made = arena(("fox", "owl"), goal=goal, by_voter=1)
    for _ in range(2):  # without votes, and with one that is nobody's
        found = judge(see(made.state))
        assert (found.state, {*found.race}) == ("open", {"fox", "owl"})
        assert found.says.startswith("not yet: ")
        better(made, 1)
