"""From votes to standings: what is printed is what the votes say."""

import json
from pathlib import Path

import numpy as np
import pytest

import duelling as du
from duelling.votes.rank import rank
from tests.helpers.votes import drawn, rows

pytestmark = pytest.mark.plain

MASCOTS = Path(__file__).parents[2] / "examples" / "mascots.csv"


@pytest.fixture(scope="module")
def clear():
    return rank(rows(drawn(np.random.default_rng(0), [2.0, 0.5, 0.0, -1.0], 3_000, voters=40)), pairs="uniform")


def test_the_best_item_stands_first_and_is_named(clear):
    assert clear.items[0] == "item 0"
    assert clear.verdict.items == ("item 0",)
    assert (clear.first[0], clear.last[0]) == (1, 1)
    assert clear.groups[0] == ("item 0",)
    assert clear.votes == 3_000
    assert clear.voters == 40
    assert sum(clear.sides.values()) == 3_000


def test_every_place_and_every_interval_holds_the_truth(clear):
    P = 1 / (1 + np.exp(np.subtract.outer([2.0, 0.5, 0.0, -1.0], [2.0, 0.5, 0.0, -1.0]).T))
    truth = (P.sum(axis=1) - 0.5) / 3
    for place, item in enumerate(clear.items):
        true = truth[int(item[-1])]
        assert clear.low[place] <= true <= clear.high[place]
        assert clear.first[place] <= 1 + int(item[-1]) <= clear.last[place]


def test_the_order_of_the_votes_and_the_names_of_items_do_not_matter():
    votes = rows(drawn(np.random.default_rng(0), [1.0, 0.0, -1.0], 400, voters=40))
    shuffled = [votes[k] for k in np.random.default_rng(1).permutation(len(votes))]
    renamed = [{key: value.replace("item", "z") for key, value in vote.items()} for vote in votes]
    one, two, three = (rank(each, pairs="uniform") for each in (votes, shuffled, renamed))
    for other in (two, three):
        assert np.array_equal(one.first, other.first)
        assert one.low == pytest.approx(other.low)
        assert one.score == pytest.approx(other.score)
    assert two.items == one.items


def test_sides_exchanged_give_the_same_standings():
    votes = rows(drawn(np.random.default_rng(0), [1.0, 0.0, -1.0], 400, voters=40))
    turned = [{**vote, "left": vote["right"], "right": vote["left"]} for vote in votes]
    one, two = rank(votes), rank(turned)
    assert one.items == two.items
    assert one.low == pytest.approx(two.low)
    assert (one.sides["left"], one.sides["right"]) == (two.sides["right"], two.sides["left"])


def test_pairs_that_never_met_are_filled_in_for_the_eye_and_no_verdict_is_given():
    votes = [("a", "b", "a")] * 30 + [("b", "c", "b")] * 30 + [("c", "d", "c")] * 30
    found = rank(votes)
    assert found.items == ("a", "b", "c", "d")
    assert found.verdict.items == ()
    assert "3 of 6 pairs never met" in found.verdict.says
    assert any("never met" in warning for warning in found.warnings)
    assert (np.diff(found.score) < 0).all()


def test_uneven_pairs_are_not_taken_for_uniform_ones():
    votes = [("a", "b", "a")] * 300 + [("a", "c", "a")] * 20 + [("b", "c", "b")] * 20
    assert any("not equally likely" in warning for warning in rank(votes, pairs="uniform").warnings)
    assert not any("not equally likely" in warning for warning in rank(votes).warnings)
    assert not any("not equally likely" in warning for warning in rank(MASCOTS, pairs="uniform").warnings)


def test_the_example_of_the_docs():
    found = rank(MASCOTS, pairs="uniform")
    assert found.items[0] == "fox"
    assert found.verdict.state == "open"
    assert rank(MASCOTS, pairs="uniform", within=0.1).verdict.items == ("fox",)
    text = repr(found)
    assert text.startswith("place")
    assert "It is open who is the best: fox and owl are not told apart so far." in text
    assert "equally likely" in text
    assert "display only, approximate" in text


def test_json_has_what_programs_are_promised(clear):
    found = clear.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert set(found) >= {"items", "votes", "voters", "delta", "within", "assumes", "verdict", "warnings", "sides"}
    assert set(found["items"][0]) == {
        *("item", "places", "score", "low", "high", "wins", "ties", "losses", "strength", "strength_se")
    }
    assert found["verdict"]["winner"] == "item 0"
    assert set(found["sides"]) == {"left", "right", "tie"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"delta": 0}, "delta must"),
        ({"delta": "x"}, "delta must"),
        ({"within": -0.1}, "within must"),
        ({"within": 0.7}, "within must"),
        ({"pairs": "all"}, "pairs must be one of any, uniform"),
        ({"pairs": "logged"}, "pairs must be one of any, uniform, first, balanced where votes have no chance"),
        ({"top": 0}, "top must"),
        ({"top": 6}, "top must"),
        ({"by_voter": 0}, "by_voter must"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(du.InputError, match=message):
        rank(MASCOTS, **options)


def test_votes_without_voters_are_not_counted_by_voter():
    with pytest.raises(du.WrongValue, match="votes must say who voted to be counted by voter, got no voters"):
        rank([("tea", "coffee", "tea")], by_voter=1)


def test_more_votes_of_the_same_kind_never_take_a_verdict_back():
    """Twice the same votes: whatever was proved stays proved."""
    votes = rows(drawn(np.random.default_rng(0), [1.5, 0.0, -1.0], 600, voters=40))
    for pairs in ("any", "uniform"):
        one, two = rank(votes, pairs=pairs), rank(votes * 2, pairs=pairs)
        assert set(two.verdict.still_in) <= set(one.verdict.still_in)
        assert (two.high - two.low < one.high - one.low).all()


def test_counted_by_voter_a_burst_of_one_person_decides_nothing():
    burst = [{"left": "a", "right": "b", "winner": "a", "voter": "ann"} for _ in range(50)]
    assert rank(burst, pairs="uniform").verdict.items == ("a",)
    found = rank(burst, pairs="uniform", by_voter=1)
    assert found.verdict.state == "open"
    assert (found.low < 0.5).all()
    many = [{**vote, "voter": f"v{n}"} for n, vote in enumerate(burst)]
    assert rank(many, pairs="uniform", by_voter=1).verdict.items == ("a",)
    assert rank(many, pairs="uniform", by_voter=1).others[0].items == ("a",)
    assert not any("voter, ann" in warning for warning in found.warnings)
    assert any("voter, ann" in warning for warning in rank(burst).warnings)
    assert "first answer of each voter counts" in str(rank(many, pairs="uniform", by_voter=1).verdict)


def test_one_voice_each_needs_nothing_of_how_the_pairs_were_chosen():
    votes = [{"left": "a", "right": "b", "winner": "a", "voter": f"v{n}"} for n in range(40)]
    found = rank(votes, by_voter=1)
    assert found.verdict.items == found.others[0].items == ("a",)


def test_a_forecast_is_a_range_and_only_where_it_is_open():
    open_one = rank(MASCOTS, pairs="uniform")
    assert "to" in open_one.forecast
    assert "approximate" in open_one.forecast
    assert rank(MASCOTS, pairs="uniform", within=0.1).forecast == ""
    assert rank(MASCOTS).forecast == ""


def test_a_voter_who_always_takes_the_left_side_is_noted():
    rng = np.random.default_rng(0)
    votes = rows(drawn(rng, [1.0, 0.0, -1.0], 600, voters=20))
    lefty = [{**vote, "winner": vote["left"], "voter": "lefty"} for vote in votes[:60]]
    noted = {name: note for name, _, note in rank(votes + lefty).noted()}
    assert "left side" in noted["lefty"]
