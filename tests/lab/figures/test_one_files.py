"""The files of the figures of one simulation: one for each winner, form and kind of axes."""

import numpy as np
import pytest

from duelling.lab.figures.one_files import pictures, pictures_again
from tests.helpers.results import make

pytestmark = pytest.mark.plain


@pytest.mark.slow
def test_the_first_winner_has_the_short_name(blank_figures):
    result = make(winners=("borda", "copeland"))
    assert sorted(pictures(result, "weak", log=False)) == [
        "regret-copeland.pdf",
        "regret-copeland.png",
        "regret.pdf",
        "regret.png",
    ]
    again = pictures_again(result, "strong", [False, True])
    assert {name for name in again if name.endswith(".png")} == {
        "regret-strong.png",
        "regret-strong-log.png",
        "regret-copeland-strong.png",
        "regret-copeland-strong-log.png",
    }
    assert all(again[name].startswith(b"\x89PNG" if name.endswith("png") else b"%PDF") for name in again)


@pytest.mark.slow
def test_regret_that_is_never_positive_has_no_logarithmic_axes(blank_figures):
    result = make()
    never = make(values=-np.abs(result.values) - 1)
    assert sorted(pictures_again(never, "weak", [False, True])) == ["regret.pdf", "regret.png"]
    assert pictures(never, "weak", log=True) == pictures(never, "weak", log=False)
