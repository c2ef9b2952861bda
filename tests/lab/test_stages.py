"""Winners that users name, and stages on which runs are played."""

import numpy as np
import pytest

import duelling as du
from duelling.errors import InputError
from duelling.lab.stages import PLAYS, AdaptiveStage, DuelStage, parse_winners, set_up
from duelling.registry.choice import choice
from duelling.registry.vocabulary import WORLDS
from duelling.seeds import streams


def test_every_world_is_played_and_has_a_usual_winner():
    assert set(PLAYS) == set(WORLDS)
    for world, play in PLAYS.items():
        assert parse_winners(None, world) == (play.usual,)
        assert play.usual in play.concepts()


@pytest.mark.parametrize(
    ("given", "found"),
    [("von-neumann", ("von_neumann",)), (["borda", "copeland"], ("borda", "copeland")), ("utility", ("utility",))],
)
def test_winners_are_found_by_their_names(given, found):
    assert parse_winners(given, "arms") == found


@pytest.mark.parametrize(
    ("given", "world", "message"),
    [
        ("bord", "arms", "there is no winner 'bord': did you mean 'borda'"),
        ("borda", "contexts", "there is no winner 'borda'"),
        ("nobody", "arms", "there is no winner 'nobody': choose from borda, "),  # nothing is near
        (lambda P, mean: mean, "arms", r"winner must be a name, got a function: @du.winner\('mine'\) above it"),
        ([], "arms", "winner must name at least one concept, each once, got"),
        (["borda", "borda"], "arms", "winner must name at least one concept, each once, got"),
    ],
)
def test_bad_winners_are_one_line(given, world, message):
    with pytest.raises(InputError, match=message):
        parse_winners(given, world)


def test_a_stage_plays_any_number_of_runs_with_one_best_arm():
    rounds = np.array([5, 20])
    stage = set_up(du.problem("cyclic"), ["borda"], rounds)
    assert isinstance(stage, DuelStage)
    totals = np.zeros((2, 2, 1))
    for _ in range(2):  # the second run is the first one again: nothing in the stage has changed
        again = np.zeros((2, 2, 1))
        played = stage.run(choice("ws-w").start(4, 20), rounds, streams(3, 0), again)
        assert (played.left, played.best is stage.best) == (0, True)
        assert not totals.any() or np.array_equal(totals, again)
        totals = again
    assert (totals[0] <= totals[1]).all()


def test_an_adversary_has_a_stage_whose_best_arm_belongs_to_the_run():
    rounds = np.array([30])
    stage = set_up(du.problem("shadow:arms=4"), ["borda"], rounds)
    assert isinstance(stage, AdaptiveStage)
    best = [
        stage.run(choice("exp3+unif").start(4, 30), rounds, streams(0, run), np.zeros((2, 1, 1))).best for run in (0, 1)
    ]
    assert best[0] is not best[1]
    with pytest.raises(InputError, match="winner must be one of borda for shadow"):
        set_up(du.problem("shadow:arms=4"), ["copeland"], rounds)
