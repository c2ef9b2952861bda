"""The section of one experiment: its table of regrets."""

import math

import pytest

from duelling.registry.facts import ALGORITHMS
from duelling.thesis import report, sections
from tests.helpers.report import MAKING, Page, measure

pytestmark = pytest.mark.plain


def test_the_lowest_regret_of_a_column_is_marked(measured):
    columns = [("cyclic", 100), ("gone", 100)]
    rows = sections.rows(measured, columns)
    best = [row["name"] for row in rows if row["cells"][0]["best"]]
    means = {
        text: measured.regrets["cyclic", 100, "borda", text].weak[:, -1].mean()
        for text in measured.experiment.algorithms
    }
    assert best == [ALGORITHMS.find(min(means, key=means.get)).label]
    assert all(row["cells"][1] is None for row in rows)


def test_settings_stand_beside_a_name_once_and_a_duel_is_counted_once():
    texts = ("ucb+unif:alpha=2", "random")
    small = {"problems": ("cyclic",), "horizons": (20,), "period": None, "runs": 2}
    one = measure(algorithms=texts, winners=("borda", "copeland"), **small)
    two = measure(algorithms=(*texts, "ucb+unif"), **small)
    settings = [[row["settings"] for row in sections.rows(each, [("cyclic", 20)])] for each in (one, two)]
    assert settings == [["alpha=2", ""], ["", "", ""]]  # UCB+UnifK-1 alpha=2 in the second
    text = Page(report.page({"borda-vn": one}, [], [], MAKING)).text
    assert "Mean weak Borda regret" in text
    assert "2 runs of each of 4 curves, 80 duels in all" in text


def test_numbers_for_people():
    shown = [sections.three_digits(x) for x in (0.0, 3.0, 0.01234, -45.678, 99.96, 123.4, 1234567.0, math.nan)]
    expected = ["0", "3", "0.0123", "-45.7", "100", "123", "1 234 567", ""]
    assert shown == [text.replace("-", "\N{MINUS SIGN}").replace(" ", "\N{THIN SPACE}") for text in expected]


def test_the_ends_of_an_interval_can_be_told_apart():
    assert sections.ends(0.4, 0.6) == ("0.400", "0.600")
    assert sections.ends(0.99997, 1.00002) == ("0.99997", "1.0000")
    assert sections.ends(2.0, 2.0) == ("2", "2")  # exact
    assert sections.ends(math.nan, 1.0) is None


def test_small_numbers_are_written_as_large_ones_are():
    assert sections.three_digits(1.82e-6) == "1.82\N{THIN SPACE}×\N{THIN SPACE}10⁻⁶"
    assert sections.three_digits(-0.0005) == "\N{MINUS SIGN}5.00\N{THIN SPACE}×\N{THIN SPACE}10⁻⁴"


def test_a_claim_says_which_problems_and_winners_it_is_about(measured):
    assert sections.told_about("borda-vn", {"borda-vn": measured}) == {
        "problems": "borda_vonneumann, cyclic",
        "winner": "Borda",
    }
    assert sections.told_about("all", {}) == {"problems": "all of the above", "winner": "any"}
    assert sections.told_about("utility", {}) == {"problems": "", "winner": ""}
