"""What a simulation found: the regret of every run at every checkpoint, with all that is needed to repeat it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from duelling import files
from duelling.arrays import flag
from duelling.core.regrets import Regret
from duelling.errors import path_of, plain_text
from duelling.lab import comparing, merging, recording, tables
from duelling.lab.raw_result import RawResult
from duelling.texts import plain

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from duelling.lab.figures.looks import Looks
    from duelling.lab.figures.one import Legend
    from duelling.lab.figures.plots import BoundLine
    from duelling.lab.figures.selection import ForEach
    from duelling.lab.forms import Form


@dataclass(frozen=True, eq=False, repr=False)
class Result(RawResult):
    """Regret of ``algorithms`` against one problem, as ``du.simulate`` returns it and ``Result.load`` reads it."""

    def __repr__(self) -> str:
        """What was played, and the mean regret of each algorithm with its standard error."""
        runs = "1 run" if self.runs == 1 else f"{self.runs} runs"
        lines = [
            f"{self.problem['name']}, {runs} of {self.horizon} rounds, seed {self.seed}"
            + ", arms shuffled" * self.shuffle
        ]
        for row in self.rows():
            each = (
                f"{regret} {row[regret]:.4g}"
                + ("" if row[f"{regret}_sem"] is None else f" ± {row[f'{regret}_sem']:.2g}")
                for regret in self.regrets
            )
            lines.append(f"  {row['algorithm']}: {row['winner']} regret {', '.join(each)}")
        return "\n".join(lines)

    def frame(self, of: "recording.Record | Literal['regret'] | str" = "regret") -> "pl.DataFrame":
        """All that was recorded, in rows.

        Args:
            of: "regret", or one of the names that ``simulate`` was given as ``record``.

        Returns:
            Columns algorithm, run, t, and one for each kind of regret: weak, strong and a user's own; ``winner`` comes
            first where several concepts were recorded. For "pulls" the columns algorithm, run, t, arm, pulls; for
            "pairs" algorithm, run, t, first, second, duels; for "recommended" algorithm, run, t, arm.

        Raises:
            InputError: it was not recorded.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=1, record="pulls").frame("pulls").columns
        ['algorithm', 'run', 't', 'arm', 'pulls']
        """
        if plain_text("of", of) != "regret":
            arms = self.problem["arms"]
            return recording.frame(of, self.records, arms, self.algorithms, self.first_run, self.rounds)
        frame = self.long().drop(*self.records)
        return frame if len(self.winners) > 1 else frame.drop("winner")

    def __add__(self, other: "Result") -> "Result":
        """Both results together: further runs or further algorithms; ``du.merge`` takes more than two."""
        return merging.merge(self, other) if isinstance(other, Result) else NotImplemented

    def compare(
        self,
        first: str,
        second: str,
        regret: Regret | str = "weak",
        *,
        winner: str | None = None,
        t: float | None = None,
        level: float = 0.95,
    ) -> comparing.Comparison:
        """How much more regret ``first`` has than ``second``, run by run, with an interval.

        In run r all algorithms draw from the same streams, so that the difference often varies less than each of them.
        The interval is Student's for the mean of the differences (the paired t). It assumes that runs are independent,
        which they are, and that the mean of the differences is nearly normal: take 30 runs or more where regrets are
        skewed. Where all runs share one outcome sequence, it speaks of that sequence alone. Many comparisons need a
        higher ``level``.

        Args:
            first: an algorithm of this result, by its text, its label, or its name where only one has it.
            second: another one.
            regret: "weak", "strong", or a kind of your own that was recorded.
            winner: a recorded winner concept; None is the first one.
            t: a checkpoint; None is the horizon.
            level: the chance with which the interval covers the expected difference.

        Returns:
            The mean difference with ``sem``, ``low`` and ``high``; ``print`` says it in a line. ``apart`` is the
            half-width that the interval would have if the runs were not paired.

        Raises:
            InputError: a name was not recorded, or ``t`` is no checkpoint.

        >>> import duelling as du
        >>> result = du.simulate("sushi", ["exp3+unif", "random"], horizon=200, runs=20)
        >>> result.compare("random", "exp3+unif").low > 0
        True
        """
        return comparing.compare(self, first, second, regret, winner, t, level)

    def summary(self) -> "pl.DataFrame":
        """Regret at the horizon for each algorithm: mean, standard error, and the 95% interval of Student's t.

        The interval is for the expected regret of the algorithm. Where all runs share one outcome sequence, it is for
        the expectation over the algorithm's own draws, given that sequence, and says nothing of other sequences. One
        run has a mean and nothing else.

        Returns:
            A polars frame with a row for each algorithm, and for each winner where there are several.
            ``rounds_per_second`` is the speed of one thread. Printing it shows all columns.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=2).summary().columns[:5]
        ['algorithm', 'weak', 'weak_sem', 'weak_low', 'weak_high']
        """
        from duelling.lab.summaries import summary_of

        return summary_of(self)

    def table(
        self, form: "Form" = "markdown", *, algorithms: Sequence[str] | str | None = None, labels: "ForEach" = None
    ) -> str:
        """Regret at the horizon as a table for a paper or a page: a row for each algorithm.

        Args:
            form: "markdown", "latex" (a tabular with the rules of booktabs), "html", or "csv". The first three show
                the mean ± half of its 95% interval, two digits of which are written. CSV has all numbers of
                ``summary`` in full.
            algorithms: which to show; None shows all. They are meant as in ``plot``.
            labels: what they are called: a dict by algorithm, or a list in the order of the algorithms.

        Returns:
            The table as a text.

        Raises:
            InputError: the form or an algorithm is not known.

        >>> import duelling as du
        >>> result = du.simulate("cyclic", ["rucb", "ws-w"], horizon=100, runs=3, winner="condorcet")
        >>> print(result.table("markdown").splitlines()[0])
        | algorithm | weak regret | strong regret |
        """
        from duelling.lab import forms

        return forms.table(self, form, algorithms, labels)

    def to_pandas(self) -> "pd.DataFrame":
        """``frame()`` as a frame of pandas, which ``pip install 'duelling[pandas]'`` brings.

        Returns:
            A row for each algorithm, run and checkpoint.

        Raises:
            Conflict: pandas is not installed.

        >>> import duelling as du
        >>> list(du.simulate("cyclic", "random", horizon=100, runs=3).to_pandas().columns)
        ['algorithm', 'run', 't', 'weak', 'strong']
        """
        from duelling.lab import forms

        return forms.to_pandas(self.frame())

    def _repr_html_(self) -> str:
        from duelling.lab import forms

        return forms.result_page(self)

    def plot(
        self,
        regret: Regret | str = "weak",
        winner: str | None = None,
        log: bool = False,
        bound: "BoundLine" = None,
        *,
        ax: "Axes | None" = None,
        algorithms: Sequence[str] | str | None = None,
        order: Sequence[str] | str | None = None,
        labels: "ForEach" = None,
        colors: "ForEach" = None,
        title: str | None = None,
        size: float | tuple[float, float] | None = None,
        legend: "Legend | None" = None,
        style: "Looks | None" = None,
    ) -> "Figure":
        """Mean regret over t with its 95% band, as a matplotlib figure that a notebook shows by itself.

        The names of the lines stand at their ends, and find their places anew whenever the figure is drawn, resized or
        saved at another size. Each line carries its name, so that ``ax.legend()`` works. docs/figures.md has examples.

        Args:
            regret: "weak", "strong", or a kind of your own that was recorded.
            winner: a recorded winner concept; None is the first one.
            log: draw both axes logarithmic.
            bound: a dashed line: a number, a function of t, or the name of an algorithm with a proven bound.
            ax: axes to draw into. None makes a figure of its own. It does not belong to pyplot.
            algorithms: which to draw; None draws all. Here and below an algorithm is meant by its text, by its label
                in any case, or by its name alone where no other algorithm has that name.
            order: the algorithms that come first in a legend and in the choice of dashes; the others follow.
            labels: what the lines are called: a dict by algorithm, or a list in the order of the algorithms. Those
                without one are called as in all figures of this package, such as RUCB. "$x^2$" is a formula.
            colors: their colours, given in the same way, in any form that matplotlib reads.
            title: a text in place of the usual title; "" leaves out title and note.
            size: the width in inches, or width and height; one column of a paper is 3.4 wide.
            legend: "ends" of the lines, a legend "inside" of the frame or "below" it, or "none". None is "ends", and
                "inside" in axes of a figure without a layout, which would make no room for names at its right.
            style: "screen", "paper" (small letters, 3.4 inches, no title), "dark", or "rc": with the settings of
                matplotlib's ``rcParams``. The other three do not look at them. None is "screen", and "rc" with ``ax``.

        Returns:
            The figure. ``savefig`` writes it to a file, with letters that stay letters in PDF and SVG.

        Raises:
            InputError: a name is not known, a value breaks a rule, or ``log`` is asked for where no regret is positive.

        >>> import duelling as du
        >>> result = du.simulate("cyclic", ["rucb", "ws-w"], horizon=100, runs=3, winner="condorcet")
        >>> figure = result.plot(style="paper", labels={"rucb": "ours"})
        >>> [line.get_label() for line in figure.axes[0].get_lines()]
        ['ours', 'WS-W']
        """
        from duelling.lab.figures import one

        return one.plot(
            self,
            regret,
            winner,
            log=flag("log", log),
            bound=bound,
            ax=ax,
            algorithms=algorithms,
            order=order,
            labels=labels,
            colors=colors,
            title=title,
            size=size,
            legend=legend,
            style=style,
        )

    def save(self, path: str | Path) -> None:
        """Write one Parquet file, whole or not at all; its metadata holds everything but the regret.

        Args:
            path: ends with .parquet, in a folder that exists. ``frame().write_csv(path)`` writes the rows as CSV.

        Raises:
            InputError: another ending, a folder that does not exist, or one in which nothing can be written.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=100, runs=3).save("result.csv")
        Traceback (most recent call last):
        duelling.errors.WrongValue: path must end with .parquet, got 'result.csv': table("csv") and frame() have CSV
        """
        where = files.check_place(path_of("path", path), ".parquet", 'table("csv") and frame() have CSV')
        files.write(where.parent, {where.name: self.content()})

    def content(self) -> bytes:
        """The content of the file that ``save`` writes.

        Returns:
            The bytes of a Parquet file.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=1).content()[:4]
        b'PAR1'
        """
        head = {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name not in ("values", "records")}
        head["records"] = list(self.records)
        return tables.content(self.long().lazy(), "simulation", head)

    @staticmethod
    def load(path: str | Path) -> "Result":
        """Read a file that ``save`` wrote.

        Args:
            path: of the file.

        Returns:
            An equal result.

        Raises:
            InputError: there is no such file, or it holds something else, or it is damaged.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=1).save("result.parquet")
        >>> Result.load("result.parquet").algorithms
        ('random',)
        """
        path = path_of("path", path)
        table = tables.read(path, "simulation")
        head = table.note
        with tables.reading(path):
            shape = (len(head["algorithms"]), head["runs"], len(head["rounds"]), len(head["winners"]))
            columns = table.rows(math.prod(shape))
            values = np.stack([columns[regret].to_numpy().reshape(shape) for regret in head["regrets"]])
            noted, arms = head.pop("records", []), len(head["problem"]["arms"])
            found = recording.from_columns(columns, noted, shape[:3], arms, shape[3])
            result = Result(**head, values=values, records=found)
            if not columns.equals(result.long()):
                raise ValueError("its rows are not those that its metadata describes")
            return result

    def long(self) -> "pl.DataFrame":
        """All columns of ``frame`` and of what was recorded.

        Returns:
            A polars frame with a row for each winner, algorithm, run and checkpoint.

        >>> import duelling as du
        >>> du.simulate("cyclic", "random", horizon=10, runs=1).long().columns
        ['winner', 'algorithm', 'run', 't', 'weak', 'strong']
        """
        import polars as pl

        index = np.indices(self.values.shape[1:]).reshape(4, -1)
        return pl.DataFrame(
            {
                "winner": pl.Series(self.winners).gather(index[3]),
                "algorithm": pl.Series(self.algorithms).gather(index[0]),
                "run": self.first_run + index[1],
                "t": self.rounds[index[2]],
                **{regret: self.regret(regret).ravel() for regret in self.regrets},
                **recording.columns(self.records, len(self.winners)),
            }
        )
