"""A voter against the others, by a fit from which his votes are really left out."""

import math

import numpy as np

from duelling.votes.davidson import expected, fit_votes


def agreement(ballots, voter):
    """z and the information of one voter."""
    fit = fit_votes(ballots.take(ballots.voter != voter))
    top = bottom = information = 0.0
    for k in np.flatnonzero(ballots.voter == voter):
        d = fit.at[ballots.left[k]] - fit.at[ballots.right[k]]
        model = expected(np.array([d + fit.beta]), fit.nu)
        q = float(model.mean[0])
        weight = math.log(q / (1 - q))
        top += weight * ((ballots.outcome[k] + 1) / 2 - q)
        bottom += weight**2 * float(model.spread[0])
        if ballots.outcome[k]:
            information += math.log(2 / (1 + math.exp(-ballots.outcome[k] * d)))
    return top / math.sqrt(bottom), information
