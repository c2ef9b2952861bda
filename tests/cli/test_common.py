"""Tables on terminals: nothing is cut off."""

import re
import sys

import pytest

from duelling.cli import common
from duelling.cli.commands import run
from duelling.registry.facts import ALGORITHMS
from tests.helpers.commands import ARGUMENTS, Terminal

pytestmark = pytest.mark.plain


def test_a_narrow_terminal_does_not_cut_a_matrix(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "60")
    assert common.console().width == 60
    assert common.console(whole=True).width > 300


@pytest.mark.parametrize("width", [60, 80, 120, 250])
def test_tables_on_a_terminal_leave_columns_out_and_cut_nothing(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    texts = {}
    for name, arguments in (("simulate", ["simulate", *ARGUMENTS]), ("algorithms", ["algorithms", "--for", "borda"])):
        monkeypatch.setattr(sys, "stdout", Terminal())
        assert run(list(map(str, arguments))) == 0
        texts[name] = re.sub(r"\x1b\[\d*m", "", sys.stdout.getvalue())  # without bold
        words = set(texts[name].split())
        assert not [word for word in words if "…" in word and word != "…"]  # it stands between the ends of intervals
        assert max(map(len, texts[name].splitlines())) <= max(width, 80)
    assert all(word in texts["simulate"] for word in ("exp3+unif", "random", "weak", "strong", "±"))
    assert ("95% interval" in texts["simulate"]) == (width >= 80)
    assert ("rounds/s" in texts["simulate"]) == (width > 80)
    assert {each for each in ALGORITHMS if "borda" in ALGORITHMS.find(each).winners} <= set(texts["algorithms"].split())
    assert ("reference" in texts["algorithms"]) == (width == 250)


def test_a_name_too_long_for_the_terminal_is_still_whole(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("x" * 50, "試合" * 15):  # a character may be as wide as two
        common.print_rows(("name", "what", "number"), [(name, "some words", "1 … 2")], numbers=1, spare=(-1,))
        assert name in sys.stdout.getvalue()
    text = sys.stdout.getvalue()
    assert "number" not in text
