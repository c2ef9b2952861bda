"""Texts that fit into a width."""

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from duelling.lab.figures.texts import fit, is_formula, wrap

pytestmark = pytest.mark.plain


@pytest.fixture
def part():
    figure = Figure((4, 3))
    return figure.text(0, 0, ""), FigureCanvasAgg(figure).get_renderer()


def test_lines_are_no_wider_than_asked_for_and_lose_no_word(part):
    text, renderer = part
    words = "regret of several algorithms over many rounds of one problem"
    wrap(text, words, renderer, 120)
    lines = text.get_text().split("\n")
    assert " ".join(lines) == words
    assert len(lines) > 2
    assert text.get_window_extent(renderer).width <= 120


def test_a_word_that_is_longer_stays_whole(part):
    text, renderer = part
    wrap(text, "one " + "x" * 80, renderer, 50)
    assert text.get_text() == "one\n" + "x" * 80


def test_the_middle_is_cut(part):
    text, renderer = part
    text.set_text("exp3+unif:rate=utility,eta=0.0123456789")
    fit(text, renderer, 120)
    assert text.get_window_extent(renderer).width <= 120
    start, end = text.get_text().split("…")
    assert "exp3+unif:rate=utility,eta=0.0123456789".startswith(start)
    assert "exp3+unif:rate=utility,eta=0.0123456789".endswith(end)


def test_what_is_a_formula():
    assert is_formula(r"RUCB, $\alpha = 0.6$")
    assert not any(map(is_formula, ["5 $", "$a_$", "plain", r"$\nosuch$"]))
