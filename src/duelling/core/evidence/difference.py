NODES = tuple((0.95 * 2.0**-g, c) for g in range(8) for c in (0.5, 0.8))
