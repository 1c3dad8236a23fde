"""A bot from outside: asks a program for each move, judges its answer, and plays on if it fails.

Questions and answers are those of the server's bot programs: see docs/how-to/write-a-bot.md.
"""

import json
from collections.abc import Mapping
from time import monotonic
from typing import cast

from meadhall.bots.bot import Budget, Fault, Thought, Turn
from meadhall.bots.players.outside.bot_line import STARTING, BotLine, LineFailed
from meadhall.core.codec import to_plain
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

LIMIT = 10_000
"""Milliseconds that a program has for a move where nobody says."""
ATTEMPTS = 3
"""How often a program is asked for one move: after an answer that cannot be played, once more."""
_GRACE = 0.25
"""The share of the limit that is added before a program is ended: lines need time too."""
_LONGEST_ANSWER = 200


class OutsideBot:
    """A program behind a line. `limit` is the time for a move, in milliseconds.

    An answer that is not JSON, or no legal move, is sent back with the reason, at most
    `ATTEMPTS` times in all. A program that fails, or never names a legal move, plays what a clock
    that has run out would play. A program that cannot even be reached is refused.
    """

    def __init__(self, name: str, line: BotLine, limit: int = LIMIT) -> None:
        self.name, self.line, self.limit = name, line, limit
        self._reached = False

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The program's move."""
        limit = min(self.limit, budget.milliseconds or self.limit)
        self._reach()
        deadline = monotonic() + limit * (1 + _GRACE) / 1000 + (0 if self._reached else STARTING)
        faults: list[Fault] = []
        question = {**_question(turn, limit, rng), "level": self.name}
        answer = ""
        while len(faults) < ATTEMPTS:
            try:
                answer = self.line.ask(json.dumps(question), max(0.01, deadline - monotonic()))
                self._reached = True
                return _thought(turn, answer, tuple(faults))
            except LineFailed as error:
                faults.append(Fault("", str(error), "FAILED"))
                break
            except Refused as error:
                faults.append(_fault(answer, error))
                question["refusal"] = error.refusal.sentence
        # Nothing is wrong with the program yet if it was only slow to start.
        self._reached = True
        return Thought(fallback(turn, rng), note="the bot failed", faults=tuple(faults))

    def close(self) -> None:
        """End the program, or hang up."""
        self.line.close()

    def _reach(self) -> None:
        """Start or connect. A failure at the very first time is a mistake in the bot's name."""
        if not self._reached:
            try:
                self.line.reach()
            except LineFailed as error:
                raise Refused.because("UNREACHABLE", f"{self.name}: {error}", "bot") from None


def fallback(turn: Turn, rng: Rng) -> object:
    """What is played for a bot that fails: the default action if players may play it.

    It follows from the seat's view alone.
    """
    game = turn.game
    state: object = game.resample(turn.view, rng.fork("fallback"))
    action: object = game.default_action(state, turn.seat, rng.fork("default"))
    first: object = turn.legal[0]
    return first if isinstance(action, game.types.clock_only) else action


def _question(turn: Turn, limit: int, rng: Rng) -> dict[str, object]:
    briefing = turn.briefing()
    return {
        "kind": "turn",
        "game": turn.game.spec.slug,
        "seat": turn.seat,
        "seats": turn.seats,
        "budget": limit,
        "seed": rng.fork("program").seed,
        "view": to_plain(turn.view),
        "moves": [turn.game.notation.write(action) for action in turn.legal],
        "options": dict(briefing.options),
        "history": to_plain(briefing.history),
        "clock": to_plain(briefing.clock),
    }


def _thought(turn: Turn, answer: str, faults: tuple[Fault, ...]) -> Thought:
    """The move that the answer names. Raises `Refused` if it names none that can be played."""
    try:
        plain = json.loads(answer)
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict) or not isinstance(plain.get("text"), str):
        raise Refused.because(
            "BAD_ANSWER", 'Answer with one line of JSON, such as {"kind":"move","text":"…"}.'
        )
    action = legal_action(turn, plain["text"])
    note = plain.get("note")
    return Thought(
        action,
        _whole(plain, "score"),
        _whole(plain, "depth"),
        _whole(plain, "nodes"),
        note=note if isinstance(note, str) else "",
        chance=_whole(plain, "chance"),
        faults=faults,
        tokens=max(0, _whole(plain, "tokens") or 0),
    )


def legal_action(turn: Turn, text: str) -> object:
    """The action in notation; refused with the reason, as far as the seat can know it."""
    game = turn.game
    action: object = game.notation.parse(text)
    # Listed actions are the most frequent, and comparing is cheaper than a resampled state.
    if action in turn.legal:
        return action
    state: object = game.resample(turn.view, Rng("why"))
    refusal = game.refusal(state, turn.seat, action)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(action, game.types.clock_only):
        raise Refused.because("CLOCK_ONLY", "Only a clock that runs out plays this action.")
    return action


def _whole(plain: Mapping[str, object], name: str) -> int | None:
    value = plain.get(name)
    return value if type(value) is int else None


def _fault(answer: str, error: Refused) -> Fault:
    """The answer with the reason; where it is JSON with a text, the text."""
    try:
        plain = cast("object", json.loads(answer))
    except (ValueError, RecursionError):
        plain = None
    text = plain.get("text", answer) if isinstance(plain, dict) else answer
    return Fault(str(text).strip()[:_LONGEST_ANSWER], error.refusal.sentence, error.refusal.code)
