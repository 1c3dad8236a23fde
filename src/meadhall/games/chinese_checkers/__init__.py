"""Chinese Checkers: two to six players race ten marbles each across a star of 121 holes."""

from meadhall.core.capabilities import ActionTable, Report, Speed
from meadhall.core.fast_lane import BatchLane, FastLane
from meadhall.core.game import Game, GameSpec, GameTypes
from meadhall.games.chinese_checkers import report, view
from meadhall.games.chinese_checkers.bots import PLAY
from meadhall.games.chinese_checkers.encode import LEARN
from meadhall.games.chinese_checkers.guide import GUIDE
from meadhall.games.chinese_checkers.look import PRESENT
from meadhall.games.chinese_checkers.look.scene_diff import scene_diff
from meadhall.games.chinese_checkers.notation import NOTATION
from meadhall.games.chinese_checkers.presets import PRESETS
from meadhall.games.chinese_checkers.rules import apply, ending, invariant, legal, refusals, setup
from meadhall.games.chinese_checkers.rules.board import SEATING
from meadhall.games.chinese_checkers.rules.moves import MOVES
from meadhall.games.chinese_checkers.types import Event, Move, Options, State, View


def fast_lane() -> FastLane[State]:
    """The compiled lane. Numba and numpy are loaded only when it is asked for."""
    from meadhall.games.chinese_checkers.fast.lane import lane  # noqa: PLC0415 - see above

    return lane()


def load_batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Compiled play of many matches, loaded like the lane."""
    from meadhall.games.chinese_checkers.fast.batch import batch  # noqa: PLC0415 - see above

    return batch(options, seats, compact)


GAME = Game(
    spec=GameSpec(
        slug="chinese-checkers",
        title="Chinese Checkers",
        summary="Race ten marbles across the star; long chains of hops win.",
        players=tuple(SEATING),
        rules_version=2,
        # Before there was a choice, seat 1 moved first.
        earlier={1: {"starts": "classic"}},
        max_plies=ending.MOVES_EACH * max(SEATING),
        presets=PRESETS,
        time_up="a random move is made for you",
    ),
    types=GameTypes(options=Options, state=State, action=Move, event=Event, view=View),
    initial=setup.initial,
    status=ending.status,
    legal_actions=legal.legal_actions,
    refusal=refusals.refusal,
    apply=apply.apply,
    default_action=apply.default_action,
    view=view.view,
    view_event=view.view_event,
    resample=view.resample,
    invariant=invariant.invariant,
    leave=apply.leave,
    notation=NOTATION,
    present=PRESENT,
    play=PLAY,
    learn=LEARN,
    guide=GUIDE,
    report=Report(features=report.features),
    speed=Speed(
        lane=fast_lane,
        batch=load_batch,
        action_table=ActionTable(MOVES, legal.select),
        scene_diff=scene_diff,
    ),
)
