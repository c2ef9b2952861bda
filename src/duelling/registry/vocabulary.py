"""The words that facts are made of."""

from typing import Literal

from duelling.core.regrets import Regret as Regret

World = Literal["arms", "contexts", "continuous"]  # a finite set of arms; with a context in each round; a body
PLACES: dict[World, str] = {
    "arms": "a problem with a finite set of arms and no contexts, such as sushi",
    "contexts": "a problem with contexts, such as contexts:arms=4,contexts=3,policies=20",
    "continuous": "a problem with continuous arms, such as continuous:quadratic,body=ball,dimension=5",
}
