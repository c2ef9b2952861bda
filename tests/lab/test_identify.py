"""Running to a verdict: stopping times by the definition, the share of wrong verdicts, and bad input."""

from dataclasses import replace

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import choose, decide, update, verdict
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from duelling.seeds import streams
from tests.helpers.chances import at_most
from tests.helpers.commands import EXAMPLE
from tests.helpers.modes import INTERPRETED
from tests.helpers.playing import Astray

STOPPING = sorted(name for name, facts in ALGORITHMS.every().items() if facts.identify)
EASY = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]], name="easy")


def test_what_was_found_is_told_in_one_line():
    found = du.identify("cyclic", "savage", delta=0.1, runs=2)
    first, second, third = repr(found).split(": ")
    assert (first, second) == ("cyclic", "savage looks for the condorcet winner, 2 runs")
    assert third.startswith(f"{found.duels.mean():.0f} duels on average, ")
    assert repr(found).endswith("% right, 0.0% wrong, 0.0% undecided")


@pytest.mark.skipif(not INTERPRETED, reason="the compiled loop is compared with this one elsewhere")
@pytest.mark.parametrize("name", STOPPING)
def test_stops_after_as_many_duels_as_the_verbs_say(name):
    budget = 200 if ALGORITHMS.find(name).budgeted else None
    text = "btm:epsilon=0.9" if name == "btm" else name  # a tenth takes seven times as many
    chosen = choice(text, identify=True, delta=0.1, budget=budget)
    found = du.identify(EASY, chosen.text, delta=0.1, budget=budget, runs=2, seed=5)
    for run in range(2):
        learner = chosen.start(3)
        environment, stream, t = EASY.start(1), streams(5, run), 0
        while verdict(learner) < 0:
            t += 1
            duel = choose(learner, t, stream.learner)
            update(learner, t, duel, decide(environment, t, duel.first, duel.second, stream.problem))
        assert (found.duels[run], found.arms[run]) == (t, verdict(learner))


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in STOPPING if not ALGORITHMS.find(name).budgeted])
def test_verdicts_are_wrong_at_most_as_often_as_delta(name):
    """300 runs at delta = 0.2, by an exact binomial test at 10^-3: three in ten would be found out always.

    Wrong is what breaks the algorithm's own promise.
    """
    problem = du.PreferenceMatrix([[0.5, 0.65, 0.7], [0.35, 0.5, 0.65], [0.3, 0.35, 0.5]])
    found = du.identify(problem, name, delta=0.2, runs=300, seed=1)
    assert found.summary()["undecided"] == 0
    assert at_most(int((~found.near).sum()), 300, 0.2)


def test_same_seed_same_verdicts_for_any_number_of_threads():
    one, two = (du.identify(EASY, "savage", runs=4, seed=2, threads=n) for n in (1, 2))
    np.testing.assert_array_equal(one.duels, two.duels)


def test_a_run_that_is_not_sure_in_time_is_undecided():
    found = du.identify(du.problem("multisol"), "savage-copeland", runs=2, limit=50).summary()
    assert found["undecided"] == 1
    assert found["duels"]["max"] == 50
    assert found["verdicts"] == {}


@pytest.mark.plain
def test_a_sequence_is_played_in_whole_periods():
    sequence = du.exact_sequence(EASY, period=20)
    assert du.identify(sequence, "borda-elimination", runs=1, limit=10**5 + 7).summary()["right"] == 1


@pytest.mark.parametrize("name", ["if1", "if2", "btm", "savage", "merge-rucb"])
def test_with_a_horizon_it_says_when_an_algorithm_commits_and_to_whom(name):
    found = du.identify(EASY, name, horizon=20_000, runs=3).summary()
    assert found["delta"] is None
    assert found["horizon"] == 20_000
    assert found["verdicts"] == {"0": 3}
    assert 0 < found["duels"]["max"] < 20_000


@pytest.mark.plain  # SPAR2 takes twenty seconds to compile
@pytest.mark.parametrize(("best", "arms"), [(0, 2), (1, 3), (2, 3)])
def test_a_commitment_to_the_whole_von_neumann_winner_is_right(best, arms):
    """It is one arm, whatever its number; any other arm, and any arm of a mixture, is wrong."""
    win = np.full((arms, arms), 0.5)
    win[best], win[:, best], win[best, best] = 1.0, 0.0, 0.5
    text = "spar2:alpha=0.51,radius=paper,delta=0.9"
    found = du.identify(du.PreferenceMatrix(win), text, horizon=2000, runs=3)
    assert found.right == (best,)
    assert (found.arms == best).all()
    assert found.summary()["right"] == 1
    rock = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert du.identify(du.PreferenceMatrix(rock), "spar2", horizon=10, runs=1).right == ()


NEAR = np.array([[0.5, 0.52, 0.9, 0.6], [0.48, 0.5, 0.8, 0.7], [0.1, 0.2, 0.5, 0.55], [0.4, 0.3, 0.45, 0.5]])


@pytest.mark.parametrize("within", [0.019, 0.021, 0.3, 0.41])
@pytest.mark.parametrize("name", ["race", "champion", "borda-stop", "savage"])
def test_within_an_arm_that_is_little_worse_is_right(name, within):
    """By the definitions: the share of wins against a uniform opponent, and the chances against every other arm."""
    others = [[j for j in range(4) if j != i] for i in range(4)]
    if name in ("race", "borda-stop"):
        shares = [np.mean([NEAR[i, j] for j in others[i]]) for i in range(4)]
        right = [i for i in range(4) if shares[i] >= max(shares) - within]
    else:
        right = [i for i in range(4) if all(NEAR[i, j] >= 0.5 - within for j in others[i])]
    found = du.identify(du.PreferenceMatrix(NEAR), name, within=within, runs=1, limit=1)
    assert found.right == tuple(right)
    assert found.summary()["within"] == within


def test_where_nobody_wins_an_arm_that_loses_to_nobody_by_more_is_right():
    """Rock, paper and scissors, where the first is hardly beaten; any other arm is beaten clearly."""
    P = np.array([[0.5, 0.7, 0.48], [0.3, 0.5, 0.8], [0.52, 0.2, 0.5]])
    found = du.identify(du.PreferenceMatrix(P), "champion", within=0.1, runs=1, limit=1)
    assert found.right == (0,)
    for within in (0.0, 0.01):
        with pytest.raises(du.InputError, match="no arm beats every other one"):
            du.identify(du.PreferenceMatrix(P), "champion", within=within, runs=1, limit=1)


def test_within_is_handed_to_an_algorithm_that_knows_it():
    problem = du.PreferenceMatrix(NEAR)
    given = du.identify(problem, "race", within=0.3, runs=3, seed=1)
    written = du.identify(problem, "race:within=0.3", runs=3, seed=1)
    np.testing.assert_array_equal(given.duels, written.duels)
    assert written.right == (0,) != given.right
    exact, judged = (du.identify(problem, "savage-borda", within=e, runs=2, limit=500) for e in (0, 0.3))
    np.testing.assert_array_equal(exact.duels, judged.duels)


def test_runs_can_be_played_in_parts():
    whole, part = du.identify(EASY, "savage", runs=4), du.identify(EASY, "savage", runs=2, first_run=2)
    np.testing.assert_array_equal(whole.duels[2:], part.duels)
    assert (whole.seconds > 0).all()
    assert whole.provenance["parameters"] == {"savage": {"delta": None, "epsilon": 0}}


def test_commitment_is_what_simulate_plays():
    """Strong regret stops growing at the duel in which the algorithm commits to the best arm."""
    found = du.identify(EASY, "if2", horizon=5000, runs=1)
    committed = int(found.duels[0])
    regret = du.simulate(EASY, "if2", horizon=5000, runs=1, checkpoints=[committed - 1, committed]).strong[0, 0, :, 0]
    assert regret[0] < regret[1] == regret[2]


def test_one_run_has_no_standard_error():
    assert du.identify(EASY, "savage", runs=1).summary()["duels"]["sem"] is None


def test_a_limit_below_the_period_is_refused():
    with pytest.raises(du.InputError, match="limit must be at least the period 20"):
        du.identify(du.exact_sequence(EASY, period=20), "savage", runs=1, limit=7)


def test_a_choice_that_is_no_arm_is_an_error_and_not_a_crash():
    facts = replace(ALGORITHMS.find("savage"), identify=lambda arms, *, delta: Astray(arms))
    ALGORITHMS.add("astray", facts, __name__)
    with pytest.raises(du.InputError, match="astray must choose arms from 0 to 2, it left them in round 7"):
        du.identify(EASY, "astray", runs=1)


def test_progress_counts_runs():
    seen = []
    du.identify(EASY, "savage", runs=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cyclic", "ws-w", {}), "ws-w does not stop by itself: give it a horizon, or choose from"),
        (("cyclic", None, {}), "algorithm must be a name, or a name and its parameters in a dict, got None"),
        ((None, "savage", {}), "problem must be a problem, a name, a path or a matrix, got None"),
        (("cyclic", "savage", {"delta": 0}), "delta must lie"),
        (("cyclic", "savage", {"delta": 1.5}), "delta must lie"),
        (("cyclic", "savage:delta=0.1", {}), "parameter of savage"),
        (("cyclic", "savage", {"runs": 0}), "runs must be"),
        (("cyclic", "savage", {"limit": 0}), "limit must be"),
        (("multisol", "savage", {}), "winner must be one of"),
        (("cyclic", "ws-w", {"horizon": 100}), "ws-w never commits to an arm"),
        (("cyclic", "random", {"horizon": 100}), "random never commits to an arm"),
        (("cyclic", "savage", {"first_run": -1}), "first_run must be"),
        (("cyclic", "savage", {"within": -0.1}), "within must be from 0 to 1, got -0.1"),
        (("cyclic", "race:within=0.1", {"within": 0.2}), "within must be given once, got 0.2 and race:within=0.1"),
        (("cyclic", "race:top=2", {"within": 0.2}), "within must be 0 where several arms are sought"),
        (("cyclic", "savage-copeland", {"within": 0.2}), "within must be 0 where the copeland winner is sought"),
    ],
)
def test_bad_input_is_one_clear_line(arguments, message):
    problem, algorithm, settings = arguments
    with pytest.raises(du.InputError, match=message):
        du.identify(problem, algorithm, **{"runs": 1, **settings})


def test_who_writes_an_algorithm_is_told_to_register_verdict():
    with kept():
        du.load(EXAMPLE)
        with pytest.raises(du.InputError, match=r"keeper never commits .*, or register verdict for your own$"):
            du.identify("cyclic", "keeper", horizon=100, runs=1)
    with pytest.raises(du.InputError, match=r"then exploits$"):
        du.identify("cyclic", "ws-w", horizon=100, runs=1)
