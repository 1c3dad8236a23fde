"""The program that our own bots run in: `python -m meadhall.server.bots.worker`.

It gets a game, a level and one seat's view, and finds the legal actions from the view. What a bot
must not know is never in its process.
"""

import sys
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Thread
from typing import BinaryIO, TypeAlias

import msgspec

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.net_bot import NET, net_level
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.reviewer import reviewer_for
from meadhall.bots.warm_up import warm_up
from meadhall.core.capabilities import Level
from meadhall.core.codec import decode
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.puzzles.find import USUAL, find_puzzle
from meadhall.server.bots.program import (
    Choice,
    MissedAnswer,
    MissedQuestion,
    ReviewAnswer,
    ReviewQuestion,
    Stop,
    TurnQuestion,
)

Question: TypeAlias = TurnQuestion | ReviewQuestion | MissedQuestion
Answer: TypeAlias = Choice | ReviewAnswer | MissedAnswer
Inbox: TypeAlias = "SimpleQueue[tuple[Question, Event] | None]"
"""Questions, each with the event that cancels it; `None` after the last one."""


def choose(question: TurnQuestion, cancel: Event | None = None) -> Choice:
    """The move of a bot of this level. Once `cancel` is set, it plays the best move so far.

    A network that is damaged, or made for another board, names no move.
    """
    try:
        return _move(question, cancel)
    except Refused as refused:
        return Choice("", note=refused.refusal.sentence)


def _move(question: TurnQuestion, cancel: Event | None) -> Choice:
    rng = Rng(question.seed)
    turn = _turn(question, rng)
    level = _level(turn.game, question.level)
    # A level's own limit is for compiled code; pure rules need longer for the same search.
    limit = level.settings.get("milliseconds", question.budget) if question.compiled else None
    time = min(question.budget, limit or question.budget)
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


def review(question: ReviewQuestion, cancel: Event | None = None) -> ReviewAnswer:
    """The reviewer's assessment of the decision."""
    rng = Rng(question.seed)
    turn = _turn(question, rng)
    notation = turn.game.notation
    played = None if question.played is None else notation.parse(question.played)
    decision = Decision(turn, played, question.traits)
    budget = Budget(milliseconds=question.budget, cancel=cancel)
    found = reviewer_for(turn.game).review(decision, budget, rng)
    better = None if found.better is None else notation.write(found.better)
    return ReviewAnswer(
        found.chances, found.loss, better, found.line, found.forced, found.forced_after,
        found.sees_all,
    )  # fmt: skip


def find_missed(question: MissedQuestion, cancel: Event | None = None) -> MissedAnswer:
    """The win that the move throws away, as a puzzle."""
    game = registry.game(question.game)
    if game.notation.position is None:
        return MissedAnswer(None)
    state: object = game.notation.position(question.position)
    warm_up(game)  # here, because the time begins to run only after it
    budget = Budget(milliseconds=question.budget, cancel=cancel)
    return MissedAnswer(find_puzzle(game, state, USUAL, budget, question.played))


def _level(game: AnyGame, name: str) -> Level:
    """The level of that name. Files of networks come from the server's settings, never a table."""
    return net_level(name) if name.startswith(NET) else roster.level(game, name)


def _turn(question: TurnQuestion | ReviewQuestion, rng: Rng) -> Turn:
    """The turn that the question is about. Loads the game's compiled code first, if it may."""
    game = registry.game(question.game)
    view: object = decode(game.types.view, bytes(question.view))
    legal = game.legal_actions(game.resample(view, rng.fork("legal")), question.seat)
    if question.compiled:
        warm_up(game)  # here, because the bot's time begins to run only after it
    else:
        game = replace(game, speed=None)
    return Turn(game, question.seat, view, legal, question.seats)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends. A thread reads meanwhile, to notice `stop`."""
    inbox: Inbox = SimpleQueue()
    Thread(target=_read, args=(questions, inbox), daemon=True).start()
    while (item := inbox.get()) is not None:
        question, cancel = item
        answers.write(msgspec.json.encode(_answer(question, cancel)) + b"\n")
        answers.flush()


def _answer(question: Question, cancel: Event) -> Answer:
    if isinstance(question, ReviewQuestion):
        return review(question, cancel)
    if isinstance(question, MissedQuestion):
        return find_missed(question, cancel)
    return choose(question, cancel)


def _read(questions: BinaryIO, inbox: Inbox) -> None:
    cancel = Event()
    try:
        for line in questions:
            message = msgspec.json.decode(line, type=Question | Stop)
            if isinstance(message, Stop):
                # If the answer has been given already, nobody looks at this event any more.
                cancel.set()
            else:
                cancel = Event()
                inbox.put((message, cancel))
    finally:
        inbox.put(None)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
