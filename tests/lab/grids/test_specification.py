"""Specifications: what they mean, and that whatever is wrong in one is named before anything runs."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from duelling.cli.commands import run
from duelling.errors import InputError
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import Experiment, Specification, from_dict, parse, read

pytestmark = pytest.mark.plain

EXAMPLE = Path(__file__).parents[3] / "examples" / "grid.toml"
BASE = """
[[experiment]]
id = "one"
problems = ["cyclic"]
algorithms = ["random"]
horizons = [100]
"""


SURE = """
[[experiment]]
id = "sure"
problems = ["cyclic", "sushi"]
algorithms = ["savage"]
delta = 0.1
"""


def only(text):
    (found,) = parse(text, "grid.toml").experiments
    return found


def test_defaults_are_those_of_simulate():
    found = only(BASE)
    assert (found.winners, found.period, found.runs, found.seed) == (("borda",), None, 100, 0)
    assert (found.title, found.checkpoints) == ("", "linear")


def test_the_file_may_set_runs_and_seed_for_all_and_an_experiment_its_own():
    text = "runs = 7\nseed = 3\n" + BASE + BASE.replace("one", "two") + "runs = 9\n"
    one, two = parse(text, "grid.toml").experiments
    assert (one.runs, one.seed, two.runs, two.seed) == (7, 3, 9, 3)


def test_a_single_value_is_a_list_of_one_and_powers_of_ten_are_whole():
    text = BASE.replace('["cyclic"]', '"cyclic"').replace('["random"]', '"random"').replace("[100]", "1e4")
    found = only(text + 'winner = "von-neumann"\ncheckpoints = [1, 1e2]\nruns = 1e1\n')
    assert (found.problems, found.algorithms, found.horizons) == (("cyclic",), ("random",), (10_000,))
    assert (found.winners, found.checkpoints, found.runs) == (("von_neumann",), (1, 100), 10)


def test_with_a_delta_algorithms_play_until_they_are_sure():
    found = only(SURE + "within = {sushi = 0.05}\nlimit = 1e4\nown_runs = {sushi = 2e1}")
    assert (found.stops, found.delta, found.limit, found.horizons) == (True, 0.1, 10_000, ())
    assert [found.slack(name) for name in found.problems] == [0, 0.05]
    assert [found.runs_on(name) for name in found.problems] == [100, 20]
    assert found.runs_in_words == "20 to 100"
    assert only(SURE + "within = 0.05").slack("cyclic") == 0.05
    assert only(SURE).limit == 10**6
    fewer = found.with_runs(lambda runs: runs // 2)
    assert [fewer.runs_on(name) for name in found.problems] == [50, 10]
    assert not only(BASE).stops


@pytest.mark.parametrize("text", [BASE + "period = 10", SURE + "within = {sushi = 0.05}"])
def test_what_is_declared_makes_the_experiment_again(text):
    found = only(text)
    assert Experiment(**found.declared()) == found
    assert {"horizons", "delta"} - set(found.declared()) == ({"horizons"} if found.stops else {"delta"})


def test_python_uses_the_fields_names():
    made = Experiment(id="one", problems="cyclic", algorithms="random", horizons=100, winners=("borda", "condorcet"))
    assert made == only(BASE + 'winner = ["borda", "condorcet"]')
    with pytest.raises(ValidationError):
        made.runs = 3
    with pytest.raises(ValueError, match="whole number from 1 on"):
        Experiment(id="one", problems="cyclic", algorithms="random", horizons=0)


def test_the_example_is_right():
    found = read(EXAMPLE)
    resolve(found)
    assert [each.id for each in found.experiments] == ["borda", "exact"]


def test_the_page_about_grids_shows_the_example():
    shown = re.search(r"```toml\n(.*?)```", (EXAMPLE.parent.parent / "docs" / "experiments.md").read_text(), re.DOTALL)
    assert parse(shown[1], "page").experiments == read(EXAMPLE).experiments


def test_so_does_its_part_about_stopping():
    shown = re.findall(r"```toml\n(.*?)```", (EXAMPLE.parent.parent / "docs" / "experiments.md").read_text(), re.DOTALL)
    assert shown[1:] == [(EXAMPLE.parent / "stopping.toml").read_text()]
    resolve(parse(shown[1], "page"))


def test_files_are_looked_for_beside_the_specification(tmp_path, monkeypatch):
    folder = tmp_path / "grids"
    folder.mkdir()
    (folder / "mine.txt").write_text("0.5 0.75\n0.25 0.5\n")
    (folder / "sushi").write_text("0.5 0.75\n0.25 0.5\n")  # a known name goes before a file
    (folder / "grid.toml").write_text(BASE.replace('"cyclic"', '"mine.txt", "sushi"'))
    for here, path in ((tmp_path, "grids/grid.toml"), (folder, "grid.toml"), (folder, folder / "grid.toml")):
        monkeypatch.chdir(here)
        mine, sushi = resolve(read(path)).units
        assert (len(mine.origin.arms), len(sushi.origin.arms)) == (2, 16)


def test_an_error_without_a_file_names_the_experiment():
    made = Experiment(id="one", problems="cyclic", algorithms="rundom", horizons=100)
    with pytest.raises(InputError, match=r"^experiment 1 \(one\), algorithms: .*did you mean 'random'"):
        resolve(Specification(experiments=(made,)))


def case(text, *words, files=None, name=""):
    return pytest.param(text, words, files or {}, id=name or " ".join(words))


CASES = [
    case("", "at least one [[experiment]]"),
    case("runs = 3", "at least one [[experiment]]", name="no experiment"),
    case("[experiment]\nid = 'a'", "at least one [[experiment]]", name="one bracket"),
    case("experiment = [1]", "at least one [[experiment]]", name="numbers"),
    case(BASE.replace("[100]", "[100"), "line", name="syntax"),
    case("colour = 1" + BASE, "no key 'colour'", "choose from experiment, runs, seed"),
    case("sead = 1" + BASE, "no key 'sead'", "'seed'"),
    case(BASE + "horizon = 3", "experiment 1 (one)", "no key 'horizon'", "'horizons'"),
    case(BASE + "winners = 'borda'", "no key 'winners'", "'winner'"),
    case(BASE.replace("algorithms", "algoritms"), "experiment 1 (one)", "no key 'algoritms'", "'algorithms'"),
    case(BASE.replace("horizons", "horzons"), "experiment 1 (one)", "no key 'horzons'", "'horizons'"),
    case(BASE.replace('id = "one"', ""), "experiment 1, id", "missing"),
    case(BASE.replace('problems = ["cyclic"]', ""), "experiment 1 (one), problems", "missing"),
    case(BASE.replace('"one"', "7"), "id", "text", "7"),
    case(BASE.replace("one", "a/b"), "id", "letters, digits", "'a/b'"),
    case(BASE.replace("one", ".."), "id", "letters, digits", "'..'"),
    case(BASE + BASE.replace("one", "One"), "experiment 2 (One), id", "differ"),
    case(BASE + "title = 3", "title", "text", "3"),
    case(BASE.replace('["cyclic"]', "[]"), "problems", "at least one"),
    case(BASE.replace('["cyclic"]', "[3]"), "problems", "text", "3", name="problem 3"),
    case(BASE.replace("cyclic", "cyclik"), "problems", "'cyclik'", "'cyclic'"),
    case(BASE.replace("cyclic", "none.txt"), "problems", "none.txt", "No such file"),
    case(BASE.replace("cyclic", "m.txt"), "problems", "m.txt", "[0, 1]", files={"m.txt": "0.5 0.6\n0.5 0.5\n"}),
    case(BASE.replace('"cyclic"', '"cyclic", "cyclic"'), "problems", "once", "'cyclic'"),
    case(BASE.replace("random", "rucbb"), "experiment 1 (one), algorithms", "'rucbb'", "'rucb'"),
    case(BASE.replace("random", "rucb:alpa=1"), "algorithms", "parameter of rucb 'alpa'", "'alpha'"),
    case(BASE.replace("random", "rucb:alpha=x"), "algorithms", "alpha of rucb", "number", "'x'"),
    case(BASE.replace("random", "exp3+unif:rate=fast"), "algorithms", "borda, utility, anytime", "'fast'"),
    case(BASE.replace("random", "exp3+unif:eta=-1"), "algorithms", "eta must be a finite number above 0"),
    case(BASE.replace('"random"', '"random", "random"'), "algorithms", "once", "'random'"),
    case(BASE.replace("[100]", "[0]"), "horizons", "from 1 on", "0"),
    case(BASE.replace("[100]", "[1.5]"), "horizons", "from 1 on", "1.5"),
    case(BASE.replace("[100]", "['many']"), "horizons", "from 1 on", "'many'"),
    case(BASE.replace("[100]", "[true]"), "horizons", "from 1 on", "True"),
    case(BASE.replace("[100]", "[100, 1e2]"), "horizons", "once", "100"),
    case(BASE.replace("[100]", "[1e30]"), "horizons", "2^53"),
    case(BASE.replace("[100]", "[]"), "horizons", "at least one", name="no horizon"),
    case(BASE + "winner = 'bordo'", "winner:", "'bordo'", "'borda'"),
    case(BASE + "winner = []", "winner:", "at least one"),
    case(BASE + "winner = ['borda', 'borda']", "winner:", "once"),
    case(BASE + "winner = ['von_neumann', 'von-neumann']", "winner:", "once", name="two spellings"),
    case(BASE + "winner = 'utility'", "winner:", "borda, copeland, von_neumann, condorcet", "utility"),
    case(BASE.replace("cyclic", "different_winners") + "winner = 'condorcet'", "winner:", "different_winners"),
    case(BASE + "period = 0", "period", "from 1 on"),
    case(BASE + "period = 7", "period", "whole number", "7 * 0.6"),
    case(BASE.replace("100", "105") + "period = 10", "horizons", "multiple of the period 10", "105"),
    case(BASE + "runs = 0", "runs", "from 1 on", "0"),
    case(BASE + "runs = 2.5", "runs", "from 1 on", "2.5"),
    case("runs = 'many'" + BASE, "runs", "from 1 on", "'many'"),
    case(BASE + "seed = -1", "seed", "from 0 on", "-1"),
    case(BASE + "seed = 'x'", "seed", "from 0 on", "'x'"),
    case(BASE + "checkpoints = 'often'", "checkpoints", "linear, log, a number of steps or a list", "'often'"),
    case(BASE + "checkpoints = [1, 0]", "checkpoints", "from 1 on", "0"),
    case(BASE + "checkpoints = [101]", "checkpoints", "horizon 100", "101"),
    case(BASE.replace("horizons = [100]", ""), "experiment 1 (one), horizons: is missing", "or a delta"),
    case(BASE + "limit = 100", "limit: must be left out where there is no delta, got 100"),
    case(SURE + "horizons = 100", "horizons: must be left out where delta is given", "100"),
    case(SURE + "winner = 'borda'", "winner: must be left out where delta is given", "'borda'"),
    case(SURE.replace("0.1", "0"), "delta: must lie between 0 and 1, got 0"),
    case(SURE.replace("0.1", "'small'"), "delta", "'small'"),
    case(SURE + "within = -1", "within: must be from 0 to 1, got -1"),
    case(SURE + "within = {sushi = 2}", "within: must be from 0 to 1, got 2"),
    case(SURE + "within = {sushy = 0.1}", "within: must name problems of the experiment, got 'sushy'"),
    case(SURE + "own_runs = 3", "own_runs: must be a table of runs by problem, got 3"),
    case(SURE + "own_runs = {sushi = 0}", "own_runs: must be a whole number from 1 on, got 0"),
    case(SURE + "limit = 0", "limit: must be a whole number from 1 on, got 0"),
    case(SURE.replace("savage", "ws-w"), "algorithms", "ws-w never commits to an arm"),
    case(SURE.replace("savage", "savage:delta=0.1"), "algorithms", "parameter of savage", "delta"),
    case(SURE.replace("sushi", "multisol"), "algorithms", "multisol", "no arm beats every other one"),
    case(SURE.replace("savage", "race:within=0.1") + "within = 0.2", "algorithms", "within must be given once"),
    case(SURE.replace("savage", "savage-copeland") + "within = 0.2", "algorithms", "the copeland winner is sought"),
    case(SURE.replace("sushi", "shadow:arms=4"), "algorithms", "shadow"),
]


@pytest.mark.parametrize(("text", "words", "files"), CASES)
def test_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, text, words, files):
    files = {**files, "grid.toml": text}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    assert run(["run", str(tmp_path / "grid.toml"), "--out", str(tmp_path / "out")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"duelling: [^\n]*grid\.toml: [^\n]+\n", err), err
    for word in words:
        assert word in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(files)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("runs = 0", "runs: must be a whole number from 1 on, got 0"),
        ("seed = -1", "seed: must be a whole number from 0 on, got -1"),
        ("winner = []", "winner: must hold at least one value, got []"),
        ("period = 0.5", "period: must be a whole number from 1 on, got 0.5"),
    ],
)
def test_a_field_is_named_once(line, said):
    with pytest.raises(InputError) as caught:
        parse(BASE + line, "grid.toml")
    assert str(caught.value) == f"grid.toml: experiment 1 (one), {said}"


def test_a_missing_specification(capsys, tmp_path):
    assert run(["run", str(tmp_path / "none.toml"), "--out", str(tmp_path / "out")]) == 2
    assert "none.toml" in capsys.readouterr().err


def test_labels_are_of_problems_and_algorithms_of_the_experiment():
    text = '[[experiment]]\nid = "one"\nproblems = "cyclic"\nalgorithms = ["random", "rucb:alpha=1"]\nhorizons = 10\n'
    (found,) = parse(text + 'labels = { cyclic = "Cycles", "RUCB:alpha=1" = "wide" }', "grid.toml").experiments
    assert found.labels == {"cyclic": "Cycles", "rucb:alpha=1": "wide"}
    assert [found.called(each) for each in ("cyclic", "rucb:alpha=1", "random")] == ["Cycles", "wide", "random"]
    for wrong, message in (
        ('labels = { cylcic = "x" }', "labels: must name problems or algorithms of the experiment, got 'cylcic'"),
        ('labels = { rucb = "x" }', "labels: must name problems or algorithms of the experiment, got 'rucb'"),
        ("labels = { cyclic = 3 }", "labels: must be a text, got 3"),
        ('labels = { random = "x", Random = "y" }', "labels: must hold each algorithm once, got 'random' twice"),
        ('labels = "x"', "labels: must be a table of labels by problem or algorithm, got 'x'"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            parse(text + wrong, "grid.toml")


@pytest.mark.parametrize("labels", [{3: "x"}, {"cyclic": None}, {("a",): "x"}])
def test_labels_in_a_dict_are_texts(labels):
    table = {"id": "one", "problems": "cyclic", "algorithms": "random", "horizons": 10, "labels": labels}
    with pytest.raises(InputError, match="labels: must be a text"):
        from_dict({"experiment": [table]})
