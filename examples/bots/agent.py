"""A place for a language model: put a call to yours into `ask_model`.

Try: meadhall arena evaluate "program:python3 examples/bots/agent.py" --games jarls --pair-games 2
"""

import json
import sys


def ask_model(prompt: str) -> tuple[str, int]:
    """The answer of a model, and the tokens that it has cost. This one has no model."""
    first, *_ = prompt.partition("Legal moves:\n")[2].splitlines()
    return first, len(prompt) // 4


for line in sys.stdin:
    question = json.loads(line)
    past = "\n".join(" ".join(ply["told"]) for ply in question["history"][-8:])
    prompt = (
        f"You play {question['game']} on seat {question['seat']} of {question['seats']}.\n"
        f"What happened last:\n{past}\nYour view: {json.dumps(question['view'])}\n"
        # After an answer that could not be played, the reason is here.
        f"{question.get('refusal', '')}\nLegal moves:\n" + "\n".join(question["moves"])
    )
    text, tokens = ask_model(prompt)
    print(json.dumps({"kind": "move", "text": text, "tokens": tokens}), flush=True)
