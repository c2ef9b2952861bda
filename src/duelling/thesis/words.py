"""What the report says of each experiment of the thesis to somebody who has not read it."""

from typing import NamedTuple


class Words(NamedTuple):
    section: str  # of the thesis
    question: str
    setting: str
    said: str  # by the thesis, or what it left open


WORDS = {
    "borda-stochastic": Words(
        section="6.1.1",
        question="What does it cost to assume nothing?",
        setting="Three preference matrices: arxiv (6 rankings of a search engine, close to one another), cyclic (4 "
        "arms, three of which beat each other in a circle) and sushi (16 kinds of sushi). Every duel is drawn afresh "
        "with the matrix's chances. In all three one arm beats every other arm, and the same arm wins most duels on "
        "average, so algorithms that look for the one and algorithms that look for the other have the same aim. "
        "Exp3+UnifK-1 is made for the worst case, in which outcomes follow no chances at all; most of its rivals "
        "rely on chances that do not change.",
        said="Exp3+UnifK-1 is greatly outperformed by the specialised RMED and WS-W, and the regret of WS-W does not "
        "grow with T. RUCB does well on cyclic, but is worse than Exp3+UnifK-1 on arxiv and sushi at the shorter "
        "horizon. UCB+UnifK-1 is noticeably better than Exp3+UnifK-1 and cannot keep up with the best specialised "
        "algorithms.",
    ),
    "borda-vn": Words(
        section="6.1.2",
        question="Do algorithms that look for the von Neumann winner find the Borda winner?",
        setting="Five arms. Arm 2 wins most duels on average and is the Borda winner; arm 1 beats every other arm, "
        "most of them narrowly, and is the von Neumann winner. The outcomes are fixed in advance: 20 rounds in which "
        "every pair ends exactly as often each way as the matrix says, repeated until T.",
        said="The regret of Exp3+UnifK-1 is sublinear. That of Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 grows "
        "linearly: they are not suitable for the Borda setting.",
    ),
    "copeland-exp3": Words(
        section="6.2.1",
        question="Does an algorithm that looks for the Borda winner find the Copeland winner?",
        setting="Five arms. Arm 1 is the Borda winner, arm 2, which loses to one arm only, the Copeland winner. Ten "
        "rounds of outcomes with exact frequencies are repeated until T. Once Exp3+UnifK-1 plays arm 1 in every "
        "round, a round costs 3/16 on average.",
        said="The regret of Exp3+UnifK-1 grows linearly, with very little variance: it is not suitable where "
        "Copeland loss counts.",
    ),
    "copeland-vn": Words(
        section="6.2.2",
        question="Do algorithms that look for the von Neumann winner find the Copeland winner?",
        setting="Five arms. The von Neumann winner mixes arms 1, 2 and 3 evenly; arm 4 is the Copeland winner and "
        "has no part in it. Forty rounds of outcomes with exact frequencies are repeated until T.",
        said="The regret of all three algorithms grows linearly. None of the thesis's algorithms is sufficient in "
        "the Copeland setting.",
    ),
    "von-neumann": Words(
        section="6.3",
        question="Does an algorithm that looks for the Borda winner find the von Neumann winner?",
        setting="Sixteen arms. The von Neumann winner mixes arms 1, 2 and 3 evenly; arm 4 wins most duels on average "
        "and is the Borda winner, only because it always beats the eleven weak arms. Forty rounds of outcomes with "
        "exact frequencies are repeated until T. Regret can be negative here: an arm that beats the mixture in a "
        "round costs less than nothing, and the better arm of a pair is the one that counts.",
        said="The regret of Exp3-Sparring and VN+UnifK-1 quickly becomes negative; Exp3.P-Sparring explores "
        "noticeably longer. The regret of Exp3+UnifK-1 is linear: it is not suitable for the von Neumann setting.",
    ),
    "utility": Words(
        section="6.4",
        question="And if every arm has a value, and the better one wins more often?",
        setting="Eight arms with the utilities 0.9, 0.8, ... 0.2. An arm beats another with chance one half plus "
        "half of the difference of their utilities; every duel is drawn afresh. The loss of an arm is what its "
        "utility lacks to 1.",
        said="Exp3+UnifK-1 suffers high regret in comparison to more specialised algorithms; it, REX3 and SAVAGE are "
        "above RMED and WS-W. IF suffers relatively high regret. UCB+UnifK-1 is slightly better than REX3 and "
        "MultiSBM.",
    ),
}


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
