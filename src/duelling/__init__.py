"""Learning from pairwise comparisons: duelling bandits at compiled speed.

>>> import duelling as du
>>> du.problem("borda_vonneumann").winners().borda
(1,)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelling.contexts.problem import Contextual
    from duelling.continuous.problem import ContinuousProblem
    from duelling.engine import simulate
    from duelling.errors import InputError
    from duelling.extensions import load
    from duelling.facts import algorithm
    from duelling.identification import identify
    from duelling.problems.adversaries_corruption import Corrupted
    from duelling.problems.adversaries_shadow import Shadow
    from duelling.problems.changing import Drifting, Piecewise
    from duelling.problems.matrix import PreferenceMatrix
    from duelling.problems.registry import problem, problem_names
    from duelling.problems.sequence import OutcomeSequence, exact_sequence
    from duelling.problems.utility import UtilityModel
    from duelling.problems.votes import from_votes
    from duelling.results import Result

__version__ = "0.1.0"

# Names are imported when they are first used: `import duelling` and `duelling --help` do not wait for the compiler.
_HOME = {
    "Contextual": "contexts.problem",
    "ContinuousProblem": "continuous.problem",
    "Corrupted": "problems.adversaries_corruption",
    "Drifting": "problems.changing",
    "InputError": "errors",
    "OutcomeSequence": "problems.sequence",
    "Piecewise": "problems.changing",
    "PreferenceMatrix": "problems.matrix",
    "Result": "results",
    "Shadow": "problems.adversaries_shadow",
    "UtilityModel": "problems.utility",
    "algorithm": "facts",
    "exact_sequence": "problems.sequence",
    "from_votes": "problems.votes",
    "identify": "identification",
    "load": "extensions",
    "problem": "problems.registry",
    "problem_names": "problems.registry",
    "simulate": "engine",
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
