"""Learning from pairwise comparisons: duelling bandits at compiled speed.

>>> import duelling as du
>>> du.problem("borda_vonneumann").winners().borda
(1,)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelling.errors import InputError
    from duelling.lab.identify import identify
    from duelling.lab.results import Result
    from duelling.lab.simulate import simulate
    from duelling.problems.adversaries.corruption import Corrupted
    from duelling.problems.adversaries.shadow import Shadow
    from duelling.problems.changing import Drifting, Piecewise
    from duelling.problems.matrix import PreferenceMatrix
    from duelling.problems.reading.named import problem, problem_names
    from duelling.problems.reading.votes import from_votes
    from duelling.problems.sequence import OutcomeSequence, exact_sequence
    from duelling.problems.utility import UtilityModel
    from duelling.registry.extensions import load
    from duelling.registry.facts import algorithm
    from duelling.worlds.contexts.problem import Contextual
    from duelling.worlds.continuous.problem import ContinuousProblem

__version__ = "0.1.0"

# Names are imported when they are first used: `import duelling` and `duelling --help` do not wait for the compiler.
_HOME = {
    "Contextual": "worlds.contexts.problem",
    "ContinuousProblem": "worlds.continuous.problem",
    "Corrupted": "problems.adversaries.corruption",
    "Drifting": "problems.changing",
    "InputError": "errors",
    "OutcomeSequence": "problems.sequence",
    "Piecewise": "problems.changing",
    "PreferenceMatrix": "problems.matrix",
    "Result": "lab.results",
    "Shadow": "problems.adversaries.shadow",
    "UtilityModel": "problems.utility",
    "algorithm": "registry.facts",
    "exact_sequence": "problems.sequence",
    "from_votes": "problems.reading.votes",
    "identify": "lab.identify",
    "load": "registry.extensions",
    "problem": "problems.reading.named",
    "problem_names": "problems.reading.named",
    "simulate": "lab.simulate",
}

__all__ = [
    "Contextual",
    "ContinuousProblem",
    "Corrupted",
    "Drifting",
    "InputError",
    "OutcomeSequence",
    "Piecewise",
    "PreferenceMatrix",
    "Result",
    "Shadow",
    "UtilityModel",
    "algorithm",
    "exact_sequence",
    "from_votes",
    "identify",
    "load",
    "problem",
    "problem_names",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'duelling' has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(f"duelling.{_HOME[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
