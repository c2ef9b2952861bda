"""Loss vectors l_t of every winner concept, and what the best single arm pays.

A losses state answers ``charge``. Rows are kept relative to the arm that is best over the whole horizon, so that this arm
costs exactly nothing; only differences matter to regret. The von Neumann loss is kept as it is: its comparator is 0.
"""

from typing import NamedTuple

import numpy as np

from duelling.protocol import charge


class Constant(NamedTuple):
    loss: np.ndarray  # loss[i, c] of arm i under concept c, in every round


def _charge_constant(s: Constant, t, arm, concept):
    return s.loss[arm, concept]


charge.register(Constant, _charge_constant)


def borda(win: np.ndarray) -> np.ndarray:
    """l_i = (1/K) sum_j P_ji, the own 1/2 included."""
    return win.mean(axis=0)
