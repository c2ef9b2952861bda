"""The table of questions."""

import random

import numpy as np
import pytest

from duelling.live.questions import COUNTED, OPEN, RECENT, VOID, Questions, skipper
from duelling.live.tickets import Offer

pytestmark = pytest.mark.plain


def asked(count):
    questions = Questions()
    for k in range(1, count + 1):
        questions.draw({"first": 0, "second": 1})
        questions.offer(Offer(3 * k + 1, k, k, -1, k % 2 == 1))
    return questions


def tell(questions, question, seq, answer="left"):
    questions.tell(seq, questions.waiting[question].offers[-1], answer)


def test_the_order_of_telling_is_that_of_the_events_whatever_was_taken_back():
    questions = asked(5)
    for seq, question in ((100, 3), (101, 1), (102, 5)):
        tell(questions, question, seq)
    assert questions.told_after(0).tolist() == [2, 0, 4]
    assert questions.told_after(100).tolist() == [0, 4]
    questions.take_back(3, OPEN)
    questions.take_back(1, VOID)
    assert questions.told_after(0).tolist() == [4]
    questions.restore(1)
    tell(questions, 3, 110)
    assert questions.told_after(0).tolist() == [0, 4, 2]
    assert questions.told_after(102).tolist() == [2]
    assert (questions.counted, sorted(questions.waiting)) == (3, [2, 4])


def test_recent_votes_are_found_as_those_of_long_ago():
    questions = asked(2 * RECENT)
    for question in range(1, 2 * RECENT + 1):
        tell(questions, question, 10 * question)
    for seq in (0, 10 * RECENT - 5, 10 * RECENT + 5, 20 * RECENT - 30):
        expected = [k for k in range(2 * RECENT) if 10 * (k + 1) > seq]
        assert questions.told_after(seq).tolist() == expected


def test_a_question_that_is_open_again_has_the_ticket_that_answered_it():
    questions = asked(1)
    offer = questions.offers[4]
    tell(questions, 1, 9, "right")
    assert not questions.offers
    assert np.all(questions.table["status"] == COUNTED)
    questions.take_back(1, OPEN)
    assert questions.offers == {4: offer}
    assert questions.waiting[1].held


def test_after_a_skip_nobody_holds_the_question():
    questions = asked(1)
    questions.skip(questions.offers[4])
    assert not questions.waiting[1].held
    assert questions.waiting[1].skipped_by(-1)
    assert not questions.waiting[1].skipped_by(0)


@pytest.mark.parametrize("voter", [-1, 2])
def test_who_skipped_a_question_is_known_after_its_answer_is_taken_back(voter):
    questions = asked(1)
    skipped = Offer(5, 9, 1, voter, flipped=False)
    questions.offer(skipped)
    questions.skip(skipped)
    for seq in (10, 11):
        questions.tell(seq, questions.offers[4], "left")
        questions.take_back(1, OPEN)
        assert [who for who in (-1, 0, 1, 2) if questions.waiting[1].skipped_by(who)] == [voter]
    questions.restore(1)
    questions.take_back(1, OPEN)
    assert questions.waiting[1].skipped == {skipper(skipped)}


@pytest.mark.parametrize("seed", range(5))
def test_who_is_free_is_found_as_by_looking_at_all_of_them(seed):
    """Whatever was offered, skipped, answered and taken back, and however the clock jumps."""
    rng, questions, now, answered = random.Random(seed), Questions(), 0, []
    for seq in range(1, 2000):
        now += rng.choice((1, 1, 1, 5, 200, -150))
        act, waiting = rng.choice(("draw", "offer", "offer", "offer", "skip", "tell", "back")), [*questions.waiting]
        offers = [*questions.offers.values()]
        if act == "draw" or not waiting:
            questions.draw({"first": 0, "second": 1})
        elif act == "offer":
            questions.offer(Offer(seq, now, rng.choice(waiting), rng.randrange(-1, 3), False))
        elif act == "back" and answered:
            questions.take_back(answered.pop(rng.randrange(len(answered))), OPEN)
        elif offers:
            offer = rng.choice(offers)
            if act == "skip":
                questions.skip(offer)
            else:
                questions.tell(seq, offer, "left")
                answered.append(offer.question)
        all_of_them = questions.waiting.items()
        free = [(not each.offers, k) for k, each in all_of_them if not each.held or abs(now - each.offers[-1].at) > 100]
        assert questions.free(now, 100) == [k for _, k in sorted(free)]
