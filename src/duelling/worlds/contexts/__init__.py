"""Duels with contexts: each round shows one before the pair is chosen, and policies map contexts to arms.

To the verbs of ``duelling.core.protocol`` come two: a problem can ``reveal`` the context of a round, and a learner can
``observe`` it. The rest is as without contexts: ``choose``, ``decide``, ``update``.
"""
