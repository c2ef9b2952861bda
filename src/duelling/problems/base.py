"""What every problem can do: decide duels, name its winners, price its arms."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from duelling.core import losses
from duelling.core.winners import Winners, condorcet_winner, von_neumann_of, winners
from duelling.errors import WrongValue, whole
from duelling.registry.vocabulary import World

ALWAYS: tuple[str, ...] = ("borda", "copeland", "von_neumann")
MISSING = {
    "utility": " (utilities are known only for utility models)",
    "condorcet": " (no arm beats every other one)",
}


class Problem(ABC):
    """A way in which outcomes arise. Subclasses are values: nothing in them changes after they are made."""

    world: World = "arms"  # which algorithms play on it
    given: tuple[Any, ...] = ()  # what they are started with besides the number of arms and the horizon
    kind: str  # of outcomes: matrix, utility, sequence, piecewise, drifting, corrupted, shadow, contexts, continuous
    name: str
    arms: tuple[str, ...]  # the arms' names; K of them
    source: str = ""
    description: str = ""

    @property
    def limits(self) -> str:
        """What there is to choose from."""
        return f"arms from 0 to {len(self.arms) - 1}"

    @abstractmethod
    def start(self, horizon: int) -> Any:
        """The state that answers ``decide`` for rounds 1..horizon."""

    @abstractmethod
    def preference(self, horizon: int | None = None) -> np.ndarray:
        """P_ij, the share of the rounds 1..horizon in which i beats j (or the chance of it), ties counted half."""

    @abstractmethod
    def losses(self, concepts: Sequence[str], horizon: int) -> Any:
        """The state that answers ``charge`` for these winner concepts, in this order."""

    @abstractmethod
    def _content(self) -> dict[str, Any]:
        """The numbers and arrays that make the problem what it is."""

    def check_concepts(self, concepts: Sequence[str], horizon: int) -> None:
        known = self.concepts(whole("horizon", horizon))
        for concept in concepts:
            if concept not in known:
                why, names = self._why_not(concept), ", ".join(known)
                raise WrongValue(f"winner must be one of {names} for {self.name}, got {concept!r}{why}")

    def _why_not(self, concept: str) -> str:
        return MISSING.get(concept, "")

    def utilities(self, horizon: int | None = None) -> np.ndarray | None:
        """The arms' mean utilities over the rounds 1..horizon, if they have any."""
        return None

    def winners(self, horizon: int | None = None) -> Winners:
        """Who wins over the rounds 1..horizon under every concept, with scores."""
        return winners(self.preference(horizon), self.utilities(horizon))

    def condorcet_winner(self, horizon: int | None = None) -> int | None:
        """The arm that beats every other one over the rounds 1..horizon, if there is one."""
        return condorcet_winner(self.preference(horizon))

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        """The winner concepts that the problem has."""
        found: tuple[str, ...] = () if self.utilities(horizon) is None else ("utility",)
        return found + ALWAYS + (() if self.condorcet_winner(horizon) is None else ("condorcet",))

    def describe(self) -> dict[str, Any]:
        """Where the problem comes from, in plain values, with a fingerprint of its content."""
        digest, plain = hashlib.sha256(self.kind.encode()), {}
        for key, value in sorted(self._content().items()):
            digest.update(key.encode())
            if isinstance(value, np.ndarray):
                digest.update(f"{value.dtype.str}{value.shape}".encode() + np.ascontiguousarray(value).tobytes())
            else:
                digest.update(repr(value).encode())
                plain[key] = value
        facts = {"kind": self.kind, "name": self.name, "source": self.source, "description": self.description}
        return facts | {"arms": list(self.arms)} | plain | {"sha256": digest.hexdigest()}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self.arms)} arms>"


class ObliviousProblem(Problem):
    """A problem whose rounds do not depend on what is played.

    A subclass says what a round is like: ``start`` for the duels, ``preference`` for the mean over the rounds, and
    ``_rows`` with ``_timeline`` for the losses.
    """

    @abstractmethod
    def _rows(self, concept: str, horizon: int) -> np.ndarray:
        """The losses of all arms: one vector for every row of the timeline, or one for all."""

    @abstractmethod
    def _timeline(self, rows: np.ndarray) -> losses.Timeline:
        """In which rounds which of the rows holds."""

    def losses(self, concepts: Sequence[str], horizon: int) -> losses.Timeline:
        self.check_concepts(concepts, horizon)
        rows = [self._rows(concept, horizon) for concept in concepts]
        loss = np.stack(np.broadcast_arrays(*rows), axis=-1)
        return losses.relative(self._timeline(loss), concepts, horizon)


class Meeting(NamedTuple):
    """The three states of one run."""

    learner: Any  # answers choose and update
    problem: Any  # answers decide
    losses: Any  # answers charge


class AdaptiveProblem(Problem):
    """A problem that makes each round when it has seen the rounds before: an adversary.

    It has no preferences beforehand and so no winners; a run ends with the exact losses of what was played, and the
    comparator is the best arm of that run.
    """

    @abstractmethod
    def against(self, learner: Any, concepts: Sequence[str], rounds: np.ndarray) -> Meeting:
        """Fresh states for one run against ``learner``, with a ledger for these checkpoints."""

    def losses(self, concepts: Sequence[str], horizon: int) -> losses.Ledger:
        self.check_concepts(concepts, horizon)
        return losses.ledger(len(self.arms), len(concepts), np.array([horizon]))

    def preference(self, horizon: int | None = None) -> np.ndarray:
        raise WrongValue(f"{self.name} has no preferences beforehand: it makes them against each learner")

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        return ("borda",)

    def _why_not(self, concept: str) -> str:
        return " (it would need the outcomes of all rounds beforehand)"


class MatrixProblem(ObliviousProblem):
    """A problem whose rounds are given by preference matrices."""

    @abstractmethod
    def _matrices(self) -> np.ndarray:
        """P_ij, or several of them in the order of the timeline."""

    def preference(self, horizon: int | None = None) -> np.ndarray:
        if horizon is None:
            only = "has a mean over a given horizon only, and no exact-frequency sequence"
            raise WrongValue(f"{self.name}, whose preferences change, {only}")
        return losses.running(self._timeline(self._matrices()))(whole("horizon", horizon)) / horizon

    def _rows(self, concept: str, horizon: int) -> np.ndarray:
        if concept == "borda":
            return losses.borda(self._matrices())
        mean = self.preference(horizon)
        if concept == "copeland":
            return losses.copeland(mean)
        if concept == "von_neumann":
            return losses.von_neumann(self._matrices(), von_neumann_of(mean)[0])
        best = condorcet_winner(mean)
        assert best is not None  # the caller asked self.concepts
        return losses.condorcet(self._matrices(), best)


def frozen(values: Any, dtype: Any = float) -> np.ndarray:
    """A copy that nobody can change."""
    if np.iscomplexobj(values):  # numpy would warn and forget the imaginary part
        raise TypeError("complex numbers")
    copy = np.array(values, dtype=dtype, order="C")
    copy.flags.writeable = False
    return copy


def name_arms(arms: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """The given names, or "1", "2", ... as the thesis counts."""
    if count < 2:
        raise WrongValue(f"a problem must have at least 2 arms, got {count}")
    if arms is None:
        return tuple(str(i + 1) for i in range(count))
    names = tuple(map(str, arms)) if isinstance(arms, Iterable) else ()
    if len(names) != count:
        raise WrongValue(f"arms must name each of the {count} arms, got {len(names)} names")
    if len(set(names)) != count:
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise WrongValue(f"arms must have different names, got {twice!r} twice")
    return names
