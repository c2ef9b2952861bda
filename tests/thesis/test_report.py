"""Figures and the report of the thesis: their numbers, their words, and a page that stands alone."""

import base64
import io
import json
import math
import re

import numpy as np
import pytest
from PIL import Image

from duelling.errors import InputError
from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from duelling.lab.grids.specification import Experiment
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.registry.winners import WINNERS, winner_title
from duelling.thesis import report, sections
from duelling.thesis.claims.verdicts import Reading, Verdict
from duelling.thesis.experiments import every
from tests.helpers.report import MAKING, Page, measured_of

pytestmark = pytest.mark.plain


def measure(**changes):
    """A small experiment, played."""
    about = {
        "id": "borda-vn",
        "title": "Borda regret",
        "problems": ("borda_vonneumann", "cyclic"),
        "algorithms": ("exp3+unif", "ws-w", "random"),
        "horizons": (100, 200),
        "winners": ("borda",),
        "period": 20,
        "runs": 4,
    } | changes
    return measured_of(Experiment(**about))


@pytest.fixture(scope="module")
def measured():
    return measure()


def verdict(number=1, experiment="borda-vn", word="holds", readings=()):
    return Verdict(number, experiment, f"Claim <{number}> & more.", word, "The rule.", tuple(readings))


# ---- what is drawn


def test_panels_follow_the_declared_order_and_hold_the_means(measured):
    found = figures.panels(measured, "borda")
    assert [panel.title for panel in found] == [
        f"{problem}, T = {horizon}" for problem in ("borda_vonneumann", "cyclic") for horizon in (100, 200)
    ]
    for panel, problem, horizon in zip(found, ("borda_vonneumann",) * 2 + ("cyclic",) * 2, (100, 200) * 2, strict=True):
        assert [line.label for line in panel.curves] == list(measured.experiment.algorithms)
        for line in panel.curves:
            regret = measured.regrets[problem, horizon, "borda", line.label]
            np.testing.assert_allclose(line.mean, regret.weak.mean(axis=0))


def test_what_was_not_measured_is_left_out(measured):
    some = {key: regret for key, regret in measured.regrets.items() if key[0] == "cyclic" and key[3] != "ws-w"}
    found = figures.panels(measured._replace(regrets=some), "borda")
    assert [panel.title for panel in found] == ["cyclic, T = 100", "cyclic, T = 200"]
    assert [line.label for line in found[0].curves] == ["exp3+unif", "random"]


def test_the_bound_is_the_smallest_that_is_proven_for_weak_regret(measured):
    for panel, arms in zip(figures.panels(measured, "borda"), (5, 5, 4, 4), strict=True):
        assert panel.bound.label == "bound of Exp3+UnifK-1"
        horizon = int(panel.bound.t[-1])
        assert panel.bound.value[-1] == pytest.approx(ALGORITHMS.find("exp3+unif").bound("borda", arms, horizon))
    t = np.array([50, 100])
    sparring = figures.sharpest(["exp3p-sparring", "exp3-sparring"], t, "von_neumann", "weak", 4)
    assert sparring.label == "bound of Exp3-Sparring"
    assert figures.sharpest(["random", "exp3+unif"], t, "copeland", "weak", 4) is None
    chosen = choice("exp3+unif:rate=utility")
    line = figures.sharpest([chosen.text, "rex3"], t, "utility", "weak", 8)
    assert line.value[-1] == pytest.approx(chosen.algorithm.bound("utility", 8, 100, rate="utility"))


def test_names_are_the_thesiss_and_tell_settings_apart():
    assert figures.display_names(["exp3+unif:rate=utility", "rucb:alpha=0.51"]) == {
        "exp3+unif:rate=utility": "Exp3+UnifK-1",
        "rucb:alpha=0.51": "RUCB",
    }
    assert list(figures.display_names(["rucb", "rucb:alpha=2"]).values()) == ["RUCB", "RUCB alpha=2"]


def test_horizons_and_winners_as_people_write_them():
    assert [figures.horizon_name(n) for n in (100, 1000, 20000)] == ["100", "10³", "20\N{THIN SPACE}000"]
    assert [winner_title(name) for name in ("borda", "von_neumann")] == ["Borda", "von Neumann"]


def test_every_winner_is_drawn_on_both_kinds_of_axes():
    found = list(
        figures.drawings(measure(problems=("cyclic",), horizons=(50,), winners=("borda", "copeland"), period=10))
    )
    assert [drawing.name for drawing in found] == [
        "borda-vn",
        "borda-vn-log",
        "borda-vn-copeland",
        "borda-vn-copeland-log",
    ]
    assert "dashed: proven bound of Exp3+UnifK-1" in found[0].note
    assert "dashed" not in found[2].note
    assert found[0].panels[0].bound.label == "bound"
    untitled = measure(problems=("cyclic",), horizons=(50,), title="", period=None, runs=1)
    (one,) = figures.drawings(untitled, logs=[False])
    assert one.title == "Borda regret: borda-vn"
    assert one.note.startswith("one run")


def test_negative_regret_alone_has_no_logarithms(measured):
    below = {key: regret._replace(weak=-np.ones_like(regret.weak)) for key, regret in measured.regrets.items()}
    assert [drawing.log for drawing in figures.drawings(measured._replace(regrets=below))] == [False]


# ---- pictures


@pytest.fixture(scope="module")
def drawn(measured):
    return list(pictures.draw_all(list(figures.drawings(measured))))


def test_a_picture_has_its_files_and_its_frames(drawn):
    for drawing, picture in drawn:
        assert picture.pdf.startswith(b"%PDF")
        sheet = Image.open(io.BytesIO(picture.png))
        parts = [Image.open(io.BytesIO(frame)) for frame in picture.frames]
        assert len(parts) == len(drawing.panels) == 4
        assert {part.size for part in parts} == {(sheet.width // 2, parts[0].height)}
        assert parts[0].height < sheet.height / 2


def test_frames_are_cut_where_nothing_is_drawn(drawn):
    for _, picture in drawn:
        for frame in picture.frames:
            pixels = np.asarray(Image.open(io.BytesIO(frame)).convert("RGB"))
            edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
            assert (edges == 255).all()


@pytest.mark.compiled
def test_processes_draw_the_same(measured, monkeypatch):
    (drawing,) = figures.drawings(measured, [True])
    todo = [drawing._replace(panels=drawing.panels[:1])] * 6
    monkeypatch.setattr(pictures.os, "cpu_count", lambda: 2)
    assert [picture for _, picture in pictures.draw_all(todo)] == [pictures.draw(todo[0])] * 6


# ---- the page


@pytest.fixture(scope="module")
def html(measured, drawn):
    shown = Reading("a ratio", 0.5, 0.4, 0.6, "below 1", "for"), Reading("bare", -1234.5, math.nan, math.nan)
    verdicts = [verdict(1, readings=shown), verdict(2, word="does not hold"), verdict(12, "all", "undecided")]
    return report.page({"borda-vn": measured}, verdicts, drawn, MAKING)


def test_the_page_stands_alone(html):
    page = Page(html)
    assert all(address.startswith(("data:image/png;base64,", "#")) for address in page.addresses)
    assert {address[1:] for address in page.addresses if address[0] == "#"} <= set(page.ids)
    assert "url(" not in html
    assert "<script" not in html
    assert 'name="viewport"' in html
    assert "@media print" in html


def test_the_page_shows_every_frame_with_a_text_for_who_cannot_see_it(html, drawn):
    page, frames_ = Page(html), [frame for _, picture in drawn for frame in picture.frames]
    assert [base64.b64decode(image["src"].partition(",")[2]) for image in page.images] == frames_
    assert all("Exp3+UnifK-1" in image["alt"] for image in page.images)
    size = Image.open(io.BytesIO(frames_[0])).size
    assert (int(page.images[0]["width"]), int(page.images[0]["height"])) == size


def test_the_page_says_everything(html, measured):
    text = Page(html).text
    for word in ("1 of 3 claims hold, 1 does not, 1 undecided", "Claim <2> & more.", "The rule.", "a ratio", "below 1"):
        assert word in text
    assert "0.400 … 0.600" in text
    assert "\N{MINUS SIGN}1\N{THIN SPACE}234" in text
    for word in every()["borda-vn"].words:
        assert word in text
    for word in ("numba", "seed", "12 s on the clock", "P₄₅", "share one", "5\N{THIN SPACE}000", "0.2 s"):
        assert word in text
    assert WINNERS.find("borda").sentence in text
    assert WINNERS.find("copeland").sentence not in text
    for regret in measured.regrets.values():
        assert sections.three_digits(regret.weak[:, -1].mean()) in text
    assert "nan" not in text.lower().split()


def test_the_lowest_regret_of_a_column_is_marked(measured):
    columns = [("cyclic", 100), ("gone", 100)]
    rows = sections.rows(measured, columns)
    best = [row["name"] for row in rows if row["cells"][0]["best"]]
    means = {
        text: measured.regrets["cyclic", 100, "borda", text].weak[:, -1].mean()
        for text in measured.experiment.algorithms
    }
    assert best == [ALGORITHMS.find(min(means, key=means.get)).label]
    assert all(row["cells"][1] is None for row in rows)


def test_settings_stand_beside_a_name_once_and_a_duel_is_counted_once():
    texts = ("ucb+unif:alpha=2", "random")
    small = {"problems": ("cyclic",), "horizons": (20,), "period": None, "runs": 2}
    one = measure(algorithms=texts, winners=("borda", "copeland"), **small)
    two = measure(algorithms=(*texts, "ucb+unif"), **small)
    settings = [[row["settings"] for row in sections.rows(each, [("cyclic", 20)])] for each in (one, two)]
    assert settings == [["alpha=2", ""], ["", "", ""]]  # UCB+UnifK-1 alpha=2 in the second
    text = Page(report.page({"borda-vn": one}, [], [], MAKING)).text
    assert "Mean weak Borda regret" in text
    assert "2 runs of each of 4 curves, 80 duels in all" in text


def test_a_page_without_figures_or_bounds_is_a_page_too(measured):
    assert Page(report.page({"borda-vn": measured}, [], [], MAKING)).text
    own = measure(
        id="mine", problems=("cyclic",), horizons=(20,), winners=("copeland",), algorithms=("random",), runs=1
    )
    drawn = list(pictures.draw_all(list(figures.drawings(own, [False]))))
    text = Page(report.page({"mine": own}, [], drawn, MAKING)).text
    assert "bound of" not in text
    assert "nan" not in text.lower().split()


def test_claims_that_were_not_measured_are_listed_and_lead_nowhere(measured):
    verdicts = [verdict(), verdict(9, "von-neumann", "not measured"), verdict(12, "all", "not measured")]
    page = Page(report.page({"borda-vn": measured}, verdicts, [], MAKING))
    assert "Claim <9> & more." in page.text
    assert [address for address in page.addresses if "claim" in address] == ["#claim-1"]
    assert [name for name in page.ids if "claim" in name] == ["claim-1"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["holds"] * 3, "3 of 3 claims hold."),
        (["holds", "does not hold", "does not hold"], "1 of 3 claims hold, 2 do not."),
        (["undecided", "not measured"], "0 of 2 claims hold, 1 undecided at this number of runs, 1 not measured."),
    ],
)
def test_the_last_line_counts_the_claims(words, said):
    assert report.sentence([verdict(word=word) for word in words]) == said


def test_claims_for_programs(measured):
    found = report.for_programs({"borda-vn": measured}, [verdict(readings=[Reading("x", 1.5, math.nan, math.inf)])])
    again = json.loads(json.dumps(found, allow_nan=False))
    assert again["counts"] == {"holds": 1, "does not hold": 0, "undecided": 0, "not measured": 0}
    assert again["experiments"] == [{"id": "borda-vn", "runs": 4, "seed": 0}]
    (claim,) = again["claims"]
    assert (claim["number"], claim["verdict"], claim["rule"]) == (1, "holds", "The rule.")
    assert claim["figures"][0]["value"] == 1.5
    assert claim["figures"][0]["low"] is claim["figures"][0]["high"] is None


def test_numbers_for_people():
    shown = [sections.three_digits(x) for x in (0.0, 3.0, 0.01234, -45.678, 99.96, 123.4, 1234567.0, math.nan)]
    expected = ["0", "3", "0.0123", "-45.7", "100", "123", "1 234 567", ""]
    assert shown == [text.replace("-", "\N{MINUS SIGN}").replace(" ", "\N{THIN SPACE}") for text in expected]


def test_files_appear_together_or_not_at_all(tmp_path, measured, drawn, monkeypatch):
    everything = {"borda-vn": measured}, [verdict()], drawn, MAKING
    report.write(tmp_path, *everything)
    names = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    stems = [f"figures/borda-vn{log}.{form}" for log in ("", "-log") for form in ("pdf", "png")]
    assert names == sorted(["claims.json", "report.html", *stems])
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duelling.files._save", full)
    with pytest.raises(InputError, match="No space left"):
        report.write(tmp_path, *everything)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_colours_in_the_table_are_those_of_the_figures(html):
    assert re.search(r'background: #0072b2"></span>Exp3\+UnifK-1', html)
