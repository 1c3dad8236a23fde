"""Moves as text for harnesses on top of OpenSpiel: our wrapper's states, with reasons."""

from typing import TYPE_CHECKING

from meadhall.agents.text_env import read_move
from meadhall.bots.bot import Turn
from meadhall.bots.players.outside.outside_bot import legal_action
from meadhall.core.refusal import Refused

if TYPE_CHECKING:
    from meadhall.envs.spiel_game import SpielState


def spiel_action(state: "SpielState", answer: str) -> int:
    """The number of the action that an answer names, for the player to move.

    Refused with the game's own sentence if it names none: show it to the player and ask again.
    """
    if state.past is None or state.is_terminal():
        raise Refused.because("NOT_YOUR_TURN", "No player is to move here.")
    numbered, seat = state.past.numbered, state.current_player()
    turn = Turn.of(numbered.game, state.past.state, seat, numbered.seats)
    text = numbered.game.notation.write(legal_action(turn, read_move(answer)))
    for number in state.legal_actions():
        if state.action_to_string(seat, number) == text:
            return int(number)
    raise Refused.because("NOT_NUMBERED", f"{text} has no number in this game's encoding.")
