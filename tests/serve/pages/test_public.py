"""Pages for everybody."""

import pytest

from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def test_one_arena_is_opened_at_once_and_several_are_listed(served):
    assert served.visitor().get("/").url.path == "/a/main"
    items = [{"name": "a"}, {"name": "b"}]
    served.admin.post("/api/v1/arenas", json={"name": "two", "items": items, "page": {"title": "Second <2>"}})
    served.admin.post("/api/v1/arenas", json={"name": "three", "items": items, "page": {"voters": "invited"}})
    page = served.visitor().get("/")
    assert "/a/main" in page.text
    assert "Second &lt;2&gt;" in page.text
    assert "/a/three" not in page.text
    served.admin.patch("/api/v1/arenas/two", json={"open": False})
    assert "/a/two" not in served.visitor().get("/").text


@pytest.mark.parametrize(
    ("setting", "opened", "shut"), [("admin", 404, 404), ("closed", 404, 200), ("always", 200, 200)]
)
def test_standings_are_shown_where_the_owner_lets_them_be_seen(make, setting, opened, shut):
    served = make(page={"standings": setting})
    served.vote(6)
    assert served.visitor().get("/a/main/standings").status_code == opened
    assert served.organiser().get("/a/main/standings").status_code == 200
    served.admin.patch(API, json={"open": False})
    page = served.visitor().get("/a/main/standings")
    assert page.status_code == shut
    assert ('<svg class="interval' in page.text) == (shut == 200)
    assert ("at once with chance 0.95." in page.text) == (shut == 200)


def test_everybody_reads_the_warnings_and_nobody_who_voted(make):
    """The guarantee was given up, and one voter gave all votes: both are said, his name is not."""
    served = make(page={"standings": "always"})
    served.vote(40, "secretive ann, gave nothing")
    for path in ("/a/main/standings", f"{API}/standings", f"{API}/verdict"):
        public, own = served.visitor().get(path).text, served.admin.get(path).text
        for text in (public, own):
            assert "40 votes were given by voters who could see who leads" in text
        assert "secretive" not in public
        assert "ne voter gave 100% of the votes" in public
        assert path.startswith("/a/") or "secretive ann" in own
