"""What bandits draw."""

import numpy as np

from duelling.core.protocol import pull


def drawn_chances(s, t):
    """p as the state itself reports it, arm by arm, from copies."""
    p = np.zeros(len(s.L))
    for seed in range(400):
        copy = s._replace(**{name: v.copy() for name, v in s._asdict().items() if isinstance(v, np.ndarray)})
        i, p_i = pull(copy, t, np.random.default_rng(seed))
        p[i] = p_i
    return p
