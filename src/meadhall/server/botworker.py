"""The program that our own bots think in: `python -m meadhall.server.botworker`.

It is told a game, a level and one seat's view, and works out the legal actions from the view: what
a bot does not know, its process does not hold.
"""

import sys
from queue import SimpleQueue
from threading import Event, Thread
from typing import BinaryIO, TypeAlias

import msgspec

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.judge import judge_for
from meadhall.bots.warm import warm_up
from meadhall.bots.weighing import Case
from meadhall.core.codec import decode
from meadhall.core.rng import Rng
from meadhall.server.lines import Choice, Question, Review, Stop, Verdict

Asked: TypeAlias = "SimpleQueue[tuple[Question | Review, Event] | None]"


def answer(question: Question, cancel: Event | None = None) -> Choice:
    """What a bot of that level plays; once `cancel` is set, what it has found by then."""
    rng = Rng(question.seed)
    turn = _turn(question, rng)
    level = roster.level(turn.game, question.level)
    time = min(question.budget, level.settings.get("milliseconds", question.budget))
    thought = roster.make(level).choose(turn, Budget(milliseconds=time, cancel=cancel), rng)
    return Choice(
        turn.game.notation.write(thought.action),
        thought.score,
        thought.depth,
        thought.nodes,
        thought.line,
        thought.note,
        thought.chance,
    )


def review(question: Review, cancel: Event | None = None) -> Verdict:
    """What a judge says of the decision."""
    rng = Rng(question.seed)
    turn = _turn(question, rng)
    notation = turn.game.notation
    played = None if question.played is None else notation.parse(question.played)
    case = Case(turn, played)
    budget = Budget(milliseconds=question.budget, cancel=cancel)
    told = judge_for(turn.game).judge(case, budget, rng)
    better = None if told.better is None else notation.write(told.better)
    return Verdict(told.chances, told.loss, better, told.line)


def _turn(question: Question | Review, rng: Rng) -> Turn:
    """The turn that is asked about, with all compiled that thinking about it needs."""
    game = registry.game(question.game)
    view: object = decode(game.types.view, bytes(question.view))
    legal = game.legal_actions(game.resample(view, rng.fork("legal")), question.seat)
    warm_up(game)
    return Turn(game, question.seat, view, legal, question.seats)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until there are no more. A thread listens meanwhile, for `stop`."""
    asked: Asked = SimpleQueue()
    Thread(target=_listen, args=(questions, asked), daemon=True).start()
    while (item := asked.get()) is not None:
        question, cancel = item
        if isinstance(question, Review):
            said: Choice | Verdict = review(question, cancel)
        else:
            said = answer(question, cancel)
        answers.write(msgspec.json.encode(said) + b"\n")
        answers.flush()


def _listen(questions: BinaryIO, asked: Asked) -> None:
    cancel = Event()
    try:
        for line in questions:
            message = msgspec.json.decode(line, type=Question | Review | Stop)
            if isinstance(message, Stop):
                cancel.set()
            else:
                cancel = Event()
                asked.put((message, cancel))
    finally:
        asked.put(None)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
