"""The project's folder, and the files of the examples that its pages show."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PROBLEM, WINNER = ROOT / "examples" / "my_problem.py", ROOT / "examples" / "my_winner.py"
