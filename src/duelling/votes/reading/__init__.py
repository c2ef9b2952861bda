"""Votes from files, frames and rows: a file for each form that they come in, and one for what the columns mean."""
