"""How the tests run: compiled, or in plain Python."""

from duelling.core.jit import DISABLED

INTERPRETED = DISABLED


def fewer(n: int, least: int = 1) -> int:
    """Return ``n``; a third of it in plain Python, which is slower."""
    return max(least, n // 3) if INTERPRETED else n
