"""What a figure of stops shows: the medians by hand, a frame for each winner, and rows that say what was asked."""

import numpy as np
import pytest

from duelling.core.intervals import median
from duelling.lab.figures.stops import panels, row_title, stop_drawings
from tests.helpers.stops import measured, stops

pytestmark = pytest.mark.plain


def test_a_frame_for_each_winner_and_a_row_for_each_problem():
    found = measured()
    frames = panels(found)
    assert [frame.title for frame in frames] == ["Borda winner", "Condorcet winner"]
    assert [list(frame.looks) for frame in frames] == [["race", "race:pairs=uniform", "borda-stop"], ["champion"]]
    for frame in frames:
        assert [row.title for row in frame.rows] == ["Cycles, K = 4", "sushi, K = 16, ε = 0.05"]
        for row, problem in zip(frame.rows, ("cyclic", "sushi"), strict=True):
            for mark in row.marks:
                assert mark.duels == median(*found.stops[problem, mark.algorithm].until_right())
    assert len(set(frames[0].looks.values())) == 3


def test_the_note_says_what_hollow_marks_are_only_where_there_are_any():
    (drawing,) = stop_drawings(measured())
    assert (drawing.name, drawing.title) == ("sure", "Duels until the verdict: sure")
    assert drawing.note.startswith("median of 20 runs with its 95% interval, δ = 0.1; hollow: more than that")
    (other,) = stop_drawings(measured(stuck=False))
    assert "hollow" not in other.note


def test_the_median_of_runs_that_are_wrong_or_given_up_is_a_lower_bound():
    found = measured()
    found.stops["cyclic", "race"] = stops(np.arange(1, 21), wrong=11)
    mark = panels(found)[0].rows[0].marks[0]
    assert mark.duels.more
    assert mark.duels.high == np.inf


def test_a_distance_of_zero_is_not_told():
    assert row_title(measured(), "cyclic") == "Cycles, K = 4"
