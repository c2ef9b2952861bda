"""An arena by name, where a problem is asked for."""

import pytest

import duelling as du
from tests.helpers.voters import vote_in

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]


@pytest.fixture
def folder(tmp_path):
    for name in ("main", "other"):
        du.Arena(tmp_path / "a,b.db", ["fox", "owl"], name=name, repeats=None, seed=1).close()
    vote_in(tmp_path / "a,b.db", 20)
    return tmp_path


def test_paths_begin_in_the_folder_and_may_have_commas(folder):
    for text in ("arena:a,b.db", f"arena:{folder}/a,b.db", "arena:a,b.db,name=main"):
        found = du.problem(text, folder)
        assert (found.name, found.arms) == ("main", ("fox", "owl"))
    assert du.problem("arena:a,b.db,name=other,smoothing=1", folder).win.tolist() == [[0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arena:none.db", "there is no journal"),
        ("arena:a,b.db,name=third", "there is no arena 'third'"),
        ("arena:a,b.db,name=other", "must compare every pair"),
        ("arena:a,b.db,smoothing=-1", "smoothing must be"),
        ("arena:a,b.db,sort=1", "there is no parameter of arena 'sort'"),
        ("arena:", "a folder"),
    ],
)
def test_what_is_refused(folder, text, message):
    with pytest.raises(du.InputError, match=message):
        du.problem(text, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["a,b.db", "a,b.db-lock"]
