"""Random problems with contexts; the same seed gives the same problem.

free      a preference matrix for each context, every pair decided at random: in general no policy beats all others
linear    utilities θ·f(x, i) of random features under the Bradley-Terry link; linear policies, the best one the first

As text: ``contexts:arms=4,contexts=3,policies=20,model=linear,seed=1``.
"""

from typing import Annotated, Literal

import numpy as np

from duelling.core.links import BRADLEY_TERRY, prefer_each
from duelling.errors import WrongValue, one_of, whole
from duelling.problems.random import Arms, Seed
from duelling.registry.makers import maker
from duelling.seeds import problem_stream
from duelling.worlds.contexts.problem import Contextual, linear_policies


@maker("contexts", example="contexts:arms=4")
def random_contexts(
    *,
    arms: Arms = 4,
    contexts: Annotated[int, "How many contexts there are."] = 3,
    policies: Annotated[int, "How many policies there are."] = 20,
    model: Annotated[
        Literal["free", "linear"],
        "How preferences arise: a free matrix for each context, or utilities linear in features.",
    ] = "free",
    features: Annotated[int | None, "How many features there are with model=linear; 3 unless given."] = None,
    seed: Seed = 0,
) -> Contextual:
    """Equally likely contexts; policies answer each with an arm at random, or are linear in features."""
    one_of("model of contexts", model, ("free", "linear"))
    if model == "free" and features is not None:
        raise WrongValue(f"features of contexts must be left out unless model=linear, got {features!r}")
    features = 3 if features is None else features
    for name, value in {"arms": arms, "contexts": contexts, "policies": policies, "features": features}.items():
        whole(f"{name} of contexts", value, 2 if name == "arms" else 1)
    rng, text = problem_stream(seed), f"contexts:arms={arms},contexts={contexts},policies={policies}"
    if model == "free":
        upper = np.triu(rng.random((contexts, arms, arms)), 1)
        win = upper + np.tril(1 - upper.transpose(0, 2, 1), -1) + np.eye(arms) / 2
        return Contextual(win, rng.integers(arms, size=(policies, contexts)), name=f"{text},seed={seed}")
    points = rng.standard_normal((contexts, arms, features))
    directions = rng.standard_normal((policies, features))
    utility = 2 * points @ directions[0]
    win = prefer_each(BRADLEY_TERRY, utility[:, :, None] - utility[:, None, :])
    name = f"{text},model=linear,features={features},seed={seed}"
    return Contextual(win, linear_policies(points, directions), name=name)
