"""Hunger against stalemates, in the `shields` ruleset.

Everybody loses the Warrior furthest out. Where several are equally far, their player chooses; all
choose at the same time, and no choice is opened before the last one is sealed.
"""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.moves import pieces_of
from meadhall.games.jarls.pieces import BY_NAME, EMPTY, NAMES, is_jarl, jarl, owner
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    Famine,
    Options,
    PlayerEliminated,
    StarvationChosen,
    StarvationTriggered,
    Starve,
    State,
)
from meadhall.games.jarls.victory import aftermath, standing
from meadhall.kit.sealed import Sealed


def triggered(quiet: int, options: Options) -> bool:
    """Whether hunger strikes after so many rounds in which nobody was pushed to death."""
    over = quiet - options.starvation_rounds
    return over >= 0 and over % options.starvation_repeat == 0


def candidates(state: State) -> tuple[tuple[str, ...], ...]:
    """By seat, the pieces of which one will starve: the Warriors furthest out, else the Jarl."""
    return tuple(_hungriest(state, seat) for seat in range(state.seats))


def _hungriest(state: State, seat: Seat) -> tuple[str, ...]:
    depth = grid(state.radius).depth
    pieces = pieces_of(state.board, seat)
    men = [(code, depth[cell]) for code, cell in pieces if not is_jarl(code)]
    if not men:
        return tuple(NAMES[code] for code, _ in pieces)
    furthest = max(far for _, far in men)
    return tuple(NAMES[code] for code, far in men if far == furthest)


def begin(state: State) -> Step[State, Event]:
    """Hunger strikes: at once where nobody has a choice, else when all have chosen."""
    famine = Famine(candidates(state), Sealed.empty(state.seats))
    step = go_on(state, famine)
    return Step(step.state, (StarvationTriggered(state.turn.round, famine.asked), *step.events))


def go_on(state: State, famine: Famine) -> Step[State, Event]:
    """Wait for the choices that are still open, or open them all."""
    return Step(replace(state, famine=famine), ()) if famine.waiting else resolve(state, famine)


def refusal(state: State, seat: Seat, action: Starve) -> Refusal | None:
    """Why the seat cannot let that piece starve."""
    clause = "Starvation"
    if state.famine is None:
        return Refusal("NO_STARVATION", "Nobody is starving now.", (), clause)
    if seat not in state.famine.waiting:
        return Refusal("NOTHING_TO_CHOOSE", "You have no choice left to make.", (), clause)
    allowed = state.famine.candidates[seat]
    if action.piece not in allowed:
        sentence = f"Choose one of the pieces furthest from the Throne: {', '.join(allowed)}."
        return Refusal("NOT_A_CANDIDATE", sentence, allowed, clause)
    return None


def choose(state: State, famine: Famine, seat: Seat, piece: str) -> Step[State, Event]:
    """Seal the choice; the last one opens them all."""
    step = go_on(state, Famine(famine.candidates, famine.sealed.put(seat, piece)))
    return Step(step.state, (StarvationChosen(seat), *step.events))


def resolve(state: State, famine: Famine) -> Step[State, Event]:
    """Who was chosen, or had no alternative, starves; with a Jarl its player is out."""
    board, hexes = list(state.board), grid(state.radius).hexes
    events: list[Event] = []
    for names, choice in zip(famine.candidates, famine.sealed.choices, strict=True):
        for name in names if choice is None else (choice,):
            cell = board.index(BY_NAME[name])
            board[cell] = EMPTY
            events.append(Eliminated(name, owner(BY_NAME[name]), hexes[cell], "starvation"))
    after = replace(state, board=tuple(board), famine=None)
    lost = (seat for seat in standing(state) if jarl(seat) not in board)
    events += [PlayerEliminated(seat) for seat in lost]
    end = aftermath(after)
    return Step(end.state, (*events, *end.events))
