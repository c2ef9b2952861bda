"""Chapters: each file of experiments is one."""

import pytest

from duelling.thesis.experiments import every

pytestmark = pytest.mark.plain


def test_a_file_is_named_after_its_experiment_and_claims_are_numbered_in_the_order_of_the_report():
    for name, chapter in every().items():
        assert chapter.experiment().id == name
    own, others = ([c.number for e in every().values() if e.open == about for c in e.claims] for about in (False, True))
    assert own == list(range(1, 12))  # the twelfth is about all of them
    assert others == [f"A{n}" for n in range(1, 18)]
    assert list(every())[6:] == ["adversarial", "anytime", "links", "stopping", "both-worlds", "staying"]
