"""References of algorithms lead to the papers that they name."""

import pytest

from duelling.registry.facts import ALGORITHMS
from duelling.thesis.source import PAPERS, linked

pytestmark = pytest.mark.plain


def test_every_paper_is_one_that_an_algorithm_names():
    references = [each.reference for each in ALGORITHMS.every().values()]
    assert [paper for paper in PAPERS if not any(paper in reference for reference in references)] == []


def test_a_reference_comes_back_whole_and_each_paper_has_its_own_address():
    reference = "thesis, Algorithm 1, over Zimmert and Seldin 2021, Theorem 1, and Neu 2015"
    parts = linked(reference)
    assert "".join(text for text, _ in parts) == reference
    assert [text for text, address in parts if address] == ["Zimmert and Seldin 2021", "Neu 2015"]


def test_two_papers_of_one_year_are_told_apart():
    assert linked("Zoghi et al. 2014 (WSDM)") == [("Zoghi et al. 2014 (WSDM)", "")]
    assert linked("Zoghi et al. 2014, Algorithm 1")[0][1].endswith("zoghi14.html")
