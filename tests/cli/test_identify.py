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


@pytest.mark.slow
def test_within_counts_what_is_nearly_the_winner_as_right(capsys):
    asked = ("identify", "sushi", "race", "--runs", 3, "--within", 0.3)
    found = ask_json(capsys, *asked)
    assert (found["within"], found["right"]) == (0.3, 1)
    assert "delta 0.05, within 0.3, 3 runs" in " ".join(ask(capsys, *asked).split())
