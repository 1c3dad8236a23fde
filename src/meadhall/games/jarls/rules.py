"""The rules put together: what the contract asks of a game."""

from collections.abc import Sequence

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import Status, ToAct, drawn, won_by
from meadhall.games.jarls import fog, setup, shield_draft, starvation, validate
from meadhall.games.jarls.flow import play, settle, skip_turn
from meadhall.games.jarls.fog import known_board
from meadhall.games.jarls.moves import legal_moves
from meadhall.games.jarls.types import Action, Event, Move, Options, Place, Skip, Starve, State

_TEAM_MATCHES = (4, 6)


def check_setup(options: Options, seats: int) -> None:
    """Refuse a team match of sides that cannot be equal."""
    if options.teams and seats not in _TEAM_MATCHES:
        raise Refused.because(
            "BAD_SETUP", f"A team match is for 4 or 6 players, not {seats}.", "teams", "seats"
        )


def initial(options: Options, seats: int, rng: Rng) -> State:
    """A match about to begin: with its Shields still to be placed, or with everything there."""
    if options.shield_draft and options.ruleset == "shields":
        return settle(Step(shield_draft.first_position(options, seats), ())).state
    return settle(Step(setup.first_position(options, seats, rng), ())).state


def status(state: State) -> Status:
    """Who is to move or to choose, or how the match ended."""
    result, famine = state.result, state.famine
    if result is None:
        return ToAct((state.turn.mover,) if famine is None else famine.waiting)
    if not result.winners:
        return drawn(state.seats, result.reason)
    return won_by(result.winners, state.seats, result.reason)


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """The commands of the seat whose turn it is; in a famine, the choices of the seats asked."""
    if state.famine is not None and seat in state.famine.waiting:
        return tuple(Starve(name) for name in state.famine.candidates[seat])
    if state.phase in ("starving", "over") or seat != state.turn.mover:
        return ()
    if state.to_place:
        return tuple(Place(hex_) for hex_ in shield_draft.sites(state))
    return legal_moves(state, known_board(state, seat), seat)


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat cannot do that now."""
    if isinstance(action, Move):
        return validate.refusal(state, known_board(state, seat), seat, action)
    if isinstance(action, Starve):
        return starvation.refusal(state, seat, action)
    if isinstance(action, Place):
        return shield_draft.refusal(state, seat, action)
    return _refusal_of_skip(state, seat)


def _refusal_of_skip(state: State, seat: Seat) -> Refusal | None:
    if state.phase != "playing":
        return Refusal("GAME_NOT_PLAYING", "There is no turn to skip now.", (), "Turns")
    if seat != state.turn.mover:
        sentence = f"It is the turn of {seat_name(state.turn.mover)}."
        return Refusal("NOT_YOUR_TURN", sentence, (), "Turns")
    return None


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The state after the action, and what happened on the way."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    if isinstance(action, Move):
        return fog.tell(state, play(state, action))
    if isinstance(action, Place):
        return settle(shield_draft.place(state, seat, action))
    if isinstance(action, Starve) and state.famine is not None:
        return settle(starvation.choose(state, state.famine, seat, action.piece))
    return skip_turn(state)


def default_action(state: State, seat: Seat, rng: Rng) -> Action:
    """A run-out clock skips a turn; a Shield's hex or who starves is drawn."""
    action: Action = Skip()
    if state.phase != "playing":
        action, _ = rng.choice(legal_actions(state, seat))
    return action


def time_limit(state: State) -> int | None:
    """Milliseconds for a turn or a choice, if the match has a timer."""
    seconds = state.options.turn_timer
    return None if seconds is None else 1000 * seconds
