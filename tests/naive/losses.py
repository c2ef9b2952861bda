"""Losses straight from their definitions: every round, every arm, every opponent, with the sums written out."""

import numpy as np

from duelling.core.game import von_neumann_winner

EVEN = 1e-12


def loss_table(preferences, concept, utilities=None):
    """l_t[i] for all rounds of the horizon; preferences[t][i][j] and utilities[t][i] are those of round t+1."""
    P = np.asarray(preferences, dtype=float)
    T, K, _ = P.shape
    mean = sum(P) / T
    table = np.zeros((T, K))
    if concept == "von_neumann":
        game = 2 * mean - 1
        game[abs(game) < EVEN] = 0
        u = von_neumann_winner((game - game.T) / 2)
    for t in range(T):
        for i in range(K):
            if concept == "utility":
                table[t, i] = 1 - utilities[t][i]
            if concept == "borda":
                table[t, i] = sum(P[t, j, i] for j in range(K)) / K
            if concept == "copeland":
                table[t, i] = sum(mean[i, j] < 0.5 - EVEN for j in range(K)) / (K - 1)
            if concept == "von_neumann":
                table[t, i] = sum(u[a] * (2 * P[t, a, i] - 1) for a in range(K))
            if concept == "condorcet":
                w = next(a for a in range(K) if all(mean[a, j] > 0.5 + EVEN for j in range(K) if j != a))
                table[t, i] = P[t, w, i] - 0.5
    return table


def best_arm_pays(table, concept, t):
    """The cumulative loss of the best single arm in rounds 1..t."""
    return 0.0 if concept in ("von_neumann", "condorcet") else table[:t].sum(axis=0).min()
