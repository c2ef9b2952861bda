"""Parameters that several papers have, each with its sentence."""

from typing import Annotated

from duelling.errors import chance

Radius = Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln t / N)."]
Settled = Annotated[float | None, "The chance with which it may settle on a wrong arm; 1/T unless given."]
Wrong = Annotated[float, "The chance with which the verdict may be wrong."]
Near = Annotated[float, "By how much a better arm may be missed, ε."]
Explored = Annotated[int | None, "After how many duels it settles; a tenth of the horizon unless given."]
Budget = Annotated[int, "After how many duels it answers."]

LEAST_NEAR = 1e-6  # a smaller ε takes 10^13 duels and more


def check_delta(delta: float | None, horizon: int | None) -> float:
    """Return δ, or 1/T where it is not given; raise unless it is above 0 and below 1."""
    if delta is None and horizon is not None:
        return 1 / horizon
    return chance("delta", delta)
