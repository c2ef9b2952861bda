"""Slow twins: the obvious version of every algorithm, straight from the pseudo-code. Kernels must agree with them."""
