"""A place says by its form which store it is."""

import pytest

from duelling.errors import UnknownName, WrongValue
from duelling.live.journal.opening import open_store
from duelling.live.journal.postgres import Postgres
from duelling.live.journal.sqlite import SQLite

pytestmark = pytest.mark.plain


def test_the_form_of_a_place_says_which_store_it_is(place):
    with open_store(place) as store:
        assert type(store) is (Postgres if place.startswith("postgresql://") else SQLite)


@pytest.mark.parametrize("place", [None, 3, b"x", "", "mysql://host/arena", "file://logos.db"])
def test_what_is_no_place_is_refused(place):
    with pytest.raises(WrongValue, match=r"^place must be a path"):
        open_store(place)


def test_a_place_that_must_be_there(tmp_path):
    with pytest.raises(UnknownName, match=r"there is no journal '.*none.db': items= makes one$"):
        open_store(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []
