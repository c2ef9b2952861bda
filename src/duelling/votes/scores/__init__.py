"""Borda scores with their intervals, and which differences between them are proved, by how the pairs were chosen.

The score of an item is b_i = Σ_j p_ij / (K - 1): its chance against another item drawn at random.
"""
