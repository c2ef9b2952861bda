"""All algorithms that suit a problem, played one after another until the time is over."""

import contextlib
import math
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from duelling.core.regrets import Regret
from duelling.errors import InputError, WrongValue, above, at_least, chance, one_of, whole
from duelling.lab.identify import LIMIT, Identification, identify
from duelling.lab.merging import merge
from duelling.lab.prepare import prepare
from duelling.lab.progress import Progress, Report, shown
from duelling.lab.quests import look_for
from duelling.lab.results import Result
from duelling.lab.simulate import simulate
from duelling.lab.stages import parse_winners
from duelling.problems.base import Problem
from duelling.problems.reading.named import ProblemLike
from duelling.problems.reading.named import problem as find
from duelling.registry.catalogue import select, worth
from duelling.registry.choice import choice
from duelling.registry.facts import Algorithm

SECONDS = 50.0  # for all together, so that a first answer comes in under a minute, with some time to spare
PROBE = 2000  # rounds, or duels, that tell how fast an algorithm is
FEW = 2  # runs with which everybody begins
KEPT = 0.4  # the share of the time that is kept for further runs, if they need it
SLOW = 10  # whose first runs take more than this part of the time that is left, waits for the others
CAREFUL = 1.25  # how many times longer further runs may take than the first ones did
LATE = "not begun in time"
NO_TIME = "it was compiled when the time was over"
CUT = "its runs were not done when the time was over"


class TimeIsOverError(Exception):
    """The time for all together is over, and runs are not done."""


class Clock:
    """The time for all together, and the longest that one of them took to begin: most of that is compilation.

    The first is left aside, since it also loads the compiler.
    """

    def __init__(self, seconds: float) -> None:
        """Start it."""
        self.seconds = above("seconds", seconds, 0)
        self._stop = time.monotonic() + self.seconds
        self._begun = self._kept = 0.0
        self._longest: float | None = None

    @property
    def left(self) -> float:
        """Seconds; below 0 when the time is over."""
        return self._stop - time.monotonic()

    def keep(self, seconds: float) -> None:
        """Let nobody begin in the last so many seconds, but in no more than their share."""
        self._kept = min(seconds, KEPT * self.seconds)

    def release(self) -> None:
        """Let those begin who have been compiled: no time is kept, and they begin at once."""
        self._kept, self._longest = 0.0, 0.0

    def begin(self) -> bool:
        """Whether the next one may begin, if it takes as long to do so as the slowest before it."""
        self._begun = time.monotonic()
        return self._begun + (self._longest or 0.0) + self._kept <= self._stop

    def has_begun(self) -> None:
        """Note how long it took to begin."""
        took = time.monotonic() - self._begun
        self._longest = 0.0 if self._longest is None else max(self._longest, took)

    def too_short(self, needed: float) -> str:
        """Why so many seconds of runs do not fit into the time; empty if they do. Half of it belongs to the others."""
        left = self.left
        if left < 0:
            return NO_TIME
        return "" if needed <= left / 2 else f"would take {needed:.1f} s where {left:.1f} s are left for all"

    def watch(self, report: Report | None) -> Report:
        """The same report; it raises TimeIsOverError when the time is over, which ends the work that reports."""

        def watched(done: int, total: int) -> None:
            if report:
                report(done, total)
            if self.left < 0 and done < total:
                raise TimeIsOverError

        return watched


class Left(NamedTuple):
    """An algorithm that was not played."""

    algorithm: str
    why: str


class Everybody(NamedTuple):
    """The result of those that were played, the smallest mean regret first, and the others.

    It has as many of the runs that were asked for as fitted into the time, the same for all.
    """

    result: Result
    left: tuple[Left, ...]


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
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: Progress = None,
    **how: Any,
) -> Everybody:
    """Play what suits the problem; ``how`` is what ``simulate`` is told besides.

    A short run, in which an algorithm is also compiled, tells how long its runs would take. It is not begun if the
    slowest beginning so far would not fit. If the first few runs would take a tenth of the time that is left, it waits
    for the others, and if they would take half of it then, it is left out. Then all that were played have further runs,
    as many as fit. What is played is the same as in ``simulate``, however fast the machine is.
    """
    clock = Clock(seconds)
    horizon, game = whole("horizon", horizon), find(problem)
    (concept, *others) = parse_winners(winner, game.world)
    if others:
        raise WrongValue(f"winner must be one concept where all that suits is played, got {len(others) + 1}")
    names = [each.name for each in suited(game, concept, regret)]
    _, _, runs, seed, threads = prepare(game, names, runs=runs, seed=seed, threads=threads, progress=progress)
    game.check_concepts([concept], horizon)
    multiple = game.multiple if period is None else whole("period", period)
    short, few = min(horizon, multiple * -(-PROBE // multiple)), min(runs, FEW)
    usual = parse_winners(None, game.world)  # a winner that short runs have, too
    about: dict[str, Any] = {"seed": seed, "period": period}
    took: list[float] = []  # seconds of the first runs,
    hoped: list[float] = []  # and what was expected
    slow: dict[str, float] = {}  # who has to wait, and for how many seconds of runs

    def play(name: str, first_run: int, runs: int, report: Report | None) -> Result:
        return simulate(
            game,
            name,
            horizon=horizon,
            runs=runs,
            first_run=first_run,
            winner=concept,
            threads=threads,
            progress=clock.watch(report) if took else report or False,  # the first is an answer, even if it is late
            **about,
            **how,
        )

    def begin(name: str, report: Report | None) -> Result | str:
        tried = simulate(
            game, name, horizon=short, runs=1, winner=usual, checkpoints=1, threads=1, progress=False, **about
        )
        clock.has_begun()
        expected = float(tried.seconds[0]) / short * horizon * -(-few // threads)
        needed = expected * max(1.0, sum(took) / max(sum(hoped), 1e-9))  # the machine may be busy
        if needed > clock.left / SLOW and name not in slow:
            slow[name] = needed
            keep()
            return LATE
        if why := clock.too_short(needed):
            return why
        begun = time.monotonic()
        found = play(name, 0, few, report)
        took.append(time.monotonic() - begun)
        hoped.append(expected)
        keep()
        return found

    def keep() -> None:
        clock.keep(CAREFUL * sum(took) * (runs - few) / few if took else math.inf)

    with shown(progress, "rounds") as report:
        parts, left = _one_after_another(names, begin, clock, report, horizon * few, len(names) * horizon * runs)
        clock.release()
        late, still = _one_after_another(sorted(slow, key=slow.__getitem__), begin, clock, None, 0, 0)
        parts, left = parts + late, (*(each for each in left if each.algorithm not in slow), *still)
        if not parts:
            told = f"got {seconds:g} s in which none was played"
            raise WrongValue(f"seconds must be more, or horizon and runs less, {told}")
        wave = CAREFUL * sum(took) / -(-few // threads)  # of runs, one in each thread
        more = min(runs - few, threads * int(max(clock.left, 0.0) / max(wave, 1e-9)))
        done = len(names) * horizon * few
        total = done + len(parts) * horizon * more
        further: list[Result] = []
        with contextlib.suppress(TimeIsOverError):  # the first runs of all stay
            for n, part in enumerate(parts if more else ()):
                share = report and _part(report, done + n * horizon * more, total)
                further.append(play(part.algorithms[0], few, more, share))
    found = [merge(*each) for each in zip(parts, further, strict=True)] if len(further) == len(parts) else parts
    found.sort(key=lambda part: float(part.regret(regret)[0, :, -1, 0].mean()))
    return Everybody(merge(*found), left)


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

    Given a ``budget``, those play that end by one. A first run, which may take a tenth of the time that is left,
    tells how long the others would take: each plays as many of the runs as fit into another tenth.
    """
    clock = Clock(seconds)
    game, limit = find(problem), whole("limit", limit)
    chance("delta", delta)
    at_least("within", within, 0, 1)
    budget = None if budget is None else whole("budget", budget)
    fit = [each for each in select() if each.identify and _fits(each, game) and each.budgeted == (budget is not None)]
    if not fit:
        raise WrongValue(f"problem must be one for which an algorithm stops by itself, got {game.name}")
    names = [each.name for each in fit]
    count = whole("threads", os.cpu_count() or 1 if threads is None else threads)
    runs = whole("runs", runs)
    asked: dict[str, Any] = {"delta": delta, "within": within, "budget": budget, "seed": seed}

    def play(name: str, report: Report | None) -> Identification | str:
        chosen = choice(name, identify=True, delta=delta, budget=budget)
        if why := look_for(game, chosen, within=within, horizon=None, limit=limit).warning():
            return why
        few = max(min(limit, PROBE), game.multiple)
        tried = identify(game, name, limit=few, runs=1, threads=1, progress=False, **asked)
        clock.has_begun()
        if tried.arms[0] == -1 and few < limit:
            if why := clock.too_short(0.0):
                return why
            per_duel = float(tried.seconds[0]) / max(int(tried.duels[0]), 1)
            few = max(few, min(limit, int(clock.left / 10 / max(per_duel, 1e-9))))
            tried = identify(game, name, limit=few, runs=1, threads=1, progress=False, **asked)
        if tried.arms[0] == -1 and few < limit:
            return f"no verdict in the first {tried.duels[0]} duels"
        if why := clock.too_short(float(tried.seconds[0])):
            return why
        most = count * max(1, int(clock.left / SLOW / max(float(tried.seconds[0]), 1e-9)))
        watched = clock.watch(report)
        return identify(game, name, limit=limit, runs=min(runs, most), threads=count, progress=watched, **asked)

    with shown(progress, "runs") as report:
        found, left = _one_after_another(names, play, clock, report, runs, len(names) * runs)
    if not found:
        (name, why), told = left[0], f"in {seconds:g} s none of {len(left)} could"
        raise WrongValue(f"problem must be one on which one that stops by itself can play, {told}; {name}: {why}")
    found.sort(key=lambda each: (bool((each.arms == -1).any()), float(each.duels.mean())))
    return Identified(tuple(found), left)


def _one_after_another(
    names: list[str],
    play: Callable[[str, Report | None], Any],
    clock: Clock,
    report: Report | None,
    each: int,
    total: int,
) -> tuple[list[Any], tuple[Left, ...]]:
    """What ``play`` returns for the names, but a text says why one was not played; an error says so, too.

    ``each`` is how much one of them does of the ``total`` that is reported. Where all fail, the first error is raised.
    """
    done: list[Any] = []
    left: list[Left] = []
    errors: list[InputError] = []
    for n, name in enumerate(names):
        if not clock.begin():
            left.append(Left(name, LATE))
            continue
        try:
            found = play(name, report and _part(report, n * each, total))
        except TimeIsOverError:
            found = CUT
        except InputError as error:
            errors.append(error)
            found = str(error)
        if isinstance(found, str):
            left.append(Left(name, found))
        else:
            done.append(found)
    if errors and len(errors) == len(names):
        raise errors[0]
    return done, tuple(left)


def _part(report: Report, before: int, total: int) -> Report:
    """The report of one part of the work, as that of the whole."""
    return lambda done, _: report(before + done, total)
