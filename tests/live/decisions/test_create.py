"""The first events of an arena."""

import pytest

from duelling.errors import Conflict
from duelling.live.decisions.create import Create, NewItem, Same
from duelling.live.settings import Settings
from tests.helpers.memory import SECRET, arena

pytestmark = pytest.mark.plain


def test_an_arena_begins_with_its_settings_items_and_first_roster():
    made = arena(("fox", "owl"), cases=("a prompt",), delta=0.1)
    assert [event.kind for event in made.journal.events] == ["created", *2 * ["item-added"], "case-added", "roster"]
    assert made.state.settings.delta == 0.1
    assert made.state.items.active() == ["fox", "owl"]
    assert made.state.items.roster.number == 1


def test_whoever_comes_second_finds_it_made():
    made = arena()
    assert not made.do(Create("main", Settings(), SECRET, "test", [NewItem("lynx")]))
    assert len(made.journal.events) == 5


def test_other_items_than_those_that_are_there_are_refused():
    made = arena(("fox", "owl"))
    made.do(Same([NewItem("owl"), NewItem("fox")]))
    with pytest.raises(Conflict, match="'lynx' is not in it"):
        made.do(Same([NewItem("fox"), NewItem("owl"), NewItem("lynx")]))
    with pytest.raises(Conflict, match="'owl' is missing"):
        made.do(Same([NewItem("fox")]))
