# The public names and where they live. This is the only list: `__init__.py` reads it, and so do mypy and editors.
from duelling.errors import Conflict as Conflict
from duelling.errors import DamagedFile as DamagedFile
from duelling.errors import InputError as InputError
from duelling.errors import UnknownName as UnknownName
from duelling.errors import WrongValue as WrongValue
from duelling.lab.grids.run import run_grid as run_grid
from duelling.lab.grids.store import Store as Store
from duelling.lab.growth import growth as growth
from duelling.lab.identify import Identification as Identification
from duelling.lab.identify import identify as identify
from duelling.lab.results import Result as Result
from duelling.lab.simulate import simulate as simulate
from duelling.problems.adversaries.corruption import Corrupted as Corrupted
from duelling.problems.adversaries.shadow import Shadow as Shadow
from duelling.problems.changing import Drifting as Drifting
from duelling.problems.changing import Piecewise as Piecewise
from duelling.problems.matrix import PreferenceMatrix as PreferenceMatrix
from duelling.problems.reading.named import problem as problem
from duelling.problems.reading.named import problem_names as problem_names
from duelling.problems.reading.votes import from_votes as from_votes
from duelling.problems.sequence import OutcomeSequence as OutcomeSequence
from duelling.problems.sequence import exact_sequence as exact_sequence
from duelling.problems.utility import UtilityModel as UtilityModel
from duelling.registry.catalogue import select as select
from duelling.registry.choice import choice as choice
from duelling.registry.extensions import load as load
from duelling.registry.facts import algorithm as algorithm
from duelling.registry.facts import bandit as bandit
from duelling.registry.makers import maker as maker
from duelling.worlds.contexts.problem import Contextual as Contextual
from duelling.worlds.contexts.problem import linear_policies as linear_policies
from duelling.worlds.continuous.problem import ContinuousProblem as ContinuousProblem

__version__: str
