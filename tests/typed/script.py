"""A script of a user, in which type checkers find nothing; ``mistakes.py`` has what they must find."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure

import duelling as du
from duelling.client import Arena as Remote
from duelling.kernels import Duel, choose, update


def problems(folder: Path) -> list[du.Problem]:
    P = np.array([[0.5, 0.7], [0.3, 0.5]])
    named = du.PreferenceMatrix(P, arms=["tea", "coffee"], name="drinks")
    listed = du.PreferenceMatrix([[0.5, 0.7], [0.3, 0.5]])
    utility = du.UtilityModel([0.9, 0.5, 0.1], link="bradley-terry")
    counted = du.from_counts([[0, 30], [10, 0]], arms=["tea", "coffee"])
    found: du.Problem = du.problem("sushi")
    sequence: du.OutcomeSequence = du.exact_sequence(named, seed=3)
    sequence.save(folder / "sequence.npz")
    again: du.OutcomeSequence = du.OutcomeSequence.load(folder / "sequence.npz")
    return [named, listed, utility, counted, found, again, du.problem(P), du.problem(folder / "my.csv")]


def play(problem: du.Problem | np.ndarray | str) -> du.Result:
    first: du.Result = du.simulate(problem, ["rucb", "ws-w"], horizon=1e4, runs=20, winner="condorcet", seed=0)
    more = du.simulate(
        problem,
        {"rucb": {"alpha": 0.6}, "ws-w": {}},
        horizon=10_000,
        runs=20,
        first_run=20,
        winner=["condorcet", "borda"],
        checkpoints="log",
        shuffle=True,
        record=["pulls", "pairs"],
        progress=False,
    )
    fifty = du.simulate(
        problem, "rucb:alpha=0.6", horizon=1000, checkpoints=50, seed=None, progress=lambda done, total: None
    )
    whole: du.Result = du.merge(first, more, fifty)
    return whole + first


def look(result: du.Result) -> tuple[pl.DataFrame, Figure]:
    weak: np.ndarray = result.weak
    print(weak.mean(axis=1), result.strong.shape, result.regret("weak"))
    frame: pl.DataFrame = result.frame()
    summary: pl.DataFrame = result.summary()
    text: str = result.table("latex", labels={"rucb": "ours"})
    difference = result.compare("rucb", "ws-w", "weak", level=0.99)
    print(difference.mean - difference.low, text, summary)
    figure: Figure = result.plot(
        "strong", log=True, size=(3.4, 2.4), legend="below", style="paper", colors=["red", "blue"]
    )
    figure.savefig("figure.pdf")
    result.save(Path("result.parquet"))
    loaded: du.Result = du.Result.load("result.parquet")
    return frame.vstack(loaded.frame()), figure


def votes(path: Path, rows: Sequence[tuple[str, str, str]]) -> str:
    standings: du.Standings = du.rank(path, delta=0.01, pairs="uniform", within=0.02)
    table: pl.DataFrame = standings.frame()
    print(table, du.rank(list(rows)).to_dict(), standings.verdict.says)
    pairs = du.next_pairs(path, 10, goal="best", seed=1)
    print(pairs)
    counted: du.Tally = du.tally(path, columns="left=a,right=b")
    matrix: du.PreferenceMatrix = counted.problem(smoothing=0.5)
    winner: int | None = matrix.condorcet_winner()
    names: dict[str, tuple[str, ...]] = matrix.winners().names
    return f"{winner} {names['borda'][0]}"


def collect(place: Path, url: str, token: str) -> list[str | None]:
    with du.Arena(place, items=["fox", "owl", "hare"], goal="best", expires=60.0, by_voter=None) as arena:
        ticket = arena.ask(voter="ann")
        receipt = arena.tell(ticket, "left", took=900)
        if not receipt.counted:
            arena.undo(ticket)
        arena.add("lynx")
        arena.add(["wolf", ("bear", "a *bear*", "markdown")])
        arena.set(goal="rank", expires=30, most_per_voter=None, page={"title": "Animals"})
        answers = [arena.tell(each, "skip").answer for each in arena.ask(2, key="two")]
        ahead = arena.forecast()
        print(answers, 0 if ahead is None else ahead.low, arena.content(ticket, "left"))
        arena.retire(["hare"])
        here = arena.verdict().winner
        frame: pl.DataFrame = arena.votes(voided=True)
        print(frame.height, arena.settings.expires, len(arena.items))
    with Remote(url, token=token, patience=5) as remote:
        remote.tell(remote.ask(), "tie")
        there = remote.verdict().winner
        standings: du.Standings = remote.standings()
        print(standings.items, remote.invite("ann").upper())
    return [here, there]


def made(folder: Path, frame: pl.DataFrame, texts: dict[str, str], prompts: list[tuple[str, dict[str, str]]]) -> None:
    """Items and cases in every form that is taken."""
    du.Arena(folder / "1.db", items=("fox", "owl"), cases=["one", "two"])
    du.Arena(folder / "2.db", items=folder / "items.csv", goal=None, skip="tie", late="refuse")
    du.Arena(folder / "3.db", items=texts, cases=prompts)
    du.Arena(folder / "4.db", items=frame["name"], cases="cases.txt")
    du.Arena(folder / "5.db", items=np.array(["fox", "owl"]))
    du.Arena(folder / "6.db", items=[("fox", "a fox", "text"), ("owl", b"...", "image"), "hare"])
    du.Arena(folder / "7.db", items=(path.stem for path in folder.iterdir()))


def by_hand() -> int:
    learner, rng = du.choice("rucb", identify=False).start(3, 100), np.random.default_rng(0)
    duel: Duel = choose(learner, 1, rng)
    update(learner, 1, duel, 1)
    found = du.identify("cyclic", "savage", delta=0.05, runs=5)
    bound: float = du.theory.borda_bound(10, 10_000)
    names: list[str] = list(du.problem_names())
    try:
        du.problem("nothing")
    except du.UnknownName as error:
        print(error, bound, names, found.summary()["right"])
    return duel.first
