"""What the owner of an arena may do."""

import pytest

from duelling.errors import Conflict, InputError, UnknownName
from duelling.live.decisions import manage
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import NewItem
from duelling.live.decisions.manage import Add, Bar, Configure, Open, Own, Retire
from duelling.live.decisions.tell import Tell
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


def test_items_come_go_and_come_back_each_time_in_a_new_roster():
    made = arena(("fox", "owl"))
    made.do(Add((NewItem("hare"), NewItem("lynx"))))
    assert made.state.items.active() == ["fox", "owl", "hare", "lynx"]
    made.do(Retire(("owl",)))
    assert made.state.items.active() == ["fox", "hare", "lynx"]
    made.do(Retire(("owl",)))
    made.do(Add((NewItem("owl"),)))
    assert made.state.items.active() == ["fox", "owl", "hare", "lynx"]
    assert made.state.items.roster.number == 4
    assert made.state.items.numbers["owl"] == 1


def test_no_more_items_compete_than_can_be_compared_and_no_more_come_than_have_numbers(monkeypatch):
    monkeypatch.setattr(manage, "MOST_ITEMS", 3)
    monkeypatch.setattr(manage, "MOST_EVER", 4)
    made = arena(("fox", "owl"))
    with pytest.raises(Conflict, match="at most 3 items may compete, got 4: retire some first"):
        made.do(Add((NewItem("hare"), NewItem("lynx"))))
    made.do(Add((NewItem("hare"), NewItem("fox"))))
    made.do(Retire(("fox", "owl")))
    made.do(Add((NewItem("lynx"), NewItem("fox"))))
    made.do(Retire(("fox",)))
    with pytest.raises(Conflict, match="has had 4 items and can have 4: make another"):
        made.do(Add((NewItem("mole"),)))
    assert made.state.items.active() == ["hare", "lynx"]


def test_an_item_that_is_here_stays_and_one_with_another_content_is_refused():
    made = arena(("fox", "owl"))
    made.do(Add((NewItem("hare", "a text"),)))
    before = len(made.journal.events)
    made.do(Add((NewItem("hare"), NewItem("fox"))))
    assert len(made.journal.events) == before
    made.do(Retire(("hare",)))
    with pytest.raises(Conflict, match="another content"):
        made.do(Add((NewItem("hare", "another text"),)))
    with pytest.raises(UnknownName, match="did you mean 'hare'"):
        made.do(Retire(("hair",)))


def test_as_many_items_stay_as_must():
    made = arena(("fox", "owl", "hare"))
    with pytest.raises(Conflict, match="arena main must keep 2 items: add another before 'fox' goes"):
        made.do(Retire(("fox", "owl"), fewest=2))
    made.do(Retire(("fox",), fewest=2))
    made.do(Retire(("fox",), fewest=2))
    assert made.state.items.active() == ["owl", "hare"]


def test_settings_change_unless_votes_rest_on_them():
    made = arena()
    assert made.do(Configure({"expires": 5.0}, "test")).expires == 5
    assert made.do(Configure({"skip": "tie"}, "test")).skip == "tie"
    made.do(Ask(1))
    with pytest.raises(Conflict, match="skip is fixed"):
        made.do(Configure({"skip": "again"}, "test"))
    before = len(made.journal.events)
    made.do(Configure({"expires": 5.0}, "test"))
    assert len(made.journal.events) == before


@pytest.mark.parametrize("changes", [{"delta": 0.01}, {"within": 0.1}])
def test_another_level_begins_a_new_roster(changes):
    made = arena()
    made.do(Configure(changes, "test"))
    assert made.state.items.roster.number == 2
    made.do(Configure({"goal": "rank"}, "test"))
    assert made.state.items.roster.number == 2


def test_another_version_of_the_package_is_written_down():
    made = arena()
    made.do(Configure({}, "another"))
    assert made.journal.events[-1].version == made.state.version == "another"


@pytest.mark.parametrize(
    "changes",
    [{"goal": "worst"}, {"delta": 2}, {"learner": "ws-w", "goal": "learner"}, {"goal": "learner"}, {"colour": 1}],
)
def test_wrong_settings_are_refused_and_nothing_is_written(changes):
    made = arena()
    with pytest.raises(InputError):
        made.do(Configure(changes, "test"))
    assert len(made.journal.events) == 5


def test_voters_are_barred_and_admitted():
    made = arena()
    made.do(Tell(made.do(Ask(1, "ann")).tickets[0], "left"))
    made.do(Bar("ann"))
    assert made.state.people.all[0].barred
    made.do(Bar("ann", barred=False))
    assert made.do(Ask(1, "ann")).tickets
    with pytest.raises(UnknownName):
        made.do(Bar("eve"))


def test_a_voter_owns_items_before_he_ever_asks():
    made = arena()
    made.do(Own("ann", ("fox", "owl")))
    assert made.state.people.all[0].owns == {0, 1}
    assert "may not answer about any pair" in made.do(Ask(1, "ann")).why


def test_opening_and_closing_twice_writes_once():
    made = arena()
    for _ in range(2):
        made.do(Open(opened=False))
    assert [event.kind for event in made.journal.events[5:]] == ["closed"]
    made.do(Open())
    assert made.do(Ask(1)).tickets
