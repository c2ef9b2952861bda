"""A judge that is a function: which way of answering is best, by a language model's opinion?

``model`` is a stand-in that runs without a network. Put your own call in its place; everything else stays.
"""

import re

import duelling as du

QUESTIONS = [
    "Why is the sky blue?",
    "How does a bicycle stay upright?",
    "What does a bandit algorithm do?",
    "Why do cats purr?",
    "How is paper made from wood?",
]
SYSTEMS = {  # the prompts, or models, that are compared
    "short": lambda question: f"{question} In one sentence: it depends.",
    "steps": lambda question: f"First, the words of the question: {question} Second, the reason. Third, an example.",
    "polite": lambda question: f"Thank you for asking! {question} I would be glad to help.",
}
ASK = """Which answer to the question is better? Reply with A, B, or tie.
Question: {question}
Answer A: {left}
Answer B: {right}"""


def model(prompt):
    """A stand-in for a language model: it likes structure, and is not always sure."""
    left, right = (re.search(f"Answer {side}: (.*)", prompt)[1] for side in "AB")
    merit = [len(re.findall("First|Second|Third|sentence", answer)) for answer in (left, right)]
    doubt = sum(map(ord, prompt)) % 4 == 0
    return "tie" if doubt or merit[0] == merit[1] else "A" if merit[0] > merit[1] else "B"


def judge(arena, ticket):
    """left, right, tie; or skip where the reply cannot be read."""
    left, right = (arena.content(ticket, side)[1] for side in ("left", "right"))
    reply = model(ASK.format(question=ticket.case, left=left, right=right))
    return {"A": "left", "B": "right", "tie": "tie"}.get(reply.strip(), "skip")


def main(place="answers.db", budget=400, batch=20):
    cases = [(question, {name: answer(question) for name, answer in SYSTEMS.items()}, "text") for question in QUESTIONS]
    with du.Arena(place, list(SYSTEMS), cases=cases, within=0.05, repeats=None, seed=1) as arena:
        asked = 0
        while asked < budget and arena.verdict().state == "open":
            for ticket in arena.ask(batch, voter="stand-in"):  # one commit; the replies may come in any order
                arena.tell(ticket, judge(arena, ticket))
                asked += 1
        print(f"{asked} questions: {arena.verdict()}")
        arena.export("preferences.jsonl", "dpo")  # prompt, chosen, rejected: for training


if __name__ == "__main__":
    main()
