"""Projections by their textbook forms, and DBGD straight from its pseudo-code."""

import numpy as np


def project(shape, w):
    """The nearest point; onto the simplex by sorting."""
    if shape == "ball":
        return w / max(1.0, np.linalg.norm(w))
    if shape == "box":
        return np.clip(w, -1, 1)
    w = w - w.max()  # changes nothing but the rounding
    down = np.sort(w)[::-1]
    cuts = (np.cumsum(down) - 1) / np.arange(1, len(w) + 1)
    return np.maximum(w - cuts[np.flatnonzero(down > cuts)[-1]], 0)


class Dbgd:
    def __init__(self, shape, delta, gamma, w):
        self.shape, self.delta, self.gamma, self.w = shape, delta, gamma, np.array(w, dtype=float)

    def choose(self, rng):
        u = np.array([rng.standard_normal() for _ in self.w])
        u /= np.linalg.norm(u)
        return self.w.copy(), project(self.shape, self.w + self.delta * u), u

    def update(self, u, candidate_won):
        if candidate_won:
            self.w = project(self.shape, self.w + self.gamma * u)
