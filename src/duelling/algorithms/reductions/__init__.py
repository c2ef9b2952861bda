"""Duellers made of cardinal bandits."""
