"""Tables for people: all cells, escaped, aligned."""

import html.parser

import pytest
from markdown_it import MarkdownIt

from duelling.forms import html_table, latex_table, markdown_table, paragraph, plain_table, with_reach

pytestmark = pytest.mark.plain

HEAD, ROWS = ("name", "score"), [("a & b_1 <c>", "5"), ("x|y $\\~^", "12 ± 3")]


def test_plain_text_is_aligned():
    assert plain_table(HEAD, [("a", "5"), ("long", "12.5")], 1) == "name  score\na         5\nlong   12.5"
    assert plain_table(HEAD, [("a", "5")]) == "name  score\na     5"


def test_markdown_escapes_bars():
    assert markdown_table(HEAD, ROWS, 1) == (
        "| name | score |\n| --- | ---: |\n| a & b_1 \\<c> | 5 |\n| x\\|y $\\\\~^ | 12 ± 3 |\n"
    )


def test_a_backslash_before_a_bar_begins_no_column_of_markdown():
    made = MarkdownIt("commonmark").enable("table").render(markdown_table(HEAD, [("a\\|b<img src=x>", "1")]))
    assert made.count("<td") == 2
    assert "<td>a\\|b&lt;img src=x&gt;</td>" in made


def test_latex_escapes_what_it_would_read():
    made = latex_table(HEAD, ROWS, 1)
    assert made.startswith("\\begin{tabular}{lr}\n\\toprule\nname & score \\\\\n\\midrule\n")
    assert "a \\& b\\_1 <c> & 5 \\\\\n" in made
    assert "x|y \\$\\textbackslash{}\\textasciitilde{}\\textasciicircum{} & 12 $\\pm$ 3 \\\\\n" in made


@pytest.mark.parametrize("name", ["[1] ours", "*", "[", "*[2pt]"])
def test_a_name_is_no_option_of_the_end_of_the_line_before_it(name):
    made = latex_table(HEAD, [("a", "1"), (name, "2")])
    assert made.endswith(f"a & 1 \\\\\n{{}}{name} & 2 \\\\\n\\bottomrule\n\\end{{tabular}}\n")


def test_html_holds_every_cell_and_no_colour_of_its_own():
    made = html_table(HEAD, ROWS, 1, lambda row, column: "rgba(1, 2, 3, 0.5)" if (row, column) == (1, 1) else "")
    texts = []
    reader = html.parser.HTMLParser()
    reader.handle_data = texts.append
    reader.feed(made)
    assert [text for text in texts if text.strip()] == [*HEAD, *(cell for row in ROWS for cell in row)]
    assert made.count("rgba(1, 2, 3, 0.5)") == 1
    assert "#" not in made.replace("&#", "")  # whatever the page looks like, its own colours are used
    assert "<b>&lt;1&gt;</b> &amp;" in paragraph("&", "<1>")


@pytest.mark.parametrize(
    ("value", "reach", "text"),
    [
        (812.4, 13.6, "812 ± 14"),
        (1.23456, 0.0321, "1.235 ± 0.032"),
        (5.0, None, "5"),
        (3.0, 0.0, "3"),
        (2, 140.0, "2 ± 140"),
    ],
)
def test_a_number_with_its_reach(value, reach, text):
    assert with_reach(value, reach) == text
