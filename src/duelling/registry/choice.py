"""An algorithm with the parameters that a user set."""

import re
from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from duelling.arrays import flag
from duelling.errors import WrongValue, chance, plain_text, quoted, whole
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
        world = WORLDS[self.algorithm.world]
        whole("arms", arms, world.fewest)
        self.check_world(self.algorithm.world if given else "arms", f"{arms} arms alone")
        if self.algorithm.identify is not None and self.delta is not None:
            return self.algorithm.identify(int(arms), delta=self.delta, **self.parameters)
        whole("horizon", horizon)
        return self.algorithm.start(*world.arguments(arms, horizon, *given), **self.parameters)


Named = str | tuple[str, Mapping[str, Any]] | Choice  # "rucb:alpha=0.51", or the same as ("rucb", {"alpha": 0.51})


def written(given: Named) -> str:
    """What a user would write for this choice on the command line.

    >>> written(("rucb", {"alpha": 0.51}))
    'rucb:alpha=0.51'
    """
    if isinstance(given, Choice):
        return given.text
    if isinstance(given, str):
        return plain_text("algorithm", given)
    if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], Mapping):
        raise WrongValue(f"algorithm must be a name, or a name and its parameters in a dict, got {quoted(given)}")
    name, values = plain_text("the name of an algorithm", given[0]), given[1]
    parts = (f"{plain_text(f'a parameter of algorithm {name}', key)}={_word(name, key, values[key])}" for key in values)
    return f"{name}:{','.join(parts)}" if values else name


def _word(owner: str, key: str, value: Any) -> str:
    """What a user would write for this value of a parameter."""
    if value is None or isinstance(value, bool | np.bool_):
        return str(value).lower()
    if isinstance(value, Real) or (isinstance(value, str) and not re.search("[,=]", value)):
        return str(value)
    rule = "be a number, a text without ',' and '=', True, False or None"
    raise WrongValue(f"{key} of algorithm {owner} must {rule}, got {quoted(value)}")


def choice(algorithm: Named, *, identify: bool = False, delta: float = 0.05) -> Choice:
    """Read ``name`` or ``name:parameter=value,parameter=value``; in Python also a name and a dict, or a choice itself.

    With ``identify`` the algorithm stops by itself, and is wrong with a chance of at most ``delta``.
    """
    identify, delta = flag("identify", identify), chance("delta", delta)
    if isinstance(algorithm, Choice) and algorithm.delta == (delta if identify else None):
        return algorithm
    whole_text = written(algorithm)
    name, _, rest = whole_text.partition(":")
    chosen = ALGORITHMS.find(name)
    if identify and chosen.identify is None:
        stops = ", ".join(n for n, a in ALGORITHMS.every().items() if a.identify)
        raise WrongValue(f"{name} does not stop by itself: give it a horizon, or choose from {stops}")
    known = chosen.stopping_parameters if identify else chosen.parameters
    return Choice(whole_text, chosen, settings(name, filter(None, rest.split(",")), known), delta if identify else None)
