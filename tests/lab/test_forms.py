"""Results as tables: the numbers of the summary, under the labels of the figures."""

import builtins
import io

import polars as pl
import pytest

import duelling as du
from duelling.errors import InputError
from duelling.lab.summaries import MOST
from tests.helpers.results import make

pytestmark = pytest.mark.plain

NAMES = ("exp3+unif", "rucb:alpha=0.6", "ws-w")


def test_a_table_has_the_numbers_of_the_summary_under_the_labels_of_figures():
    result = make(algorithms=NAMES)
    head, _, *rows = result.table("markdown").splitlines()
    assert head == "| algorithm | weak regret | strong regret |"
    for line, row in zip(rows, result.summary().to_dicts(), strict=True):
        name, weak, _ = (cell.strip() for cell in line.strip("|").split("|"))
        mean, reach = map(float, weak.split("±"))
        assert name in ("Exp3+UnifK-1", "RUCB", "WS-W")
        assert mean == pytest.approx(row["weak"], abs=0.06)
        assert reach == pytest.approx((row["weak_high"] - row["weak_low"]) / 2, abs=0.06)


def test_some_algorithms_under_other_names():
    made = make(algorithms=NAMES).table("latex", algorithms=["WS-W", "rucb"], labels={"rucb": "ours"})
    assert [line.split(" & ")[0] for line in made.splitlines() if " & " in line] == ["algorithm", "WS-W", "ours"]
    with pytest.raises(InputError, match="form must be one of markdown, latex, csv, html, got 'tex'"):
        make().table("tex")


def test_csv_has_all_numbers_in_full():
    result = make(algorithms=NAMES, winners=("borda", "copeland"))
    found = pl.read_csv(io.StringIO(result.table("csv", algorithms="rucb")))
    assert found["algorithm"].to_list() == ["RUCB", "RUCB"]
    expected = result.summary().filter(pl.col("algorithm") == NAMES[1])
    assert found.drop("algorithm").equals(expected.drop("algorithm"))


def test_several_winners_have_columns_each():
    head = make(winners=("borda", "von_neumann")).table().splitlines()[0]
    assert "| Borda, weak regret | Borda, strong regret | von Neumann, weak regret |" in head


def test_a_notebook_shows_results_and_identifications():
    page = make(algorithms=NAMES, problem={"name": "<toy>", "arms": ["x", "y"]})._repr_html_()
    assert all(text in page for text in ("&lt;toy&gt;", "3 runs of 40 rounds", "Exp3+UnifK-1", "±", "Borda winner"))
    found = du.identify("cyclic", "btm", delta=0.2, runs=2, limit=20_000)._repr_html_()
    assert all(text in found for text in ("cyclic:", "BTM looks for the Condorcet winner, 2 runs", "undecided"))


def test_a_frame_of_pandas():
    result = make()
    found = result.to_pandas()
    assert list(found.columns) == result.frame().columns
    assert found["weak"].tolist() == result.frame()["weak"].to_list()


def test_without_pandas_one_line_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"to_pandas needs pandas: pip install 'duelling\[pandas\]'"):
        make().to_pandas()


def test_a_printed_summary_has_every_column_in_lines_that_fit():
    result = make(algorithms=NAMES, winners=("borda", "copeland"))
    lines = str(result.summary()).splitlines()
    assert max(map(len, lines)) <= MOST
    assert set(result.summary().columns) <= set(" ".join(lines).split())
    assert not any("…" in line for line in lines)
