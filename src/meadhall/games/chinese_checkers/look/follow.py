"""What comes of a move: how the star and the gauges look before somebody is skipped or wins."""

from dataclasses import replace

from meadhall.core.scene import Moments, Scene
from meadhall.games.chinese_checkers.look.scene import scene
from meadhall.games.chinese_checkers.look.words import sentence
from meadhall.games.chinese_checkers.rules.marbles import shift
from meadhall.games.chinese_checkers.rules.moves import move_number
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import Ended, Event, Left, Moved, View


def follow(view: View, shown: Scene, moments: Moments[Event]) -> list[Scene]:
    """The star after each moment. The caption is the sentence of what comes of the move."""
    scenes, caption = list[Scene](), shown.headline
    for moment in moments:
        for event in moment:
            view = _after(event, view)
            caption = caption if isinstance(event, Moved) else sentence(event)
        scenes.append(replace(scene(view), headline=caption))
    return scenes


def _after(event: Event, view: View) -> View:
    """The view after the event, as far as marbles, gauges and notes show it."""
    if isinstance(event, Ended):
        return view
    if isinstance(event, Moved):
        start, end = event.route[0], event.route[-1]
        board, history = shift(view.board, start, end), (*view.history, move_number(start, end))
        view = replace(view, board=board, history=history)
    elif isinstance(event, Left):
        view = replace(view, gone=(*view.gone, event.seat))
    if event.seat != view.turn:
        return view
    return replace(view, turn=seats_from(view, (event.seat + 1) % view.seats)[0])
