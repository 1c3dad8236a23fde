"""A step moment by moment: how the board and the gauges look after each.

Most moves are over in one moment: everything a push does, it does at once. Then the scene changes
when the motions end, and there is nothing to follow.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import chain

from meadhall.core.scene import Moments, Scene
from meadhall.games.jarls.look.motions import Consequence
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.look.words import sentence
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.optional.fog import hide, is_fogged
from meadhall.games.jarls.rules.pieces import BY_NAME, EMPTY
from meadhall.games.jarls.rules.starvation import candidates
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    Famine,
    GameEnded,
    Moved,
    Pushed,
    Result,
    RingFell,
    RoundEnded,
    ShieldPlaced,
    SidesSwapped,
    StarvationTriggered,
    Trace,
    TurnEnded,
    View,
)
from meadhall.kit.sealed import Sealed


def follow(view: View, shown: Scene, moments: Moments[Event]) -> list[Scene]:
    """The board after each moment; nothing where only a move is watched."""
    events = [*chain(*moments)]
    # While Shields are placed there is no fog, and the view does not say whose it is. A swap gives
    # all pieces other owners at once.
    if isinstance(events[0], ShieldPlaced | SidesSwapped):
        return []
    if not any(isinstance(e, Consequence) for e in events):
        return []
    scenes, caption, killed = list[Scene](), shown.headline, _is_killing(events)
    for moment in moments:
        for event in moment:
            if isinstance(event, TurnEnded) and killed:
                view, killed = _with_turn(view, view.state.turn.round, 0), False
            view = _after(event, view)
            caption = sentence(event) if isinstance(event, Consequence) else caption
        scenes.append(replace(scene(_in_sight(view)), headline=caption))
    return scenes


def _is_killing(events: Sequence[Event]) -> bool:
    """Whether a push has killed. The rounds without a capture count anew when the turn ends."""
    return any(isinstance(e, Eliminated) and e.cause in ("edge", "hole") for e in events)


@singledispatch
def _after(event: object, view: View) -> View:
    """The view after the event, as far as cells, tokens and gauges show it.

    In fog it has all pieces whose place is known, also those that have gone out of sight: they may
    come into sight again. No event tells where the others are.
    """
    return view


@_after.register(Moved | Pushed)
def _(event: Moved | Pushed, view: View) -> View:
    left = _without(view, event.piece)
    board = list(left.state.board)
    board[grid(left.state.radius).number[event.end]] = BY_NAME[event.piece]
    last = Trace(event.piece, event.start, event.end) if isinstance(event, Moved) else None
    return replace(left, state=left.state.with_board(tuple(board), last))


@_after.register
def _(event: Eliminated, view: View) -> View:
    left = _without(view, event.piece)
    if event.cause == "starvation":  # all have chosen, so the famine is over
        left = replace(left, state=replace(left.state, famine=None))
    return left


@_after.register
def _(event: RoundEnded, view: View) -> View:
    return _with_turn(view, event.round, event.quiet)


@_after.register
def _(event: StarvationTriggered, view: View) -> View:
    if not event.choosing:
        return view
    famine = Famine(candidates(view.state), Sealed.empty(view.state.seats))
    return replace(view, state=replace(view.state, famine=famine))


@_after.register
def _(event: RingFell, view: View) -> View:
    state, outer = view.state, grid(view.state.radius)
    board = tuple(state.board[outer.number[hex_]] for hex_ in grid(event.radius).hexes)
    return replace(view, state=replace(state, radius=event.radius, board=board))


@_after.register
def _(event: GameEnded, view: View) -> View:
    result = Result(event.winners, event.reason)
    return replace(view, state=replace(view.state, famine=None, to_place=0, result=result))


def _without(view: View, piece: str) -> View:
    """The view without the piece, whether it was in sight or not."""
    code = BY_NAME[piece]
    board = tuple(EMPTY if there == code else there for there in view.state.board)
    unseen = tuple(other for other in view.unseen if other != code)
    return replace(view, state=replace(view.state, board=board), unseen=unseen)


def _in_sight(view: View) -> View:
    """The view without pieces that have gone out of sight, though their places are known."""
    if not is_fogged(view.state):
        return view
    known, lost = hide(view.state, view.viewer)
    return replace(view, state=known, unseen=(*view.unseen, *lost))


def _with_turn(view: View, round_: int, quiet: int) -> View:
    turn = replace(view.state.turn, round=round_, quiet=quiet)
    return replace(view, state=view.state.with_turn(turn))
