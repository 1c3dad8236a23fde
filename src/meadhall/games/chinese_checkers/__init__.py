"""Chinese Checkers: two to six players race ten marbles each across a star of 121 holes."""

from meadhall.core.fast import FastLane
from meadhall.core.game import Book, Game, GameSpec, GameTypes
from meadhall.games.chinese_checkers import rules, view
from meadhall.games.chinese_checkers.board import SEATING
from meadhall.games.chinese_checkers.encode import ENCODING
from meadhall.games.chinese_checkers.ending import MOVES_EACH
from meadhall.games.chinese_checkers.evaluate import evaluate
from meadhall.games.chinese_checkers.guide import GUIDE
from meadhall.games.chinese_checkers.levels import LEVELS
from meadhall.games.chinese_checkers.moves import MOVES
from meadhall.games.chinese_checkers.notation import NOTATION
from meadhall.games.chinese_checkers.present import PRESENT
from meadhall.games.chinese_checkers.types import Event, Move, Options, State, View


def fast_lane() -> FastLane[State]:
    """The compiled lane, whose libraries are loaded only when it is asked for."""
    from meadhall.games.chinese_checkers.fast import lane  # noqa: PLC0415 - see above

    return lane()


GAME = Game(
    spec=GameSpec(
        slug="chinese-checkers",
        title="Chinese Checkers",
        summary="Race ten marbles across the star; long chains of hops win.",
        players=tuple(SEATING),
        max_plies=MOVES_EACH * max(SEATING),
    ),
    types=GameTypes(options=Options, state=State, action=Move, event=Event, view=View),
    initial=rules.initial,
    status=rules.status,
    legal_actions=rules.legal_actions,
    refusal=rules.refusal,
    apply=rules.apply,
    default_action=rules.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=rules.invariant,
    leave=rules.leave,
    evaluate=evaluate,
    temper=60,
    repeats=rules.repeats,
    present=PRESENT,
    notation=NOTATION,
    encode=ENCODING,
    book=Book(MOVES, rules.pick),
    fast=fast_lane,
    levels=LEVELS,
    guide=GUIDE,
)
