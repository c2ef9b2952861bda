"""What holds for every algorithm. Each law is a function that raises AssertionError with what to change."""

import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from duelling.core.jit import interpreted, plain
from duelling.core.protocol import choose, seat_newcomer, stand, standing, update, verdict
from duelling.core.states import copy, load, numbers, save
from duelling.registry.choice import Choice
from duelling.testing.grounds import alike, arms_for, fresh, stopper
from duelling.testing.playing import PATIENCE, even, hold, hold_numbers, hold_pair, learned, nature, order, play, stops

STEPS = 20  # rounds in which the standing is looked at before there is a verdict


class Effort(NamedTuple):
    """How much is played."""

    rounds: int
    sizes: tuple[int, ...]  # numbers of arms
    many: int  # arms


def effort() -> Effort:
    """Less in plain Python, which solves large games for a minute; docs/own_algorithm.md says how much."""
    return Effort(120, (2, 3), 60) if plain() else Effort(600, (2, 3, 20), 500)


def _pairs(chosen: Choice) -> None:
    rounds, sizes, _ = effort()
    for arms in {arms_for(chosen, size) for size in sizes}:
        state, rng = fresh(chosen, arms, rounds), np.random.default_rng(0)
        for t in range(1, rounds + 1):
            duel = choose(state, t, rng)
            hold_pair(t, arms, duel)  # before update uses the arms as indices
            update(state, t, duel, nature(t, duel))


def _seeds(chosen: Choice) -> None:
    arms, rounds = arms_for(chosen, 5), effort().rounds // 2
    alone = play(fresh(chosen, arms, rounds), rounds, np.random.default_rng(7))
    a, b = fresh(chosen, arms, rounds), fresh(chosen, arms, rounds)
    left, right = np.random.default_rng(7), np.random.default_rng(8)
    for t in range(1, rounds + 1):
        (duel,) = play(a, 1, left, begin=t)
        play(b, 1, right, lambda t, duel: -nature(t, duel), begin=t)
        hold(
            duel == alone[t - 1],
            f"choose must draw from rng alone, and start make arrays of its own: beside another learner it chose {duel}"
            f" in round {t}, alone {alone[t - 1]}",
        )


def _saved(chosen: Choice) -> None:
    arms = arms_for(chosen, 4)
    ways: tuple[Callable[[Any], Any], ...] = (
        copy,
        lambda state: load(save(state), fresh(chosen, arms, 200)),
        lambda state: pickle.loads(pickle.dumps(state)),
    )
    for again_from in ways:
        state, rng = fresh(chosen, arms, 200), np.random.default_rng(3)
        play(state, 100, rng)
        again, same = again_from(state), pickle.loads(pickle.dumps(rng))
        equal = play(state, 100, rng, begin=101) == play(again, 100, same, begin=101)
        equal = equal and np.array_equal(numbers(state), numbers(again), equal_nan=True)
        hold(equal, "all that changes must be an array of the state: one that was saved and loaded goes on otherwise")


def _extremes(chosen: Choice) -> None:
    rounds, sizes, _ = effort()
    for arms in {arms_for(chosen, size) for size in sizes}:
        for outcome in (1, -1, 0):
            state = fresh(chosen, arms, rounds)
            for t, duel in enumerate(play(state, rounds, np.random.default_rng(0), lambda t, duel: outcome), 1):  # noqa: B023
                hold_pair(t, arms, duel)
            hold_numbers(state, f"where every outcome is {outcome}")


def _many(chosen: Choice) -> None:
    arms = arms_for(chosen, effort().many)
    for t, duel in enumerate(play(fresh(chosen, arms, 3), 5, np.random.default_rng(0)), 1):
        hold_pair(t, arms, duel)


def _late(chosen: Choice) -> None:
    arms = arms_for(chosen, 6)
    state, rng, mail, waiting = fresh(chosen, arms, 300), np.random.default_rng(0), np.random.default_rng(1), []
    for t in range(1, 301):
        waiting.append((t, choose(state, t, rng)))
        hold_pair(t, arms, waiting[-1][1])
        if len(waiting) > 10:
            told, duel = waiting.pop(int(mail.random() * len(waiting)))
            update(state, told, duel, nature(told, duel))
    hold_numbers(state, "after late outcomes")


def _compiled(chosen: Choice) -> None:
    def trajectory() -> list[tuple[Any, ...]]:
        return play(fresh(chosen, arms_for(chosen, 6), 100), 100, np.random.default_rng(2))

    ours = trajectory()
    with interpreted():
        theirs = trajectory()
    for t, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        hold(alike(one, other), f"compiled and plain Python must choose alike, got {one} and {other} in round {t}")


def _lost(chosen: Choice) -> None:
    whole = learned(chosen, 0, 0)
    for lost in (0.05, 0.2):
        share = learned(chosen, lost, 0)
        hold(
            share > whole - 0.1,
            f"nothing must wait for an outcome that never comes: the best arm is in {share:.0%} of the duels where"
            f" {lost:.0%} are lost, and in {whole:.0%} where none is",
        )
        ends = stops(chosen, lost, 0)
        hold(ends, f"it must stop although {lost:.0%} of outcomes are lost, got {PATIENCE} duels without a verdict")


def _newcomer(chosen: Choice) -> None:
    """It is told of five arms alone, then the sixth comes; within 20 duels for each arm it is chosen."""
    if why_no_law(chosen, NEWCOMER):
        return
    few, many, rng = fresh(chosen, 5, 2000), fresh(chosen, 6, 2000), np.random.default_rng(0)
    for t in range(1, 301):
        duel = choose(few, t, rng)
        for learner in (few, many):
            update(learner, t, duel, even(t, duel))
    seat_newcomer(many, 5)
    seen = False
    for t in range(301, 421):
        duel = choose(many, t, rng)
        seen = seen or 5 in (duel.first, duel.second)
        update(many, t, duel, even(t, duel))
    hold(seen, "seat must give a newcomer a chance: it was not chosen in 120 duels, after 300 among five other arms")


def _standing(chosen: Choice) -> None:
    """Until the verdict and after it: groups are 0, 1, ..., and those of a verdict have its arm in group 0."""
    if why_no_law(chosen, STANDING):
        return
    state, rng, groups = stopper(chosen), np.random.default_rng(0), np.zeros(3, dtype=np.int64)
    several = chosen.algorithm.finds != "arm"
    hold(not several or type(state) in standing.written, f"one that finds {chosen.algorithm.finds} must write standing")
    for t in range(1, PATIENCE):
        arm = verdict(state)
        if t < STEPS or arm != -1:
            final, told = stand(state, groups), sorted({*groups.tolist()})
            hold(told == list(range(len(told))), f"standing must write groups 0, 1, ..., got {told} in round {t}")
            hold(final == (arm != -1), f"standing must be final with the verdict {arm} in round {t}, got {final}")
            hold(arm < 0 or groups[arm] == 0, f"the verdict {arm} must be in group 0, got {groups.tolist()}")
        if arm != -1:
            break
        play(state, 1, rng, order, t)


def why_no_law(chosen: Choice, law: str) -> str:
    """Why a law says nothing of this algorithm; empty where it does."""
    declared = chosen.algorithm
    if law == NEWCOMER and declared.world != "arms":
        return "nobody comes late among contexts or points"
    if law == NEWCOMER and not declared.winners:
        return "it looks for no winner"
    if law == NEWCOMER and not declared.folds:
        return "newcomers are for learners that declare folds=True"
    if law == STANDING and declared.identify is None:
        return "it does not stop by itself"
    return ""


NEWCOMER, STANDING = "a newcomer is shown", "what it finds has groups in order"
COMPILED = "compiled and plain Python choose alike"
LAWS: dict[str, Callable[[Choice], None]] = {
    "pairs are arms, and chances are chances": _pairs,
    "the same seed gives the same pairs, and two learners share nothing": _seeds,
    "a saved learner goes on as if nothing had happened": _saved,
    "outcomes that never change leave numbers": _extremes,
    "many arms and a short horizon are survived": _many,
    "late and unordered outcomes are accepted": _late,
    "lost outcomes do no harm": _lost,
    NEWCOMER: _newcomer,
    STANDING: _standing,
    COMPILED: _compiled,
}
