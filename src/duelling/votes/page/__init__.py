"""Standings for the eye: figures, and a page that needs no other file."""
