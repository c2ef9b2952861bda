"""Which learners may work in an arena."""

import pytest

from duelling.errors import InputError
from duelling.live.learners import check_learner, start_of
from duelling.live.settings import Settings
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("goal", "learner", "says"),
    [
        ("learner", "ws-w", "ws-w cannot be rebuilt from its votes: the nearest learner for an arena is '"),
        ("learner", "exp3+unif", "exp3+unif needs a horizon: the nearest learner for an arena is '"),
        ("learner", "race", "learner must be left out: race is what goal='best' does"),
        ("learner", None, "learner must be named for the goal learner"),
        ("learner", "", "learner must be a name, got ''"),
        ("best", "rucb", "learner must be left out for the goal best, got 'rucb'"),
        ("show", "d-ts", "learner must be X+unif of a bandit X that tells its chances, got 'd-ts'"),
        ("learner", "ruc", "there is no algorithm 'ruc': did you mean 'rucb'?"),
    ],
)
def test_who_does_not_fit_is_refused_with_what_to_do(goal, learner, says):
    with pytest.raises(InputError) as error:
        check_learner(Settings(goal=goal, learner=learner))
    assert str(error.value).startswith(says)


@pytest.mark.parametrize("name", [name for name, each in ALGORITHMS.every().items() if not each.folds])
def test_nobody_who_does_not_fold_is_taken_and_the_one_that_is_named_instead_is(name):
    with pytest.raises(InputError) as error:
        check_learner(Settings(goal="learner", learner=name))
    instead = str(error.value).rsplit("'", 2)[1]
    check_learner(Settings(goal="learner", learner=instead))


@pytest.mark.parametrize("name", ["ws-w", "rmed1", "exp3+unif"])
def test_the_nearest_has_the_same_winner_and_regret_not_only_a_similar_name(name):
    with pytest.raises(InputError) as error:
        check_learner(Settings(goal="learner", learner=name))
    asked, nearest = (choice(each).algorithm for each in (name, str(error.value).rsplit("'", 2)[1]))
    assert {*asked.winners} & {*nearest.winners}
    assert (asked.regret, asked.adversarial) == (nearest.regret, nearest.adversarial)


def test_show_serves_by_tsallis_unless_told_otherwise():
    assert type(start_of(Settings(goal="show"), 3).bandit).__name__ == "Tsallis"
    for served in ("tsallis+unif:estimator=iw", "exp3+unif:rate=anytime"):
        check_learner(Settings(goal="show", learner=served))


@pytest.mark.parametrize("learner", ["soda:rate=fixed", "exp3-sparring:rate=fixed"])
def test_a_setting_for_a_known_horizon_is_refused(learner):
    with pytest.raises(InputError, match=f"{learner} needs a horizon"):
        check_learner(Settings(goal="learner", learner=learner))
