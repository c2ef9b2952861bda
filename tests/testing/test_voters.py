"""Simulated voters: they answer as the problem says, late if they are slow, and the same for the same seed."""

from collections import Counter

import numpy as np
import pytest

import duelling as du
from duelling.testing import Voters
from tests.helpers.voters import Notebook

pytestmark = pytest.mark.plain

SURE = du.PreferenceMatrix([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]], arms=["gold", "silver", "tin"])


def voted(tickets=200, most=10**9, **options):
    voters = Voters(SURE, **options)
    arena = Notebook(voters.items, most)
    told = voters.vote(arena, tickets)
    return voters, arena, told


def test_the_better_item_wins_on_either_side():
    _, arena, told = voted()
    order = {"gold": 0, "silver": 1, "tin": 2}
    assert len(arena.told) == 200
    for ticket, answer, _ in arena.told:
        assert answer == ("left" if order[ticket.left] < order[ticket.right] else "right")
    assert told == Counter(answer for _, answer, _ in arena.told)
    assert set(told) == {"left", "right"}


@pytest.mark.slow
def test_answers_have_the_chances_that_were_asked_for():
    tickets, chances = 20_000, {"tie": 0.2, "bad": 0.1, "skip": 0.15}
    voters = Voters(du.PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]], ["a", "b"]), ties=0.2, bad=0.1, skips=0.15, seed=4)
    arena = Notebook(voters.items)
    told = voters.vote(arena, tickets)
    for answer, p in chances.items():
        assert abs(told[answer] / tickets - p) < 4.5 * np.sqrt(p * (1 - p) / tickets)
    wins = [
        (ticket.left == "a") == (answer == "left") for ticket, answer, _ in arena.told if answer in ("left", "right")
    ]
    assert abs(np.mean(wins) - 0.8) < 4.5 * np.sqrt(0.16 / len(wins))


def test_the_same_seed_gives_the_same_answers():
    options = {"ties": 0.3, "skips": 0.1, "voters": 5, "delays": lambda answer, rng: int(rng.random() * 4)}
    first, again, other = (voted(seed=seed, **options)[1] for seed in (1, 1, 2))
    assert (first.asked, first.told) == (again.asked, again.told)
    assert first.told != other.told


def test_an_answer_arrives_after_so_many_later_tickets():
    voters, arena, _ = voted(tickets=50, delays=3)
    assert voters.outstanding == 3
    assert [now - int(ticket.id) for ticket, _, now in arena.told] == [3] * 47
    left = voters.finish(arena)
    assert sum(left.values()) == 3
    assert voters.outstanding == 0
    assert [ticket.id for ticket, *_ in arena.told] == [str(n) for n in range(1, 51)]


def test_delays_may_depend_on_the_answer():
    _, arena, _ = voted(delays=lambda answer, rng: 5 if answer == "left" else 0)
    assert {(answer, now - int(ticket.id)) for ticket, answer, now in arena.told} == {("left", 5), ("right", 0)}


def test_nobody_takes_a_ticket_before_the_last_one_is_answered():
    _, arena, _ = voted(tickets=60, voters=["ann", "bob"], delays=7)
    open_tickets = {}
    history = [(int(ticket.id), 0, voter) for voter, ticket in arena.asked]
    history += [(now + 0.5, 1, int(ticket.id)) for ticket, _, now in arena.told]
    owner = {int(ticket.id): voter for voter, ticket in arena.asked}
    for when, kind, who in sorted(history, key=lambda each: each[:2]):
        if kind == 0:
            assert who not in open_tickets
            open_tickets[who] = when
        else:
            del open_tickets[owner[who]]
    assert {voter for voter, _ in arena.asked} == {"ann", "bob"}


def test_voting_ends_when_there_is_no_question_left_for_anybody():
    voters, arena, told = voted(tickets=100, most=4, voters=3)
    assert sum(told.values()) == 12
    assert Counter(voter for voter, _ in arena.asked) == {f"voter {n}": 4 for n in (1, 2, 3)}
    assert voters.vote(arena, 5) == {}


def test_problems_by_name_and_problems_that_change():
    assert Voters("sushi").items == du.problem("sushi").arms
    flips = du.Piecewise([[[0.5, 1], [0, 0.5]], [[0.5, 0], [1, 0.5]]], [1, 11], ["a", "b"])
    voters = Voters(flips)
    arena = Notebook(voters.items)
    voters.vote(arena, 20)
    winners = [ticket.left if answer == "left" else ticket.right for ticket, answer, _ in arena.told]
    assert winners == ["a"] * 10 + ["b"] * 10


def test_a_sequence_comes_round_again():
    voters = Voters(du.OutcomeSequence([[[0, 1], [-1, 0]], [[0, -1], [1, 0]]], ["a", "b"]))
    arena = Notebook(voters.items)
    voters.vote(arena, 6)
    winners = [ticket.left if answer == "left" else ticket.right for ticket, answer, _ in arena.told]
    assert winners == ["a", "b"] * 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ties": 0.6, "skips": 0.6}, "skips, bad and ties must sum to 1 at most, got 1.2"),
        ({"voters": ["ann", "ann"]}, "voters must be different names, at least one, got"),
        ({"voters": []}, "voters must be different names, at least one, got"),
        ({"voters": 0}, "voters must be a whole number from 1 on, got 0"),
        ({"delays": -1}, "delays must be a whole number from 0 on, got -1"),
        ({"ties": -0.1}, "ties must be from 0 to 1, got -0.1"),
        ({"problem": du.problem("shadow:arms=3")}, "has no preferences beforehand"),
        ({"problem": "sushy"}, "did you mean 'sushi'"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(du.InputError, match=message):
        Voters(**{"problem": SURE} | options)


def test_a_delay_that_is_none_is_refused():
    with pytest.raises(du.WrongValue, match="delays must be a whole number from 0 on, got None"):
        voted(delays=lambda answer, rng: None)


def test_an_item_that_the_problem_does_not_have():
    with pytest.raises(du.UnknownName, match="the problem matrix must have an arm for each item, got 'lead'"):
        Voters(SURE).vote(Notebook(["lead", "zinc"]))
