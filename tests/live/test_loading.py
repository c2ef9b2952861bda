"""Very many events at once give the state that they give one by one."""

import pytest

from duelling.live import loading
from duelling.live.check import differences
from duelling.live.journal.opening import open_store
from duelling.live.state import State
from tests.helpers.memory import Follower, eventful

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module", params=["best", "rank", "show", "condorcet", "learner"])
def made(request):
    """An arena that the tests only look at."""
    more = {"learner": "exp3-sparring"} if request.param == "learner" else {}
    skip = "tie" if request.param == "rank" else "again"
    return eventful(request.param, skip=skip, **more)


@pytest.fixture
def store(tmp_path, made):
    with open_store(tmp_path / "journal.db", durable=False) as store:
        with store.writing(store.create("main")) as writing:
            writing.append(made.journal.events)
        yield store


@pytest.mark.parametrize("begin", [0, 5, 400])
def test_all_at_once_is_one_by_one(made, store, begin, monkeypatch):
    monkeypatch.setattr(loading, "FEW", 0)
    one, other = Follower(made.journal).read(), State()
    for event in made.journal.events[:begin]:
        other.fold(event)
    loading.load(other, store, 1, store.head(1))
    assert differences(one, other) == []
    assert differences(one, made.state) == []


def test_events_that_others_write_meanwhile_are_not_looked_at(made, store, monkeypatch):
    monkeypatch.setattr(loading, "FEW", 0)
    state, upto = State(), len(made.journal.events) // 2
    loading.load(state, store, 1, upto)
    expected = State()
    for event in made.journal.events[:upto]:
        expected.fold(event)
    assert differences(state, expected) == []
