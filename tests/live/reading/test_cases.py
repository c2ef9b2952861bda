"""Cases from lines and tables, with the answers of the items."""

import json

import pytest

import duelling as du
from duelling.live.reading.cases import Case, read_cases

pytestmark = pytest.mark.plain

ITEMS = ["tea", "coffee"]


def test_a_case_on_each_line(tmp_path):
    path = tmp_path / "prompts.txt"
    path.write_text("What is tea?\n\n  Why, then?\n")
    assert read_cases(path, ITEMS) == [Case("What is tea?", {}), Case("Why, then?", {})]


@pytest.mark.parametrize("heading", ["case", "Prompt", "question"])
def test_cases_with_answers(tmp_path, heading):
    rows = [{heading: "Who?", "coffee": " me ", "tea": "I"}, {heading: "2+2", "coffee": 5, "tea": "4"}]
    path = tmp_path / "prompts.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert read_cases(path, ITEMS, "markdown") == [
        Case("Who?", {"coffee": " me ", "tea": "I"}, "markdown"),
        Case("2+2", {"coffee": "5", "tea": "4"}, "markdown"),
    ]


def test_cases_alone_in_a_table(tmp_path):
    path = tmp_path / "prompts.csv"
    path.write_text('prompt\n"one, two"\nthree\n')
    assert read_cases(str(path), ITEMS) == [Case("one, two", {}), Case("three", {})]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text\nx\n", "prompts.csv must have a column case or prompt or question, got 'text'"),
        (
            "prompt,tea\nx,y\n",
            "prompts.csv must have a column for each item, or for none; 'coffee' has none, got 'prom",
        ),
        (
            "prompt,milk\nx,y\n",
            "prompts.csv must have a column for each item, or for none; 'tea' has none, got 'prompt",
        ),
        ("prompt,tea,coffee\nx,y,\n", "prompts.csv line 2: coffee must be a text, got nothing"),
        ("prompt\n", "prompts.csv must hold at least one case, got none"),
    ],
)
def test_what_is_refused(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prompts.csv").write_text(text)
    with pytest.raises(du.InputError) as error:
        read_cases("prompts.csv", ITEMS)
    assert str(error.value).startswith(message)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(du.UnknownName, match="cannot read"):
        read_cases(tmp_path / "no.txt", ITEMS)
