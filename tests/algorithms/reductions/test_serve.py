"""Learning while serving: chances of bandits, the twin, weights by hand, late votes, and how often it errs."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.reductions import serve
from duelling.core.jit import interpreted
from duelling.core.protocol import Duel, chances, choose, pull, update, verdict
from duelling.core.states import copy
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import BANDITS
from duelling.testing.playing import nature, play
from tests.helpers.chances import at_most
from tests.naive.agreement import matrices, same_play, tournament
from tests.naive.serve import Serve

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(
    "text",
    [
        *(f"{name}+unif" for name, facts in BANDITS.every().items() if facts.true_chances),
        "exp3+unif:rate=anytime",
        "ucb+unif:ties=lowest",
    ],
)
@pytest.mark.parametrize(("arms", "rounds"), [(3, 0), (3, 40), (40, 7)])
def test_the_chances_of_a_bandit_are_those_of_its_pulls(text, arms, rounds):
    """In plain Python: what is compiled is played below and in the contract."""
    with interpreted():
        learner, rng, w = choice(text).start(arms, 1000), np.random.default_rng(0), np.zeros(arms)
        play(learner, rounds, rng)
        seen = {}
        for _ in range(30):
            arm, p = pull(copy(learner).bandit, rounds + 1, rng)
            seen[int(arm)] = p
        before = copy(learner)
        chances(learner.bandit, rounds + 1, w)
        assert w.sum() == pytest.approx(1)
        for arm, p in seen.items():
            assert w[arm] == pytest.approx(p, rel=1e-9)
        after = [choose(state, rounds + 1, np.random.default_rng(5)) for state in (before, learner)]
        assert after[0][:2] == after[1][:2]  # to ask changes nothing


@pytest.mark.parametrize("learner", ["tsallis+unif", "ucb+unif"])
@pytest.mark.parametrize(("arms", "rounds"), [(2, 100), (4, 90)])
def test_agrees_with_evidence_that_is_computed_anew(learner, arms, rounds):
    for seed, win in enumerate(matrices(arms, 3)):
        decide = tournament(win, seed, ties=0.1 * seed)
        outcome = lambda t, duel, decide=decide: decide(t, duel.first, duel.second)  # noqa: E731
        fast = serve.start(arms, 100, delta=0.5, learner=learner)
        slow = Serve(choice(learner).start(arms, 100), arms, 0.5, 0.5)
        same_play(fast, slow, outcome, rounds, seed, rel=1e-9)


def test_one_vote_by_hand():
    """Before the first vote all is uniform: w = 1/K, and every vote has the weight 1."""
    s = serve.identify(4)
    duel = choose(s, 1, np.random.default_rng(0))
    assert duel.p_first == pytest.approx(1 / 4)
    update(s, 1, Duel(0, 1, 1 / 4, 1 / 3), 1)
    assert s.candidates.score[:2] == pytest.approx(np.array([[1, 1], [1, 0]]))
    assert s.candidates.plain.U[0, 0] == pytest.approx(np.log(1 + 0.95 * 0.5))


def test_a_vote_whose_chances_have_changed_teaches_the_bandit_alone():
    s, rng = serve.identify(3), np.random.default_rng(0)
    late = choose(s, 1, rng)
    play(s, 20, rng, nature, 2)
    score, L = s.candidates.score.copy(), s.learner.bandit.L.copy()
    update(s, 1, late, -1)
    np.testing.assert_array_equal(s.candidates.score, score)
    assert (s.learner.bandit.L != L).any()


def test_after_the_verdict_the_bandit_plays_alone():
    s, rng = serve.start(3, 1000, delta=0.3), np.random.default_rng(0)
    t = 1
    while verdict(s) < 0:
        play(s, 1, rng, lambda t, duel: int(np.sign(duel.second - duel.first)), t)
        t += 1
    assert verdict(s) == 0
    alone = copy(s.learner)
    assert choose(s, t, np.random.default_rng(1)) == choose(alone, t, np.random.default_rng(1))


def test_bad_parameters_are_named_with_their_value():
    with pytest.raises(InputError, match=r"learner must be X\+unif of a bandit X that tells its chances, got 'rucb'"):
        serve.identify(3, learner="rucb")
    with pytest.raises(InputError, match=r"learner must need no horizon where there is none, got 'exp3\+unif'"):
        serve.identify(3, learner="exp3+unif")
    with pytest.raises(InputError, match="there is no algorithm 'tsalis'"):
        serve.start(3, 10, learner="tsalis")
    for mix in (0, -1, 1.5):
        with pytest.raises(InputError, match=f"mix must be above 0 and at most 1, got {mix!r}"):
            serve.start(3, 10, mix=mix)


@pytest.mark.slow
@pytest.mark.compiled
def test_wrong_verdicts_are_at_most_as_many_as_delta_allows_at_near_ties():
    win = np.array([[0.5, 0.501], [0.499, 0.5]])
    found = du.identify(du.PreferenceMatrix(win), "serve+race", runs=1000, limit=2000, seed=7)
    assert at_most(int((found.arms == 1).sum()), 1000, 0.05)
    assert (found.arms == 1).any()


@pytest.mark.slow
@pytest.mark.compiled
def test_it_takes_little_longer_than_the_race_and_costs_less_regret():
    served, raced = (du.identify("cyclic", text, runs=200, limit=50_000, seed=1) for text in ("serve+race", "race"))
    assert np.median(served.duels) < 1.4 * np.median(raced.duels)
    regret = du.simulate("cyclic", ["serve+race:delta=1e-9", "race:delta=1e-9"], horizon=1000, runs=50).weak[
        :, :, -1, 0
    ]
    assert regret[0].mean() < regret[1].mean()
