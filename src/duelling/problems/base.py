"""What every problem answers, and what those with preferences between arms answer besides."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from duelling.core import losses
from duelling.core.fields import is_state, walk
from duelling.core.preferences import Preferences
from duelling.core.winners import Winners, order, transitivity
from duelling.errors import WrongValue, plain_text, quoted, texts, whole
from duelling.problems import page
from duelling.problems.checks import check_every, check_horizon
from duelling.registry.vocabulary import World
from duelling.registry.winners import WINNERS, against_zero, shown_winners, winner_names, winner_title

LARGE = 1000  # arms up to which all pairs and triples are looked at


class NoMean(WrongValue):
    """Preferences change for ever, so that they have a mean over a given horizon only, and none was given."""


class Problem(ABC):
    """A way in which outcomes arise. Subclasses are values: nothing in them changes after they are made.

    A subclass sets ``kind``, ``name`` and ``arms``, and writes the abstract methods. docs/own_problem.md shows one.

    >>> import duelling as du
    >>> isinstance(du.problem("sushi"), du.Problem)
    True
    """

    world: World = "arms"  # which algorithms play on it
    given: tuple[Any, ...] = ()  # what they are started with besides the number of arms and the horizon
    kind: str  # of outcomes: matrix, utility, sequence, piecewise, drifting, corrupted, shadow, contexts, continuous
    name: str
    arms: tuple[str, ...]  # the arms' names; K of them
    source: str = ""
    description: str = ""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """For pickle, which forgets that arrays cannot be changed. Kernels are compiled for one or for the other."""
        self.__dict__.update(state)
        for part in state.values():
            for array in (each for _, each in walk(part)) if is_state(part) else (part,):
                if isinstance(array, np.ndarray):
                    array.flags.writeable = False

    def _label(self, name: str, source: str, description: str) -> None:
        """Set what people read; files tell it too, so that it is checked before it reaches a terminal."""
        self.name, self.source = plain_text("name", name), plain_text("source", source)
        self.description = plain_text("description", description)

    @property
    def multiple(self) -> int:
        """Horizons must be multiples of this: a sequence is judged by whole periods."""
        return 1

    @property
    def limits(self) -> str:
        """What there is to choose from."""
        return f"arms from 0 to {len(self.arms) - 1}"

    @abstractmethod
    def start(self, horizon: int) -> Any:
        """Return the state that answers ``decide`` for rounds 1..horizon.

        Args:
            horizon: the number of rounds.

        Returns:
            A NamedTuple of numbers and arrays, for which ``decide`` is registered.

        Raises:
            InputError: the horizon is no whole number from 1 on, or no multiple of a sequence's period.

        >>> import duelling as du
        >>> type(du.problem("sushi").start(1000)).__name__
        'MatrixState'
        """

    @abstractmethod
    def losses(self, concepts: Sequence[str], horizon: int) -> Any:
        """Return the state that answers ``charge`` for these winner concepts, in this order.

        Args:
            concepts: names of winner concepts.
            horizon: the number of rounds.

        Returns:
            A NamedTuple of numbers and arrays, for which ``charge`` is registered. The best arm of all rounds costs 0.

        Raises:
            InputError: the problem does not have one of the concepts.

        >>> import duelling as du
        >>> float(du.problem("cyclic").losses(["borda"], 100).loss[:, 0].min())
        0.0
        """

    @abstractmethod
    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        """The names of the winner concepts that the problem has.

        Args:
            horizon: over the rounds 1..horizon; None where preferences do not change.

        Returns:
            Their names, as ``winner`` takes them in ``du.simulate``.

        Raises:
            InputError: the horizon breaks a rule, or is missing where preferences change.

        >>> import duelling as du
        >>> du.problem("gap").concepts()
        ('borda', 'copeland', 'von_neumann')
        """

    @abstractmethod
    def content(self) -> dict[str, Any]:
        """The numbers and arrays that make the problem what it is: two problems of one kind differ here.

        Returns:
            Numbers, texts and arrays by name. ``describe`` makes a fingerprint of them.

        >>> import duelling as du
        >>> sorted(du.PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]]).content())
        ['win']
        """

    def why_not(self, concept: str) -> str:
        """Why the problem lacks a winner concept.

        Args:
            concept: its name.

        Returns:
            A few words for a message; empty where there is nothing to say.

        Raises:
            InputError: ``concept`` is no text.

        >>> import duelling as du
        >>> du.problem("gap").why_not("condorcet")
        'no arm beats every other one'
        """
        plain_text("concept", concept)
        return ""

    def why_no_matrix(self) -> str:
        """What a problem without preferences between arms says of itself.

        Returns:
            A few words for a message, to stand behind the problem's name.

        >>> import duelling as du
        >>> du.Shadow(3).why_no_matrix()
        'has no preferences beforehand: it makes them against each learner'
        """
        return "has no preference matrix"

    def check_concepts(self, concepts: Sequence[str], horizon: int) -> None:
        """Raise an error for the first concept that the problem does not have.

        Args:
            concepts: names of winner concepts.
            horizon: the number of rounds.

        Raises:
            InputError: there is none, or the problem does not have one of them.

        >>> import duelling as du
        >>> du.problem("cyclic").check_concepts(["borda"], 100)
        """
        known, asked = self.concepts(whole("horizon", horizon)), texts("concepts", concepts)
        if not asked:
            raise WrongValue("concepts must name at least one winner concept, got none")
        for concept in asked:
            if concept not in known:
                why = self.why_not(concept)
                got = f"got {quoted(concept)}" + (f" ({why})" if why else "")
                raise WrongValue(f"winner must be one of {', '.join(known)} for {self.name}, {got}")

    def describe(self) -> dict[str, Any]:
        """Where the problem comes from, in plain values.

        Returns:
            ``kind``, ``name``, ``source``, ``description``, ``arms`` and ``sha256``, a fingerprint of the content.

        >>> import duelling as du
        >>> du.problem("sushi").describe()["kind"]
        'matrix'
        """
        digest, plain = hashlib.sha256(self.kind.encode()), {}
        for key, value in sorted(self.content().items()):
            digest.update(key.encode())
            if isinstance(value, np.ndarray):
                digest.update(f"{value.dtype.str}{value.shape}".encode() + np.ascontiguousarray(value).tobytes())
            else:
                digest.update(repr(value).encode())
                plain[key] = value
        facts = {"kind": self.kind, "name": self.name, "source": self.source, "description": self.description}
        return facts | {"arms": list(self.arms)} | plain | {"sha256": digest.hexdigest()}

    def brief(self) -> dict[str, Any]:
        """A line of the list of problems.

        Returns:
            ``name``, ``size``, ``arms``, ``source`` and ``description``.

        >>> import duelling as du
        >>> du.problem("sushi").brief()["size"]
        16
        """
        arms = {"size": len(self.arms), "arms": list(self.arms)}
        return {"name": self.name, **arms, "source": self.source, "description": self.description}

    def facts(self, horizon: int | None = None) -> dict[str, Any]:
        """All that is known of the rounds 1..horizon, for people.

        Args:
            horizon: the number of rounds; None where preferences do not change.

        Returns:
            ``brief`` with matrix, winners, scores, order and transitivity; None for what the problem does not have.

        Raises:
            InputError: the horizon breaks a rule, or is missing where preferences change.

        >>> import duelling as du
        >>> du.problem("gap").facts()["winners"]["condorcet"]
        []
        """
        check_horizon(horizon)
        return self.brief() | dict.fromkeys(("matrix", "winners", "scores", "order", "transitivity"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self.arms)} arms>"

    def _repr_html_(self) -> str:
        size = f"{len(self.arms)} arms" if self.arms else self.limits
        return page.words(self.name, size, (self.description, self.source))


class Pairwise(Problem):
    """A problem whose rounds are preferences between arms, fixed beforehand.

    A subclass writes ``start`` for the duels, ``matrices`` for the preferences and ``content``. It writes ``timeline``
    unless its preferences are the same in all rounds, or come round again in the order of ``matrices``.
    docs/own_problem.md has an example in full.

    >>> import duelling as du
    >>> isinstance(du.problem("sushi"), du.Pairwise)
    True
    """

    @abstractmethod
    def matrices(self) -> np.ndarray:
        """P_ij, the chance that arm i beats arm j, or the outcome, a tie counted half.

        Returns:
            K x K, or several of them: [matrix, i, j].

        >>> import duelling as du
        >>> du.PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]]).matrices().tolist()
        [[0.5, 0.8], [0.2, 0.5]]
        """

    def timeline(self, rows: np.ndarray) -> losses.Timeline:
        """In which rounds which of the ``rows`` holds.

        By default rows[0] is for round 1, rows[1] for round 2, and after the last one the first comes again.

        Args:
            rows: one for each matrix of ``matrices``; what is in them is not looked at.

        Returns:
            A timeline: ``Constant``, ``Cycle``, ``Steps`` or ``Drift`` of ``duelling.kernels``.

        >>> import duelling as du
        >>> import numpy as np
        >>> swap = du.Piecewise([[[0.5, 0.8], [0.2, 0.5]], [[0.5, 0.2], [0.8, 0.5]]], starts=[1, 101])
        >>> swap.timeline(np.zeros((2, 2, 1))).starts
        array([  1, 101])
        """
        return losses.Constant(rows[0]) if len(rows) == 1 else losses.Cycle(rows)

    def checked_matrices(self) -> np.ndarray:
        """What ``matrices`` returns, once it is known to be right.

        Returns:
            K x K, or several of them: [matrix, i, j].

        Raises:
            InputError: a user's own class returns something else than chances.

        >>> import duelling as du
        >>> du.problem("cyclic").checked_matrices().shape
        (4, 4)
        """
        each = self.matrices()
        built_in = type(self).matrices.__module__.startswith("duelling.")  # checked when the problem was made
        return each if built_in else check_every(each, len(self.arms), self.name)

    def preference(self, horizon: int | None = None) -> np.ndarray:
        """P_ij, the share of the rounds 1..horizon in which i beats j, or the chance of it, ties counted half.

        Args:
            horizon: the number of rounds; None where preferences do not change, or come round again.

        Returns:
            K x K numbers from 0 to 1.

        Raises:
            InputError: the horizon breaks a rule, or is missing where preferences change.

        >>> import duelling as du
        >>> du.UtilityModel([0.9, 0.5]).preference().round(2).tolist()
        [[0.5, 0.7], [0.3, 0.5]]
        """
        each, horizon = self.checked_matrices(), check_horizon(horizon)
        if each.ndim == 2:
            return each
        timeline = self.checked_timeline(self.timeline(each))
        if horizon is None and isinstance(timeline, losses.Cycle):
            horizon = len(each)
        if horizon is None:
            raise NoMean(f"{self.name}, whose preferences change, has a mean over a given horizon only: give a horizon")
        return losses.running(timeline)(horizon) / horizon

    def utilities(self, horizon: int | None = None) -> np.ndarray | None:
        """The arms' mean utilities over the rounds 1..horizon.

        Args:
            horizon: the number of rounds; None where utilities do not change.

        Returns:
            A number for each arm, or None where the problem has no utilities.

        Raises:
            InputError: the horizon breaks a rule.

        >>> import duelling as du
        >>> du.UtilityModel([0.9, 0.5]).utilities().tolist()
        [0.9, 0.5]
        """
        check_horizon(horizon)
        return None

    def preferences(self, horizon: int | None = None) -> Preferences:
        """What winners and losses are made of. Override it where there is a shorter way than through the matrices.

        Args:
            horizon: the number of rounds; None where preferences do not change, or come round again.

        Returns:
            The preferences of all rounds and their mean, each computed when it is first asked for.

        Raises:
            InputError: the horizon breaks a rule.

        >>> import duelling as du
        >>> du.problem("sushi").preferences().condorcet_winner
        0
        """
        check_horizon(horizon)
        return Preferences(self.checked_matrices, lambda: self.preference(horizon))

    def winners(self, horizon: int | None = None) -> Winners:
        """Who wins over the rounds 1..horizon under every concept, with scores.

        Args:
            horizon: the number of rounds; None where preferences do not change, or come round again.

        Returns:
            The winners by the name of the concept. Arms are numbers from 0 on; ``names`` has their names, and printing
            shows them with their scores.

        Raises:
            InputError: the horizon breaks a rule, or is missing where preferences change.

        >>> import duelling as du
        >>> du.problem("sushi").winners().names["copeland"]
        ('chu-toro',)
        """
        preferences, found = self.preferences(horizon), {}
        for concept in shown_winners():
            won = concept.find(preferences)
            if won is not None:
                found[concept.name] = won
        return Winners(found, self.arms, {name: winner_title(name) for name in found})

    def _repr_html_(self) -> str:
        try:
            matrix = self.preference() if len(self.arms) <= page.MOST else None
            won = self.winners()._repr_html_()
        except NoMean:
            return super()._repr_html_()
        return super()._repr_html_() + ("" if matrix is None else page.matrix_table(self.arms, matrix)) + won

    def condorcet_winner(self, horizon: int | None = None) -> int | None:
        """The arm that beats every other one over the rounds 1..horizon.

        Args:
            horizon: the number of rounds; None where preferences do not change, or come round again.

        Returns:
            Its number from 0 on, or None where there is no such arm.

        Raises:
            InputError: the horizon breaks a rule, or is missing where preferences change.

        >>> import duelling as du
        >>> du.problem("sushi").condorcet_winner(), du.problem("gap").condorcet_winner()
        (0, None)
        """
        return self.preferences(horizon).condorcet_winner

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        preferences = self.preferences(horizon)
        return tuple(name for name in winner_names() if WINNERS.find(name).has(preferences))

    def checked_timeline(self, timeline: losses.Timeline) -> losses.Timeline:
        """Return ``timeline``, once it is known to be right.

        Args:
            timeline: what ``timeline`` of this problem returned.

        Returns:
            The same timeline.

        Raises:
            InputError: its rounds do not ascend, or its arrays are too short.

        >>> import duelling as du
        >>> import numpy as np
        >>> du.problem("cyclic").checked_timeline(du.kernels.Constant(np.zeros((4, 1)))).loss.shape
        (4, 1)
        """
        arms, rows = timeline.loss.shape[-2], len(timeline.loss)
        if arms != len(self.arms):
            rule = f"{len(self.arms)} rows and columns, one for each arm"
            raise WrongValue(f"matrices of {self.name} must have {rule}, got {arms}")
        rounds = timeline[1:]
        if rounds and len(rounds[0]) != rows:
            raise WrongValue(f"timeline of {self.name} must have {rows} rounds, one for each row, got {len(rounds[0])}")
        for starts in map(np.asarray, rounds):
            if starts.ndim != 1 or starts.dtype.kind not in "iu" or starts[0] != 1 or (np.diff(starts) < 1).any():
                got = f"got {starts.tolist()}"
                raise WrongValue(f"timeline of {self.name} must have whole rounds that ascend from 1, {got:.80}")
        return timeline

    def losses(self, concepts: Sequence[str], horizon: int) -> losses.Timeline:
        preferences, concepts = self.preferences(whole("horizon", horizon)), texts("concepts", concepts)
        if not concepts or not all(name in WINNERS and WINNERS.find(name).has(preferences) for name in concepts):
            self.check_concepts(concepts, horizon)
        found = [WINNERS.find(name) for name in concepts]
        loss = np.stack(np.broadcast_arrays(*(concept.losses(preferences) for concept in found)), axis=-1)
        timeline = self.checked_timeline(losses.Constant(loss) if loss.ndim == 2 else self.timeline(loss))
        if isinstance(timeline, losses.Drift):
            for concept in found:
                if not concept.affine:
                    line = f"{self.name}, whose preferences change along a line"
                    raise WrongValue(f"winner must have losses that are affine in P for {line}, got {concept.name!r}")
        return losses.relative(timeline, against_zero(concepts), horizon)

    def why_not(self, concept: str) -> str:
        return WINNERS.find(concept).why_not if plain_text("concept", concept) in WINNERS else ""

    def facts(self, horizon: int | None = None) -> dict[str, Any]:
        matrix = self.preference(horizon) if len(self.arms) <= LARGE else None
        winners = self.winners(horizon)
        return {
            **self.brief(),
            "matrix": matrix,
            "winners": winners.to_dict(),
            "scores": winners.scores,
            "order": None if matrix is None else order(matrix),
            "transitivity": None if matrix is None else transitivity(matrix)._asdict(),
        }


def pairwise(problem: Problem) -> Pairwise:
    """Return ``problem``; raise WrongValue unless it has preferences between arms."""
    if not isinstance(problem, Pairwise):
        raise WrongValue(f"{problem.name} {problem.why_no_matrix()}")
    return problem


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
        """Return fresh states for one run against ``learner``.

        Args:
            learner: the state of the learner.
            concepts: names of winner concepts.
            rounds: the checkpoints for which the ledger keeps what the best arm would have lost.

        Returns:
            The learner, the problem and the losses of this run.
        """

    def losses(self, concepts: Sequence[str], horizon: int) -> losses.Ledger:
        self.check_concepts(concepts, horizon)
        return losses.ledger(len(self.arms), len(concepts), np.array([horizon]))

    def concepts(self, horizon: int | None = None) -> tuple[str, ...]:
        check_horizon(horizon)
        return ("borda",)

    def why_not(self, concept: str) -> str:
        plain_text("concept", concept)
        return "it would need the outcomes of all rounds beforehand"

    def why_no_matrix(self) -> str:
        return "has no preferences beforehand: it makes them against each learner"
