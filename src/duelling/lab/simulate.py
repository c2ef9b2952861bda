"""Play learners against a problem, in compiled code, over threads."""

import time
from collections.abc import Iterable, Sequence, Set
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np

from duelling.arrays import flag, whole_numbers
from duelling.core.concepts import Concept
from duelling.core.regrets import REGRETS, Regret, recorder
from duelling.core.wrapped import shuffled, watched
from duelling.errors import UnknownName, WrongValue, quoted, several, whole
from duelling.lab.prepare import Algorithms, over_threads, prepare
from duelling.lab.progress import Progress, shown
from duelling.lab.provenance import provenance
from duelling.lab.recording import Record, noted_in, parse_record, shapes
from duelling.lab.results import Result
from duelling.lab.stages import Stage, doubt_the_usual, parse_winners, set_up
from duelling.problems.base import Problem
from duelling.problems.reading.named import ProblemLike
from duelling.problems.sequence import exact_sequence
from duelling.registry.choice import Choice
from duelling.registry.regrets import recorded_kinds
from duelling.seeds import arm_order, streams

LARGEST = 2**31  # numbers of regret, which must fit into memory


STEPS = 100  # checkpoints, unless the user asks for more or fewer


def checkpoint_rounds(horizon: int, checkpoints: str | float | Iterable[float] = "linear") -> np.ndarray:
    """The rounds after which regret is recorded, the horizon always among them.

    ``linear``: a hundred equal steps, and a number so many. ``log``: twenty a decade. Or the rounds themselves.
    """
    if isinstance(checkpoints, Real) and not isinstance(checkpoints, bool):
        return _steps(horizon, whole("checkpoints", checkpoints))
    if not isinstance(checkpoints, str):
        rule = f"be whole numbers from 1 to the horizon {horizon}"
        listed = (
            list(checkpoints)
            if isinstance(checkpoints, Set)
            else several("checkpoints", checkpoints, "a number of steps or a list of rounds")
        )
        if not listed:
            raise WrongValue(f"checkpoints must hold at least one round, got {quoted(checkpoints)}")
        floats = (float, np.floating)  # people write 1e3
        listed = [int(each) if isinstance(each, floats) and each.is_integer() else each for each in listed]
        given = whole_numbers("checkpoints", listed, rule)
        if given.ndim != 1 or not 1 <= given.min() <= given.max() <= horizon:
            raise WrongValue(f"checkpoints must {rule}, got {quoted(checkpoints)}")
        return np.unique(np.append(given, horizon))
    if checkpoints == "linear":
        return _steps(horizon, STEPS)
    if checkpoints == "log":
        count = int(20 * np.log10(horizon)) + 2
        return np.unique(np.geomspace(1, horizon, count).round().astype(np.int64))
    rule = "be linear, log, a number of steps or a list of rounds"
    raise UnknownName(f"checkpoints must {rule}, got {quoted(checkpoints)}")


def _steps(horizon: int, count: int) -> np.ndarray:
    return np.unique(np.linspace(0, horizon, min(horizon, count) + 1)[1:].round().astype(np.int64))


def warm_up(stage: Stage, learner: Any, totals: np.ndarray) -> None:
    """Compile the loop for this learner, by playing no round."""
    stage.run(learner, np.zeros(1, np.int64), streams(0, 0), np.zeros_like(totals))


class Game(NamedTuple):
    """What all runs of a simulation share."""

    problem: Problem
    stage: Stage
    horizon: int
    rounds: np.ndarray
    seed: int
    shuffle: bool
    asked: tuple[Record, ...]  # what is recorded beside regret

    def meet(self, chosen: Choice, run: int, until: np.ndarray) -> Any:
        """A fresh learner, as the loop is to see it."""
        arms = len(self.problem.arms)
        learner = chosen.start(arms, self.horizon, *self.problem.given)
        if learner is None:
            raise WrongValue(f"start of {chosen.text} must return a state, got None")
        if self.shuffle:
            learner = shuffled(learner, arm_order(self.seed, run, arms))
        return watched(learner, until, arms, "pairs" in self.asked) if self.asked else learner

    def play(self, chosen: Choice, learner: Any, run: int, regret: np.ndarray) -> float:
        """Play one run and write its regret [kind, checkpoint, winner]; returns the seconds that it took."""
        stream, totals = streams(self.seed, run), np.zeros(regret.shape)
        begun = time.perf_counter()
        played = self.stage.run(learner, self.rounds, stream, totals)
        seconds = time.perf_counter() - begun
        if played.left:
            limits = self.problem.limits
            raise WrongValue(f"{chosen.text} must choose {limits}, it left them in round {played.left}")
        regret[...] = totals - played.best
        return seconds


WinnerName = Concept | Literal["policy"] | str  # the built-in ones, for editors, or a user's own
RegretName = Regret | str


def simulate(
    problem: ProblemLike,
    algorithms: Algorithms,
    *,
    horizon: float,
    runs: float = 100,
    first_run: float = 0,
    winner: WinnerName | Sequence[WinnerName] | None = None,
    regret: RegretName | Sequence[RegretName] = REGRETS,
    seed: float | None = 0,
    period: float | None = None,
    checkpoints: Literal["linear", "log"] | float | Iterable[float] = "linear",
    shuffle: bool = False,
    record: Record | Sequence[Record] = (),
    threads: int | None = None,
    progress: Progress = None,
) -> Result:
    """Play every algorithm ``runs`` times for ``horizon`` rounds and record weak and strong regret.

    The result is a function of the arguments but ``threads``: run r of any algorithm draws from the streams (seed, r),
    so it does not matter which algorithms are played with it, in how many threads or on which machine. Regret at a
    checkpoint t is measured against the arm that is best over the rounds 1..t.

    Args:
        problem: whatever ``du.problem`` takes: a problem, a name, a file, a preference matrix, a frame.
        algorithms: one or several, each a name (in any case, or the label of figures) with parameters as in
            ``"rucb:alpha=0.51"``, ``("rucb", {"alpha": 0.51})`` or ``{"rucb": {"alpha": 0.51}}``.
        horizon: T, the rounds of a run.
        runs: how many runs of each algorithm.
        first_run: the number of the first run. So large work can be done in parts, which ``du.merge`` puts together.
        winner: one or several winner concepts: what is best. Borda unless you name another; with contexts the policy.
        regret: kinds of your own to record beside weak and strong regret, which are always recorded.
        seed: equal seeds give equal results. None draws a fresh one; ``result.seed`` tells it.
        period: play on an exact-frequency sequence of so many rounds, drawn from the seed and the same in all runs.
        checkpoints: when regret is recorded: "linear" (a hundred equal steps), "log" (twenty a decade), a number of
            equal steps, or a list of rounds.
        shuffle: show the arms in another order in each run, the same for all algorithms, drawn from the seed:
            algorithms that begin with the first arm gain nothing from a matrix that lists the best arm first.
            ``result.orders()`` tells the orders.
        record: also record "pulls" (how often each arm was in a duel), "pairs" (how often each pair was chosen) or
            "recommended" (the arm that was chosen most often so far), up to each checkpoint. ``result.frame("pulls")``
            has them in rows, ``result.records["pulls"]`` in an array.
        threads: by default one for each processor.
        progress: None or True shows a bar on a terminal and a line in a notebook, and nothing in a pipe; False shows
            nothing. A function is called with the rounds that are done and the rounds in all.

    Returns:
        The regret of every run at every checkpoint: ``summary()``, ``plot()``, ``frame()``, ``save(path)``.

    Raises:
        InputError: an argument breaks a rule; nothing has been played then.

    >>> simulate("sushi", ["ws-w", "random"], horizon=1000, runs=5).summary().columns[:2]
    ['algorithm', 'weak']
    """
    horizon, first_run, kinds = whole("horizon", horizon), whole("first_run", first_run, 0), recorded_kinds(regret)
    problem, choices, runs, seed, threads = prepare(
        problem, algorithms, runs=runs, seed=seed, threads=threads, progress=progress
    )
    concepts = parse_winners(winner, problem.world)
    named = problem
    if period is not None:
        if problem.world != "arms":
            raise WrongValue(f"period must be left out for {problem.name}, which has no sequence, got {quoted(period)}")
        period = whole("period", period)
        problem = exact_sequence(problem, period=period, seed=seed)
    rounds, asked = checkpoint_rounds(horizon, checkpoints), parse_record(record, problem)
    if flag("shuffle", shuffle) and problem.world != "arms":
        raise WrongValue(f"shuffle must be left out for {problem.name}, whose arms are not alike, got {shuffle!r}")
    stage = set_up(problem, concepts, rounds, recorder([kind.psi for kind in kinds[len(REGRETS) :]]))
    in_a_run = len(kinds) * len(choices) * rounds.size * len(concepts)
    whole("runs", runs, 1, max(LARGEST // in_a_run, 1))
    game = Game(problem, stage, horizon, rounds, seed, shuffle, asked)
    first = [game.meet(chosen, 0, np.zeros(1, np.int64)) for chosen in choices]
    if winner is None:  # after all that is refused: an error stands alone
        doubt_the_usual(named, [chosen.algorithm for chosen in choices], horizon)
    noted = {
        name: np.zeros(shape, np.int64)
        for name, shape in shapes(asked, (len(choices), runs, rounds.size), len(problem.arms)).items()
    }
    values = np.zeros((len(kinds), len(choices), runs, rounds.size, len(concepts)))
    seconds = np.zeros((len(choices), runs))

    def one(a: int, run: int) -> None:
        learner = game.meet(choices[a], first_run + run, rounds)
        seconds[a, run] = game.play(choices[a], learner, first_run + run, values[:, a, run])
        for name, found in (noted_in(learner, asked) if asked else {}).items():
            noted[name][a, run] = found

    jobs = [(a, run) for a in range(len(choices)) for run in range(runs)]
    with shown(progress) as report:
        while first:  # so that the time of the runs is their own
            warm_up(stage, first.pop(0), values[:, 0, 0])
        for done in over_threads(one, jobs, threads):
            if report:
                report(done * horizon, len(jobs) * horizon)
    return Result(
        problem=problem.describe(),
        winners=concepts,
        horizon=horizon,
        runs=runs,
        seed=seed,
        period=period,
        rounds=rounds,
        algorithms=tuple(chosen.text for chosen in choices),
        values=values,
        seconds=seconds.sum(axis=1),
        provenance=provenance(choices),
        first_run=first_run,
        regrets=tuple(kind.name for kind in kinds),
        shuffle=bool(shuffle),
        records=noted,
    )
