"""One door for all exports."""

import pytest

import duelling as du
from duelling.live.exports.export import FORMATS, check_options

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]


@pytest.fixture
def arena(tmp_path):
    with du.Arena(tmp_path / "a.db", ["fox", "owl"], repeats=None, seed=1) as made:
        for _ in range(5):
            made.tell(made.ask(voter="ann"), "left")
        yield made


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_holds_what_is_returned_without_a_path(arena, tmp_path, kind):
    returned = arena.export(format=kind)
    written = arena.export(tmp_path / "new" / "file", kind)
    assert written.content is None
    assert (tmp_path / "new" / "file").read_bytes() == returned.content
    assert returned._replace(content=None) == written


def test_the_ending_says_the_format(arena, tmp_path):
    assert arena.export().format == "csv"
    for ending in ("csv", "JSONL", "parquet"):
        assert arena.export(tmp_path / f"votes.{ending}").format == ending.lower()


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        ("votes.txt", {}, "format must be said where the file does not end in csv, jsonl, parquet, got '"),
        ("votes", {}, "format must be said"),
        ("votes.csv", {"format": "xml"}, "format must be one of"),
        ("votes.csv", {"smoothing": 1.0}, "smoothing must be left out for the format csv"),
        ("votes.csv", {"format": "dpo", "names": True}, "names must be left out for the format dpo"),
        ("votes.csv", {"format": "journal", "present": True}, "present must be left out for the format journal"),
        ("votes.csv", {"format": "matrix", "smoothing": 0}, "smoothing must be"),
    ],
)
def test_what_is_refused(arena, tmp_path, path, options, message):
    before = sorted(tmp_path.iterdir())
    with pytest.raises(du.InputError, match=message):
        arena.export(tmp_path / path, **options)
    assert sorted(tmp_path.iterdir()) == before


def test_every_option_has_a_format():
    check_options("csv", {"names": True, "voided": True, "present": True, "smoothing": None})
    check_options("matrix", {"names": False, "smoothing": 0.5})
