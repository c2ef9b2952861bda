"""`duelling identify`: the same for programs and for people."""

import pytest

from tests.helpers.commands import ask, ask_json

pytestmark = pytest.mark.plain


def test_identify_prints_the_same_for_programs_and_for_people(capsys):
    found = ask_json(capsys, "identify", "cyclic", "savage", "--runs", 3, "--delta", 0.1)
    assert (found["problem"], found["algorithm"], found["winner"], found["delta"]) == (
        "cyclic",
        "savage",
        "condorcet",
        0.1,
    )
    assert found["right"] + found["wrong"] + found["undecided"] == pytest.approx(1)
    assert sum(found["verdicts"].values()) == found["runs"] == 3
    text = ask(capsys, "identify", "cyclic", "savage", "--runs", 3, "--delta", 0.1)
    assert f"{found['duels']['max']:,}" in text
    assert f"{found['right']:.1%}" in text
