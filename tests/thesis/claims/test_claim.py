"""A claim asks its questions at a level that makes all of them right together."""

import pytest

from duelling.thesis.claims.claim import Claim, reach_verdict
from duelling.thesis.claims.questions import Findings
from duelling.thesis.claims.verdicts import Reading

pytestmark = pytest.mark.plain


class Asked:
    """Remembers the level at which it was asked."""

    def __init__(self, says):
        self.says, self.levels = says, []

    def ask(self, findings, level):
        self.levels.append(level)
        return None if self.says is None else Reading("x", 1.0, 0.5, 1.5, says=self.says)


@pytest.mark.parametrize(
    ("says", "word"),
    [
        (["for", "for"], "holds"),
        (["for", "against"], "does not hold"),
        (["for", "open"], "undecided"),
        (["for", None], "undecided"),
        ([None, None], "not measured"),
    ],
)
def test_a_claim_is_judged_by_all_its_questions(says, word):
    questions = tuple(map(Asked, says))
    verdict = Claim(3, "It is.", "As measured.", questions).judge("small", Findings())
    assert (verdict.verdict, verdict.number, verdict.experiment, verdict.claim) == (word, 3, "small", "It is.")
    assert len(verdict.readings) == sum(each is not None for each in says)
    assert [question.levels for question in questions] == [[0.975], [0.975]]
    assert verdict.rule == "As measured. (2 intervals, 97.5% each and so 95% together.)"


def test_one_question_has_the_whole_level():
    asked = Asked("for")
    verdict = reach_verdict("A1", "all", "It is.", "As measured.", [lambda level: asked.ask(None, level)])
    assert asked.levels == [pytest.approx(0.95)]
    assert verdict.rule == "As measured. (one 95% interval.)"
