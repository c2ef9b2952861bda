"""Duels between points of a convex body instead of arms: bodies, concave utilities, their problem, and DBGD."""
