"""What to use on one problem, by measurement."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from duelling.core.regrets import Regret
from duelling.errors import whole
from duelling.lab.clock import Left, reasons
from duelling.lab.everything import SECONDS, rows_of, runs_of, shared, simulate_all
from duelling.lab.progress import Progress
from duelling.lab.results import Result
from duelling.lab.simulate import WinnerName
from duelling.problems.reading.named import ProblemLike
from duelling.registry.winners import winner_title

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False, repr=False)
class Recommendation:
    """Algorithms that suit a problem, by their mean regret on it."""

    parts: tuple[Result, ...]  # a result for each that was played, the best first
    regret: str  # the kind that was compared
    left: tuple[Left, ...]  # what was not played, and why
    wanted: int  # the runs that were asked for; each has as many as fitted into the time

    @property
    def best(self) -> str:
        """The algorithm with the smallest mean regret. Others whose intervals meet its own may be as good."""
        return self.parts[0].algorithms[0]

    @property
    def result(self) -> Result:
        """The runs that all of them have, as one result, the best first."""
        return shared(self.parts)

    def frame(self) -> "pl.DataFrame":
        """The ranking in rows.

        Returns:
            Columns algorithm, mean (the mean regret at the horizon), low and high (its 95% interval; null for one run),
            runs, rounds_per_second.
        """
        from duelling.lab.summaries import Summary

        rows = rows_of(self.parts)
        names = {
            "algorithm": "algorithm",
            "mean": self.regret,
            "low": f"{self.regret}_low",
            "high": f"{self.regret}_high",
            "runs": "runs",
            "rounds_per_second": "rounds_per_second",
        }
        return Summary({column: [row[name] for row in rows] for column, name in names.items()})

    def __repr__(self) -> str:
        """The ranking, and what was not played."""
        best = self.parts[0]
        title = f"{best.problem['name']}: {self.regret} {winner_title(best.winners[0])} regret"
        title += f" after {best.horizon} rounds, {runs_of(self.parts, self.wanted)}, seed {best.seed}"
        return "\n".join([title, str(self.frame()), *(f"not played: {line}" for line in reasons(self.left))])


def recommend(
    problem: ProblemLike,
    *,
    horizon: float,
    winner: WinnerName | None = None,
    regret: Regret = "weak",
    runs: float = 20,
    seed: float | None = 0,
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: Progress = None,
) -> Recommendation:
    """Say what to use on this very problem: play all that suits it, and rank it by mean regret.

    What suits is made for this winner and this regret, plays on problems of this kind and takes so many arms. All begin
    with two runs, the quick ones first. A race follows: further runs for those whose intervals meet that of the best,
    and for the others if time is left. Where regret only grows, as it does if chances stay, one that is slow is left
    out if it has paid more in a tenth of the rounds than the best in all. What was not played is named, with the
    reason. Compilation counts: a machine that has played an algorithm before comes further in the same time. Where that
    takes long, those come first that do well in 1000 rounds of plain Python, and a second process compiles as well. So
    the clock decides who is played, and how often; the regret of each run depends on the seed alone.

    Args:
        problem: whatever ``du.problem`` takes: a problem, a name, a file, a preference matrix, a frame.
        horizon: T, the rounds of a run.
        winner: what is best: Borda unless you name another; with contexts the policy.
        regret: "weak" or "strong": what an algorithm must be made for, and what is compared.
        runs: how many runs of each algorithm at most.
        seed: run r of an algorithm has the same regret with equal seeds. None draws a fresh one.
        seconds: the time for all together, compilation included. An algorithm is not begun if the slowest beginning so
            far would not fit; only one that is slower still exceeds the time, and a run that is being played.
        threads: by default one for each processor.
        progress: as in ``simulate``.

    Returns:
        A ranking that prints itself, with ``best``, ``frame()``, ``result`` and ``left``: what was not played, and why.

    Raises:
        InputError: an argument breaks a rule, nothing is made for this, or nothing could be played in time.

    >>> import duelling as du
    >>> found = du.recommend("cyclic", horizon=500, winner="von_neumann", runs=3)
    >>> found.frame().columns
    ['algorithm', 'mean', 'low', 'high', 'runs', 'rounds_per_second']
    """
    played = simulate_all(
        problem,
        horizon=horizon,
        winner=winner,
        regret=regret,
        runs=runs,
        seed=seed,
        seconds=seconds,
        threads=threads,
        progress=progress,
        checkpoints=1,
    )
    return Recommendation(played.parts, regret, played.left, whole("runs", runs))
