"""Compiling ahead in another process: what it plays, and what it cannot know."""

import pickle

import pytest

import duelling as du
from duelling.lab import ahead
from duelling.lab.ahead import compiling, play_all

pytestmark = pytest.mark.plain

BRIEFLY = {"horizon": 5, "runs": 1}


@pytest.fixture
def ordered(monkeypatch):
    """What other processes are told to do, in place of one."""
    found = []

    class Told:
        def __init__(self, silent):
            assert silent

        def __enter__(self):
            return self

        def __exit__(self, *_):
            found.append("ended")

        def order(self, function, argument):
            found.append((function, pickle.loads(argument)[1:]))

    monkeypatch.setattr(ahead, "Helper", Told)
    return found


def test_it_plays_briefly_until_the_block_ends(ordered):
    with compiling(du.problem("cyclic"), ["ws-w", "rucb"], BRIEFLY):
        assert ordered == [(play_all, (("ws-w", "rucb"), BRIEFLY))]
    assert ordered[1:] == ["ended"]


def test_a_problem_that_no_other_process_knows_is_left_alone(ordered):
    class Own(du.PreferenceMatrix):
        pass

    with compiling(Own([[0.5, 0.9], [0.1, 0.5]]), ["ws-w"], BRIEFLY):
        pass
    assert ordered == []


def test_what_fails_there_is_passed_over(monkeypatch):
    played = []

    def simulate(problem, name, **how):
        played.append(name)
        if name == "nobody":
            raise du.InputError("no")

    monkeypatch.setattr(ahead, "simulate", simulate)
    play_all(pickle.dumps((du.problem("cyclic"), ("nobody", "ws-w"), BRIEFLY)))
    assert played == ["nobody", "ws-w"]
