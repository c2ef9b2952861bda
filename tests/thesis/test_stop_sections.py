"""What the report shows of an experiment that stops: its facts, its tables and a page with all of it."""

import pytest

from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from duelling.thesis import report, stop_sections
from tests.helpers.report import MAKING, Page
from tests.helpers.stops import measured, stops

pytestmark = pytest.mark.plain


def test_facts_say_what_was_asked():
    said = stop_sections.facts(measured())
    for words in ("Borda and Condorcet", "δ = 0.1, 20 runs", "after 5\N{THIN SPACE}000 duels", "at most 0.05 on sushi"):
        assert words in said


def test_cells_have_the_median_its_interval_and_what_went_wrong():
    known, stuck, wrong = stop_sections.cells(
        [stops(range(1, 21)), stops([30] * 20, undecided=20), stops(range(1, 21), wrong=2)]
    )
    assert (known["median"], known["low"], known["high"], known["best"]) == ("11", "6", "15", True)
    assert (stuck["median"], stuck["high"], stuck["undecided"]) == ("more than 30", "∞", 20)
    assert (wrong["wrong"], wrong["best"]) == (2, False)


def test_too_few_runs_for_an_interval_have_none():
    (cell,) = stop_sections.cells([stops([5, 8])])
    assert (cell["low"], cell["high"]) == (None, None)


def test_the_page_has_a_table_for_each_winner_and_the_frames():
    found = measured()
    drawn = list(pictures.draw_all(list(figures.drawings(found))))
    page = Page(report.page({"sure": found}, [], drawn, MAKING))
    for words in (
        "Duels until a right verdict, in numbers: Borda winner",
        "more than 5\N{THIN SPACE}000",
        "20 given up",
    ):
        assert words in page.text
    assert [image["alt"][:12] for image in page.images] == ["Borda winner", "Condorcet wi"]
    assert "Regret at the end" not in page.text
    assert "sure; 20 runs of each of 0 curves and 8 marks, " in page.text
    assert "The Condorcet winner is the arm" in page.text
    assert "nan" not in page.text.lower().split()
