"""duelling arena new: items from names, files and folders."""

import json

import pytest

from duelling import Arena
from duelling.cli.arena.new import arena_exists

pytestmark = pytest.mark.plain


def test_an_arena_of_names(here, data):
    made = data("new", "logos.db", "--items", "fox,owl,hare", "--within", 0.05, "--seed", 3, "--repeats", 0)
    assert made["items"] == ["fox", "owl", "hare"]
    assert (made["arena"], made["goal"], made["within"], made["seed"], made["repeats"]) == (
        "main",
        "best",
        0.05,
        3,
        None,
    )
    with Arena("logos.db") as arena:
        assert arena.items == ("fox", "owl", "hare")
        assert arena.settings.within == 0.05


def test_what_it_says(here, said):
    assert said("new", "logos.db", "--items", "fox,owl") == "logos.db: arena main with 2 items, goal best\n"


def test_a_file_can_hold_several(here, data):
    data("new", "all.db", "--items", "fox,owl")
    data("new", "all.db", "--items", "tea,milk", "--name", "drinks", "--goal", "rank")
    with Arena("all.db", name="drinks") as arena:
        assert arena.items == ("tea", "milk")
    assert [arena_exists("all.db", name) for name in ("main", "drinks", "other")] == [True, True, False]
    assert not arena_exists("none.db", "main")
    (here / "empty.db").touch()
    assert not arena_exists("empty.db", "main")
    assert not (here / "none.db").exists()


def test_a_folder_and_cases(here, data):
    (here / "logos").mkdir()
    (here / "logos" / "fox.txt").write_text("a fox")
    (here / "logos" / "owl.md").write_text("an *owl*")
    rows = [{"prompt": "Who?\nAnd why?", "fox": "me", "owl": "I"}, {"prompt": "When?", "fox": "now", "owl": "later"}]
    (here / "prompts.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert data("new", "a.db", "--items", "logos", "--cases", "prompts.jsonl")["cases"] == 2
    with Arena("a.db") as arena:
        ticket = arena.ask()
        answers = {"Who?\nAnd why?": {"fox": "me", "owl": "I"}, "When?": {"fox": "now", "owl": "later"}}
        assert arena.content(ticket, "left") == ("text", answers[ticket.case][ticket.left])
        assert arena.content(ticket, "right") == ("text", answers[ticket.case][ticket.right])
    data("new", "b.db", "--items", "logos")
    with Arena("b.db") as arena:
        ticket = arena.ask()
        contents = {"fox": ("text", "a fox"), "owl": ("markdown", "an *owl*")}
        assert [arena.content(ticket, side) for side in ("left", "right")] == [
            contents[ticket.left],
            contents[ticket.right],
        ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--items", ","], "items must name the items, got none"),
        (["--items", "fox,fox"], "items must have different names, got 'fox' twice"),
        (["--items", "logs"], "--items must be at least two names, a file or a folder, got 'logs'"),
        (["--items", "no.csv"], "cannot read 'no.csv': no such file"),
        (["--items", "a,b", "--goal", "worst"], "goal must be"),
        (["--items", "a,b", "--delta", "2"], "delta must be"),
        (["--items", "a,b", "--skip", "never"], "skip must be"),
        (["--items", "a,b", "--expires", "0"], "expires must be"),
        (["--items", "a,b", "--seed", "x"], "Invalid value for '--seed': 'x' is not a whole number"),
        (["--items", "a,b", "--learner", "nobody"], "there is no algorithm 'nobody'"),
        (["--items", "a,b", "--cases", "no.txt"], "cannot read 'no.txt'"),
        (["--items", "a,b", "--media", "image"], "media must be one of text, markdown, got 'image'"),
        (["--items", "a,b", "--name", ""], "name must be"),
        ([], "Missing option '--items'."),
    ],
)
def test_what_is_refused(refused, words, message):
    assert refused("new", "new.db", *words).startswith(message)


def test_an_arena_that_is_there_is_left_alone(logos, refused):
    assert refused("new", logos, "--items", "a,b") == (
        "there is an arena 'main' in 'logos.db' already: choose another name"
    )


def test_a_file_that_is_something_else(here, refused):
    (here / "notes.db").write_text("notes")
    assert "notes.db" in refused("new", "notes.db", "--items", "a,b")
