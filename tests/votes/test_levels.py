"""False statements over all looks are at most as many as δ allows, at the cases that are made to break them.

A compiled arena asks a question at every step, drawn from those that are left by the votes so far, and hears answers
late. What it says is what an arena and ``rank`` say of the same questions and answers, which is tested too. People
who leave after a win are in ``test_by_voter`` and ``test_voter_intervals``.
"""

import math

import numpy as np
import pytest

import duelling as du
from duelling.core.evidence.candidates import LEFT, LIMIT, VERDICT, is_left, start_candidates, tell_candidates
from duelling.core.evidence.difference import log_difference, start_difference, tell_ticket
from duelling.core.evidence.logged import fits, tell_worst
from duelling.core.evidence.sums import log_either, tell_sums
from duelling.core.jit import entry, interpreted, jit
from duelling.core.states import restore, write_out
from duelling.live.items import Roster
from duelling.live.journal.events import Drawn, Left, Offered, Told
from duelling.votes.evens import log_evens
from tests.helpers.chances import at_most
from tests.helpers.hard import CASES, chances
from tests.helpers.memory import arena

pytestmark = [pytest.mark.plain, pytest.mark.slow]

DELTA = 0.05
OPEN, FORGOTTEN = 2, 3
RACE, INTERVAL, ORDER = range(3)  # what may be wrong: the best item has left, its score is outside, a false order


@entry
def repeated(runs, s, fresh, again, sums, counts, plain, win, tie, score, delay, prefix, rng, log, outs, found):
    """How many of so many runs say something false of each kind."""
    for _ in range(runs):
        restore(s, fresh)
        restore(plain, fresh.plain)
        for i in range(score.size):
            sums[i, :] = 0.0
            counts[i, :] = 0
        wrong = np.zeros(3, np.int64)
        asked(s, fresh, again, sums, counts, plain, win, tie, score, delay, prefix, rng, log, outs, wrong)
        for kind in range(3):
            found[kind] += wrong[kind]


@jit
def asked(s, fresh, again, sums, counts, plain, win, tie, score, delay, prefix, rng, log, outs, wrong):
    """One question at each step; ``log`` has first, second, answer, the row of ``outs`` and the time of arrival.

    An answer for the best item takes up to ``delay`` steps, any other one is there at once. Without ``prefix`` answers
    count as they come. Where ``again`` has another level than ``fresh``, the twenty votes before somebody has left are
    taken back after some questions in which he was out. If the votes that are left would bring somebody back, a new
    roster begins with ``again``, once. Returns how many questions were asked.
    """
    K, best = score.size, np.argmax(score)
    undo = again.limits[LIMIT] != fresh.limits[LIMIT]
    folded = begin = 0
    back, when = 0, -1  # take back the votes before this one, at this step
    for t in range(log.shape[0]):
        if t == when:
            for q in range(max(back - 20, 0), back):
                log[q, 2] = FORGOTTEN
            restore(s, fresh)
            for q in range(folded):
                told(s, sums, counts, plain, log, outs, q, wrong, score, False)
            for i in range(K):
                if outs[t - 1, i] and is_left(s, i):
                    begin = t
            if begin == t:
                restore(s, again)
                undo = False
        for i in range(K):
            outs[t, i] = outs[t - 1, i] if t > begin else False
            outs[t, i] = outs[t, i] or not is_left(s, i)
        left = 0
        for i in range(K):
            left += not outs[t, i]
        if left == 1:
            return t
        a = int(rng.random() * left)
        for i in range(K):
            if outs[t, i] and i <= a:
                a += 1
        b = int(rng.random() * (K - 1))
        b += b >= a
        x = rng.random()
        y = 0 if x < tie[a, b] else 1 if rng.random() < win[a, b] else -1
        log[t, 0], log[t, 1], log[t, 2], log[t, 3] = a, b, y, t
        slow = (y == 1 and a == best) or (y == -1 and b == best)
        log[t, 4] = t + (int(rng.random() * (delay + 1)) if slow else 0)
        if prefix:
            while folded <= t and log[folded, 4] <= t:
                before = s.now[LEFT]
                if folded >= begin:
                    told(s, sums, counts, plain, log, outs, folded, wrong, score, begin == 0)
                folded += 1
                if undo and s.now[LEFT] < before:
                    back, when = folded, t + 3
        else:
            for q in range(max(t - delay, 0), t + 1):
                if log[q, 4] == t:
                    told(s, sums, counts, plain, log, outs, q, wrong, score, True)
        if not is_left(s, best):
            wrong[RACE] = 1
        if s.now[VERDICT] >= 0:
            return t + 1
    return log.shape[0]


@jit
def told(s, sums, counts, plain, log, outs, q, wrong, score, once):
    """Count the answer to question q for the race; ``once`` also for intervals and the order."""
    K, a, b, y = score.size, log[q, 0], log[q, 1], log[q, 2]
    left = 0
    for i in range(K):
        left += not outs[q, i]
    inside = (not outs[q, a]) + (not outs[q, b])
    least = 2 if left == K else 1
    v, widest, share = least / inside, least / 2, (1 + y) / 2
    if y == FORGOTTEN or not fits(s, outs[q]):
        return
    tell_candidates(s, a, b, share, v, widest)
    if not once:
        return
    look = q < 100 or q % 5 == 0
    for i, mine in ((a, share), (b, 1 - share)):
        if not outs[q, i]:
            if left == K:
                counts[i, int(2 - 2 * mine)] += 1
            else:
                tell_sums(sums, i, mine, v)
            if look and log_either(sums, counts, i, score[i]) >= math.log(K / DELTA):
                wrong[INTERVAL] = 1
    if left == K:
        tell_ticket(plain, a, b, share, v, 1.0)
        for i in range(K):
            for k in range(K):
                false = look and i != k and score[i] <= score[k]
                if false and log_difference(plain, i, k) >= math.log(K * (K - 1) / DELTA):
                    wrong[ORDER] = 1


def level_of(case, runs, steps, delay=0, prefix=True, levels=(DELTA, DELTA), seed=0):
    """How many runs say something false of each kind at any look."""
    win, tie = CASES[case]
    K = len(win)
    tie = np.zeros((K, K)) if tie is None else tie
    mean = tie / 2 + (1 - tie) * win
    score = (mean.sum(axis=1) - mean.diagonal()) / (K - 1)
    found, rng, made = np.zeros(3, int), np.random.default_rng(seed), [start_candidates(K, level) for level in levels]
    for fresh in made:
        write_out(fresh)
    state = start_candidates(K, DELTA), *made, np.zeros((K, 5)), np.zeros((K, 3), int), start_difference(K)
    log, outs = np.full((steps, 5), OPEN), np.zeros((steps, K), bool)
    repeated(runs, *state, win, tie, score, delay, prefix, rng, log, outs, found)
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("case", CASES)
def test_late_answers_whose_delay_depends_on_the_answer(case):
    """Twenty questions are open in the mean where the best item wins, and others are answered at once."""
    for wrong in level_of(case, 1000, 500, delay=40):
        assert at_most(int(wrong), 1000, DELTA)


@entry
def ever_out_in_the_worst_case(runs, votes, s, fresh, supposed, win, tie, best, delay, rng):
    """In how many runs the worst case, for any other item, ever says that the best one has left; uniform pairs."""
    K, found, nobody = win.shape[0], 0, np.zeros((1, win.shape[0]), np.bool_)
    ones, row = np.ones(votes), np.zeros(votes, np.int64)
    for _ in range(runs):
        restore(s, fresh)
        a, b, y = np.zeros(votes, np.int64), np.zeros(votes, np.int64), np.zeros(votes)
        arrives, folded, wrong = np.zeros(votes, np.int64), 0, False
        for t in range(votes):
            a[t], b[t] = int(rng.random() * K), int(rng.random() * (K - 1))
            b[t] += b[t] >= a[t]
            y[t] = 0.5 if rng.random() < tie[a[t], b[t]] else 1.0 if rng.random() < win[a[t], b[t]] else 0.0
            slow = (y[t] == 1 and a[t] == best) or (y[t] == 0 and b[t] == best)
            arrives[t] = t + (int(rng.random() * (delay + 1)) if slow else 0)
            while folded <= t and arrives[folded] <= t:
                tell_candidates(s, a[folded], b[folded], y[folded], 1.0, 1.0)
                folded += 1
            if t % 5 == 0 and folded <= t and not wrong:
                n, part = t + 1 - folded, slice(folded, t + 1)
                known = np.where(arrives[part] <= t, y[part], np.nan)
                for h in range(K):
                    restore(supposed, s)
                    tell_worst(supposed, a[part], b[part], known, ones[:n], ones[:n], row[:n], nobody, h)
                    wrong = wrong or not is_left(supposed, best)
        found += wrong
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("case", ["two items, even", "ties on some pairs"])
def test_the_worst_case_of_late_answers(case):
    win, tie = CASES[case]
    mean = win if tie is None else tie / 2 + (1 - tie) * win
    s, fresh, supposed = (start_candidates(len(win), DELTA) for _ in range(3))
    write_out(fresh)
    best = int(np.argmax(mean.sum(axis=1)))
    tie = np.zeros_like(win) if tie is None else tie
    wrong = ever_out_in_the_worst_case(1000, 300, s, fresh, supposed, win, tie, best, 40, np.random.default_rng(6))
    assert at_most(wrong, 1000, DELTA)


@pytest.mark.compiled
def test_answers_as_they_come_would_deceive():
    """The test above can fail: without waiting for the oldest question the better item is said to be out too often."""
    found = level_of("two items, nearly even", 200, 500, delay=40, prefix=False)
    assert not at_most(int(found[RACE]), 200, DELTA)


@pytest.mark.compiled
@pytest.mark.parametrize("case", ["three items, nearly even", "zeros and ones"])
def test_votes_that_are_taken_back_after_somebody_has_left(case):
    none = np.arange(0)
    levels = [Roster(number, "", 0, none, none).level(DELTA) for number in (1, 2)]
    found = level_of(case, 1000, 500, delay=10, levels=levels, seed=1)
    assert at_most(int(found[RACE]), 1000, DELTA)


@pytest.mark.compiled
def test_an_arena_and_a_file_say_what_is_measured_here():
    """The questions of one run in the order of drawing, and the answers that have come by its end."""
    win = chances(4, p01=0.8, p02=0.9, p03=0.9, p12=0.8, p13=0.9, p23=0.8)
    K, steps, score = 4, 500, (win.sum(axis=1) - 0.5) / 3
    s, fresh, again = (start_candidates(K, DELTA) for _ in range(3))
    write_out(fresh)
    log, outs = np.full((steps, 5), OPEN), np.zeros((steps, K), bool)
    state = s, fresh, again, np.zeros((K, 5)), np.zeros((K, 3), int), start_difference(K)
    drawn = win, np.zeros((K, K)), score, 30, True, np.random.default_rng(3)
    with interpreted():  # one run takes less time than it takes to compile what plays one
        ended = asked(*state, *drawn, log, outs, np.zeros(3, int))
    assert 50 < ended < steps
    names = [f"item {k}" for k in range(K)]
    made = arena(names, delta=DELTA * math.pi**2 / 6)  # the first of its rosters has the level DELTA
    rows, left, waits = [], [], []
    for first, second, answer, _, arrives in log[:ended].tolist():
        out = np.flatnonzero(outs[len(rows)]).tolist()
        for k in set(out) - set(left):
            left.append(k)
            write(made, Left(roster=1, item=k))
        least, inside = 2 if not out else 1, 2 - (first in out) - (second in out)
        draws = (K - len(out)) * (K - 1)
        logged = {"chance": inside / draws, "least": least / draws}
        draw(made, first, second, {**logged, "widest": least / 2, "out": len(out)})
        come = arrives <= ended - 1
        if come:
            waits.append((len(rows) + 1, answer))
        shown = {"left": names[first], "right": names[second], "out": [names[k] for k in out]}
        rows.append({**shown, **logged, "winner": {1: "left", -1: "right", 0: "tie"}.get(answer) if come else None})
    for question, answer in waits[::-1]:  # the order of telling does not matter
        answer_to(made, question, answer)
    race, named = made.state.policy.evidence.outcome()
    assert named == s.now[VERDICT] == 0
    assert set(race.tolist()) == {k for k in range(K) if is_left(s, k)}
    known = [{"left": names[i], "right": names[j], "winner": "tie"} for i, j in ((0, 1), (2, 3))]
    file = du.rank(known + rows, delta=0.1)  # the weights of a file say a little less than a race knows
    assert file.verdict.items == ("item 0",)


def write(made, event):
    """Let an arena fold an event that was not decided by its own rules."""
    event = event.model_copy(update={"seq": made.state.head + 1, "at": made.journal.now})
    made.state.fold(event)
    made.journal.events.append(event)


def draw(made, first, second, logged):
    number = len(made.state.questions) + 1
    head = made.state.head
    told = {"p_first": None, "p_second": None, "roster": 1, "t": 1, "seen": head, **logged}
    write(made, Drawn(question=number, first=first, second=second, **told))
    write(made, Offered(question=number, voter=None, flipped=False))


def answer_to(made, question, outcome):
    ticket = made.state.questions.waiting[question].offers[-1].number
    write(made, Told(ticket=ticket, question=question, answer={1: "left", -1: "right", 0: "tie"}[outcome]))


@pytest.mark.parametrize("rule", ["prefix", "worst", "arrived"])
def test_tests_of_a_pair_whose_losses_come_late(rule):
    """An even pair; losses of the first item arrive up to 40 votes late. Looked at after every vote."""
    rng, runs, votes, delay = np.random.default_rng(4), 1000, 1000, 40
    won = rng.random((runs, votes)) < 0.5
    arrives = np.arange(votes) + np.where(won, 0, rng.integers(0, delay + 1, size=won.shape))
    wins, losses = (np.zeros((runs, votes + 1), int) for _ in range(2))
    wins[:, 1:], losses[:, 1:] = np.cumsum(won, axis=1), np.cumsum(~won, axis=1)
    wrong = np.zeros(runs, bool)
    limit = math.log((1 / DELTA + 1) / 2)
    for t in range(8, votes):
        begin = max(t - delay, 0)
        here = arrives[:, begin : t + 1] <= t
        if rule == "prefix":
            known = begin + np.where(here.all(axis=1), here.shape[1], (~here).argmax(axis=1))
            w, n = (np.take_along_axis(each, known[:, None], 1)[:, 0] for each in (wins, losses))
        else:
            w = wins[:, begin] + (here & won[:, begin : t + 1]).sum(axis=1)
            n = losses[:, begin] + (here & ~won[:, begin : t + 1]).sum(axis=1)
            n += (~here).sum(axis=1) if rule == "worst" else 0
        wrong |= (w > n) & (log_evens(w, n) >= limit)
    assert at_most(int(wrong.sum()), runs, DELTA) == (rule != "arrived")
