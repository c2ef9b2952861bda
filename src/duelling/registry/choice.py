"""An algorithm with the parameters that a user set."""

from typing import Any, NamedTuple

from duelling.errors import WrongValue, unknown, whole
from duelling.registry.facts import ALGORITHMS, Algorithm
from duelling.registry.vocabulary import PLACES, World


class Choice(NamedTuple):
    """An algorithm with the parameters that a user set, as in ``exp3+unif:rate=utility``."""

    text: str
    algorithm: Algorithm
    parameters: dict[str, Any]

    def check_world(self, world: World, problem: str) -> None:
        """Whether the algorithm can play on the problem with this name."""
        if self.algorithm.world != world:
            raise WrongValue(f"{self.text} must play on {PLACES[self.algorithm.world]}, got {problem}")

    def start(self, arms: int, horizon: int, *given: Any) -> Any:
        """A fresh state; ``given`` is what a world other than arms adds, such as the policies."""
        self.check_world(self.algorithm.world if given else "arms", f"{arms} arms alone")
        points = self.algorithm.world == "continuous"  # they have a space, which is given, in place of arms
        whole("horizon", horizon)
        if points:
            return self.algorithm.start(*given, horizon, **self.parameters)
        whole("arms", arms, 2)
        return self.algorithm.start(arms, horizon, *given, **self.parameters)


def choice(text: str, *, identify: bool = False) -> Choice:
    """Read ``name`` or ``name:parameter=value,parameter=value``; ``identify`` reads what stops by itself."""
    name, _, rest = str(text).partition(":")
    chosen, values = ALGORITHMS.find(name), {}
    known = chosen.parameters
    if identify:
        if chosen.identify is None:
            stops = ", ".join(n for n, a in ALGORITHMS.every().items() if a.identify)
            raise WrongValue(f"{name} does not stop by itself: give it a horizon, or choose from {stops}")
        known = chosen.stopping_parameters
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise WrongValue(f"parameters of {name} are written parameter=value, got {part!r}")
        if key not in known:
            if not known:
                raise WrongValue(f"{name} has no parameters, got {part!r}")
            raise unknown(f"parameter of {name}", key, known)
        if key in values:
            raise WrongValue(f"{key} of {name} must be given once, got {rest!r}")
        values[key] = known[key].convert(value, name)
    return Choice(text, chosen, values)
