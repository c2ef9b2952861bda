"""The thesis, reproduced: its six experiments, its twelve claims, figures and a report."""
