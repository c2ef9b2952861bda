"""All algorithms that suit a problem, played one after another until the time is over."""

import math
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from duelling.arrays import flag
from duelling.core.regrets import Regret
from duelling.errors import WrongValue, at_least, chance, one_of, whole
from duelling.lab.clock import Clock, Left, one_after_another
from duelling.lab.contest import PROBE, Contest
from duelling.lab.heats import Heats, only_grows
from duelling.lab.identify import LIMIT, Identification, identify
from duelling.lab.merging import merge
from duelling.lab.prepare import prepare
from duelling.lab.progress import Progress, Report, shown
from duelling.lab.quests import look_for
from duelling.lab.results import Result
from duelling.lab.stages import parse_winners
from duelling.problems.base import Problem
from duelling.problems.reading.named import ProblemLike
from duelling.problems.reading.named import problem as find
from duelling.registry.catalogue import select, worth
from duelling.registry.choice import choice
from duelling.registry.facts import Algorithm

SECONDS = 50.0  # for all together, so that a first answer comes in under a minute, with some time to spare
WITH_BUDGET, WITHOUT = "ends after a budget of duels, and none is given", "ends by itself, without a budget"


class Everybody(NamedTuple):
    """A result for each that was played, the smallest mean regret first, and the others.

    Each has as many of the runs that were asked for as fitted into the time; those that may be the best have most.
    """

    parts: tuple[Result, ...]
    left: tuple[Left, ...]


def shared(parts: Sequence[Result]) -> Result:
    """The runs that all parts have, as one result."""
    return merge(*(_first_runs(part, min(each.runs for each in parts)) for part in parts))


def _first_runs(part: Result, runs: int) -> Result:
    return replace(
        part,
        runs=runs,
        values=part.values[:, :, :runs],
        seconds=part.seconds * runs / part.runs,
        records={name: each[:, :runs] for name, each in part.records.items()},
    )


def rows_of(parts: Sequence[Result]) -> list[dict[str, Any]]:
    """The rows of all parts, each with the number of its runs."""
    return [row | {"runs": part.runs} for part in parts for row in part.rows()]


def runs_of(parts: Sequence[Result], wanted: int) -> str:
    """How many runs the parts have, in words."""
    least, most = (pick(part.runs for part in parts) for pick in (min, max))
    if least == wanted:
        return f"{wanted} runs"
    return f"{least} of {wanted} runs" if least == most else f"{least} to {most} of {wanted} runs"


class Identified(NamedTuple):
    """What those found that were played, the fewest duels first, and the others."""

    found: tuple[Identification, ...]
    left: tuple[Left, ...]


def suited(problem: Problem, winner: str, regret: Regret | str) -> list[Algorithm]:
    """The algorithms that are made for this winner and regret, for problems of this world and for so many arms.

    Those that promise most by their facts come first, since the time may end.
    """
    one_of("regret", regret, ("weak", "strong"))
    known = select(winner if problem.world == "arms" else None, regret)
    found = [each for each in known if each.winners and _fits(each, problem)]
    if not found:
        raise WrongValue(f"regret must be one for which an algorithm for the {winner} winner is made, got {regret!r}")
    return sorted(found, key=lambda each: _prospects(each, winner))


def _prospects(algorithm: Algorithm, winner: str) -> tuple[bool, int, bool, float, int]:
    """Smaller is better: who mostly pays less regret where chances stay.

    Those that are made for such chances; those that have a theorem on regret, then those that say nothing of it; those
    that go on learning where others look for a verdict first; the smaller bound; those that weigh more in a round.
    """
    theorem = 2 if algorithm.order.startswith("no theorem") else int(not (algorithm.order or algorithm.bounds))
    bound = worth(algorithm, winner) or math.inf
    return algorithm.adversarial, theorem, algorithm.identify is not None, bound, -algorithm.growth


def _fits(algorithm: Algorithm, problem: Problem) -> bool:
    enough = algorithm.most_arms is None or len(problem.arms) <= algorithm.most_arms
    return enough and algorithm.world == problem.world


def simulate_all(
    problem: ProblemLike,
    *,
    horizon: float,
    runs: float,
    winner: str | Sequence[str] | None = None,
    regret: Regret | str = "weak",
    seed: float | None = 0,
    period: float | None = None,
    shuffle: bool = False,
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: Progress = None,
    **how: Any,
) -> Everybody:
    """Play what suits the problem; ``how`` is what ``simulate`` is told besides.

    A short run, in which an algorithm is also compiled, tells how long its runs would take. It is not begun if the
    slowest beginning so far would not fit. Where algorithms have to be compiled, heats in plain Python tell who comes
    first, and with several threads another process compiles ahead. If the first few runs would take a thirtieth of the
    time that is left, an algorithm waits for the others. Then it plays a tenth of the rounds, and the rest unless it is
    hopeless, or would take half of the time. A race follows: further runs, first for those that may be the best. Runs
    are those of ``simulate``, however fast the machine is. Who is played, and how often, depends on the clock.
    """
    clock = Clock(seconds)
    horizon, game = whole("horizon", horizon), find(problem)
    (concept, *others) = parse_winners(winner, game.world)
    if others:
        raise WrongValue(f"winner must be one concept where all that suits is played, got {len(others) + 1}")
    names = [each.name for each in suited(game, concept, regret)]
    _, _, runs, seed, threads = prepare(game, names, runs=runs, seed=seed, threads=threads, progress=progress)
    game.check_concepts([concept], horizon)
    period = None if period is None else whole("period", period)
    grows = period is None and only_grows(game, concept, horizon)
    heats = Heats(game, concept, regret, horizon, seed, flag("shuffle", shuffle)) if grows else None
    how |= {"seed": seed, "shuffle": shuffle}
    contest = Contest(game, names, clock, horizon, runs, concept, regret, threads, period, heats, how)
    parts, left = contest.hold(progress)
    return Everybody(tuple(parts), left)


def identify_all(
    problem: ProblemLike,
    *,
    delta: float = 0.05,
    within: float = 0.0,
    budget: float | None = None,
    runs: float = 100,
    seed: float | None = 0,
    limit: float = LIMIT,
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: Progress = None,
) -> Identified:
    """Let everything that stops by itself look for its winner, if the problem has it and all that is assumed.

    Given a ``budget``, those play that end by one, and otherwise those that end without. The time that is left is
    shared among those that have not played. A first run, which may take half of a share, tells how long the others
    would take: as many as fit into the other half.
    """
    clock = Clock(seconds)
    game, limit = find(problem), whole("limit", limit)
    chance("delta", delta)
    at_least("within", within, 0, 1)
    budget = None if budget is None else whole("budget", budget)
    fit = [each for each in select() if each.identify and _fits(each, game)]
    if not fit:
        raise WrongValue(f"problem must be one for which an algorithm stops by itself, got {game.name}")
    names = [each.name for each in fit if each.budgeted == (budget is not None)]
    otherwise = [Left(each.name, WITH_BUDGET if each.budgeted else WITHOUT) for each in fit if each.name not in names]
    count = whole("threads", os.cpu_count() or 1 if threads is None else threads)
    runs = whole("runs", runs)
    asked: dict[str, Any] = {"delta": delta, "within": within, "budget": budget, "seed": seed}

    def half(name: str) -> float:
        return clock.left / (len(names) - names.index(name)) / 2

    def play(name: str, report: Report | None) -> Identification | str:
        chosen = choice(name, identify=True, delta=delta, budget=budget)
        if why := look_for(game, chosen, within=within, horizon=None, limit=limit).warning():
            return why.removeprefix(f"{name} ")  # it is named beside the others with this reason
        few = max(min(limit, PROBE), game.multiple)
        tried = identify(game, name, limit=few, runs=1, threads=1, progress=False, **asked)
        clock.has_begun()
        if tried.arms[0] == -1 and few < limit:
            if why := clock.too_short(0.0):
                return why
            per_duel = float(tried.seconds[0]) / max(int(tried.duels[0]), 1)
            few = max(few, min(limit, int(half(name) / max(per_duel, 1e-9))))
            tried = identify(game, name, limit=few, runs=1, threads=1, progress=False, **asked)
        if tried.arms[0] == -1 and few < limit:
            return f"no verdict in the first {tried.duels[0]} duels"
        if why := clock.too_short(float(tried.seconds[0])):
            return why
        most = count * max(1, int(half(name) / max(float(tried.seconds[0]), 1e-9)))
        watched = clock.watch(report)
        return identify(game, name, limit=limit, runs=min(runs, most), threads=count, progress=watched, **asked)

    with shown(progress, "runs") as report:
        found, left = one_after_another(names, play, clock, report, runs, len(names) * runs)
    if not found:
        (name, why), told = left[0], f"in {seconds:g} s none of {len(left)} could"
        raise WrongValue(f"problem must be one on which one that stops by itself can play, {told}; {name}: {why}")
    found.sort(key=lambda each: (bool((each.arms == -1).any()), float(each.duels.mean())))
    return Identified(tuple(found), (*left, *otherwise))
