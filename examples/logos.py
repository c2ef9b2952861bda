"""Which logo is best? Items from a folder, people at a table, and an answer to "may we stop?".

    duelling arena new logos.db --items logos --within 0.1
    duelling arena vote logos.db --voter ann

does the same with a person at the keyboard. Here the people are simulated.
"""

from pathlib import Path

import duelling as du

FOLDER = Path(__file__).parent / "logos"
TASTE = du.UtilityModel([0.2, 0.9, 0.5, 0.4], "bradley-terry", ["elk", "fox", "hare", "owl"])  # of the simulated people


def main(place="logos.db", people=60):
    with du.Arena(place, FOLDER, within=0.1, seed=1) as arena:
        voters = du.testing.Voters(TASTE, ties=0.1, skips=0.05, voters=people, seed=1)
        while arena.verdict().state == "open" and voters.vote(arena, 20):
            print(len(arena.votes()), "votes:", arena.verdict().says)
        print(arena.standings())


if __name__ == "__main__":
    main()
