"""Rates and bounds of theorems: the two of the thesis, as printed and as proved; those of its building blocks; and the
lower bounds of Komiyama et al.

Every rate and bound is a function of the number of arms K and the horizon T. Anytime rates follow one rule: where a
proof gives a ln K / η + b η T, the rate η_t = η(t) / sqrt 2, with η(T) the best fixed one, costs a factor sqrt 2 in the
bound.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from duelling.arrays import numbers
from duelling.core.bounds import Bound
from duelling.core.winners import condorcet_winner
from duelling.errors import WrongValue, above, at_least, chance, function, one_of, plain_text, quoted, whole

# ---- what rates and bounds are functions of


def _check_size(arms: int, horizon: int, losses: Any = None) -> None:
    """Raise WrongValue unless these are K, T and, if given, the mean losses of the arms."""
    whole("arms", arms, 2)
    whole("horizon", horizon)
    if losses is not None:
        _mean_losses(losses, arms)


def _mean_losses(losses: Any, arms: int | None = None) -> np.ndarray:
    """The losses as an array; raise WrongValue unless there is a finite one for each arm."""
    found = numbers("losses", losses)
    if found.ndim != 1 or found.size < 2 or arms not in (None, found.size) or not np.isfinite(found).all():
        rule = "two or more finite numbers" if arms is None else f"{arms} finite numbers, one for each arm"
        raise WrongValue(f"losses must be {rule}, got {quoted(losses)}")
    return found


def _matrix(preference: Any) -> np.ndarray:
    """The preferences as an array; raise WrongValue unless they are a square matrix of chances."""
    P = numbers("preference", preference, "be a square matrix of chances")
    if P.ndim != 2 or P.shape[0] != P.shape[1] or len(P) < 2 or not ((P >= 0) & (P <= 1)).all():
        raise WrongValue(f"preference must be a square matrix of chances, got {quoted(preference)}")
    return P.astype(float)


def _check_bound(bound: Any) -> None:
    if not isinstance(bound, Bound):
        raise WrongValue(f"bound must be a Bound, got {quoted(bound)}")


# ---- Exp3+UnifK-1: the thesis's Theorems 5.1 (utility) and 5.2 (Borda)


def borda_rate(arms: int, horizon: int) -> float:
    """η = 2 sqrt(ln K / (K T)): the thesis's Borda theorem, and the best rate of the corrected utility theorem.

    Args:
        arms: K, 2 or more.
        horizon: T.

    Returns:
        The rate.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(borda_rate(10, 10_000), 4)
    0.0096
    """
    _check_size(arms, horizon)
    return 2 * math.sqrt(math.log(arms) / (arms * horizon))


def borda_anytime_rate(arms: int, t: int) -> float:
    """η_t = sqrt(2 ln K / (K t)).

    Args:
        arms: K, 2 or more.
        t: the round, from 1 on.

    Returns:
        The rate.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(borda_anytime_rate(10, 10_000), 4)
    0.0068
    """
    whole("t", t)
    return borda_rate(arms, t) / math.sqrt(2)


def utility_rate(arms: int, horizon: int) -> float:
    """η = (4/K) sqrt((K-1) ln K / (3T)), as printed in the thesis's utility theorem.

    Args:
        arms: K, 2 or more.
        horizon: T.

    Returns:
        The rate.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(utility_rate(10, 10_000), 4)
    0.0105
    """
    _check_size(arms, horizon)
    return 4 / arms * math.sqrt((arms - 1) * math.log(arms) / (3 * horizon))


def borda_bound(arms: int, horizon: int, eta: float | None = None) -> float:
    """E[R_W] <= ((K-1)/K) (ln K/η + η K T/4); ((K-1)/K) sqrt(T K ln K) at the Borda rate (thesis, Theorem 5.2).

    Args:
        arms: K, 2 or more.
        horizon: T.
        eta: the rate η; None is the Borda rate.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(borda_bound(10, 10_000))
    432
    """
    _check_size(arms, horizon)
    eta = borda_rate(arms, horizon) if eta is None else above("eta", eta, 0)
    return (arms - 1) / arms * (math.log(arms) / eta + eta * arms * horizon / 4)


def borda_anytime_bound(arms: int, horizon: int) -> float:
    """The bound of the Borda rate times sqrt 2, for every T.

    Args:
        arms: K, 2 or more.
        horizon: T.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(borda_anytime_bound(10, 10_000))
    611
    """
    return math.sqrt(2) * borda_bound(arms, horizon)


def utility_bound_printed(arms: int, horizon: int) -> float:
    """E[R_W] <= sqrt(3 (K-1) T ln K), as printed in Theorem 5.1.

    Its proof takes E[(1-Y)²] for (1 - E Y)². Since Y² = 1 the second moment is 2 (1 + l_a - l_j), which is larger.

    Args:
        arms: K, 2 or more.
        horizon: T.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(utility_bound_printed(10, 10_000))
    788
    """
    _check_size(arms, horizon)
    return math.sqrt(3 * (arms - 1) * horizon * math.log(arms))


def utility_bound(arms: int, horizon: int, eta: float | None = None) -> float:
    """E[R_W] <= 2 ((K-1)/K) (ln K/η + η K T/4), what the technique of Theorem 5.1 proves.

    At the Borda rate it is 2 ((K-1)/K) sqrt(K T ln K), twice the Borda bound, as R^U = 2 R^N demands.

    Args:
        arms: K, 2 or more.
        horizon: T.
        eta: the rate η; None is the Borda rate.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(utility_bound(10, 10_000))
    864
    """
    return 2 * borda_bound(arms, horizon, eta)


def _exp3_uniform(
    arms: int, horizon: int, preference: Any = None, *, rate: str = "borda", eta: float | None = None
) -> float:
    if one_of("rate", rate, ("borda", "utility", "anytime")) == "anytime":
        return borda_anytime_bound(arms, horizon)
    rates = {"borda": borda_rate, "utility": utility_rate}
    return borda_bound(arms, horizon, rates[rate](arms, horizon) if eta is None else eta)


EXP3_UNIFORM_BORDA = Bound("((K-1)/K) √(TK ln K)", _exp3_uniform, ("rate", "eta"))
EXP3_UNIFORM_UTILITY = Bound(
    "2 ((K-1)/K) √(TK ln K), linear link", lambda *given, **set_: 2 * _exp3_uniform(*given, **set_), ("rate", "eta")
)

# ---- cardinal bandits


def exp3_rate(arms: int, horizon: int) -> float:
    """η = sqrt(2 ln K / (T K)); Exp3-IX takes the same.

    Args:
        arms: K, 2 or more.
        horizon: T.

    Returns:
        The rate.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3_rate(10, 10_000), 4)
    0.0068
    """
    _check_size(arms, horizon)
    return math.sqrt(2 * math.log(arms) / (horizon * arms))


def exp3_anytime_rate(arms: int, t: int) -> float:
    """η_t = sqrt(ln K / (t K)); Exp3-IX takes the same.

    Args:
        arms: K, 2 or more.
        t: the round, from 1 on.

    Returns:
        The rate.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3_anytime_rate(10, 10_000), 4)
    0.0048
    """
    whole("t", t)
    _check_size(arms, t)
    return math.sqrt(math.log(arms) / (t * arms))


def exp3_bound(arms: int, horizon: int, losses: Any = None, *, rate: str = "fixed") -> float:
    """sqrt(2 T K ln K), or 2 sqrt(T K ln K) for every T with the anytime rate.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        rate: "fixed" for this horizon, or "anytime".

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3_bound(10, 10_000))
    679
    """
    _check_size(arms, horizon, losses)
    return (2 if _falls(rate) else math.sqrt(2)) * math.sqrt(horizon * arms * math.log(arms))


def exp3p_rates(arms: int, horizon: int, delta: float | None) -> tuple[float, float, float]:
    """η, γ and β; without δ, β is for every δ at once. γ and β are at most 1; there the bound says nothing anyway.

    Args:
        arms: K, 2 or more.
        horizon: T.
        delta: δ, the chance with which the bound may fail; None is every δ at once.

    Returns:
        η, γ and β.

    Raises:
        InputError: an argument breaks a rule.

    >>> [round(rate, 4) for rate in exp3p_rates(10, 10_000, 0.05)]
    [0.0046, 0.0504, 0.0073]
    """
    _check_size(arms, horizon)
    log = math.log(arms)
    beta = math.sqrt((log if delta is None else math.log(arms / chance("delta", delta))) / (horizon * arms))
    return 0.95 * math.sqrt(log / (horizon * arms)), min(1.0, 1.05 * math.sqrt(arms * log / horizon)), min(1.0, beta)


def exp3p_bound_high(arms: int, horizon: int, delta: float) -> float:
    """5.15 sqrt(T K ln(K/δ)), with chance 1 - δ.

    Args:
        arms: K, 2 or more.
        horizon: T.
        delta: δ, the chance with which it may fail.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3p_bound_high(10, 10_000, 0.05))
    3749
    """
    _check_size(arms, horizon)
    return 5.15 * math.sqrt(horizon * arms * math.log(arms / chance("delta", delta)))


def exp3p_bound(arms: int, horizon: int, losses: Any = None, *, delta: float | None = None) -> float:
    """In expectation 5.15 sqrt(T K ln K) + sqrt(T K / ln K); with δ, the bound of chance 1 - δ plus δT.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        delta: δ; None is the bound in expectation.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3p_bound(10, 10_000))
    2680
    """
    _check_size(arms, horizon, losses)
    if delta is not None:
        return exp3p_bound_high(arms, horizon, delta) + delta * horizon
    log = math.log(arms)
    return 5.15 * math.sqrt(horizon * arms * log) + math.sqrt(horizon * arms / log)


def exp3ix_bound_high(arms: int, horizon: int, delta: float, rate: str = "fixed") -> float:
    """a + b ln(2/δ) with chance 1 - δ, for every δ at once.

    Args:
        arms: K, 2 or more.
        horizon: T.
        delta: δ, the chance with which it may fail.
        rate: "fixed" for this horizon, or "anytime".

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3ix_bound_high(10, 10_000, 0.05))
    2448
    """
    return _exp3ix(arms, horizon, math.log(2 / chance("delta", delta)), rate)


def exp3ix_bound(arms: int, horizon: int, losses: Any = None, *, rate: str = "fixed") -> float:
    """a + b (1 + ln 2): the integral over δ of the bound that holds with chance 1 - δ.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        rate: "fixed" for this horizon, or "anytime".

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3ix_bound(10, 10_000))
    1858
    """
    _check_size(arms, horizon, losses)
    return _exp3ix(arms, horizon, 1 + math.log(2), rate)


def _exp3ix(arms: int, horizon: int, confidence: float, rate: str) -> float:
    _check_size(arms, horizon)
    scale = 2.0 if _falls(rate) else math.sqrt(2)
    size, log = arms * horizon, math.log(arms)
    return 2 * scale * math.sqrt(size * log) + (scale * math.sqrt(size / log) + 1) * confidence


def _falls(rate: str) -> bool:
    return one_of("rate", rate, ("fixed", "anytime")) == "anytime"


def ucb_bound(arms: int, horizon: int, losses: Any = None, *, alpha: float = 2.0, ties: str = "random") -> float | None:
    """Over the gaps Δ of the arms that are not best: Auer's 8 H ln T + (1 + π²/3) Σ Δ for α = 2, with H = Σ 1/Δ.

    For any other α > 1, a = 2α - 2, Ailon's 2 (a+2) H ln T + K (a+2)/a. None is known in this form for α <= 1.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses, from which the gaps come; None has no bound.
        alpha: how wide the confidence bounds are.
        ties: "random" or "lowest": which of equal arms is pulled; the bound is the same.

    Returns:
        The bound, or None where none is known.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(ucb_bound(2, 10_000, [0.2, 0.7]))
    150
    """
    _check_size(arms, horizon, losses)
    one_of("ties", ties, ("random", "lowest"))
    if above("alpha", alpha, 0) <= 1 or losses is None:
        return None
    gaps = _gaps(losses)
    H = float((1 / gaps).sum())
    if alpha == 2:
        return 8 * H * math.log(horizon) + (1 + math.pi**2 / 3) * float(gaps.sum())
    return 4 * alpha * H * math.log(horizon) + arms * alpha / (alpha - 1)


def tsallis_bound(arms: int, horizon: int, losses: Any = None, *, estimator: str = "iw") -> float:
    """4 sqrt(K T) + 1; with reduced variance 2 sqrt(K T) + 14 K ln T + 16 (printed 10, but proved 14).

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        estimator: "iw" (importance weights) or "rv" (reduced variance).

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(tsallis_bound(10, 10_000))
    1266
    """
    _check_size(arms, horizon, losses)
    root = math.sqrt(arms * horizon)
    weighted = one_of("estimator", estimator, ("iw", "rv")) == "iw"
    return 4 * root + 1 if weighted else 2 * root + 14 * arms * math.log(horizon) + 16


def tsallis_stochastic_bound(losses: Any, horizon: int) -> float:
    """Σ (4 ln T + 68) / Δ_i + 4 sqrt K for fixed means with one best arm, with importance weights.

    Args:
        losses: the arms' mean losses, with one best arm.
        horizon: T.

    Returns:
        The bound.

    Raises:
        InputError: the losses have no single best arm, or an argument breaks a rule.

    >>> round(tsallis_stochastic_bound([0.2, 0.7], 10_000))
    215
    """
    found = _mean_losses(losses)
    gaps = np.sort(found - found.min())[1:]
    whole("horizon", horizon)
    if not gaps[0] > 0:
        raise WrongValue(f"losses must have one best arm, got {quoted(losses)}")
    return float(((4 * math.log(horizon) + 68) / gaps).sum()) + 4 * math.sqrt(gaps.size + 1)


def moss_bound(arms: int, horizon: int, losses: Any = None, *, alpha: float = 1.35) -> float | None:
    """113 sqrt(K T) + 1 for α = 1.35; with the gaps Δ known also 75 (K/Δ_min) max(1, ln(2 T Δ_min²/K)) + 1.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses, from which the gaps come; None is the bound without gaps.
        alpha: how wide the confidence bounds are.

    Returns:
        The bound, or None where none is known.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(moss_bound(10, 10_000))
    35735
    """
    _check_size(arms, horizon, losses)
    if at_least("alpha", alpha, 0) != 1.35:
        return None
    anyway = 113 * math.sqrt(arms * horizon) + 1
    if losses is None or not (gaps := _gaps(losses)).size:
        return anyway
    gap = float(gaps.min())
    return min(anyway, 75 * arms / gap * max(1.0, math.log(2 * horizon * gap * gap / arms)) + 1)


def _gaps(losses: Any) -> np.ndarray:
    """How much worse than the best the other arms are."""
    gaps = np.asarray(losses, dtype=float) - np.min(losses)
    return np.asarray(gaps[gaps > 0])


def exp3pp_bound(
    arms: int,
    horizon: int,
    losses: Any = None,
    *,
    gap: str = "lcb",
    alpha: float = 3.0,
    scale: float | None = None,
) -> float:
    """4 sqrt(K T ln K), whatever is explored.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        gap: "lcb", "avg" or "empirical": how gaps are estimated; the bound is the same.
        alpha: of the confidence bounds; the bound is the same.
        scale: of the exploration; the bound is the same.

    Returns:
        The bound.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(exp3pp_bound(10, 10_000))
    1919
    """
    _check_size(arms, horizon, losses)
    one_of("gap", gap, ("lcb", "avg", "empirical"))
    above("alpha", alpha, 0)
    if scale is not None:
        above("scale", scale, 0)
    return 4 * math.sqrt(arms * horizon * math.log(arms))


def sao_log(arms: int, horizon: int, delta: float | None) -> float:
    """b = ln β with β = T⁴, or 10 K T³/δ with a δ; at least ln 2.

    Args:
        arms: K, 2 or more.
        horizon: T.
        delta: δ, the chance with which the bound may fail, or None.

    Returns:
        b, at least ln 2.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(sao_log(10, 10_000, 0.05), 2)
    35.23
    """
    _check_size(arms, horizon)
    if delta is None:
        return max(4 * math.log(horizon), math.log(2))
    return math.log(10 * arms / chance("delta", delta)) + 3 * math.log(horizon)


def sao_bound(
    arms: int, horizon: int, losses: Any = None, *, delta: float | None = None, scale: float = 1.0
) -> float | None:
    """60 (1 + ln K)(1 + ln T) sqrt(T K b + 5 K² b²) + 200 K² b² + δT; none without a δ, or with another scale.

    Args:
        arms: K, 2 or more.
        horizon: T.
        losses: the arms' mean losses; the bound does not need them.
        delta: δ, the chance with which the bound may fail; None has no bound.
        scale: of the algorithm's thresholds; a bound is known for 1.

    Returns:
        The bound, or None where none is known.

    Raises:
        InputError: an argument breaks a rule.

    >>> round(sao_bound(2, 10**12, delta=0.01))
    49136349512
    """
    _check_size(arms, horizon, losses)
    if delta is not None:
        chance("delta", delta)
    if above("scale", scale, 0) != 1 or delta is None:
        return None
    b = sao_log(arms, horizon, delta)
    growth = 60 * (1 + math.log(arms)) * (1 + math.log(horizon))
    return growth * math.sqrt(horizon * arms * b + 5 * (arms * b) ** 2) + 200 * (arms * b) ** 2 + delta * horizon


EXP3 = Bound("√(2TK ln K)", exp3_bound, ("rate",), {"rate=anytime": "2 √(TK ln K)"})
EXP3P = Bound("5.15 √(TK ln K) + √(TK / ln K)", exp3p_bound, ("delta",), {"delta": "5.15 √(TK ln(K/δ)) + δT"})
EXP3IX = Bound(
    "2 √(2TK ln K) + (√(2TK / ln K) + 1)(1 + ln 2)",
    exp3ix_bound,
    ("rate",),
    {"rate=anytime": "4 √(TK ln K) + (2 √(TK / ln K) + 1)(1 + ln 2)"},
)
UCB = Bound("Σ 8 ln T / Δ + (1 + π²/3) Σ Δ for α = 2", ucb_bound, ("alpha", "ties"))
TSALLIS = Bound("4 √(KT) + 1", tsallis_bound, ("estimator",), {"estimator=rv": "2 √(KT) + 14 K ln T + 16"})
MOSS = Bound("113 √(KT) + 1 for α = 1.35", moss_bound, ("alpha",))
EXP3PP = Bound("4 √(TK ln K)", exp3pp_bound, ("gap", "alpha", "scale"))
SAO = Bound(
    "60 (1 + ln K)(1 + ln T) √(TKb + 5K²b²) + 200 K²b² + δT, b = ln(10 K T³/δ), for a given δ",
    sao_bound,
    ("delta", "scale"),
)

# ---- reductions


def uniform_losses(preference: Any) -> np.ndarray:
    """The mean loss of each arm against a uniform opponent, (1/(K-1)) Σ_{j≠i} P_ji = (K l_i - 1/2) / (K-1).

    Args:
        preference: a square matrix of chances P_ij.

    Returns:
        A loss for each arm.

    Raises:
        InputError: it is no matrix of chances.

    >>> uniform_losses([[0.5, 0.75], [0.25, 0.5]]).tolist()
    [0.25, 0.75]
    """
    preference = _matrix(preference)
    return np.asarray((preference.sum(axis=0) - preference.diagonal()) / (len(preference) - 1))


def scaled(bound: Bound, factor: Any, formula: str, losses: Any = None, **defaults: Any) -> Bound:
    """``bound`` times factor(K), with other defaults; ``losses`` turns a preference matrix into mean losses.

    Args:
        bound: a bound, such as ``EXP3``.
        factor: a function of K.
        formula: the new bound in words.
        losses: a function that turns a preference matrix into mean losses; None gives the bound no losses.
        defaults: other defaults for parameters of the bound.

    Returns:
        The new bound.

    Raises:
        InputError: an argument is something else.

    >>> scaled(EXP3, lambda arms: 2, "twice").value(10, 10_000) == 2 * exp3_bound(10, 10_000)
    True
    """
    _check_bound(bound)
    function("factor", factor)
    plain_text("formula", formula)
    if losses is not None:
        function("losses", losses)

    def value(arms: int, horizon: int, given: Any = None, **parameters: Any) -> float | None:
        given = losses(given) if losses is not None and given is not None else None
        inner = bound.value(arms, horizon, given, **{**defaults, **parameters})
        return None if inner is None else factor(arms) * inner

    return Bound(formula, value, bound.parameters)


def uniform_bounds(bound: Bound, **defaults: Any) -> dict[Any, Bound]:
    """A bandit against a uniform opponent: weak Borda regret, and twice that for utilities with a linear link.

    Args:
        bound: that of the bandit, such as ``EXP3``.
        defaults: other defaults for parameters of the bound.

    Returns:
        Bounds by the name of the winner concept.

    Raises:
        InputError: it is no bound.

    >>> sorted(uniform_bounds(EXP3))
    ['borda', 'utility']
    """
    _check_bound(bound)
    inner = f"((K-1)/K) ({bound.formula})"
    return {
        "borda": scaled(bound, lambda arms: (arms - 1) / arms, inner, uniform_losses, **defaults),
        "utility": scaled(
            bound, lambda arms: 2 * (arms - 1) / arms, f"2 {inner}, linear link", uniform_losses, **defaults
        ),
    }


def sparring_bounds(bound: Bound, **defaults: Any) -> dict[Any, Bound]:
    """Two bandits against each other: strong regret R_L + R_R for utilities with a linear link and for von Neumann.

    The latter because E Σ_t (M^t[a, A_t] + M^t[a, B_t]) <= 4R for every arm a, so also for every mixture u of arms. A
    fourth of that sum is the strong Condorcet regret if a is the Condorcet winner (Saha and Gaillard 2022, Theorem 2).

    Args:
        bound: that of each bandit, such as ``EXP3``.
        defaults: other defaults for parameters of the bound.

    Returns:
        Bounds by the name of the winner concept.

    Raises:
        InputError: it is no bound.

    >>> sorted(sparring_bounds(EXP3))
    ['condorcet', 'utility', 'von_neumann']
    """
    _check_bound(bound)
    both = scaled(bound, lambda arms: 2, f"2 ({bound.formula})", **defaults)
    one = scaled(bound, lambda arms: 1, bound.formula, **defaults)
    return {"utility": both._replace(formula=f"{both.formula}, linear link"), "von_neumann": both, "condorcet": one}


# ---- Condorcet winners


def winner_stays_duels(preference: Any) -> float | None:
    """WS-W: a bound on the expected number of duels without the Condorcet winner (Chen and Frazier 2017).

    With p = min {P_ij > 1/2}: K/(2p-1)² + p K²/(2p-1)³, and for a total order also
    2p³/(2p-1)⁶ K (ln K + 1) + K/(2p-1)². None without a Condorcet winner or with a pair at 1/2.

    Args:
        preference: a square matrix of chances P_ij.

    Returns:
        The bound, or None.

    Raises:
        InputError: it is no matrix of chances.

    >>> round(winner_stays_duels([[0.5, 0.75], [0.25, 0.5]]))
    32
    """
    preference = _matrix(preference)
    arms = len(preference)
    above = preference > 0.5
    if condorcet_winner(preference) is None or above.sum() < arms * (arms - 1) / 2:
        return None
    p = float(preference[above].min())
    gap = 2 * p - 1
    bound = arms / gap**2 + p * arms**2 / gap**3
    if sorted(above.sum(axis=1)) == list(range(arms)):  # a tournament with these scores is a total order
        bound = min(bound, 2 * p**3 / gap**6 * arms * (math.log(arms) + 1) + arms / gap**2)
    return bound


class LowerBounds(NamedTuple):
    """What ``lower_bounds`` finds: no strongly consistent algorithm has strong Condorcet regret below ``true`` ln T.

    Attributes:
        lb1: when every arm is excluded by the winner, as RMED1 does.
        true: when every arm is excluded by the cheapest arm that beats it.
        opponents: that arm, for each arm; the winner has itself.
    """

    lb1: float
    true: float
    opponents: tuple[int, ...]


def lower_bounds(preference: Any) -> LowerBounds:
    """Komiyama, Honda, Kashima and Nakagawa 2015, Theorem 2: Σ_i min_{j: P_ij < 1/2} (Δ_i + Δ_j) / (2 d(P_ij, 1/2)).

    Args:
        preference: a square matrix of chances P_ij.

    Returns:
        ``lb1`` and ``true``, each to be multiplied by ln T, and the cheapest ``opponents``.

    Raises:
        InputError: the matrix is no matrix of chances, or has no Condorcet winner.

    >>> round(lower_bounds([[0.5, 0.75], [0.25, 0.5]]).true, 3)
    0.956
    """
    preference = _matrix(preference)
    best = condorcet_winner(preference)
    if best is None:
        raise WrongValue("lower bounds need a Condorcet winner, the matrix has none")
    gap = preference[best] - 0.5
    opponents, lb1, true = [], 0.0, 0.0
    for i in range(len(preference)):
        if i == best:
            opponents.append(best)
            continue
        costs = {j: (gap[i] + gap[j]) / (2 * _divergence(p)) for j, p in enumerate(preference[i]) if p < 0.5}
        opponents.append(min(costs, key=costs.__getitem__))
        lb1 += costs[best]
        true += min(costs.values())
    return LowerBounds(float(lb1), float(true), tuple(opponents))


def _divergence(p: float) -> float:
    """d(p, 1/2), the Kullback-Leibler divergence of two coins."""
    return math.log(2) + sum(q * math.log(q) for q in (p, 1 - p) if q > 0)
