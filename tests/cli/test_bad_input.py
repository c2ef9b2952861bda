"""Bad input: exit code 2, one line that says what to change, no traceback, nothing written."""

import re

import numpy as np
import polars as pl
import pytest

from duelling.cli.commands import run
from duelling.errors import InputError
from duelling.lab.results import Result
from duelling.problems.matrix import PreferenceMatrix
from tests.helpers.results import make

pytestmark = pytest.mark.plain

SIMULATE = "simulate cyclic random --horizon 100 --runs 2 --out {folder}/out"


def case(arguments, *words, files=None, name=""):
    return pytest.param(arguments, words, files or {}, id=name or " ".join(words))


CASES = [
    case("simulate sushy random --horizon 100 --out {folder}/out", "problem 'sushy'", "'sushi'"),
    case("problems copeland_bordo", "problem 'copeland_bordo'", "'copeland_borda'"),
    case("problems {folder}/none.txt", "none.txt", name="missing file"),
    case("problems " + "a" * 300, "there is no problem 'aaa", name="a name too long for a file"),
    case("simulate cyclic exp3+uni --horizon 100 --out {folder}/out", "algorithm 'exp3+uni'", "'exp3+unif'"),
    case("algorithms rundom", "algorithm 'rundom'", "'random'"),
    case("algorithms exp3+unif:rate=anytime", "must be named without parameters", "'exp3+unif:rate=anytime'"),
    case(
        "simulate cyclic exp3+unif:rat=borda --horizon 100 --out {folder}/out", "parameter of exp3+unif 'rat'", "'rate'"
    ),
    case("simulate cyclic exp3+unif:rate=fast --horizon 100 --out {folder}/out", "rate of exp3+unif", "'fast'"),
    case("simulate cyclic exp3+unif:eta=big --horizon 100 --out {folder}/out", "eta of exp3+unif", "number", "'big'"),
    case(
        "simulate cyclic exp3+unif:eta=-1 --horizon 100 --out {folder}/out", "eta must be a finite number above 0", "-1"
    ),
    case(
        "simulate cyclic exp3+unif:eta=nan --horizon 100 --out {folder}/out",
        "eta must be a finite number above 0",
        "nan",
    ),
    case("simulate cyclic exp3+unif:eta --horizon 100 --out {folder}/out", "parameter=value", "'eta'"),
    case("simulate cyclic random:eta=1 --horizon 100 --out {folder}/out", "random has no parameters", "'eta=1'"),
    case("simulate cyclic random random --horizon 100 --out {folder}/out", "each once", name="twice"),
    case(
        "simulate borda_vonneumann random --horizon 105 --period 20 --out {folder}/out", "multiple", "period 20", "105"
    ),
    case("simulate borda_vonneumann random --horizon 100 --period 7 --out {folder}/out", "period", "whole", "7"),
    case("simulate borda_vonneumann random --horizon 100 --period 0 --out {folder}/out", "period", "from 1 on", "0"),
    case("simulate borda_vonneumann random --horizon 100 --period 2.5 --out {folder}/out", "--period", "2.5"),
    case("simulate cyclic ws-w --horizon 100 --period 7", "period * P[0, 1]", name="no doubt before a wrong period"),
    case("simulate cyclic ws-w --horizon 100 --checkpoints foo", "'foo'", name="no doubt before wrong checkpoints"),
    case("simulate cyclic rucb:alpha=-1 --horizon 100", "alpha", name="no doubt before a wrong parameter"),
    case("simulate drift:arms=4 random --horizon 100 --period 10", "preferences change", "no exact-frequency sequence"),
    case("sequence borda_vonneumann --period 7 --out {folder}/s.npz", "period", "whole number", name="sequence period"),
    case("sequence borda_vonneumann --period 20 --seed -1 --out {folder}/s.npz", "seed", "-1", name="sequence seed"),
    case("sequence borda_vonneumann --period 20 --out {folder}/s.txt", ".npz", "s.txt"),
    case("sequence borda_vonneumann --period 20", "--out", name="sequence without out"),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "at least 2 arms", "1", files={"m.txt": "0.5\n"}),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "line 1", "nan", files={"m.txt": "0.5 nan\n0.5 0.5\n"}),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "[0, 1]", "1.5", files={"m.txt": "0.5 1.5\n-0.5 0.5\n"}),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "[0, 1]", "0.6", files={"m.txt": "0.5 0.6\n0.5 0.5\n"}),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "[0, 0]", "0.4", files={"m.txt": "0.4 0.6\n0.4 0.5\n"}),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "m.txt", files={"m.txt": "0.5 0.6\n0.4\n"}, name="ragged"),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "m.txt", files={"m.txt": "0.5 x\ny 0.5\n"}, name="words"),
    case(SIMULATE.replace("cyclic", "{folder}/m.txt"), "m.txt", files={"m.txt": ""}, name="empty"),
    case(SIMULATE.replace("cyclic", "{folder}/m.npz"), "m.npz", files={"m.npz": "PK"}, name="half a sequence"),
    case(SIMULATE.replace("--out {folder}/out", "--out {folder}/file/out"), "folder", "file", files={"file": ""}),
    case(SIMULATE.replace("--out {folder}/out", "--out {folder}/file"), "is a file", files={"file": ""}),
    case(SIMULATE.replace("--out {folder}/out", "--out /proc/duelling"), "/proc/duelling", "cannot be written"),
    case(SIMULATE.replace("{folder}/out", "{folder}/" + "a" * 300), "cannot be written: File name too long"),
    case(SIMULATE.replace("/out", ""), "'regret.png' is a folder", files={"regret.png": None}),
    case(
        "sequence borda_vonneumann --out {folder}/file/s.npz", "is a file", files={"file": ""}, name="sequence folder"
    ),
    case(SIMULATE.replace("--runs 2", "--runs 0"), "runs", "from 1 on", "0"),
    case(SIMULATE.replace("--runs 2", "--runs -3"), "runs", "from 1 on", "-3"),
    case(SIMULATE.replace("--runs 2", "--runs 9007199254740992"), "runs", "from 1 to", name="runs beyond memory"),
    case(SIMULATE.replace("cyclic", "random:hard-condorcet,arms=10000000000"), "memory", name="arms beyond memory"),
    case(SIMULATE.replace("--runs 2", "--runs many"), "--runs", "many"),
    case(SIMULATE.replace("100", "0"), "horizon", "from 1 on", "0"),
    case(SIMULATE.replace("100", "1.5e0"), "--horizon", "1.5e0"),
    case(SIMULATE.replace("100", "1e30"), "horizon", "2^53"),
    case("simulate cyclic random", "--horizon", name="no horizon"),
    case("simulate cyclic --horizon 10", "ALGORITHM", name="no algorithm"),
    case(SIMULATE + " --seed -1", "seed", "from 0 on", "-1"),
    case(SIMULATE + " --winner utility", "utility", "cyclic"),
    case(SIMULATE.replace("cyclic", "different_winners") + " --winner condorcet", "condorcet", "different_winners"),
    case(SIMULATE + " --winner bordo", "winner 'bordo'", "'borda'"),
    case(SIMULATE + " --winner borda --winner borda", "winner", "each once"),
    case(SIMULATE + " --threads 0", "threads", "from 1 on", "0"),
    case(SIMULATE + " --checkpoints often", "checkpoints", "linear, log", "'often'"),
    case(SIMULATE + " --load {folder}/none.py", "none.py", "No such file"),
    case(SIMULATE + " --load {folder}/bad.py", "bad.py", "line 2", files={"bad.py": "x = 1\ny = = 2\n"}),
    case("algorithms --for bordo", "winner 'bordo'", "'borda'", name="made for nobody"),
    case("algorithms --for=", "there is no winner ''", "borda", name="made for no name"),
    case("problems cyclic --horizon 0", "horizon", "from 1 on", "0", name="a mean over no round"),
    case("algorithms --regret large", "regret must be one of weak, strong", "'large'"),
    case("algorithms --for copeland --regret weak --adversarial", "no algorithm has all of these"),
    case("identify cyclic ws-w", "ws-w does not stop by itself", "savage"),
    case("identify cyclic savage --delta 2", "delta must lie between 0 and 1", "2.0"),
    case("identify cyclic savage --runs 0", "runs", "from 1 on", name="identify no runs"),
    case("identify multisol savage", "multisol", "condorcet"),
    case("algorithms --load {folder}/bad.py", "bad.py", "line 1", "KeyError", files={"bad.py": "{}['x']\n"}),
    case(SIMULATE + " --colour", "--colour"),
    case("simulat cyclic", "simulat", "simulate", name="misspelt command"),
    case("--colour", "--colour", name="misspelt option"),
]


@pytest.mark.parametrize(("arguments", "words", "files"), CASES)
def test_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, arguments, words, files):
    for name, text in files.items():
        (tmp_path / name).mkdir() if text is None else (tmp_path / name).write_text(text)
    code = run([part.format(folder=tmp_path) for part in arguments.split()])
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert re.fullmatch(r"duelling: [^\n]+\n", err), err
    for word in words:
        assert word in err
    assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(files)


@pytest.mark.parametrize("cut", [0, 10, -1])
def test_a_half_written_result_is_refused(tmp_path, cut):
    make().save(tmp_path / "whole.parquet")
    (tmp_path / "half.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:cut])
    with pytest.raises(InputError, match=r"half\.parquet' is not a whole Parquet file"):
        Result.load(tmp_path / "half.parquet")


def test_somebody_elses_table_is_refused(tmp_path):
    pl.DataFrame({"weak": [1.0]}).write_parquet(tmp_path / "other.parquet")
    with pytest.raises(InputError, match="not a result of duelling"):
        Result.load(tmp_path / "other.parquet")


@pytest.mark.parametrize(
    ("matrix", "word"),
    [
        ([[0.5]], "at least 2 arms"),
        ([[0.5, np.nan], [0.5, 0.5]], r"\[0, 1\].*nan"),
        ([[0.5, 0.7], [0.2, 0.5]], r"\[0, 1\]"),
        ([[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], "square"),
    ],
)
def test_the_library_says_the_same(matrix, word):
    with pytest.raises(InputError, match=word):
        PreferenceMatrix(matrix)
