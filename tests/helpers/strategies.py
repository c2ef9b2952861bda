"""What hypothesis draws."""

import numpy as np
from hypothesis import strategies as st

utilities = st.lists(st.integers(0, 10), min_size=2, max_size=7).map(lambda x: np.array(x) / 10)
