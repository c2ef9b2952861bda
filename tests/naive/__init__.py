"""The obvious slow version of every algorithm, straight from the pseudo-code; the kernels are held to it."""
