"""The laboratory: simulate, identify, and what they found."""
