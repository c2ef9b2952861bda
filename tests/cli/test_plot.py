"""duelling plot: one simulation, and a grid of a user's own."""

import pytest

from duelling.cli.commands import run
from duelling.lab.figures import grid as figures
from duelling.lab.grids.store import Store
from tests.helpers.commands import ask_loud, names
from tests.helpers.figures import draw_nothing
from tests.helpers.grids import stopping

pytestmark = pytest.mark.plain


@pytest.mark.slow
def test_plot_draws_one_simulation_as_simulate_drew_it(capsys, tmp_path, monkeypatch):
    settings = ["--horizon", 200, "--runs", 3, "--winner", "borda", "--winner", "copeland"]
    ask_loud(capsys, "simulate", "cyclic", "ws-w", "random", *settings, "--out", tmp_path)
    told = ask_loud(capsys, "plot", tmp_path, "--log")
    assert told.splitlines()[0] == f"{tmp_path / 'figures' / 'regret'}.png and .pdf"
    drawn = [
        f"regret{winner}{log}.{form}" for winner in ("", "-copeland") for log in ("", "-log") for form in ("pdf", "png")
    ]
    assert names(tmp_path / "figures") == sorted(drawn)
    for name in ("regret.png", "regret.pdf", "regret-copeland.png"):
        assert (tmp_path / "figures" / name).read_bytes() == (tmp_path / name).read_bytes()
    draw_nothing(monkeypatch)  # of the others it is seen that they are there
    ask_loud(capsys, "plot", tmp_path, "--regret", "strong", "--out", tmp_path / "strong")
    assert "regret-copeland-strong.png" in names(tmp_path / "strong")
    assert run(["plot", str(tmp_path), "--regret", "mild"]) == 2
    assert "there is no regret 'mild'" in capsys.readouterr().err


OWN = """# name: mine
# link: {link}
0.9 0.6 0.3
"""


@pytest.mark.usefixtures("blank_figures")
@pytest.mark.parametrize(("link", "bounds"), [("linear", 1), ("probit", 0)])
def test_a_users_own_utilities_have_a_bound_line_where_the_link_is_linear(capsys, tmp_path, link, bounds):
    (tmp_path / "mine.txt").write_text(OWN.format(link=link))
    (tmp_path / "grid.toml").write_text(
        'runs = 2\n[[experiment]]\nid = "own"\nproblems = "mine.txt"\nwinner = "utility"\n'
        'algorithms = ["exp3+unif:rate=utility", "random"]\nhorizons = 50\n'
    )
    ask_loud(capsys, "run", tmp_path / "grid.toml", "--out", tmp_path / "out", "--quiet")
    ask_loud(capsys, "plot", tmp_path / "out")
    (drawing,) = figures.drawings(Store(tmp_path / "out").measured("own"), [False])
    assert sum(panel.bound is not None for panel in drawing.panels) == bounds
    assert ("dashed: proven bound of Exp3+UnifK-1" in drawing.note) == bool(bounds)
    assert drawing.bound == ("bound of Exp3+UnifK-1" if bounds else "")


@pytest.mark.slow
@pytest.mark.usefixtures("blank_figures")
def test_a_grid_that_stops_has_one_figure_on_its_own_axis(capsys, tmp_path):
    ask_loud(capsys, "run", stopping(tmp_path), "--out", tmp_path / "out", "--quiet")
    ask_loud(capsys, "plot", tmp_path / "out", "--log")
    assert names(tmp_path / "out" / "figures") == ["sure.pdf", "sure.png"]
