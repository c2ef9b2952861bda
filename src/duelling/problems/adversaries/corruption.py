"""A stochastic problem that an adversary corrupts, within a budget.

In round t duels follow P^t, where

    sum_t max_ij |P^t_ij - P_ij| <= C,     the budget.

The rule: from the first round on the preferences of one arm, the Borda winner unless another is named, are reversed,
P^t_aj = P_ja, until the budget is spent; a last round takes what is left of it, P^t_aj = P_aj + λ (P_ja - P_aj). From
then on P^t = P. Early on a learner knows least, so there the budget does most.

Regret is measured on the true P by default, as the literature does: R_T is that of P although the learner sees
corrupted outcomes (Saha and Gaillard, ICML 2022, section 6.2, after Agarwal, Agarwal and Patil, ALT 2021). With
``paid="corrupted"`` it is that of what was played, against the arm that is best over the P^t. A Borda loss changes by
at most the round's corruption, so the two Borda regrets of one run differ by at most 2C. The papers count a round's
corruption in outcomes, Saha and Gaillard summed over all opponents of the winner; here it is the largest change of a
chance.

As text: ``corrupted:sushi,budget=1000``; the parameters may follow those of the problem itself, as in
``corrupted:random:cyclic,arms=9,budget=50``.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np

from duelling.core import losses
from duelling.core.winners import Winners
from duelling.errors import EXACT, InputError, WrongValue, above, one_of, whole
from duelling.problems.base import Pairwise
from duelling.problems.changing import Piecewise
from duelling.problems.checks import check_horizon
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.utility import UtilityModel
from duelling.registry.makers import reader
from duelling.registry.parameters import parameters_of, settings


class Corrupted(Piecewise):
    """``origin``, with the preferences of one arm reversed until the budget is spent.

    Args:
        origin: a problem whose preferences are known.
        budget: the sum over the rounds of the largest change of a chance.
        arm: the number of the arm whose preferences are reversed; None is the Borda winner.
        paid: on which preferences regret is measured: the "true" ones or the "corrupted" ones.

    Raises:
        InputError: an argument breaks a rule.

    >>> Corrupted(PreferenceMatrix([[0.5, 0.9], [0.1, 0.5]]), budget=8).rounds.tolist()
    [1, 11]
    """

    kind = "corrupted"

    def __init__(
        self,
        origin: Pairwise,
        *,
        budget: Annotated[float, "The sum over the rounds of the largest change of a chance."],
        arm: Annotated[int | None, "The arm whose preferences are reversed; the Borda winner unless given."] = None,
        paid: Annotated[Literal["true", "corrupted"], "The preferences on which regret is measured."] = "true",
    ) -> None:
        one_of("paid", paid, ("true", "corrupted"))
        try:
            origin = problem(origin)
        except InputError as error:
            raise error.within("origin") from None
        constant = len(origin.x) == 1 if isinstance(origin, UtilityModel) else isinstance(origin, PreferenceMatrix)
        if not constant:
            raise WrongValue(f"origin must have constant preferences to be corrupted, got {origin.name}")
        budget = above("budget", budget, 0, EXACT)
        P = origin.preference()
        if arm is None:
            arm = int(losses.borda(P).argmin())
        arm = whole("arm", arm, 0, len(P) - 1)
        self.origin, self.budget, self.arm, self.paid = origin, budget, arm, paid
        matrices, starts = _spend(P, self.arm, self.budget)
        text = f"budget={self.budget},arm={arm}" + ("" if paid == "true" else f",paid={paid}")
        super().__init__(
            matrices,
            starts,
            origin.arms,
            name=f"corrupted:{origin.name},{text}",
            source=origin.source,
            description=f"{origin.name}; until {budget:g} is spent, the preferences of {origin.arms[arm]} are reversed",
        )

    def losses(self, concepts: Sequence[str], horizon: int) -> losses.Timeline:
        return self.origin.losses(concepts, horizon) if self.paid == "true" else super().losses(concepts, horizon)

    def winners(self, horizon: int | None = None) -> Winners:
        """Those of the preferences on which regret is measured.

        Args:
            horizon: the number of rounds; needed where the corrupted preferences are paid.

        Returns:
            The winners by the name of the concept.

        Raises:
            InputError: the horizon breaks a rule, or is missing.

        >>> import duelling as du
        >>> du.problem("corrupted:sushi,budget=100").winners().names["borda"]
        ('chu-toro',)
        """
        check_horizon(horizon)
        return self.origin.winners() if self.paid == "true" else super().winners(horizon)

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        check_horizon(horizon)
        return self.origin.concepts() if self.paid == "true" else super().concepts(horizon)

    def content(self) -> dict[str, Any]:
        origin = self.origin.describe()["sha256"]
        return super().content() | {"origin": origin, "budget": self.budget, "arm": self.arm, "paid": self.paid}


def _spend(P: np.ndarray, arm: int, budget: float) -> tuple[list[np.ndarray], list[int]]:
    """The matrices P^t and the rounds in which they begin."""
    each = float(abs(2 * P[arm] - 1).max())  # what a round costs in which the arm is reversed
    if each == 0:
        raise WrongValue(f"arm must have preferences that a corruption can change, got {arm!r}, equal to all")
    rounds = int(budget / each)
    left = budget / each - rounds
    matrices, starts, begin = [], [], 1
    for share, length in ((1.0, rounds), (left, 1 if left > 0 else 0), (0.0, 1)):
        if length > 0:
            matrices.append(_reversed(P, arm, share))
            starts.append(begin)
            begin += length
    return matrices, starts


def _reversed(P: np.ndarray, arm: int, share: float) -> np.ndarray:
    """P with the preferences of ``arm`` on the way to their reverse."""
    changed, turn = P.copy(), share * (P[:, arm] - P[arm])
    changed[arm] += turn
    changed[:, arm] -= turn
    return changed


@reader("corrupted", examples=("corrupted:",), parameters=parameters_of(Corrupted))
def corrupted(text: str, folder: Path) -> Corrupted:
    """A problem that an adversary corrupts, from ``PROBLEM,budget=1000``; it may have parameters of its own."""
    known = parameters_of(Corrupted)
    parts = text.split(",")
    ours = [part for part in parts if part.partition("=")[0] in known]
    name = ",".join(part for part in parts if part not in ours)
    example = "corrupted:sushi,budget=1000"
    if not name:
        raise WrongValue(f"corrupted must name a problem, as in {example!r}, got {text!r}")
    if name.startswith("corrupted:"):  # refused here already: there is no limit to how often it could be written
        raise WrongValue(f"a problem must have constant preferences to be corrupted, got {name!r}")
    return Corrupted(problem(name, folder), **settings("corrupted", ours, known, example))
