"""What the report says of errors of the thesis that matter here."""

from typing import NamedTuple


class Correction(NamedTuple):
    where: str
    printed: str
    here: str


CORRECTIONS = (
    Correction(
        "Utility theorem",
        "E[R] ≤ √(3 (K-1) T ln K). The proof replaces E[(1-Y)²] by (1 - E Y)², which is smaller.",
        "The same technique proves 2 ((K-1)/K) √(T K ln K) at the rate 2 √(ln K / (K T)), twice the Borda bound. The "
        "experiment plays the printed rate; the dashed line is what is proven at that rate, and claim 12 looks at "
        "both bounds.",
    ),
    Correction(
        "arxiv matrix",
        "P₄₅ = 0.46, which does not add up to 1 with P₅₄ = 0.46.",
        "P₄₅ = 0.54.",
    ),
    Correction(
        "von Neumann winner",
        "The mixture u that attains min over u of max over v of uᵀMv: the worst mixture, by a slip of sign.",
        "max over u of min over v.",
    ),
    Correction(
        "von Neumann loss",
        "Said to lie between 0 and 1.",
        "It lies between -1 and 1, so regret can be negative.",
    ),
    Correction(
        "VN+UnifK-1",
        "Divides by p_t, which is not defined, and starts from estimates that leave its first mixture open.",
        "Divides by the chance of the first arm; starts with the uniform mixture.",
    ),
    Correction(
        "Exp3+UnifK-1 and the Sparrings",
        "The estimates of losses are written as if each round replaced them.",
        "They add up over the rounds, as the proofs have it.",
    ),
    Correction(
        "Outcome sequences",
        "(1/T) Σ Mᵗ = P.",
        "(1 + (1/T) Σ Mᵗ) / 2 = P: outcomes are 1 and -1, P is a share of wins.",
    ),
    Correction(
        "REX3",
        "γ without the factor e that its own paper has under the root.",
        "The experiment plays γ as the thesis prints it.",
    ),
    Correction(
        "Repetitions of the von Neumann experiment",
        "10 in the text, 100 in the script.",
        "As many as for the others.",
    ),
)
