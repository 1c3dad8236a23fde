"""The second worker: answers the bots' questions, one after the other."""

import msgspec

from meadhall.server.bots.program import ReviewQuestion, TurnQuestion
from meadhall.server.bots.worker import choose, review


def answer(line: str) -> str:
    """The answer to a question, both as lines of JSON."""
    question: TurnQuestion | ReviewQuestion = msgspec.json.decode(
        line, type=TurnQuestion | ReviewQuestion
    )
    # Nothing is compiled here: the lanes need Numba.
    question.compiled = False
    found = review(question) if isinstance(question, ReviewQuestion) else choose(question)
    return msgspec.json.encode(found).decode()
