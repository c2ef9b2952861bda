"""The thesis, reproduced: its experiments, its claims and its open questions, with figures and a report."""
