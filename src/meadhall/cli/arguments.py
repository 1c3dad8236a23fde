"""Reads words of the command line: options of a game, seats, and the players on them."""

import re
from collections.abc import Sequence
from typing import Annotated, TypeAlias

from cyclopts import Parameter
from cyclopts.validators import Number

from meadhall.bots import roster
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.match.facts import Player

HUMAN = "human"
DEVICE = "this device"
"""The account of all people at this terminal: they share one keyboard."""
_SEAT = re.compile(r"[1-9][0-9]?")
_SEED = re.compile(r"\S{1,80}")
Words: TypeAlias = tuple[str, ...]
OptionWords: TypeAlias = Annotated[
    Words, Parameter(name="--option", negative=(), show_default=False)
]
SeatWords: TypeAlias = Annotated[Words, Parameter(name="--seat", negative=(), show_default=False)]
AT_LEAST_ONE = Parameter(validator=Number(gte=1))
"""The parameter is a number from 1 on."""


def player(game: AnyGame, word: str) -> Player:
    """The player that a word names: `human`, `human:Anna`, a level, or `net:FILE`."""
    kind, _, name = word.partition(":")
    if kind == HUMAN:
        return Player(name.strip() or HUMAN, DEVICE)
    return _bot(roster.local_level(game, word))


def player_of_record(game: AnyGame, name: str) -> Player:
    """The player that a record names: a level of the game, else a person."""
    known = roster.levels_by_name(game)
    return _bot(known[name]) if name in known else Player(name, DEVICE)


def seat_players(game: AnyGame, words: Sequence[str], seats: int | None) -> tuple[Player, ...]:
    """The player of each seat. By default seat 1 is a person and the others a middle level."""
    named = [_seat_word(game, word) for word in words]
    count = seats_or_fewest(game, seats, at_least=max((s for s, _ in named), default=0) + 1)
    default = [Player(HUMAN, DEVICE), *(_bot(middle_level(game)) for _ in range(1, count))]
    return change_players(game, default, words)


def change_players(
    game: AnyGame, sitting: Sequence[Player], words: Sequence[str]
) -> tuple[Player, ...]:
    """The same players, except on the seats that the words name."""
    players = list(sitting)
    for seat, newcomer in (_seat_word(game, word) for word in words):
        if seat >= len(players):
            raise _no_seat(game, seat, len(players))
        players[seat] = newcomer
    return tuple(players)


def middle_level(game: AnyGame) -> Level:
    """The default opponent: the level in the middle."""
    levels = roster.levels(game)
    return levels[len(levels) // 2]


def seats_or_fewest(game: AnyGame, seats: int | None, at_least: int = 1) -> int:
    """The given number of seats, else the smallest that the game allows from `at_least` on."""
    if seats is not None:
        return seats
    fitting = [count for count in game.spec.players if count >= at_least]
    if not fitting:
        raise _no_seat(game, at_least - 1, max(game.spec.players))
    return min(fitting)


def options_from_words(game: AnyGame, words: Sequence[str]) -> object:
    """The game's options from `NAME=VALUE` words."""
    return parse_options(game.types.options, dict(option_pairs(words)))


def option_pairs(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The names and values of `NAME=VALUE` words."""
    return tuple(pair(word, "terrain=chaotic", "option") for word in words)


def pair(word: str, example: str, what: str) -> tuple[str, str]:
    """The name and the value of a `NAME=VALUE` word; other words are refused with the example."""
    name, equals, value = word.partition("=")
    if not equals or not name.strip():
        raise Refused.because(
            "BAD_WORD", f"--{what} {word!r} is not understood; write, for example: {example}.", what
        )
    return name.strip(), value.strip()


def check_seed(seed: str) -> str:
    """The seed itself; refused if a person could not type it again."""
    if not seed.isprintable() or not _SEED.fullmatch(seed):
        raise Refused.because("BAD_SEED", "A seed has 1 to 80 visible characters.", "seed")
    return seed


def _bot(level: Level) -> Player:
    return Player(level.name, bot=level.name)


def _seat_word(game: AnyGame, word: str) -> tuple[Seat, Player]:
    number, who = pair(word, "2=greedy", "seat")
    if not _SEAT.fullmatch(number):
        raise Refused.because("BAD_SEAT", f"{number!r} is no seat; seats count from 1.", "seat")
    return int(number) - 1, player(game, who)


def _no_seat(game: AnyGame, seat: Seat, seats: int) -> Refused:
    return Refused.because(
        "BAD_SEAT", f"There is no {seat_name(seat)}: {game.spec.title} has {seats} here.", "seat"
    )
