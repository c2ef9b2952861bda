"""The page about other packages names nothing that the catalogue does not have, and every package has its table."""

import re
from pathlib import Path

import pytest

from duelling.registry.choice import choice

pytestmark = pytest.mark.plain

PAGE = (Path(__file__).parent.parent / "docs" / "coming_from.md").read_text()
ROW = re.compile(r"^\| (?P<theirs>[^|]+) \| (?P<ours>[^|]+) \| (?P<differs>[^|]*)\|$", re.M)


def rows() -> list[re.Match[str]]:
    return [row for row in ROW.finditer(PAGE) if row["theirs"] != "theirs"]


def test_every_line_of_a_table_is_read():
    lines = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| theirs")]
    assert len(rows()) == len(lines) > 60


def test_every_name_of_ours_is_in_the_catalogue():
    for row in rows():
        names = re.findall(r"`([^`]+)`", row["ours"])
        assert names or row["ours"] == "none", row["theirs"]
        for name in names:
            if name != "identify":
                assert choice(name).text == name


def test_every_package_of_the_title_has_a_table_and_no_name_twice():
    title, *parts = re.split(r"^##? ", PAGE, flags=re.M)[1:]
    for part in parts:
        theirs = [row["theirs"] for row in ROW.finditer(part)][1:]
        assert part.splitlines()[0] in title.splitlines()[0]
        assert len(theirs) == len(set(theirs)) > 5
    assert len(parts) == 4
