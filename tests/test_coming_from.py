"""The page about other packages names nothing that the catalogue does not have, and every package has its table."""

import re
from pathlib import Path

import pytest

from duelling.registry.choice import choice

pytestmark = pytest.mark.plain

PAGE = (Path(__file__).parent.parent / "docs" / "coming_from.md").read_text()
ROW = re.compile(r"^\| (?P<theirs>[^|]+) \| (?P<ours>[^|]+) \| (?P<differs>[^|]*)\|$", re.M)


THEIRS = {  # what each package has, as read in its code; several stand together in a row where we have one answer
    "duelpy": "Savage WinnerStaysWeakRegret WinnerStaysStrongRegret BeatTheMeanBandit BeatTheMeanBanditPAC RelativeUCB "
    "RelativeConfidenceSampling InterleavedFiltering KnockoutTournament CopelandConfidenceBound MallowsMPI MallowsMPR "
    "Multisort MergeRUCB SequentialElimination SingleEliminationTopKSorting SingleEliminationTop1Select Rmed1 Rmed2 "
    "SuccessiveElimination DoubleThompsonSampling DoubleThompsonSamplingPlus PlackettLucePACItem PlackettLuceAMPR "
    "OptMax ScalableCopelandBandits KLDivergenceBasedPAC VerificationBasedCondorcet ApproximateProbability Rmed2FH "
    "CwRmed DuelingExp3 DuelingExp3HighProbability BordaConfidenceBound BordaRanking ActiveRanking CopelandPBR "
    "BordaPBR RandomWalkPBR BinarySearchRanking CoLSTIM Sta'D",
    "DuelingBanditLib": "BTM IF MultiSBM Random RMED1 RMED2 RMED2FH RUCB SAVAGE Sparring",
    "HuasenWu": "BTM CCB DTS DTS2 ECW-RMED KLUCB MultiSBM RCS RMED1 RMED2 RUCB SAVAGE SCB Sparring TS UCB",
    "MergeDTS": "MergeDTS MergeKLUCB MergeRUCB REX3 RMED1 Self-Sparring Sparring multi-duelling Thompson",
}


def rows() -> list[re.Match[str]]:
    return [row for row in ROW.finditer(PAGE) if row["theirs"] != "theirs"]


def test_every_line_of_a_table_is_read():
    lines = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| theirs")]
    assert len(rows()) == len(lines) > 60


def test_every_name_of_ours_is_in_the_catalogue():
    for row in rows():
        names = re.findall(r"`([^`]+)`", row["ours"])
        assert names or row["ours"] == "none", row["theirs"]
        for name in names:
            if name != "identify":
                assert choice(name).text == name


@pytest.mark.parametrize("package", THEIRS)
def test_every_algorithm_of_a_package_has_its_row(package):
    part = PAGE.partition(f"\n## {package}\n")[2].partition("\n## ")[0]
    words = {word.strip(",") for row in ROW.finditer(part) for word in row["theirs"].split()}
    assert set(THEIRS[package].split()) <= words


def test_every_package_of_the_title_has_a_table_and_no_name_twice():
    title, *parts = re.split(r"^##? ", PAGE, flags=re.M)[1:]
    for part in parts:
        theirs = [row["theirs"] for row in ROW.finditer(part)][1:]
        assert part.splitlines()[0] in title.splitlines()[0]
        assert len(theirs) == len(set(theirs)) > 5
    assert len(parts) == 4
