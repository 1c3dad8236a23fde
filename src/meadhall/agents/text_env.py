"""Games as text environments in the shape of TextArena: reset, get_observation, step, close.

    env = TextEnv("jarls")
    env.reset(num_players=2, seed=7)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(agents[player](observation))
    rewards, info = env.close()

Nothing of TextArena is needed to use it, and its agents and harnesses need nothing of ours.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from meadhall import registry
from meadhall.bots.bot import Turn
from meadhall.bots.players.outside.outside_bot import fallback, legal_action
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished
from meadhall.core.visibility import visible_events

ATTEMPTS = 3
"""How often a player may answer with an illegal move before its default action is played."""
SHOWN = 60
"""How many legal moves an observation lists."""
_BRACKETS = re.compile(r"\[([^\[\]]+)\]")


@dataclass(slots=True)
class PlayerInfo:
    """What `close` says about a player."""

    turns: int = 0
    refused: list[str] = field(default_factory=list)
    defaults: int = 0


class TextEnv:
    """A game for players who read and write text. An observation has what the seat may know.

    A player answers with a move in notation, alone or in square brackets inside of prose. An
    illegal move changes nothing: the same player is asked again, with the refusal's sentence. After
    `ATTEMPTS` of them in a row the game's default action is played.
    """

    def __init__(self, game: str | AnyGame, **options: Value) -> None:
        self.game = registry.game(game) if isinstance(game, str) else game
        self._options: object = parse_options(self.game.types.options, options)
        self._state: Any = None
        self._seats = 0

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a match; equal seeds give equal matches."""
        self._rng = Rng("none" if seed is None else str(seed))
        self._seats, self._plies, self._attempts = num_players, 0, 0
        self._state = start(self.game, self._options, num_players, self._rng.fork("game"))
        self._news: list[list[str]] = [[self._prompt(seat)] for seat in range(num_players)]
        self._infos = [PlayerInfo() for _ in range(num_players)]

    def get_observation(self) -> tuple[Seat, str]:
        """Who is to move, and what there is to read: the news, the position, the legal moves."""
        turn = self._turn()
        news, self._news[turn.seat] = self._news[turn.seat], []
        moves = [self.game.notation.write(action) for action in turn.legal]
        more = f" … and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
        board = self.game.notation.diagram(turn.view)
        legal = f"Legal moves: {', '.join(moves[:SHOWN])}{more}"
        return turn.seat, "\n\n".join([*news, board, legal])

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play what the player answered; whether the match is over, and why a move was refused."""
        turn = self._turn()
        info = self._infos[turn.seat]
        try:
            chosen = legal_action(turn, read_move(action))
        except Refused as error:
            sentence = error.refusal.sentence
            info.refused.append(sentence)
            self._attempts += 1
            if self._attempts < ATTEMPTS:
                self._news[turn.seat].append(f"That cannot be played: {sentence} Choose again.")
                return False, {"refusal": sentence, "code": error.refusal.code}
            info.defaults += 1
            chosen = fallback(turn, self._rng.fork(f"default {self._plies}"))
            self._news[turn.seat].append(f"{sentence} A default move was played for you.")
        info.turns += 1
        self._play(turn.seat, chosen)
        return isinstance(self.game.status(self._state), Finished), {}

    def close(self) -> tuple[dict[Seat, int], dict[Seat, dict[str, Any]]]:
        """The payoffs, zeros before the end, and what each player did."""
        status = self.game.status(self._state)
        over = isinstance(status, Finished)
        rewards = status.payoffs if isinstance(status, Finished) else (0,) * self._seats
        infos = {
            seat: {
                "turn_count": info.turns,
                "invalid_move": bool(info.refused),
                "refusals": info.refused,
                "default_moves": info.defaults,
                "reason": status.reason if isinstance(status, Finished) else "",
                "over": over,
            }
            for seat, info in enumerate(self._infos)
        }
        return dict(enumerate(rewards)), infos

    def _turn(self) -> Turn:
        """The turn of the player to move: the first one where the game waits for several."""
        asked = to_act(self.game, self._state) if self._state is not None else ()
        if not asked:
            raise Refused.because("NO_MATCH", "No match is being played; call reset first.")
        return Turn.of(self.game, self._state, asked[0], self._seats)

    def _play(self, seat: Seat, action: object) -> None:
        step = self.game.apply(self._state, seat, action)
        self._state, self._plies, self._attempts = step.state, self._plies + 1, 0
        for viewer, news in enumerate(self._news):
            seen = visible_events(self.game, step.events, viewer)
            if self.game.present is not None:
                news.extend(filter(None, map(self.game.present.sentence, seen)))

    def _prompt(self, seat: Seat) -> str:
        spec, notation = self.game.spec, self.game.notation
        return (
            f"You play {spec.title} on seat {seat + 1} of {self._seats}. {spec.summary}\n"
            f"{notation.help}\nAnswer with a move, in square brackets if you write more."
        )


def read_move(answer: str) -> str:
    """The move in an answer: the last text in square brackets, else the whole answer."""
    found = _BRACKETS.findall(answer)
    return (found[-1] if found else answer).strip()
