"""A proven bound, as a formula and as a number."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Bound(NamedTuple):
    """A proven bound on expected regret."""

    formula: str  # as a person would write it
    # value(arms, horizon, given, **parameters), None where nothing is proven for them. ``given`` is the K x K
    # preference matrix for an algorithm (the policies where there are contexts, the space where there are points), the
    # arms' mean losses for a bandit, and None where the caller has neither.
    value: Callable[..., float | None]
    parameters: tuple[str, ...] = ()  # the bound is known when these are set; any other parameter voids it
    variants: dict[str, str] = {}  # noqa: RUF012  formulas under settings, by "parameter=value" or "parameter"

    def under(self, settings: dict[str, Any]) -> "Bound":
        """The same bound with the formula that holds under these settings."""
        words = [word for name, value in settings.items() for word in (f"{name}={value}", name)]
        return self._replace(formula=next((self.variants[w] for w in words if w in self.variants), self.formula))
