"""``du.rank``: from votes to standings."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from duelling.errors import WrongValue, at_least, chance, whole
from duelling.votes.ballots import Ballots
from duelling.votes.clusters import clusters
from duelling.votes.evidence import evidence_of
from duelling.votes.forecast import forecast_winner, race_evidence
from duelling.votes.racing import ready
from duelling.votes.ratings import Ratings, rate
from duelling.votes.reading.read import read_votes
from duelling.votes.scores.scores import Race, Scores
from duelling.votes.sides import side_effect
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally, count
from duelling.votes.tickets import Pairs, how_chosen
from duelling.votes.verdict import Verdict
from duelling.votes.verdicts.borda import borda, groups, leave_out, order, places, promote
from duelling.votes.voters import look_at_voters
from duelling.votes.warnings import RARE, warnings

LEFT = "An item that has left the race keeps the score that it had then: later votes say nothing about it"


def rank(
    votes: Any,
    *,
    delta: float = 0.05,
    within: float = 0.0,
    pairs: Pairs | None = None,
    top: int | None = None,
    by_voter: int | None = None,
    columns: Mapping[str, str] | str | None = None,
) -> Standings:
    """Who leads, how sure that is and whether one may stop, by votes.

    ``votes`` is a file, a frame or rows, as ``read_votes`` takes them; ``columns`` names its columns where they have
    names of their own. Intervals, places and each kind of verdict are wrong with chance ``delta`` at most, whenever
    somebody looks. With ``within`` a verdict may name an item that is less than this below the best. ``pairs`` says
    how the pairs were chosen: "any" asks for nothing; "uniform" means that every pair was equally likely each time, and
    needs far fewer votes; "first" that an item was chosen in any way, and then its opponent uniformly from all others
    (a column ``first`` names it, otherwise it is the left one); "balanced" asks for nothing either, and is better than
    "any" where all pairs met about equally often; "logged" means the chances that stand beside the votes, as
    ``next_pairs`` writes them, and is what is taken for a file that has them. With ``top`` there is also a verdict who
    the best so many items are. With ``by_voter`` each voter counts once, with so many of his first answers: it allows
    for people who give many votes in a row, and must be chosen before looking at the votes.

    Args:
        votes: a file, a frame or rows of left, right, winner.
        delta: the chance with which intervals, places and a verdict may be wrong.
        within: how much worse than the best one the winner may be.
        pairs: how the pairs were chosen: "any", "uniform", "balanced", "first" or "logged".
        top: ask also for the best so many items.
        by_voter: let each voter count once, with so many of his first answers.
        columns: which column means what, as in "left=a,right=b".

    Returns:
        The standings: ``print`` shows them, ``verdict`` says who is best, ``warnings`` what looks wrong.

    Raises:
        InputError: the votes cannot be read, or an argument breaks a rule.

    >>> print(rank([("tea", "coffee", "tea")] * 9).verdict.says)
    tea is the best: its score is the largest
    """
    delta, within = chance("delta", delta), at_least("within", within, 0.0, 0.5)
    by_voter = None if by_voter is None else whole("by_voter", by_voter)
    ballots = read_votes(votes, columns)
    if by_voter is not None and not ballots.voters:
        raise WrongValue("votes must say who voted to be counted by voter, got no voters")
    return standings_of(ballots, delta=delta, within=within, pairs=pairs, top=top, by_voter=by_voter)


def standings_of(
    ballots: Ballots,
    *,
    delta: float,
    within: float = 0.0,
    pairs: str | None = None,
    top: int | None = None,
    by_voter: int | None = None,
    run: Race | None = None,
    proof: Ballots | None = None,
) -> Standings:
    """What ``rank`` returns, of votes in arrays; ``run`` is their race where it was run already.

    Where some of the votes prove nothing, ``proof`` are the others; counts and strengths are those of all.
    """
    proof = ballots if proof is None else proof
    chosen = how_chosen(proof, pairs)
    top = None if top is None else whole("top", top, 1, len(ballots.items) - 1)
    with ready(len(ballots), len(ballots.items)):
        return _standings_of(ballots, proof, delta, within, chosen, top, by_voter, run)


def _standings_of(
    ballots: Ballots,
    proof: Ballots,
    delta: float,
    within: float,
    chosen: Pairs,
    top: int | None,
    by_voter: int | None,
    run: Race | None,
) -> Standings:
    tally, rated = count(ballots), rate(ballots)
    side = side_effect(ballots, rated, delta)
    found = evidence_of(proof, chosen, by_voter, delta, run)
    measured = found.scores
    main, others = borda(ballots.items, measured, within, delta), found.verdicts(ballots.items, within, top, delta)
    above = order(measured)
    notes = [promote(above, ballots.items, each) for each in (main, *others)]
    first, last = places(above)
    notes += [leave_out(first, last, ballots.items, each) for each in (main, *others)]
    notes.append(LEFT if chosen == "logged" and some_left(proof) else "")
    shown = filled_in(measured, tally, rated) if chosen == "any" else measured.score
    ranked = np.lexsort((-rated.strength, -rated.strength if chosen == "any" else -shown, last, first))
    return Standings(
        items=tuple(ballots.items[k] for k in ranked),
        first=first[ranked],
        last=last[ranked],
        score=shown[ranked],
        low=measured.low[ranked],
        high=measured.high[ranked],
        strength=rated.strength[ranked],
        strength_se=rated.se[ranked],
        strength_note=rated.note or "errors allow for voters with tastes of their own",
        wins=tally.wins[np.ix_(ranked, ranked)],
        ties=tally.ties[np.ix_(ranked, ranked)],
        place_notes=tuple(filter(None, notes)),
        groups=tuple(tuple(ballots.items[k] for k in group) for group in groups(above, ranked)),
        verdict=main,
        others=others,
        forecast="" if by_voter else _forecast(main, measured, tally, chosen, within, delta),
        warnings=tuple(
            warnings(ballots, proof, tally, clusters(ballots, rated, RARE), side, chosen, by_voter is not None, delta)
        ),
        sides={"left": side.left, "right": side.right, "tie": side.ties},
        people=look_at_voters(ballots, rated, delta) if ballots.voters else None,
        votes=len(ballots),
        voters=len(ballots.voters),
        pairs=chosen,
        by_voter=by_voter,
        delta=delta,
        within=within,
        source=ballots.source,
    )


def _forecast(verdict: Verdict, measured: Scores, tally: Tally, pairs: Pairs, within: float, delta: float) -> str:
    """How many more votes, drawn like these, until the verdict; nothing where it is there or no score is known."""
    if verdict.state != "open" or measured.settled is None or np.isnan(measured.settled[0]).any():
        return ""
    K, rivals = len(tally.items), [tally.items.index(name) for name in verdict.still_in]
    evidence, near = race_evidence(K, delta, within)
    found = forecast_winner(
        measured.settled[0][rivals],
        measured.settled[1][rivals],
        evidence,
        K / 2,
        ties=float(tally.ties.sum() / tally.met.sum()),
        within=within,
        near=near,
        race=K if pairs == "logged" else 0,
    )
    return "" if found.high == 0 else found.says


def some_left(ballots: Ballots) -> bool:
    """Whether some votes were drawn when an item had left the race: they say nothing about its score."""
    return ballots.out is not None and any(ballots.outs[k] for k in np.unique(ballots.out).tolist() if k >= 0)


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
