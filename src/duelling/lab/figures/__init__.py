"""Figures: numbers first, then pictures."""
