"""Continuous problems by name."""

import numpy as np

import duelling as du


def test_problems_are_found_by_name_and_named_by_what_they_are():
    text = "continuous:distance,body=simplex,dimension=4,link=probit,spread=3.0,seed=2"
    problem = du.problem(text)
    assert problem.name == text
    assert problem.describe() == du.problem(text).describe()
    assert problem.describe()["sha256"] != du.problem(text.replace("seed=2", "seed=3")).describe()["sha256"]
    assert (problem.shape, problem.body.dimension, problem.link, problem.spread) == ("simplex", 4, "probit", 3.0)
    assert "4 dimensions" in repr(problem)
    fine = du.problem("continuous:linear,spread=0.123456789")
    assert du.problem(fine.name).describe() == fine.describe()
    plain = du.problem("continuous:linear")
    assert (plain.shape, plain.body.dimension, plain.link, plain.spread) == ("ball", 5, "linear", 1.0)
    assert (
        du.ContinuousProblem("quadratic", [0.1, 0.2]).name == "continuous:quadratic,body=ball,dimension=2,link=linear"
    )
    anchor = np.array([0.1, 0.2])
    mine = du.ContinuousProblem("quadratic", anchor)
    anchor[0] = 5
    assert mine.v.anchor[0] == 0.1
