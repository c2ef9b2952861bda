"""duelling thesis and duelling plot: what they write, what they say, and what they refuse."""

import importlib
import json
import re
import shutil
import sys

import numpy as np
import polars as pl
import pytest

from duelling.cli.commands import run
from duelling.errors import InputError
from duelling.lab.figures import grid as figures
from duelling.lab.grids.specification import Experiment
from duelling.lab.grids.store import Store
from duelling.thesis import experiments as shipped
from duelling.thesis.claims.verdicts import Verdict
from tests.helpers.commands import ask_loud, names
from tests.helpers.figures import draw_nothing
from tests.helpers.modes import INTERPRETED

pytestmark = pytest.mark.plain

SMALL = (
    Experiment(
        id="borda-vn",
        problems=("borda_vonneumann",),
        algorithms=("exp3+unif", "random"),
        horizons=(40,),
        period=20,
        runs=3,
    ),
    Experiment(
        id="utility", problems=("arithmetic",), algorithms=("ws-w",), horizons=(50,), winners=("utility",), runs=3
    ),
)


def shrink(patch):
    patch.setattr(shipped, "grids", lambda ids: tuple(each for each in SMALL if each.id in ids))


@pytest.fixture
def small(monkeypatch):
    """The thesis, so small that it takes no time."""
    shrink(monkeypatch)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What a first call leaves. In plain Python its figures are blank, since no test looks at them there."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        shrink(patch)
        if INTERPRETED:
            draw_nothing(patch)
        assert run(["thesis", "--out", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def done(made, tmp_path):
    """A copy of it."""
    return shutil.copytree(made, tmp_path / "done")


def test_thesis_leaves_results_figures_report_and_verdicts(capsys, tmp_path, small, blank_figures):
    out = ask_loud(capsys, "thesis", "--out", tmp_path / "out")
    lines = out.strip().splitlines()
    assert lines[-3] == "12 claims are not measured."
    assert lines[-2] == "17 claims about the open questions are not measured."
    assert str(tmp_path / "out" / "report.html") in lines[-1]
    found = names(tmp_path / "out")
    stems = [
        f"figures/{name}{log}.{form}"
        for name in ("borda-vn", "utility")
        for log in ("", "-log")
        for form in ("png", "pdf")
    ]
    assert {"report.html", "claims.json", "results.parquet", *stems} <= set(found)
    claims = json.loads((tmp_path / "out" / "claims.json").read_text())
    assert [claim["number"] for claim in claims["claims"]] == list(range(1, 13))
    rows = pl.read_parquet(tmp_path / "out" / "results.parquet")
    assert set(rows["experiment"]) == {"borda-vn", "utility"}
    assert rows["run"].n_unique() == 3


def test_each_claim_names_its_problem_and_winner(capsys, tmp_path, small, blank_figures):
    out = ask_loud(capsys, "thesis", "--quick", "--out", tmp_path)
    lines = " ".join(out.split())
    assert "borda_vonneumann: Borda" in lines
    assert "arithmetic: Utility" in lines
    assert "all of the above: any" in lines
    assert "17 claims about the open questions are not measured with --quick." in lines
    assert " A1 " not in lines


@pytest.mark.compiled
def test_a_second_call_plays_nothing_and_says_the_same(capsys, done, small):
    before = {name: (done / name).read_bytes() for name in names(done) if name != "report.html"}
    assert "0 units were there from before" in (done / "report.html").read_text()
    ask_loud(capsys, "thesis", "--out", done)
    assert {name: (done / name).read_bytes() for name in names(done) if name != "report.html"} == before
    assert "3 units were there from before" in (done / "report.html").read_text()


@pytest.mark.compiled
def test_some_experiments_with_other_runs_and_another_seed(capsys, tmp_path, small, blank_figures):
    found = json.loads(ask_loud(capsys, "thesis", "utility", "--runs", 2, "--seed", 5, "--out", tmp_path, "--json"))
    assert found["folder"] == str(tmp_path)
    assert found["experiments"] == [{"id": "utility", "runs": 2, "seed": 5}]
    assert len(found["claims"]) == 12
    assert found["counts"]["not measured"] >= 9
    assert json.loads((tmp_path / "claims.json").read_text()) == {k: v for k, v in found.items() if k != "folder"}
    assert not list((tmp_path / "figures").glob("borda-vn*"))


def test_quick_takes_fewer_runs_and_runs_wins_over_it():
    from duelling.cli.thesis import select

    whole, small = select([], False, None, 0), select([], True, None, 0)
    assert [each.id for each in whole] == list(shipped.every())
    assert [each.id for each in small] == [name for name, entry in shipped.every().items() if not entry.open]
    assert all(few.runs < full.runs for few, full in zip(small, whole, strict=False))
    assert [each.id for each in select(["links"], True, None, 0)] == ["links"]
    assert {each.runs for each in whole[:6]} == {100}
    assert [each.runs for each in select(["utility", "borda-vn"], True, 7, 0)] == [7, 7]
    assert [each.id for each in select(["utility", "borda-vn"], False, None, 0)] == ["borda-vn", "utility"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("asked", "folder"), [([], "thesis-out"), (["utility"], "thesis-part"), (["--runs", 2], "thesis-part")]
)
def test_a_part_of_the_thesis_has_a_folder_of_its_own(
    capsys, tmp_path, small, monkeypatch, asked, folder, blank_figures
):
    monkeypatch.chdir(tmp_path)
    ask_loud(capsys, "thesis", *asked, "--quiet")
    assert [path.name for path in tmp_path.iterdir()] == [folder]
    assert (tmp_path / folder / "report.html").is_file()


@pytest.mark.compiled
def test_plot_draws_again_what_thesis_drew(capsys, done, tmp_path):
    written = ask_loud(capsys, "plot", done, "--log", "--out", tmp_path / "again")
    assert len(written.splitlines()) == 4
    assert names(tmp_path / "again") == names(done / "figures")
    for name in names(tmp_path / "again"):
        assert (tmp_path / "again" / name).read_bytes() == (done / "figures" / name).read_bytes()


def test_plot_draws_on_straight_axes_beside_the_results(capsys, done, blank_figures):
    shutil.rmtree(done / "figures")
    ask_loud(capsys, "plot", done)
    assert names(done / "figures") == ["borda-vn.pdf", "borda-vn.png", "utility.pdf", "utility.png"]


def test_plot_says_what_a_folder_without_results_holds(capsys, done, tmp_path):
    (done / "results.parquet").unlink()
    assert run(["plot", str(done)]) == 2
    assert "is not finished: run it again" in capsys.readouterr().err
    (tmp_path / "result.parquet").touch()
    assert run(["plot", str(tmp_path)]) == 2
    assert "not a whole Parquet file" in capsys.readouterr().err
    with pytest.raises(InputError, match="holds one simulation"):
        Store(tmp_path).specification()


def test_plot_draws_strong_regret_beside_it(capsys, done, tmp_path, blank_figures):
    ask_loud(capsys, "plot", done, "--regret", "strong", "--out", tmp_path)
    assert {"borda-vn-strong.png", "utility-strong.pdf"} <= set(names(tmp_path))
    (drawing,) = figures.drawings(Store(done).measured("utility"), [False], "strong")
    measured = Store(done).measured("utility").regrets
    assert drawing.axis == "strong regret"
    for curve in drawing.panels[0].curves:
        (regret,) = [x for (_, T, _, text), x in measured.items() if (text, T) == (curve.label, curve.t[-1])]
        np.testing.assert_array_equal(curve.mean, regret.strong.mean(axis=0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("thesis borda-wn", ["experiment 'borda-wn'", "'borda-vn'"]),
        ("thesis --runs 0", ["runs", "from 1 on", "0"]),
        ("thesis --runs few", ["--runs", "few"]),
        ("thesis --seed -1", ["seed", "from 0 on", "-1"]),
        ("thesis --threads 0", ["threads", "from 1 on", "0"]),
        ("thesis --engine cloud", ["engine", "'cloud'"]),
        ("thesis --scheduler tcp://x:1", ["scheduler"]),
        ("plot {folder}", ["it holds no results"]),
        ("plot {folder}/none", ["none"]),
        ("plot", ["DIR"]),
        ("simulate ws-w sushi --horizon 10", ["a problem must come before the algorithms, got 'ws-w'"]),
        ("plot {folder} --regret both", ["regret must be one of weak, strong, got 'both'"]),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code = run([part.format(folder=tmp_path) for part in arguments.split()])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert re.fullmatch(r"duelling: [^\n]+\n", err), err
    assert all(word in err for word in words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["thesis", "plot"])
def test_a_folder_that_is_a_file_is_refused(capsys, done, tmp_path, small, name):
    (tmp_path / "file").write_text("mine")
    arguments = {"thesis": ["utility"], "plot": [str(done)]}[name]
    assert run([name, *arguments, "--out", str(tmp_path / "file")]) == 2
    assert "is a file" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.compiled
def test_a_full_disk_leaves_the_earlier_report(capsys, done, small, monkeypatch, blank_figures):
    before = (done / "report.html").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duelling.files._save", full)
    assert run(["thesis", "utility", "--out", str(done)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert (done / "report.html").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "code"), [(["holds", "undecided", "not measured"], 0), (["holds", "does not hold"], 1)]
)
def test_check_leaves_with_1_if_a_claim_does_not_hold(capsys, tmp_path, small, monkeypatch, words, code, blank_figures):
    verdicts = tuple(Verdict(n, "utility", "A claim.", word, "A rule.", ()) for n, word in enumerate(words))
    monkeypatch.setattr("duelling.thesis.judging.judge", lambda measured, plan: verdicts)
    command = ["thesis", "utility", "--out", str(tmp_path), "--quiet"]
    assert run([*command, "--check"]) == run([*command, "--check", "--json"]) == code
    assert run(command) == 0
    assert "A claim." in capsys.readouterr().out


def counted(monkeypatch, module, name):
    """What a function is called with from now on, wherever it is imported."""
    real, calls = getattr(importlib.import_module(module), name), []

    def remember(*arguments, **options):
        calls.append(arguments[0])
        return real(*arguments, **options)

    for each in [*sys.modules.values()]:
        if getattr(each, "__name__", "").startswith("duelling"):
            for alias in [alias for alias, value in vars(each).items() if value is real]:
                monkeypatch.setattr(each, alias, remember)
    return calls


def test_one_experiment_resolves_its_own_texts_once(capsys, tmp_path, monkeypatch, blank_figures):
    """The plan travels through the whole command, and nothing that belongs to another experiment is read."""
    entries = shipped.every()
    short = entries["borda-vn"].grid.replace("[1_000, 10_000, 100_000]", "[100, 200]")
    assert short != entries["borda-vn"].grid
    monkeypatch.setattr(shipped, "every", lambda: entries | {"borda-vn": entries["borda-vn"]._replace(grid=short)})
    command = ["thesis", "borda-vn", "--runs", 2, "--quiet", "--out"]
    ask_loud(capsys, *command, tmp_path / "first")  # whatever it needs is imported
    parsed = counted(monkeypatch, "duelling.problems.reading.text", "parse")
    found = counted(monkeypatch, "duelling.problems.reading.named", "problem")
    chosen = counted(monkeypatch, "duelling.registry.choice", "choice")
    specifications = counted(monkeypatch, "duelling.lab.grids.specification", "parse")
    ask_loud(capsys, *command, tmp_path / "second")
    assert [each for each in found if isinstance(each, str)] == ["borda_vonneumann"]
    assert len(parsed) == 1
    assert specifications == [short]
    assert sorted({each for each in chosen if isinstance(each, str)}) == [
        "exp3+unif",
        "exp3-sparring",
        "exp3p-sparring",
        "vn+unif",
    ]


TEA = '''
from duelling.thesis.claims import asking
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case
from duelling.thesis.chapter import Chapter, Words

GRID = """
[[experiment]]
id = "tea-time"
problems = "cyclic"
algorithms = ["random", "fixed"]
horizons = 50
"""
CHAPTER = Chapter(
    grid=GRID,
    words=Words(section="", question="Is it tea time?", setting="A pot.", said="Nothing."),
    claims=(Claim("A99", "Random is worse.", "It is.", (asking.regret_ratio(Case("cyclic", 50), "random", "fixed"),)),),
)
'''


def test_a_new_experiment_is_one_file(capsys, tmp_path, monkeypatch, blank_figures):
    (tmp_path / "tea_time.py").write_text(TEA)
    monkeypatch.setattr(shipped, "__path__", [*shipped.__path__, str(tmp_path)])
    shipped.every.cache_clear()
    try:
        assert list(shipped.every())[-1] == "tea-time"
        told = ask_loud(capsys, "thesis", "tea-time", "--runs", 3, "--out", tmp_path / "out", "--quiet")
        assert "A99" in told
        page = (tmp_path / "out" / "report.html").read_text()
        assert all(text in page for text in ("Is it tea time?", "A pot.", "Random is worse.", 'id="claim-A99"'))
        assert (tmp_path / "out" / "figures" / "tea-time.png").is_file()
    finally:
        monkeypatch.undo()
        shipped.every.cache_clear()
        sys.modules.pop("duelling.thesis.experiments.tea_time", None)


@pytest.mark.parametrize("name", ["thesis", "plot"])
def test_help_has_an_example(capsys, name):
    assert f"Example: duelling {name}" in ask_loud(capsys, name, "--help")
