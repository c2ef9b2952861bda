"""The report of the thesis: its numbers, its words, and a page that stands alone."""

import base64
import io
import json
import math
import re

import pytest
from PIL import Image

from duelling.errors import InputError
from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from duelling.registry.facts import ALGORITHMS
from duelling.registry.winners import WINNERS
from duelling.thesis import report, sections, source
from duelling.thesis.claims.verdicts import Reading, Verdict
from duelling.thesis.experiments import every
from tests.helpers.report import MAKING, Page, measure

pytestmark = pytest.mark.plain


def verdict(number=1, experiment="borda-vn", word="holds", readings=()):
    return Verdict(number, experiment, f"Claim <{number}> & more.", word, "The rule.", tuple(readings))


@pytest.fixture(scope="module")
def drawn(measured):
    return list(pictures.draw_all(list(figures.drawings(measured))))


# ---- the page


@pytest.fixture(scope="module")
def html(measured, drawn):
    shown = Reading("a ratio", 0.5, 0.4, 0.6, "below 1", "for"), Reading("bare", -1234.5, math.nan, math.nan)
    verdicts = [verdict(1, readings=shown), verdict(2, word="does not hold"), verdict(12, "all", "undecided")]
    return report.page({"borda-vn": measured}, verdicts, drawn, MAKING)


def test_the_page_stands_alone(html):
    page = Page(html)
    papers = tuple(filter(None, source.PAPERS.values()))  # which one may look up; nothing is loaded from there
    assert all(address.startswith(("data:image/png;base64,", "#", *papers)) for address in page.addresses)
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


def test_every_algorithm_of_the_thesis_has_a_sentence_and_its_paper_an_address(measured):
    told = report._algorithms({"borda-vn": measured})
    assert [each["does"] for each in told if not each["does"].endswith(".")] == []
    texts = {text for chapter in every().values() for text in chapter.experiment().algorithms}
    for name in {text.partition(":")[0] for text in texts}:
        reference = ALGORITHMS.find(name).reference
        named = [address for _, address in source.linked(reference) if address]
        assert "".join(text for text, _ in source.linked(reference)) == reference
        assert named or reference.startswith("thesis") or not re.search(r"[12]\d{3}", reference), reference
    assert all(address.startswith("https://") for address in filter(None, source.PAPERS.values()))


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
    assert [address for address in page.addresses if "claim-" in address] == ["#claim-1"]
    assert [name for name in page.ids if "claim-" in name] == ["claim-1"]


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
    assert re.search(r'background: #0072b2"></span><a href="#algorithm-exp3\+unif">Exp3\+UnifK-1', html)


def test_the_thesis_is_named_and_every_experiment_has_its_section_and_figure(html):
    text = Page(html).text
    for word in (source.TITLE, source.AUTHOR, source.UNIVERSITY, str(source.YEAR), "section 6.1.2 and Figure 6.2"):
        assert word in text
    figures_of = [chapter.words.figure for chapter in every().values() if not chapter.open]
    assert figures_of == ["6.1", "6.2", "6.3", "6.4", "6.5", "6.6"]


def test_whatever_is_linked_is_there(html):
    page = Page(html)
    assert {address for address in page.addresses if address.startswith("#")} <= {f"#{name}" for name in page.ids}
    assert len(page.ids) == len({*page.ids})
    assert {"about", "claims", "borda-vn", "algorithms", "corrections", "made", "top"} <= {*page.ids}


def test_a_claim_names_its_problem_and_its_winner_and_an_algorithm_what_it_does(html):
    text = Page(html).text
    assert re.search(r"Claim <1> & more\.\s+borda_vonneumann, cyclic\s+Borda\s+✓ holds", text)
    assert ALGORITHMS.find("exp3+unif").reference in text


def test_numbers_of_the_thesis_stand_beside_those_found_here(measured):
    reading = Reading("x", 0.18748, 0.1871, 0.1879)
    number = {"section": "6.2.1", "what": "a round", "printed": "3/16 = 0.1875", "here": reading}
    numbers = {"borda-vn": [number, number | {"here": "1.7 2.7"}, number | {"here": None}]}
    text = Page(report.page({"borda-vn": measured}, [], [], MAKING, numbers)).text
    for words in ("3/16 = 0.1875", "0.1875 (0.187 … 0.188)", "1.7 2.7", "not measured"):
        assert words in text
    found = report.for_programs({"borda-vn": measured}, [], numbers)["printed"]["borda-vn"]
    assert [
        each["here"] and (each["here"] if isinstance(each["here"], str) else each["here"]["value"]) for each in found
    ] == [
        0.18748,
        "1.7 2.7",
        None,
    ]
