"""What an action leads to, what the clock plays, and what happens when a player leaves."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.ending import leave_outcome
from meadhall.games.elemental_clash.rules.events import Changed, Chosen, Ended, Event, Picked
from meadhall.games.elemental_clash.rules.phases import lock, play_on
from meadhall.games.elemental_clash.rules.refusals import refusal
from meadhall.games.elemental_clash.rules.selection import choosers, substitute
from meadhall.games.elemental_clash.rules.transitions import next_stage
from meadhall.games.elemental_clash.types import NOTHING_SEALED, Action, Auto, State


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The state after the action. When the last seat has chosen, all choices are opened."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    # Before the choice is sealed: the event depends on whether there already was one.
    event = _choice_event(state, seat, action)
    state = replace(state, sealed=state.sealed.put(seat, action.card))
    if state.sealed.waiting(choosers(state)):
        return Step(state, (event,))
    rest = _open_choices(state, by_clock=isinstance(action, Auto))
    return Step(rest.state, (event, *rest.events))


def _choice_event(state: State, seat: Seat, action: Action) -> Event:
    auto = isinstance(action, Auto)
    if state.stage == "draft":
        return Picked(seat, action.card, auto)
    if state.sealed.choice(seat) is not None:
        return Changed(seat, action.card)
    return Chosen(seat, action.card, auto)


def _open_choices(state: State, *, by_clock: bool) -> Step[State, Event]:
    if state.stage == "draft":
        return draft.close_round(state)
    return play_on(lock(state, "TIMER_EXPIRED" if by_clock else "BOTH_PLAYERS_LOCKED"))


def default_action(state: State, seat: Seat, rng: Rng) -> Auto:
    """What the clock plays: a random offer, or a random card of those the seat may choose."""
    if state.stage == "draft":
        card, _ = rng.choice(draft.offers(state.round, state.wildcards))
        return Auto(card)
    return Auto(substitute(state.sides[seat], None, rng))


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The end of the match: the seat that leaves loses."""
    outcome = leave_outcome(seat)
    # The table of stages has no way from the draft to the end, so a match left in the draft
    # passes through the battle.
    stage = next_stage(state.stage, "battle") if state.stage == "draft" else state.stage
    over = next_stage(stage, "game_over")
    after = replace(state, stage=over, sealed=NOTHING_SEALED, outcome=outcome)
    return Step(after, (Ended(outcome),))
