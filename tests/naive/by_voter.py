"""Evidence by voter, person by person."""

import math

BETS = [0.95 / 2**g for g in range(8)]


def _rows(ballots):
    columns = (ballots.voter, ballots.left, ballots.right, ballots.outcome)
    return [row for row in zip(*(column.tolist() for column in columns), strict=True) if row[0] >= 0]


def pair(ballots, first, second, most, waiting=()):
    """The logarithm of the evidence that ``first`` is ahead of ``second``."""
    people = list(dict.fromkeys(row[0] for row in _rows(ballots)))  # in the order in which they began
    answers = {person: [] for person in people}
    for person, left, right, outcome in _rows(ballots):
        if {left, right} == {first, second} and len(answers[person]) < most:
            answers[person].append(outcome if left == first else -outcome)
    values = []
    stop = min((people.index(person) for person in waiting if person in people), default=len(people))
    for chosen, worst in ((people[:stop], False), (people, True)):
        products = []
        for bet in BETS:
            product = 1.0
            for person in chosen:
                total = sum(answers[person])
                if worst and person in waiting:
                    total -= most - len(answers[person])
                product *= 1 + bet * total / most
            products.append(product)
        values.append(math.log(sum(products) / len(products)))
    return max(values)


def score(ballots, first, second, most, within=0.0):
    """The logarithm of the evidence that the Borda score of ``first`` is above that of ``second`` minus ``within``."""
    answers = {}
    for person, left, right, outcome in _rows(ballots):
        answers.setdefault(person, []).append({left: (outcome + 1) / 2, right: (1 - outcome) / 2})
    products = []
    for centre in (0.5, 0.8):
        for bet in BETS:
            product = 1.0
            for given in answers.values():
                total = 0.0
                for y in given[:most]:
                    if first in y and second in y:
                        total += 2 * y[first] - 1 + within
                    elif first in y:
                        total += y[first] - centre + within / 2
                    elif second in y:
                        total += centre + within / 2 - y[second]
                product *= 1 + bet * total / most
            products.append(product)
    return math.log(sum(products) / len(products))
