"""Questions and answers as they come: in any order, the same standings as from a list that is gone through anew."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.fields import walk
from duelling.core.jit import interpreted
from duelling.errors import InputError
from duelling.votes.ledger import Ledger, level
from duelling.votes.racing import race
from duelling.votes.rank import rank
from duelling.votes.tickets import tickets
from tests.naive import ledger as naive

pytestmark = pytest.mark.plain


def draw(rng, left, K):
    """A pair as the race draws it, and what has to be logged."""
    left, draws = list(left), len(left) * (K - 1)
    a = left[int(rng.random() * len(left))]
    b = (a + 1 + int(rng.random() * (K - 1))) % K
    least = 2 if len(left) == K else 1
    out = tuple(k for k in range(K) if k not in left)
    chance = ((a in left) + (b in left)) / draws
    return a, b, {"chance": chance, "least": least / draws, "out": out, "widest": least / 2}


def played(rng, ledger, twin, steps, lag=4, skill=0.8):
    """Ask and tell at random, sometimes take something back; the lower item mostly wins."""
    K, waiting, told = len(ledger.items), [], []
    for _ in range(steps):
        kind = rng.random()
        if kind < 0.45 or not waiting:
            a, b, logged = draw(rng, ledger.left(), K)
            waiting.append(ledger.ask(a, b, **logged))
            twin.ask(a, b, logged["least"] / logged["chance"], logged["out"], logged["widest"])
        elif kind < 0.95 or not told:
            question = waiting.pop(int(rng.random() * min(lag, len(waiting))))
            a, b = (ledger.questions.columns[name][question] for name in ("first", "second"))
            y = int(rng.choice([1, -1] if a < b else [-1, 1], p=[skill, 1 - skill])) if rng.random() < 0.9 else 0
            ledger.tell(question, y, flipped=rng.random() < 0.5)
            twin.tell(question, y)
            told.append(question)
        elif kind < 0.98:
            question = told.pop(int(rng.random() * len(told)))
            ledger.reopen(question)
            twin.reopen(question)
            waiting.append(question)
        else:
            question = told.pop(int(rng.random() * len(told)))
            ledger.forget(question)
            twin.forget(question)
    return waiting


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), within=st.sampled_from([0.0, 0.2]), K=st.integers(2, 4))
def test_any_order_of_events_gives_what_a_list_gives(seed, within, K):
    rng = np.random.default_rng(seed)
    ledger, twin = Ledger([f"item {k}" for k in range(K)], delta=0.5, within=within), naive.Ledger(K, 0.5, within)
    with interpreted():
        for _ in range(3):
            played(rng, ledger, twin, 25)
            gone = {k for question in twin.asked for k in question["out"]}
            for worst in (False, True):
                left, _ = twin.run(worst)
                assert ledger.left(worst=worst) == (tuple(k for k in left if k not in gone) or tuple(left))
            assert ledger.best() == twin.run()[1]
            still, named = race(tickets(ledger.ballots()), 0.5, within)
            assert (still.tolist(), named) == twin.run()


def test_the_oldest_open_question_holds_back_the_scores_but_not_the_counts():
    ledger, rng = Ledger("abc"), np.random.default_rng(0)
    first = ledger.ask(0, 1, chance=1 / 3, least=1 / 3)
    for _ in range(60):
        a, b, logged = draw(rng, range(3), 3)
        ledger.tell(ledger.ask(a, b, **logged), 1 if a < b else -1)
    shown = ledger.standings()
    assert (shown.votes, shown.wins.sum()) == (60, 60)
    assert np.isnan(shown.score).all()
    assert len(ledger.left()) == 3
    assert len(ledger.left(worst=True)) < 3  # one answer cannot turn round sixty
    ledger.tell(first, 1)
    assert not np.isnan(ledger.standings().score).any()


def filled(votes, seed=1, K=4, voters=7):
    """A ledger in which questions are answered at once, until there is a winner or votes enough."""
    ledger, rng = Ledger([f"item {k}" for k in range(K)]), np.random.default_rng(seed)
    for _ in range(votes):
        a, b, logged = draw(rng, ledger.left(), K)
        ledger.tell(
            ledger.ask(a, b, **logged),
            1 if (rng.random() < 0.75) == (a < b) else -1,
            flipped=rng.random() < 0.5,
            voter=f"voter {int(rng.random() * voters)}",
        )
    return ledger


def test_standings_are_those_of_a_file():
    """The same votes as rows of a file with uniform pairs: every number is the same."""
    ledger = filled(35)
    held = ledger.ballots()
    assert not held.outs
    rows = [
        {"left": held.items[i], "right": held.items[j], "winner": {1: "left", -1: "right"}[y], "voter": held.voters[v]}
        for i, j, y, v in zip(held.left, held.right, held.outcome.tolist(), held.voter, strict=True)
    ]
    shown, read = ledger.standings(), rank(rows, pairs="uniform")
    assert (shown.pairs, shown.items, shown.verdict.still_in) == ("logged", read.items, read.verdict.still_in)
    assert (shown.votes, shown.voters, shown.sides) == (read.votes, read.voters, read.sides)
    for name in ("score", "low", "high", "strength", "strength_se", "wins", "ties", "first", "last"):
        np.testing.assert_allclose(getattr(shown, name), getattr(read, name), err_msg=name)


def test_a_race_ends_and_its_winner_is_named():
    ledger = filled(1500)
    assert ledger.best() == 0
    assert ledger.left() == (0,)
    shown = ledger.standings()
    assert (shown.pairs, shown.verdict.state, shown.verdict.items) == ("logged", "decided", ("item 0",))


def test_marks_save_the_way_back_and_change_nothing():
    ledger, rng = filled(900), np.random.default_rng(2)
    for question in (899, 700, 20):
        ledger.reopen(question)
        assert question - 400 < ledger._marks.now[0] <= question  # not all is folded again
        ledger.tell(question, int(rng.integers(-1, 2)))
        fresh = Ledger(ledger.items)
        columns = {name: np.array(each) for name, each in ledger.questions.columns.items()}
        fresh.enter(columns, voters=[*ledger.questions.voters], outs=[*ledger.questions.outs])
        for (name, one), (_, other) in zip(walk(ledger._folded()), walk(fresh._folded()), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9, err_msg=name)


def test_nobody_comes_back_after_votes_were_taken_back():
    ledger = filled(400)
    gone = set(range(4)) - set(ledger.left())
    assert gone
    for question in range(0, 400, 2):
        ledger.forget(question)
    assert not gone & set(ledger.left())


def test_votes_without_a_chance_count_for_pairs_alone():
    ledger = Ledger(("tea", "milk"))
    for _ in range(9):
        ledger.tell(ledger.ask(0, 1), 1)
    shown = ledger.standings()
    assert shown.pairs == "any"
    assert shown.verdict.items == ("tea",)
    assert ledger.left() == (0, 1)


@pytest.mark.parametrize("K", [3, 6])
def test_a_race_needs_less_room_where_its_votes_are_counted(K):
    one, two, rng = Ledger(range(K)), Ledger(range(K), counted=True), np.random.default_rng(K)
    for _ in range(300):
        assert one.left() == two.left()
        a, b, logged = draw(rng, one.left(), K)
        y = 1 if (rng.random() < 0.8) == (a < b) else -1
        for ledger in (one, two):
            ledger.tell(ledger.ask(a, b, **logged), y)
    assert one.best() == two.best()


def test_levels_of_all_rosters_are_one():
    assert sum(level(0.05, roster) for roster in range(1, 200_000)) == pytest.approx(0.05, abs=1e-6)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda ledger: Ledger(["a"]), "items must be at least two different names"),
        (lambda ledger: Ledger(["a", "a"]), "items must be at least two different names"),
        (lambda ledger: ledger.ask(0, 0), "first and second must be two places"),
        (lambda ledger: ledger.ask(0, 3), "first and second must be two places"),
        (lambda ledger: ledger.ask(0, 1, chance=0.0), "chance must be above 0"),
        (lambda ledger: ledger.ask(0, 1, chance=0.1, least=0.2), "least must be above 0 and at most chance"),
        (lambda ledger: ledger.ask(0, 1, least=0.2), "least must be above 0 and at most chance"),
        (lambda ledger: ledger.ask(0, 1, widest=2.0), "widest must be above 0"),
        (lambda ledger: ledger.ask(0, 1, out=[7]), "out must be places of items"),
        (lambda ledger: ledger.tell(0, 1), "question must be one that waits"),
        (lambda ledger: ledger.tell(5, 1), "question must be the number"),
        (lambda ledger: ledger.tell(1, 2), "outcome must be 1, 0 or -1"),
        (lambda ledger: ledger.tell(1, 1, bad=True), "outcome must be 1, 0 or -1"),
        (lambda ledger: ledger.forget(7), "question must be the number"),
        (lambda ledger: ledger.enter({"first": np.array([0]), "third": np.array([1])}), "columns must be some of"),
        (lambda ledger: ledger.left() and Ledger(range(1001)).left(), "items must be at most 1000"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(call, message):
    ledger = Ledger("abc")
    ledger.tell(ledger.ask(0, 1), 1)
    ledger.ask(1, 2)
    with pytest.raises(InputError, match=message):
        call(ledger)
    assert len(ledger) == 2
    assert ledger.ballots().outcome.tolist() == [1]


def test_what_was_taken_back_stays_so():
    ledger = Ledger("ab")
    ledger.forget(ledger.ask(0, 1))
    for call in (ledger.forget, ledger.reopen, lambda question: ledger.tell(question, 1)):
        with pytest.raises(InputError, match="question must be one"):
            call(0)
    assert math.isnan(ledger.questions.columns["time"][0])
