"""An algorithm with the parameters that a user set."""

import re
from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from duelling.arrays import flag
from duelling.core.fields import check_fields
from duelling.errors import Advice, UnknownName, WrongValue, chance, plain_text, quoted, whole
from duelling.registry.facts import ALGORITHMS, Algorithm, under
from duelling.registry.parameters import settings
from duelling.registry.vocabulary import WORLDS, World


class Choice(NamedTuple):
    """An algorithm with the parameters that a user set, as in ``exp3+unif:rate=utility``."""

    text: str
    algorithm: Algorithm  # with the facts that hold under these parameters
    parameters: dict[str, Any]
    delta: float | None = None  # the chance of failure where it stops by itself; None: it plays to a horizon
    budget: int | None = None  # after how many duels it stops, where it has to be told

    def check_world(self, world: World, problem: str) -> None:
        """Raise InputError unless the algorithm can play on the problem with this name."""
        if self.algorithm.world != world:
            raise WrongValue(f"{self.text} must play on {WORLDS[self.algorithm.world].problem}, got {problem}")

    def start(self, arms: int, horizon: int | None = None, *given: Any) -> Any:
        """A fresh state; ``given`` is what a world other than arms adds, such as the policies.

        An algorithm that stops by itself does not look at the horizon.
        """
        world = WORLDS[self.algorithm.world]
        arms = whole("arms", arms, world.fewest)
        self.check_world(self.algorithm.world if given else "arms", f"{arms} arms alone")
        if self.algorithm.identify is not None and self.delta is not None:
            end = {"delta": self.delta} if self.budget is None else {"budget": self.budget}
            state = self.algorithm.identify(arms, **end, **self.parameters)
        else:
            rounds = whole("horizon", horizon)
            state = self.algorithm.start(*world.arguments(arms, rounds, *given), **self.parameters)
        check_fields(state)  # loops check it too, but in an arena the first of them comes after many votes
        return state


# "rucb:alpha=0.51", or the same as ("rucb", {"alpha": 0.51}) or {"rucb": {"alpha": 0.51}}
Named = str | tuple[str, Mapping[str, Any]] | Mapping[str, Mapping[str, Any]] | Choice


def written(given: Named) -> str:
    """The text of this choice, by which results name it: ``name`` or ``name:parameter=value,parameter=value``.

    A name may be written in any case, or as the label that figures show.

    >>> written(("rucb", {"alpha": 0.51})), written("Exp3+UnifK-1"), written("RUCB alpha=0.51")
    ('rucb:alpha=0.51', 'exp3+unif', 'rucb:alpha=0.51')
    """
    if isinstance(given, Choice):
        return given.text
    if isinstance(given, str):
        name, colon, rest = plain_text("algorithm", given).partition(":")
        shown, _, settings = name.rpartition(" ")
        if not colon and "=" in settings:  # a figure writes the parameters behind the label
            return f"{find_name(shown)}:{settings}"
        return find_name(name) + colon + rest
    if isinstance(given, Mapping) and len(given) == 1:
        given = next(iter(given.items()))
    if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], Mapping):
        raise WrongValue(f"algorithm must be a name, or a name and its parameters in a dict, got {quoted(given)}")
    name, values = find_name(plain_text("the name of an algorithm", given[0])), given[1]
    parts = (f"{plain_text(f'a parameter of algorithm {name}', key)}={_word(name, key, values[key])}" for key in values)
    return f"{name}:{','.join(parts)}" if values else name


def find_name(given: str) -> str:
    """The name of the algorithm that somebody calls so: by its name, in any case, or by its label.

    Raise UnknownName if there is none. Where several fit, as a user's own names may, only the name itself is taken.
    """
    if given in ALGORITHMS:
        return given
    every = ALGORITHMS.every()
    for called in ([*every], [each.label for each in every.values()]):
        fits = [name for name, word in zip(every, called, strict=True) if word.lower() == given.strip().lower()]
        if len(fits) == 1:
            return fits[0]
    parts = [part.strip() for part in given.split(",")]
    if len(parts) > 1 and all(parts):
        listed = ", ".join(f'"{part}"' for part in parts)
        advice = Advice(f"separate them by blanks, as in {' '.join(parts)}", f"give a list, [{listed}]")
        raise UnknownName(f"algorithm must be one name, got {quoted(given)}: {advice}")
    return ALGORITHMS.find(given).name


def _word(owner: str, key: str, value: Any) -> str:
    """What a user would write for this value of a parameter."""
    if value is None or isinstance(value, bool | np.bool_):
        return str(value).lower()
    if isinstance(value, Real) or (isinstance(value, str) and not re.search("[,=]", value)):
        return str(value)
    rule = "be a number, a text without ',' and '=', True, False or None"
    raise WrongValue(f"{key} of algorithm {owner} must {rule}, got {quoted(value)}")


def choice(algorithm: Named, *, identify: bool = False, delta: float = 0.05, budget: float | None = None) -> Choice:
    """An algorithm with its parameters.

    Args:
        algorithm: ``name`` or ``name:parameter=value,parameter=value``, a name and a dict of parameters, or a choice
            itself. Case does not matter, and the labels of figures are as good as names.
        identify: whether the algorithm stops by itself.
        delta: where it does, it is wrong with a chance of at most this.
        budget: some stop after so many duels instead.

    Returns:
        The choice; ``start(arms, horizon)`` makes a fresh learner.

    Raises:
        UnknownName: there is no such algorithm or parameter.
        WrongValue: a parameter breaks a rule, or the algorithm does not stop by itself.

    >>> choice("RUCB:alpha=0.51").text
    'rucb:alpha=0.51'
    """
    identify, delta = flag("identify", identify), chance("delta", delta)
    budget = None if budget is None else whole("budget", budget)
    if isinstance(algorithm, Choice) and algorithm[3:] == ((delta, budget) if identify else (None, None)):
        return algorithm
    whole_text = written(algorithm)
    name, _, rest = whole_text.partition(":")
    chosen = ALGORITHMS.find(name)
    if identify and chosen.identify is None:
        stops = ", ".join(n for n, a in ALGORITHMS.every().items() if a.identify)
        raise WrongValue(f"{name} does not stop by itself: give it a horizon, or choose from {stops}")
    if identify and chosen.budgeted and budget is None:
        raise WrongValue(f"budget must be given for {name}: the number of duels after which it answers, got None")
    if budget is not None and not (identify and chosen.budgeted):
        raise WrongValue(f"budget must be left out for {name}, which ends in another way, got {budget}")
    known = chosen.stopping_parameters if identify else chosen.parameters
    given = settings(name, filter(None, rest.split(",")), known)
    return Choice(whole_text, under(chosen, given), given, *((delta, budget) if identify else ()))
