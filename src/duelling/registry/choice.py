"""An algorithm with the parameters that a user set."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from duelling.errors import WrongValue, whole
from duelling.registry.facts import ALGORITHMS, Algorithm
from duelling.registry.parameters import settings
from duelling.registry.vocabulary import WORLDS, World


class Choice(NamedTuple):
    """An algorithm with the parameters that a user set, as in ``exp3+unif:rate=utility``."""

    text: str
    algorithm: Algorithm
    parameters: dict[str, Any]
    delta: float | None = None  # the chance of failure where it stops by itself; None: it plays to a horizon

    def check_world(self, world: World, problem: str) -> None:
        """Raise InputError unless the algorithm can play on the problem with this name."""
        if self.algorithm.world != world:
            raise WrongValue(f"{self.text} must play on {WORLDS[self.algorithm.world].problem}, got {problem}")

    def start(self, arms: int, horizon: int | None = None, *given: Any) -> Any:
        """A fresh state; ``given`` is what a world other than arms adds, such as the policies.

        An algorithm that stops by itself does not look at the horizon.
        """
        self.check_world(self.algorithm.world if given else "arms", f"{arms} arms alone")
        world = WORLDS[self.algorithm.world]
        if self.algorithm.identify is not None and self.delta is not None:
            return self.algorithm.identify(whole("arms", arms, world.fewest), delta=self.delta, **self.parameters)
        whole("horizon", horizon)
        whole("arms", arms, world.fewest)
        return self.algorithm.start(*world.arguments(arms, horizon, *given), **self.parameters)


Named = str | tuple[str, Mapping[str, Any]] | Choice  # "rucb:alpha=0.51", or the same as ("rucb", {"alpha": 0.51})


def written(given: Named) -> str:
    """What a user would write for this choice on the command line.

    >>> written(("rucb", {"alpha": 0.51}))
    'rucb:alpha=0.51'
    """
    if isinstance(given, Choice):
        return given.text
    if isinstance(given, str) or not isinstance(given, Iterable):
        return str(given)
    if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], Mapping):
        raise WrongValue(f"an algorithm must be a name, or a name and its parameters in a dict, got {given!r}")
    name, values = given
    words = {"True": "true", "False": "false", "None": "none"}
    parts = (f"{key}={words.get(str(value), value)}" for key, value in values.items())
    return f"{name}:{','.join(parts)}" if values else str(name)


def choice(given: Named, *, identify: bool = False, delta: float = 0.05) -> Choice:
    """Read ``name`` or ``name:parameter=value,parameter=value``; in Python also a name and a dict, or a choice itself.

    With ``identify`` the algorithm stops by itself, and is wrong with a chance of at most ``delta``.
    """
    if isinstance(given, Choice) and given.delta == (delta if identify else None):
        return given
    text = written(given)
    name, _, rest = text.partition(":")
    chosen = ALGORITHMS.find(name)
    if identify and chosen.identify is None:
        stops = ", ".join(n for n, a in ALGORITHMS.every().items() if a.identify)
        raise WrongValue(f"{name} does not stop by itself: give it a horizon, or choose from {stops}")
    known = chosen.stopping_parameters if identify else chosen.parameters
    return Choice(text, chosen, settings(name, filter(None, rest.split(",")), known), delta if identify else None)
