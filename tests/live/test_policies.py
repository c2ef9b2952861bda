"""An arena whose voters answer at once plays the same pairs as the laboratory, bit by bit."""

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.core.protocol import choose, decide, update, verdict
from duelling.errors import InputError
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.learners import check_learner, start_of
from duelling.live.policies import uniform, weighed
from duelling.live.settings import Settings
from duelling.live.state import Streams
from duelling.registry.facts import ALGORITHMS
from duelling.seeds import side_stream, streams
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain
P = np.array([[0.5, 0.7, 0.6, 0.9], [0.3, 0.5, 0.55, 0.8], [0.4, 0.45, 0.5, 0.7], [0.1, 0.2, 0.3, 0.5]])
LEVEL = 6 * 0.05 / np.pi**2


def fits(learner):
    """Whether an arena takes it."""
    try:
        check_learner(Settings(goal="learner", learner=learner))
    except InputError:
        return False
    return True


LEARNERS = [*filter(fits, ALGORITHMS.every()), "exp3+unif:rate=anytime"]
# they begin to solve where they ended the last time
GUESSES = ("tsallis+unif", "tsallis-sparring", "versatile-db", "versatile-shared")


def in_the_laboratory(learner, rounds):
    """Pairs of different arms with their chances, until the verdict."""
    learner_rng, problem_rng = streams(3, 0)
    problem = du.PreferenceMatrix(P).start(rounds)
    pairs = []
    with interpreted():
        for t in range(1, rounds + 1):
            if type(learner) in verdict.written and verdict(learner) != -1:
                break
            duel = choose(learner, t, learner_rng)
            outcome = decide(problem, t, duel.first, duel.second, problem_rng)
            update(learner, t, duel, outcome)
            if duel.first != duel.second:
                pairs.append((int(duel.first), int(duel.second), float(duel.p_first), float(duel.p_second)))
    return pairs


def in_the_arena(rounds, **settings):
    """The questions of an arena that draws from the stream of the laboratory's learner."""
    learner_rng, problem_rng = streams(3, 0)
    made = arena("abcd", streams=Streams(lambda seed, n: learner_rng, side_stream), **settings)
    problem = du.PreferenceMatrix(P).start(rounds)
    pairs = []
    for _ in range(rounds):
        (ticket,) = made.do(Ask(1)).tickets
        drawn = next(event for event in made.journal.events[::-1] if event.kind == "drawn")
        with interpreted():
            outcome = decide(problem, 1, drawn.first, drawn.second, problem_rng)
        won = {1: drawn.first, -1: drawn.second}[outcome]
        made.do(Tell(ticket, "left" if "abcd".index(ticket.left) == won else "right"))
        pairs.append((drawn.first, drawn.second, drawn.p_first, drawn.p_second))
    return pairs


@pytest.mark.parametrize(
    ("goal", "learner", "rounds"),
    [
        ("best", "race", 700),
        ("rank", "race:pairs=uniform", 700),
        ("show", "serve+race", 700),
        ("condorcet", "champion", 700),
    ],
)
@pytest.mark.parametrize("within", [0.0, 0.15])
def test_every_goal_plays_the_pairs_of_its_learner_until_the_verdict(goal, learner, rounds, within):
    text = f"{learner}{',' if ':' in learner else ':'}within={within}"
    expected = in_the_laboratory(du.choice(text, identify=True, delta=LEVEL).start(4), rounds)
    found = in_the_arena(len(expected), goal=goal, within=within)
    assert [each[:2] for each in found] == [each[:2] for each in expected]
    np.testing.assert_allclose([each[2:] for each in found], [each[2:] for each in expected], rtol=1e-9)
    assert len(expected) > 100
    assert within == 0 or len(expected) < rounds


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_that_folds_plays_its_pairs(learner):
    expected = in_the_laboratory(start_of(Settings(goal="learner", learner=learner), 4), 150)
    found = in_the_arena(len(expected), goal="learner", learner=learner)
    assert [each[:2] for each in found] == [each[:2] for each in expected]
    if learner in GUESSES:
        np.testing.assert_allclose([each[2:] for each in found], [each[2:] for each in expected], rtol=1e-9)
    else:
        assert found == expected


@pytest.mark.parametrize("learner", ["tsallis+unif", "exp3+unif:rate=anytime", "race:pairs=uniform"])
def test_the_laboratory_is_simulate(learner):
    """The regret of each round tells its pair, for the mean scores of any two items are others."""
    played = du.simulate(du.PreferenceMatrix(P), learner, horizon=150, runs=1, seed=3, checkpoints=range(1, 151))
    regret = np.diff(played.regret("strong")[0, 0], axis=0, prepend=0)
    pairs = in_the_laboratory(du.choice(learner).start(4, 150), 150)
    borda = P.mean(axis=1)
    expected = [borda.max() - (borda[i] + borda[j]) / 2 for i, j, *_ in pairs]
    np.testing.assert_allclose(np.ravel(regret), expected, atol=1e-12)


def test_uniform_pairs_have_the_chance_of_every_pair():
    drawn = uniform(5, np.random.default_rng(0))
    assert drawn.chance == drawn.least == 1 / 10
    assert drawn.widest == 1


def test_the_chances_of_a_pair_are_those_of_both_orders_and_the_least_touches_a_candidate():
    """K = 4, w = (.7, .1, .1, .1): the pair of 0 and 1 has .8/3, that of 1 and 2 has .2/3, which is the least."""
    w = np.array([0.7, 0.1, 0.1, 0.1])
    duel = uniform(4, np.random.default_rng(0)).duel._replace(first=0, second=1)
    drawn = weighed(duel, w, np.arange(4))
    assert drawn.chance == pytest.approx(0.8 / 3)
    assert drawn.least == pytest.approx(0.2 / 3)
    assert (drawn.widest, drawn.all_in) == (1.0, True)
    fewer = weighed(duel, w, np.array([0, 1]))
    assert fewer.least == pytest.approx(0.2 / 3)
    assert fewer.widest == pytest.approx(0.2 / 0.8)
    assert not fewer.all_in
