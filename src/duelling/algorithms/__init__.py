"""Learners that choose duels: a paper in each file. The registry imports them when it is first asked."""
