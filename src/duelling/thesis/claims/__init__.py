"""How claims are decided by measurement.

A claim is a conjunction of questions about numbers, each estimated with an interval over runs: Student's for means,
Fieller's for ratios of means of paired runs, the jackknife's for exponents. With m questions each interval has the
level 1 - 0.05/m (Bonferroni), so that all are right together with chance 95%. The claim holds if all intervals lie on
its side, and does not if one lies on the other. Otherwise it is undecided at this number of runs. Where a horizon that
it is about was not run, it cannot hold, and if nothing of it was run it is not measured.

Where all runs share one outcome sequence, the chance is in the algorithms' own draws, given that sequence.
"""
