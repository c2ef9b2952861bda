"""Every public function, called with every kind of wrong value: InputError that names the argument, and nothing else.

The functions are found by looking, and so are the methods of what they return. Of each argument the table knows one
good value, and which kinds of value may be good as well. An argument that is not in the table fails the test.
"""

import inspect
import math
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import duelling as du
from duelling import kernels, testing, theory
from duelling.core.jit import interpreted
from duelling.errors import InputError
from duelling.registry.known import kept
from tests.helpers.public import OURS
from tests.helpers.voters import Notebook
from tests.helpers.wrong import WRONG, Text, Whole

pytestmark = pytest.mark.plain

NONE = {"none"}
FLAG = {"true", "numpy true"}
WHOLE = {"three", "kind of three", "numpy three"}
SEED = WHOLE | {"zero", "huge"}
REAL = WHOLE | {"huge", "half", "numpy half", "fraction"}
NAME = {"text", "kind of text", "numpy text", "number as text", "two letters", "long text", "empty text", "lines"}
PATH = NAME | {"path", "lone surrogate"}
FUNCTION = {"lambda", "function that fails", "built-in", "class", "class of ours"}
NUMBERS = {"array", "whole array", "list of numbers", "range", "column", "frame"}
EMPTY = {"empty list", "empty tuple", "empty array"}
NAMES = {"text array", "list of texts", "list of numbers as texts"}

MATRIX = [[0.5, 0.8], [0.2, 0.5]]
GRID = """
[[experiment]]
id = "one"
problems = ["borda_vonneumann"]
algorithms = ["random"]
horizons = [3]
runs = 1
"""
OWN = "from duelling import winner\n\n@winner('mine')\ndef mine(P, mean):\n    return P[0]\n"


class Argument(NamedTuple):
    """A good value, and the kinds of value that may be good as well; those are still answered with a clear error."""

    good: Any
    fine: frozenset[str] | set[str] = frozenset()
    beside: dict[str, Any] = {}  # noqa: RUF012  other values of other arguments while this one is tried


def start(arms: int, horizon: int, *, slack: float = 1.0) -> None:
    """Nothing."""


class Kind(NamedTuple):
    """A regret."""


class Walk(NamedTuple):
    """A state."""

    now: np.ndarray


def arguments(folder: Path) -> dict[str, Argument]:
    """By name, or by the name of the function and that of the argument."""
    (folder / "grid.toml").write_text(GRID)
    (folder / "own.py").write_text(OWN)
    problem, sequence = du.PreferenceMatrix(MATRIX), du.exact_sequence(MATRIX)
    sequence.save(folder / "sequence.npz")
    result = du.simulate(problem, ["random", "rucb:alpha=0.6"], horizon=3, runs=2, record=["pulls"])
    result.save(folder / "result.parquet")
    learner = du.choice("random").start(2, 3)
    with du.Arena(folder / "arena.db", ["fox", "owl", "hare"], durable=False) as arena:
        arena.add("lynx")
        arena.retire("lynx")
        ticket = arena.ask(voter="ann")
        arena.tell(ticket, "left")
    bound = theory.EXP3
    return {
        # problems
        "P": Argument(MATRIX),
        "x": Argument([0.5, 0.7], NUMBERS),
        "M": Argument([[[0, 1], [-1, 0]]]),
        "arms": Argument(["tea", "coffee"], NAMES),
        "matrices": Argument([MATRIX, MATRIX]),
        "starts": Argument([1, 2], {"list of numbers"}),
        "times": Argument([1, 2], {"list of numbers"}),
        "policies": Argument([[0, 1], [1, 0]]),
        "chances": Argument(None, {"range"}, beside={"order": None}),
        "order": Argument([0, 1], {"range"}),
        "link": Argument("linear", NAME),
        "ties": Argument(False, FLAG),
        "name": Argument("one", NAME),
        "source": Argument("a page", NAME),
        "description": Argument("some words", NAME),
        "Shadow.arms": Argument(3, WHOLE),
        "Choice.arms": Argument(3, WHOLE),
        "Algorithm.arms": Argument(2, WHOLE),
        "favoured": Argument(1, WHOLE | {"zero"}),
        "guesses": Argument("first", NAME),
        "origin": Argument(problem, PATH),
        "budget": Argument(3.0, REAL),
        "arm": Argument(0, {"zero"}),
        "paid": Argument("true", NAME),
        "utility": Argument("quadratic", NAME),
        "anchor": Argument([0.5, 0.6], NUMBERS),
        "body": Argument("ball", NAME),
        "spread": Argument(0.5, REAL),
        "features": Argument(np.ones((2, 3, 2))),
        "directions": Argument(np.ones((4, 2)), {"frame"}),
        "horizon": Argument(4, WHOLE),
        "concept": Argument("borda", NAME),
        "concepts": Argument(["borda"], NAMES | NAME),
        "ContinuousProblem.concepts": Argument(["condorcet"], NAMES | NAME),
        "rows": Argument(np.zeros((2, 2, 1))),
        "timeline": Argument(kernels.Constant(np.zeros((2, 1)))),
        "rounds": Argument(np.array([3])),
        "learner": Argument(learner),
        "problem.problem": Argument("sushi", PATH),
        "wins": Argument([[0, 30], [10, 0]]),
        "from_counts.ties": Argument([[0, 3], [3, 0]]),
        "folder": Argument(folder / "made", PATH),
        "votes": Argument([("tea", "coffee", "tea")], PATH),
        "smoothing": Argument(0.5, REAL),
        "columns": Argument(None, NAME | {"empty dict", "dict", "dict of dicts", "dict of awkward"}),
        "within": Argument(0.1, REAL | {"zero"}),
        "pairs": Argument("any", NAME),
        "by_voter": Argument(None, WHOLE),
        "top": Argument(None, WHOLE),
        "n": Argument(2, WHOLE),
        "goal": Argument("best", NAME),
        "what": Argument("intervals", NAME),
        "fewer": Argument(1, WHOLE | {"zero"}),
        "problem": Argument(problem, PATH),
        "exact_sequence.problem": Argument(MATRIX, PATH),
        "period": Argument(10, WHOLE),
        "seed": Argument(1, SEED),
        # what is played
        "simulate.problem": Argument(problem, PATH),
        "identify.problem": Argument(problem, PATH),
        "simulate.horizon": Argument(10, WHOLE),
        "recommend.winner": Argument("von_neumann", NAME | NAMES),  # two algorithms are made for it
        "recommend.regret": Argument("weak", NAME),
        "seconds": Argument(100.0, REAL),
        "algorithms": Argument(["random", "rucb:alpha=0.6"], NAME | NAMES),
        "identify.algorithm": Argument("btm", NAME),
        "choice.algorithm": Argument("rucb:alpha=0.6", NAME),
        "identify": Argument(False, FLAG),
        "delta": Argument(0.1, {"half", "numpy half", "fraction"}),
        "identify.budget": Argument(None, set()),
        "choice.budget": Argument(None, set()),
        "identify.horizon": Argument(None, WHOLE),
        "runs": Argument(2, WHOLE),
        "first_run": Argument(1, WHOLE | {"zero"}),
        "winner": Argument("borda", NAME | NAMES),
        "regret": Argument("weak", NAME | NAMES | EMPTY),
        "shuffle": Argument(True, FLAG),
        "record": Argument(["pulls"], NAME | NAMES | EMPTY),
        "of": Argument("pulls", NAME),
        "results": Argument(result),
        "Result.compare.first": Argument("random", NAME),
        "Result.compare.second": Argument("rucb", NAME),
        "Result.compare.regret": Argument("weak", NAME),
        "Result.compare.winner": Argument("borda", NAME),
        "Result.compare.t": Argument(None, WHOLE),
        "Result.compare.level": Argument(0.9, {"half", "numpy half", "fraction"}),
        "Result.plot.regret": Argument("weak", NAME),
        "checkpoints": Argument([1, 2], WHOLE | NAME | NUMBERS | EMPTY | {"generator", "frozenset"}),
        "threads": Argument(1, WHOLE),
        "limit": Argument(50, WHOLE),
        "progress": Argument(lambda *_: None, FUNCTION | {"true"}),
        "grid": Argument(folder / "grid.toml", PATH | {"empty dict", "dict", "dict of dicts", "dict of awkward"}),
        "path": Argument(folder / "own.py", PATH),
        "OutcomeSequence.load.path": Argument(folder / "sequence.npz", PATH),
        "Result.load.path": Argument(folder / "result.parquet", PATH),
        "kind": Argument("weak", NAME),
        "log": Argument(False, FLAG),
        "ax": Argument(None),
        "Result.plot.algorithms": Argument(None, NAME | NAMES | EMPTY),
        "Result.plot.order": Argument(None, NAME | NAMES | EMPTY),
        "labels": Argument(None, NAMES | {"empty dict"}),
        "colors": Argument(None, NAMES | NUMBERS | {"empty dict"}),
        "Result.plot.title": Argument(None, NAME),
        "size": Argument((3.4, 2.3), REAL | NUMBERS),
        "legend": Argument("ends", NAME),
        "style": Argument("paper", NAME),
        "form": Argument("latex", NAME),
        "Result.table.algorithms": Argument(None, NAME | NAMES | EMPTY),
        "Result.save.path": Argument(folder / "saved.parquet", PATH),
        "OutcomeSequence.save.path": Argument(folder / "saved.npz", PATH),
        "bound": Argument(3.0, REAL | NAME | FUNCTION | {"zero", "minus one"}),
        "t": Argument([1, 2, 3], NUMBERS),
        "values": Argument([[1.0, 2.0, 3.0]]),
        "decade": Argument(10.0, REAL),
        "level": Argument(0.9, REAL),
        "experiment": Argument("one", NAME),
        # declarations
        "label": Argument("One", NAME),
        "reference": Argument("nowhere", NAME),
        "cost": Argument("O(K)", NAME),
        "adversarial": Argument(True, FLAG),
        "anytime": Argument(True, FLAG),
        "folds": Argument(True, FLAG),
        "takes_any_vote": Argument(True, FLAG),
        "true_chances": Argument(True, FLAG),
        "self_duels": Argument(True, FLAG),
        "affine": Argument(True, FLAG),
        "index": Argument(True, FLAG),
        "finds": Argument("arm", NAME),
        "assumes": Argument((), {"empty tuple"}),
        "growth": Argument(1, WHOLE | {"zero"}),
        "algorithm.source": Argument("own", NAME),
        "bandit.source": Argument("own", NAME),
        "winners": Argument(("borda",), {"empty tuple"}),
        "opponent": Argument("any", NAME),
        "bounds": Argument({"borda": bound}, {"empty dict"}),
        "algorithm.order": Argument("√T", NAME),
        "algorithm.identify": Argument(start, FUNCTION),
        "world": Argument("arms", NAME),
        "most_arms": Argument(9, WHOLE),
        "examples": Argument(("slack=2",), {"empty tuple"}),
        "family": Argument(("blue", 1)),
        "bandit.bound": Argument(bound),
        "variants": Argument({"slack=2": {"anytime": True}}, {"empty dict", "dict of dicts"}),
        "example": Argument("one:arms=3", NAME),
        "title": Argument("One", NAME),
        "against": Argument("zero", NAME),
        "start": Argument(start, FUNCTION),
        "make": Argument(start, FUNCTION),
        "losses": Argument(lambda P, mean: P[0], FUNCTION),
        "regret().kind": Argument(Kind),
        # learners that are held outside a simulation
        "state": Argument(learner),
        "like": Argument(learner),
        "arrays": Argument(kernels.save(learner), {"empty dict", "dict", "dict of dicts", "dict of awkward"}),
        "name_places.kind": Argument(Walk),
        "field": Argument("now", NAME),
        "names": Argument("a b", NAME),
        "name_places.rows": Argument("all", NAME),
        "axis": Argument(0, WHOLE | {"zero", "minus one"}),
        "name_places.first": Argument(0, WHOLE | {"zero"}),
        "recorded.arms": Argument(3, WHOLE),
        "recorded.t": Argument([1, 2], NUMBERS),
        "first": Argument([0, 2], NUMBERS),
        "second": Argument([1, 0], NUMBERS),
        "p_first": Argument(0.5, REAL | NUMBERS),
        "p_second": Argument([0.5, 0.5], REAL | NUMBERS),
        "duels": Argument(kernels.recorded(2, [1], [0], [1], 1, 1)),
        "outcomes": Argument([1], {"true array", "list of trues"}),
        "w": Argument([0.5, 0.5], NUMBERS | {"inf array"}),
        "f": Argument(start, FUNCTION),
        "text": Argument("random", NAME),
        "given": Argument(None),
        "Known.name": Argument("exp3", NAME),
        # voters that a problem simulates
        "Voters.problem": Argument(problem, PATH),
        "Voters.ties": Argument(0.2, {"zero", "half", "numpy half", "fraction"}),
        "bad": Argument(0.1, {"zero", "half", "numpy half", "fraction"}),
        "skips": Argument(0.1, {"zero", "half", "numpy half", "fraction"}),
        "delays": Argument(0, WHOLE | FUNCTION | {"zero"}),
        "voters": Argument(2, WHOLE | NAME | NAMES),
        "arena": Argument(Notebook(problem.arms)),
        "tickets": Argument(1, WHOLE),
        # an arena
        "place": Argument(folder / "arena.db", PATH),
        "items": Argument(["fox", "owl", "hare"], NAMES | PATH),
        "Arena.name": Argument("main", NAME),
        "Arena.goal": Argument(None, NAME),
        "Arena.within": Argument(0.0, {"zero"}),
        "Arena.learner": Argument(None, NAME),
        "skip": Argument("again", NAME),
        "expires": Argument(600.0, REAL - {"huge"}),
        "repeats": Argument(1, WHOLE),
        "most_per_voter": Argument(None, WHOLE),
        "late": Argument("count", NAME),
        "mix": Argument(0.5, {"half", "numpy half", "fraction"}),
        "cases": Argument(None, NAMES | EMPTY | PATH),
        "durable": Argument(False, FLAG),
        "Arena.ask.n": Argument(None, WHOLE),
        "voter": Argument("ann", NAME),
        "key": Argument(None, NAME),
        "ticket": Argument(ticket, NAME),
        "answer": Argument("left", NAME),
        "took": Argument(None, WHOLE | {"zero"}),
        "Arena.restore.ticket": Argument(None, NAME),
        "item": Argument("lynx", NAME | NAMES | EMPTY),
        "content": Argument(None, NAME | {"bytes"}),
        "media": Argument(None, NAME),
        "Arena.own.items": Argument(["hare"], NAME | NAMES | EMPTY),
        "side": Argument("left", NAME),
        "Arena.votes.voided": Argument(False, FLAG),
        "Arena.backup.path": Argument(folder / "copy.db", PATH),
        "Arena.export.path": Argument(folder / "export.csv", PATH),
        "format": Argument("csv", NAME),
        "Arena.export.names": Argument(False, FLAG),
        "voided": Argument(False, FLAG),
        "present": Argument(False, FLAG),
        "Arena.export.smoothing": Argument(None, {"zero"}),
        "Arena.include.votes": Argument([("fox", "owl", "fox")], PATH),
        "again": Argument(True, FLAG),
        "Arena.problem.smoothing": Argument(0.5, REAL),
        "see": Argument(lambda state: 1, FUNCTION),
        "after": Argument(0, WHOLE | {"zero"}),
        # theorems
        **{f"{name}.arms": Argument(3, WHOLE) for name in vars(theory)},
        **{f"{name}.t": Argument(3, WHOLE) for name in vars(theory)},
        **{f"{name}.losses": Argument([0.1, 0.2, 0.3], NUMBERS) for name in vars(theory)},
        "eta": Argument(0.1, REAL),
        "rate": Argument("fixed", NAME),
        "estimator": Argument("iw", NAME),
        "gap": Argument("lcb", NAME),
        "scale": Argument(1.0, REAL),
        "alpha": Argument(2.0, REAL),
        "moss_bound.alpha": Argument(1.35, REAL | {"zero"}),
        "ucb_bound.ties": Argument("random", NAME),
        "preference": Argument(MATRIX),
        "scaled.bound": Argument(bound),
        "uniform_bounds.bound": Argument(bound),
        "sparring_bounds.bound": Argument(bound),
        "scaled.losses": Argument(theory.uniform_losses, FUNCTION),
        "factor": Argument(lambda arms: 2.0, FUNCTION),
        "formula": Argument("√T", NAME),
    }


KERNEL = "a kernel: its arguments are checked by those who made them, since a check would cost time in every round"
RECORD = "a record: it holds what it is given, and whoever takes it checks it"
MESSAGE = "an error or a warning: its argument is a message"
LEFT_OUT = {
    **dict.fromkeys(("charge", "choose", "combine", "decide", "learn", "observe", "pull", "reveal", "update"), KERNEL),
    **dict.fromkeys(("chances", "draw", "draw_other", "standing", "phase_of", "seat", "total_of", "verdict"), KERNEL),
    **dict.fromkeys(("tree_draw", "tree_set", "tree_sum"), KERNEL),
    **dict.fromkeys(("Constant", "Cycle", "Drift", "Duel", "Duels", "Space", "Steps"), RECORD),
    **dict.fromkeys(("Finding", "Identification", "LowerBounds", "Report", "Result", "Standings", "Tally"), RECORD),
    **dict.fromkeys(("Conflict", "DamagedFile", "Doubt", "InputError", "UnknownName", "WrongValue"), MESSAGE),
    "Unavailable": MESSAGE,
    **dict.fromkeys(("Problem", "Pairwise"), "abstract: its methods are tried on each kind of problem"),
}
INNER = {
    "Preferences",
    "UtilityPreferences",
    "OutcomePreferences",
    "Specification",
    "OwnFigure",
}  # nobody else uses them


@dataclass(frozen=True)
class Case:
    """Something to call."""

    label: str
    call: Callable[..., Any]

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """What it takes; looked up once, since it is called thousands of times."""
        return inspect.signature(self.call).parameters


def public() -> Iterator[Case]:
    """What the public modules hold."""
    for module in (du, kernels, testing):
        for name in module.__all__:
            if not inspect.ismodule(getattr(module, name)):
                yield Case(name, getattr(module, name))
    for name, value in vars(theory).items():
        if not name.startswith("_") and getattr(value, "__module__", "") == theory.__name__:
            yield Case(name, value)


def methods(thing: object) -> Iterator[Case]:
    """The methods that this package wrote for a thing; to call it is one of them."""
    owner = type(thing).__name__
    for name in dir(type(thing)):
        written = inspect.getattr_static(type(thing), name)
        written = getattr(written, "__func__", written)
        ours = inspect.isfunction(written) and written.__module__.startswith("duelling.")
        if ours and not name.startswith("_") and not {name, f"{owner}.{name}"} & OURS:
            yield Case(f"{owner}.{name}", getattr(thing, name))
    if callable(thing):
        yield Case(f"{owner}()", thing)


def good(case: Case, table: dict[str, Argument]) -> dict[str, Argument]:
    """What the table says of each argument of a function."""
    found = {}
    for place, (name, parameter) in enumerate(case.parameters.items()):
        if parameter.kind == parameter.VAR_KEYWORD or (place and parameter.kind == parameter.VAR_POSITIONAL):
            continue
        keys = (f"{case.label}.{name}", f"{case.label.split('.')[0]}.{name}", name)
        argument = next((table[key] for key in keys if key in table), None)
        assert argument is not None, f"{case.label} has an argument {name!r} that the table does not know: add it"
        found[name] = argument._replace(fine=argument.fine | NONE) if "None" in str(parameter) else argument
    return found


def called(case: Case, given: dict[str, Any]) -> Any:
    """What it returns; an argument that may stand any number of times stands once."""
    first = next(iter(case.parameters.values()), None)
    if first is None or first.kind != first.VAR_POSITIONAL:
        return case.call(**given)
    return case.call(given[first.name], **{name: value for name, value in given.items() if name != first.name})


def cases(table: dict[str, Argument]) -> Iterator[tuple[Case, dict[str, Argument]]]:
    """Everything public with its arguments, and then the methods of what it returns."""
    waiting, seen = [*public()], set(INNER)
    while waiting:
        case = waiting.pop(0)
        if case.label in LEFT_OUT:
            continue
        returned = case.call
        if callable(returned):
            known = good(case, table)
            yield case, known
            with kept():
                returned = called(case, {name: argument.good for name, argument in known.items()})
        for thing in returned[:1] if isinstance(returned, list) else [returned]:
            kind = type(thing)
            if inspect.isfunction(thing) and thing.__module__.startswith("duelling."):  # a decorator
                waiting.append(Case(f"{case.label}()", thing))
            elif kind.__module__.startswith("duelling.") and kind.__name__ not in seen:
                seen.add(kind.__name__)
                waiting += methods(thing)


def complaint(case: Case, known: dict[str, Argument], name: str, kind: str) -> str:
    """What is wrong with the answer to one wrong value; an empty text if nothing is."""
    value, fine = WRONG[kind](), kind in known[name].fine
    given = {key: argument.good for key, argument in known.items()} | known[name].beside | {name: value}
    where = f"{case.label}({name}={kind})"
    try:
        with kept(), warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)  # of NumPy
            called(case, given)
    except InputError as error:
        named = fine or name in str(error) or name.removesuffix("s") in str(error)
        return "" if named else f"{where} does not name the argument: {error}"
    except Exception as error:
        theirs = fine and kind in FUNCTION  # a function of a user may raise anything
        return "" if theirs else f"{where} raises {type(error).__name__}: {error}"
    return "" if fine else f"{where} is accepted"


@pytest.fixture
def table(tmp_path, monkeypatch, blank_figures):
    monkeypatch.chdir(tmp_path)  # a text may be the path of a file to write
    with interpreted(), warnings.catch_warnings():
        warnings.simplefilter("ignore", du.Doubt)  # one vote is few
        yield arguments(tmp_path)


@pytest.mark.slow
def test_a_wrong_value_is_refused_by_a_line_that_names_the_argument(table):
    calls, complaints = 0, []
    for case, known in cases(table):
        for name in known:
            for kind in WRONG:
                calls += 1
                complaints.append(complaint(case, known, name, kind))
    assert calls > 30_000
    assert [each for each in complaints if each] == []


ALIKE: dict[type, tuple[Callable[[Any], Any], ...]] = {  # other types for the same value
    bool: (np.bool_,),
    int: (np.int64, Whole),
    float: (np.float64, Fraction),
    str: (np.str_, Text),
    list: (tuple, np.array),
}


@pytest.mark.slow
def test_the_same_value_in_another_type_is_as_good(table):
    tried = 0
    for case, known in cases(table):
        given = {name: argument.good for name, argument in known.items()}
        for name, value in given.items():
            for convert in ALIKE.get(type(value), ()):
                with kept():
                    called(case, given | known[name].beside | {name: convert(value)})
                tried += 1
    assert tried > 500


def test_what_is_left_out_is_public():
    """A name that is gone would hide another one that comes later."""
    assert set(LEFT_OUT) <= {case.label for case in public()}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: du.identify("sushi", "btm", delta=None), "delta must lie between 0 and 1, got None"),
        (lambda: du.identify("sushi", "btm", runs=2**52), "runs must be a whole number from 1 to 10000000, got 4503"),
        (lambda: du.Corrupted(du.problem("sushi"), budget="x"), "budget must be above 0 and at most 2^53, got 'x'"),
        (lambda: du.Contextual(matrices=1, policies=[[0]]), "matrices must be a list of matrices, got 1"),
        (lambda: du.Result.load(None), "path must be a path, got None"),
        (lambda: du.load(None), "path must be a path, got None"),
        (lambda: du.PreferenceMatrix(np.array(0.5)), "P must be a square matrix, got shape ()"),
        (lambda: du.PreferenceMatrix([["0.5", "0.8"], ["0.2", "0.5"]]), "P must be a square matrix of numbers, got [["),
        (lambda: du.PreferenceMatrix([[0.5, True], [False, 0.5]]), "P must be a square matrix of numbers, got [["),
        (lambda: du.PreferenceMatrix(MATRIX, arms="ab"), "arms must be a list of texts, got 'ab'"),
        (lambda: du.PreferenceMatrix(MATRIX, arms=[1, 2]), "arms[0] must be a text, got 1"),
        (lambda: du.PreferenceMatrix(MATRIX).winners("x"), "horizon must be a whole number from 1 on, got 'x'"),
        (lambda: du.PreferenceMatrix(MATRIX).winners(True), "horizon must be a whole number from 1 on, got True"),
        (lambda: du.problem("flips:arms=3").winners(0), "horizon must be a whole number from 1 on, got 0"),
        (lambda: du.select(adversarial="no"), "adversarial must be True or False, got 'no'"),
        (lambda: du.choice(("rucb", {"alpha": "1,version=icml"})), "alpha of algorithm rucb must be a number, a text"),
        (lambda: du.simulate("sushi", "random", horizon=9, seed=10**5000), "seed must be at most 2^128, got <int>"),
        (
            lambda: du.simulate("sushi", "random", horizon=9, runs=2**40),
            "runs must be a whole number from 1 to 119",
        ),
        (lambda: du.exact_sequence(MATRIX, period=2**40), "period must be at most 536870912 for 2 arms, so that"),
        (lambda: du.problem(du), "problem must be a problem, a name, a path or a matrix, got <module 'duelling' from "),
    ],
)
def test_the_line_says_what_to_change(ask, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        ask()


@pytest.mark.parametrize("bound", [math.inf, -math.inf, math.nan, 10**400, True, [1.0]])
def test_a_line_that_cannot_be_drawn_is_refused(bound):
    result = du.simulate("sushi", "random", horizon=9, runs=1)
    for given, name in ((bound, "bound"), (lambda t: bound, "bound(1)")):
        with pytest.raises(InputError, match=f"^{re.escape(name)} must be a finite number, got "):
            result.plot(bound=given)
