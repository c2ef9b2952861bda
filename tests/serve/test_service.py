"""One place, its arenas and its pictures."""

import hashlib

import pytest

from duelling.errors import Conflict, Unavailable, UnknownName
from duelling.live.arena import Arena
from duelling.live.reading.pictures import PNG
from duelling.serve.service import Options, Service
from tests.helpers.asgi import run
from tests.helpers.pictures import png

pytestmark = pytest.mark.plain


def test_arenas_by_name(tmp_path, given_back):
    place = tmp_path / "a.db"
    for name in ("one", "two"):
        Arena(place, ["a", "b"], name=name).close()
    service = Service(place)
    assert [room.name for room in run(service.rooms())] == ["one", "two"]
    assert service.open("one") is run(service.room("one"))
    with pytest.raises(UnknownName, match="there is no arena 'three'"):
        service.open("three")
    Arena(place, ["a", "b"], name="three").close()  # another process makes it
    assert service.open("three").name == "three"
    assert len(given_back) == 3  # what it takes to read a journal, once for each
    service.close()


def test_an_arena_that_is_half_made_is_none_yet(tmp_path):
    Arena(tmp_path / "a.db", ["a", "b"], name="one").close()
    service = Service(tmp_path / "a.db")
    service.store.create("two")
    assert [room.name for room in run(service.rooms())] == ["one"]
    with pytest.raises(UnknownName, match="there is no arena 'two'"):
        service.open("two")
    service.close()


def test_pictures_are_bare_and_what_is_none_is_not_shown(tmp_path):
    place = tmp_path / "a.db"
    Arena(place, [("a", png(), "image"), ("b", PNG + b"cut", "image")]).close()
    service = Service(place)
    found = run(service.picture(hashlib.sha256(png()).hexdigest()))
    assert (found.mime, found.data) == ("image/png", png())
    assert run(service.picture(hashlib.sha256(PNG + b"cut").hexdigest())) is None
    assert run(service.picture("nothing")) is None
    service.close()


def test_whether_something_can_be_stored(tmp_path):
    place = tmp_path / "a.db"
    Arena(place, ["a", "b"]).close()
    service = Service(place)
    run(service.check())
    place.rename(tmp_path / "b.db")
    run(service.check())  # it was well a moment ago
    service._well -= 10
    with pytest.raises(Unavailable, match="was moved, deleted or replaced"):
        run(service.check())
    service.close()


@pytest.mark.parametrize("error", [Conflict, UnknownName])
def test_a_database_that_is_away_when_an_arena_is_first_asked_for_is_no_conflict(tmp_path, monkeypatch, error):
    """A server that starts again refuses connections for a moment; voters ask once more."""
    place = tmp_path / "a.db"
    Arena(place, ["a", "b"]).close()
    service = Service(place)

    def away(*_, **__):
        raise error("the journal 'postgresql:///tmp' cannot be used: server closed the connection")

    monkeypatch.setattr("duelling.serve.service.Arena", away)
    with pytest.raises(Unavailable):
        service.open("main")
    service.close()


@pytest.mark.parametrize(("public", "secure"), [("", False), ("http://x", False), ("https://x", True)])
def test_https_is_known_by_the_address(public, secure):
    assert Options(public=public).secure is secure
