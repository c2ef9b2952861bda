"""``du.rank``: from votes to standings."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from duelling.errors import at_least, chance, one_of
from duelling.votes.clusters import clusters
from duelling.votes.ratings import Ratings, rate
from duelling.votes.reading.read import read_votes
from duelling.votes.scores import PAIRS, Pairs, Scores, scores
from duelling.votes.sides import side_effect
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally, count
from duelling.votes.verdicts.borda import borda, groups, order, places
from duelling.votes.verdicts.condorcet import condorcet, loses_by_little
from duelling.votes.verdicts.copeland import copeland
from duelling.votes.verdicts.verdict import Verdict
from duelling.votes.verdicts.von_neumann import von_neumann
from duelling.votes.warnings import RARE, warnings


def rank(
    votes: Any,
    *,
    delta: float = 0.05,
    within: float = 0.0,
    pairs: Pairs = "any",
    columns: Mapping[str, str] | str | None = None,
) -> Standings:
    """Who leads, how sure that is and whether one may stop, by votes.

    ``votes`` is a file, a frame or rows, as ``read_votes`` takes them; ``columns`` names its columns where they have
    names of their own. Intervals, places and each kind of verdict are wrong with chance ``delta`` at most, whenever
    somebody looks. With ``within`` a verdict may name an item that is less than this below the best. ``pairs`` says
    how the pairs were chosen: "any" asks for nothing, "uniform" means that every pair was equally likely each time, and
    needs far fewer votes.

    >>> print(rank([("tea", "coffee", "tea")] * 9).verdict.says)
    tea is the best: its score is the largest
    """
    delta, within = chance("delta", delta), at_least("within", within, 0.0, 0.5)
    pairs = one_of("pairs", pairs, PAIRS)
    ballots = read_votes(votes, columns)
    tally = count(ballots)
    rated = rate(ballots)
    side = side_effect(ballots, rated, delta)
    measured = scores(tally.wins, tally.ties, pairs, delta)
    main = borda(ballots.items, measured, within, delta)
    above = order(measured)
    first, last = places(above)
    shown = measured.score if pairs == "uniform" else filled_in(measured, tally, rated)
    ranked = np.lexsort((-rated.strength, -shown if pairs == "uniform" else -rated.strength, last, first))
    return Standings(
        items=tuple(ballots.items[k] for k in ranked),
        first=first[ranked],
        last=last[ranked],
        score=shown[ranked],
        low=measured.low[ranked],
        high=measured.high[ranked],
        strength=rated.strength[ranked],
        strength_se=rated.se[ranked],
        wins=tally.wins[np.ix_(ranked, ranked)],
        ties=tally.ties[np.ix_(ranked, ranked)],
        groups=tuple(tuple(ballots.items[k] for k in group) for group in groups(above, ranked)),
        verdict=main,
        others=other_verdicts(tally, within, delta),
        forecast="",
        warnings=tuple(warnings(tally, clusters(ballots, rated, RARE), side, pairs, delta)),
        sides={"left": side.left, "right": side.right, "tie": side.ties},
        votes=len(ballots),
        voters=len(ballots.voters),
        pairs=pairs,
        delta=delta,
        within=within,
        source=ballots.source,
    )


def other_verdicts(tally: Tally, within: float, delta: float) -> tuple[Verdict, ...]:
    """The verdicts under the other ideas of winning, each at its own level."""
    items, wins, ties = tally.items, tally.wins, tally.ties
    found = [condorcet(items, wins, delta)]
    if within > 0:
        found.append(loses_by_little(items, wins, ties, within, delta))
    found += [copeland(items, wins, ties, within, delta), von_neumann(items, wins, ties, within, delta).verdict]
    return tuple(found)


def filled_in(measured: Scores, tally: Tally, rated: Ratings) -> np.ndarray:
    """The scores for the eye: where pairs never met, their chances are filled in from the strengths.

    Without this, an item that only met weak ones would look strong. The intervals do not use what is filled in.
    """
    if not measured.never_met:
        return measured.score
    share = (tally.wins + tally.ties / 2) / np.maximum(tally.met, 1)
    model = 1 / (1 + np.exp(rated.strength[None, :] - rated.strength[:, None]))
    chances = np.where(tally.met > 0, share, model)
    np.fill_diagonal(chances, 0.0)
    return np.asarray(chances.sum(axis=1) / (len(chances) - 1))
