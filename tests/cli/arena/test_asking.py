"""duelling arena ask, tell."""

import pytest

from duelling import Arena

pytestmark = pytest.mark.plain


def test_a_question_and_its_answer(logos, data, said):
    ticket = data("ask", logos, "--voter", "ann")
    assert set(ticket) == {"ticket", "left", "right"}
    assert data("ask", logos, "--voter", "ann") == ticket  # the same until it is answered
    assert said("ask", logos, "--voter", "ann") == (
        f"{ticket['ticket']}  left: {ticket['left']}  right: {ticket['right']}\n"
    )
    told = {"ticket": ticket["ticket"], "answer": "left", "counted": True}
    assert data("tell", logos, ticket["ticket"], "left", "--took", "1_500") == told
    assert data("tell", logos, ticket["ticket"], "left") == told
    assert said("tell", logos, ticket["ticket"], "left") == "left: counted\n"
    with Arena(logos) as arena:
        row = arena.votes().row(0, named=True)
    assert (row["ticket"], row["winner"], row["took"], row["voter"]) == (ticket["ticket"], ticket["left"], 1500, "ann")


def test_several_at_once(logos, data, said):
    tickets = data("ask", logos, "-n", 3)
    assert len({ticket["ticket"] for ticket in tickets}) == 3
    assert len(said("ask", logos, "-n", 2).splitlines()) == 2


def test_an_answer_that_does_not_count(logos, data, said):
    ticket = data("ask", logos, "--voter", "ann")["ticket"]
    assert data("tell", logos, ticket, "skip") == {
        "ticket": ticket,
        "answer": "skip",
        "counted": False,
        "why": "skipped",
    }
    assert said("tell", logos, ticket, "skip") == "skip: not counted, skipped\n"


def test_a_case_of_several_lines_is_one_line_for_people(here, data, said):
    (here / "prompts.csv").write_text('prompt\n"What?\nAnd why?"\n')
    data("new", "a.db", "--items", "tea,milk", "--cases", "prompts.csv")
    assert data("ask", "a.db", "--voter", "ann")["case"] == "What?\nAnd why?"
    assert said("ask", "a.db", "--voter", "ann").endswith("  What? And why?\n")


def test_what_is_refused(logos, data, refused):
    ticket = data("ask", logos, "--voter", "ann")["ticket"]
    data("tell", logos, ticket, "left")
    assert refused("tell", logos, ticket, "right").startswith(f"ticket {ticket} has the answer left")
    assert refused("tell", logos, ticket, "both").startswith("answer must be one of left, right, tie, bad, skip")
    for forged in ("1.x", ticket[:-1] + ("A" if ticket[-1] != "A" else "B")):
        assert "not known any more" in refused("tell", logos, "--", forged, "left")
    for none in ("x", "9" * 30, "-1"):
        assert "is no id of a ticket" in refused("tell", logos, "--", none, "left")
    assert refused("tell", logos, ticket, "left", "--took", "-1").startswith("took must be")
    assert refused("ask", logos, "-n", "0").startswith("n must be")
    assert refused("ask", logos, "--voter", " ").startswith("voter must be a name that can be seen")
    line = refused("ask", "none.db")
    assert line.startswith("there is no journal")
    assert line.endswith("none.db': duelling arena new and duelling serve make one, with --items")
    line = refused("ask", logos, "--name", "other")
    assert line.startswith("there is no arena 'other'")
    assert line.endswith("which holds main: duelling arena new and duelling serve make one, with --items")
    assert refused("ask", "").startswith("place must be")
