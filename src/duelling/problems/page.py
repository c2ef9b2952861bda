"""A problem in a notebook: its words, and its matrix in colours."""

from collections.abc import Sequence

import numpy as np

from duelling.forms import html_table, paragraph

MOST = 20  # arms up to which the matrix is shown
WON, LOST = "0, 114, 178", "213, 94, 0"  # blue and vermilion, which keep their contrast with any ground


def words(name: str, size: str, others: Sequence[str]) -> str:
    """The name of a problem, how large it is, and what else there is to say."""
    return paragraph(size, f"{name}:") + "".join(paragraph(text) for text in others if text)


def matrix_table(arms: Sequence[str], matrix: np.ndarray) -> str:
    """The matrix, blue where the row wins more often and vermilion where it loses more often."""

    def shade(row: int, column: int) -> str:
        lead = float(matrix[row, column - 1]) - 0.5 if column else 0.0
        return f"rgba({WON if lead > 0 else LOST}, {0.7 * abs(lead):.2f})" if lead else ""

    rows = [[name, *(f"{p:.4g}" for p in row)] for name, row in zip(arms, matrix, strict=True)]
    return paragraph("The chance that the row beats the column:") + html_table(["", *arms], rows, len(arms), shade)
