"""Starvation: what ends a waiting game in the `shields` ruleset.

Everybody loses the Warrior furthest from the Throne. Where several are equally far, their player
chooses. All choose at the same time, and no choice is revealed before the last one is sealed.
"""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.ending import resolve_deaths, survivors
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    NAMES,
    is_jarl,
    jarl,
    owner,
    pieces_of,
)
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    Famine,
    PlayerEliminated,
    StarvationChosen,
    StarvationTriggered,
    State,
)
from meadhall.kit.sealed import Sealed


def is_due(quiet: int, options: Options) -> bool:
    """Whether that number of quiet rounds brings starvation."""
    over = quiet - options.starvation_rounds
    return over >= 0 and over % options.starvation_repeat == 0


def candidates(state: State) -> tuple[tuple[str, ...], ...]:
    """By seat, the pieces that may starve: the Warriors furthest out, or else the Jarl."""
    return tuple(_candidates_of(state, seat) for seat in range(state.seats))


def _candidates_of(state: State, seat: Seat) -> tuple[str, ...]:
    depth = grid(state.radius).depth
    pieces = pieces_of(state.board, seat)
    warriors = [(code, depth[cell]) for code, cell in pieces if not is_jarl(code)]
    if not warriors:
        return tuple(NAMES[code] for code, _ in pieces)
    furthest = max(far for _, far in warriors)
    return tuple(NAMES[code] for code, far in warriors if far == furthest)


def begin(state: State) -> Step[State, Event]:
    """A famine begins; where no seat has a choice, it is over at once."""
    famine = Famine(candidates(state), Sealed.empty(state.seats))
    step = resume(state, famine)
    return Step(step.state, (StarvationTriggered(state.turn.round, famine.choosers), *step.events))


def resume(state: State, famine: Famine) -> Step[State, Event]:
    """Wait for the choices that are missing; if none is, reveal them all."""
    return Step(replace(state, famine=famine), ()) if famine.waiting else resolve(state, famine)


def choose(state: State, famine: Famine, seat: Seat, piece: str) -> Step[State, Event]:
    """Seal the seat's choice; the last choice reveals them all."""
    step = resume(state, Famine(famine.candidates, famine.sealed.put(seat, piece)))
    return Step(step.state, (StarvationChosen(seat), *step.events))


def resolve(state: State, famine: Famine) -> Step[State, Event]:
    """The chosen pieces and the only candidates starve; a player who loses the Jarl is out."""
    board, hexes = list(state.board), grid(state.radius).hexes
    events: list[Event] = []
    for names, choice in zip(famine.candidates, famine.sealed.choices, strict=True):
        # Without a choice there is at most one name: seats with more have all chosen.
        for name in names if choice is None else (choice,):
            cell = board.index(BY_NAME[name])
            board[cell] = EMPTY
            events.append(Eliminated(name, owner(BY_NAME[name]), hexes[cell], "starvation"))
    after = replace(state, board=tuple(board), famine=None)
    lost = (seat for seat in survivors(state) if jarl(seat) not in board)
    events += [PlayerEliminated(seat) for seat in lost]
    end = resolve_deaths(after)
    return Step(end.state, (*events, *end.events))
