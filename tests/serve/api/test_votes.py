"""Votes from elsewhere over HTTP, and the check."""

import pytest

from tests.helpers.serving import API

pytestmark = pytest.mark.plain

ROWS = [
    {"left": "fox", "right": "owl", "answer": "left", "voter": "zoe", "time": 5},
    {"left": "owl", "right": "hare", "answer": "bad", "case": "unknown"},
]


def test_votes_come_once_unless_they_are_to_come_again(served):
    made = served.admin.post(f"{API}/votes", json={"votes": ROWS})
    assert (made.status_code, made.json()["votes"], made.json()["other_cases"]) == (201, 2, 1)
    again = served.admin.post(f"{API}/votes", json={"votes": ROWS[::-1], "source": "a file"})
    assert (again.status_code, again.json()["error"][:31]) == (409, "the votes of a file were taken ")
    assert served.admin.post(f"{API}/votes", json={"votes": ROWS, "again": True}).status_code == 201
    assert served.admin.get(f"{API}/tally").json()["bad"][1][2] == 2


@pytest.mark.parametrize(
    ("votes", "status", "says"),
    [
        ([], 422, "votes: "),
        ([ROWS[0], {"left": "fox", "right": "fox", "answer": "tie"}], 422, "votes.1: left and right must be two"),
        ([{"left": "fox", "right": "owl", "answer": "skip"}], 422, "votes.0.answer: "),
        ([{"left": "fox", "right": "gnu", "answer": "left"}], 404, "votes names 'gnu', which is no item"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_comes(served, votes, status, says):
    head = served.admin.get(API).json()["head"]
    refused = served.admin.post(f"{API}/votes", json={"votes": votes})
    assert (refused.status_code, refused.json()["error"][: len(says)]) == (status, says)
    assert served.admin.get(API).json()["head"] == head


def test_check_is_that_of_the_arena(served):
    served.vote(3)
    told = served.admin.get(f"{API}/check").json()
    assert (told["clean"], told["votes"], told["problems"]) == (True, 3, [])
    assert told["events"] == served.admin.get(API).json()["head"]
    assert served.program.get(f"{API}/check").status_code == 403
