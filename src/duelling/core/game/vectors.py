"""Sums over the rows of a matrix, as plain loops: they compile at once, allocate nothing and start no threads."""

from duelling.core.jit import jit


@jit
def dot(X, a, b):
    """The product of the rows a and b of X, in four sums, none of which waits for another."""
    n, p, q, r, s = X.shape[1], 0.0, 0.0, 0.0, 0.0
    for i in range(0, n - 3, 4):
        p += X[a, i] * X[b, i]
        q += X[a, i + 1] * X[b, i + 1]
        r += X[a, i + 2] * X[b, i + 2]
        s += X[a, i + 3] * X[b, i + 3]
    for i in range(n - n % 4, n):
        p += X[a, i] * X[b, i]
    return (p + q) + (r + s)


@jit
def add(X, a, factor, b):
    """Row a of X grows by ``factor`` times row b."""
    for i in range(X.shape[1]):
        X[a, i] += factor * X[b, i]


@jit
def largest(A):
    """max |A_ij|; NaN where an entry is NaN."""
    top = 0.0
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            if not abs(A[i, j]) <= top:
                top = abs(A[i, j])
            if top != top:
                return top
    return top
