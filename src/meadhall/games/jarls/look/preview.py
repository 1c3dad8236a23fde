"""What an action would do, in words: who is pushed, who falls, what it risks.

The rules carry a move out on a state that fits the view. So nothing is worked out twice, and
nothing is told that the viewer cannot know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from meadhall.core.rng import Rng
from meadhall.core.scene import Arrow, Preview
from meadhall.core.seats import Seat
from meadhall.games.jarls.look.words import sentence
from meadhall.games.jarls.rules.apply import apply
from meadhall.games.jarls.rules.board import OFF, grid
from meadhall.games.jarls.rules.combat import (
    Breakdown,
    Combat,
    calculate_combat,
    find_bracing,
    find_support,
)
from meadhall.games.jarls.rules.optional.fog import sight
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    is_jarl,
    jarl,
    label,
    owner,
    title,
)
from meadhall.games.jarls.rules.previews import enemy_moves, find_deaths
from meadhall.games.jarls.rules.push import (
    MoveCells,
    Terminator,
    detect_chain,
    move_pieces,
    route_of,
)
from meadhall.games.jarls.types import (
    Action,
    Blocked,
    Compressed,
    Eliminated,
    Event,
    GameEnded,
    Move,
    Place,
    PlayerEliminated,
    Pushed,
    RingFell,
    StarvationTriggered,
    Starve,
    State,
    Swap,
    TurnEnded,
    View,
)
from meadhall.games.jarls.view import resample, view_event
from meadhall.kit.hexgrid import key, opposite
from meadhall.kit.sentences import start_sentence

_FALLS = {"edge": "falls off the board", "hole": "falls into a hole"}
_OBSTACLES: dict[Terminator, str] = {
    "throne": "the Throne",
    "shield": "a Shield",
    "ally": "a piece of your team",
}


Told: TypeAlias = tuple[str, bool]
"""A sentence, and whether it tells of the mover's own loss."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a move leads to, as far as its player can know.

    `combat` is `None` for a walk. Where fog may hide a piece that changes the result, it is not
    `certain`. `dangers` are the answers that would kill the player's Jarl.
    """

    route: MoveCells
    combat: Combat | None
    events: tuple[Event, ...]
    certain: bool
    dangers: tuple[Move, ...]


def preview(view: View, action: Action) -> Preview:
    """What a legal action would do."""
    if isinstance(action, Move):
        return _preview_move(view.state, expect(view, action))
    if isinstance(action, Starve):
        return _preview_starving(BY_NAME[action.piece])
    if isinstance(action, Swap):
        return Preview("You take over the other side, and the other player moves next.")
    return Preview("Places a Shield here.") if isinstance(action, Place) else Preview()


def expect(view: View, move: Move) -> Expectation:
    """What a legal move leads to, as far as its player can know."""
    known, seat = view.state, owner(BY_NAME[move.piece])
    route = route_of(known, move)
    attacks = known.board[route.target] != EMPTY
    combat = calculate_combat(known, route.start, route.target) if attacks else None
    certain = combat is None or _is_certain(view, route, combat)
    if not certain:
        return Expectation(route, combat, move_pieces(known, route).events, certain, ())
    step = apply(resample(view, Rng("preview")), seat, move)
    events = [seen for event in step.events if (seen := view_event(event, seat))]
    if view.unseen:
        # What follows the turn may depend on pieces in the fog, such as those on a falling ring.
        events = list(takewhile(lambda event: not isinstance(event, TurnEnded), events))
    after = move_pieces(known, route).state if view.unseen else step.state
    dangers = find_deaths(after, seat, enemy_moves(after, seat)).get(jarl(seat), ())
    return Expectation(route, combat, tuple(events), certain, tuple(dangers))


def _is_certain(view: View, route: MoveCells, combat: Combat) -> bool:
    """Whether no piece in the fog can change what becomes of an attack."""
    # More bracing cannot help an attack that is already too weak.
    if not view.unseen or combat.outcome == "blocked":
        return True
    # Everything in the row is seen. Behind it, only an empty hex may be a false one.
    end = detect_chain(view.state, route).at
    return end == OFF or view.state.board[end] != EMPTY or end in sight(view.state, view.viewer)


def _preview_starving(code: int) -> Preview:
    text = f"You give up your {title(code)}. The others see it once all have chosen."
    return Preview(text, warning="You would be out of the match." if is_jarl(code) else "")


def _preview_move(state: State, expected: Expectation) -> Preview:
    seat = owner(expected.route.code)
    told = [*_outcome(state, expected), *_aftermath(expected.events, seat)]
    text = " ".join(said for said, is_loss in told if not is_loss)
    warnings = [said for said, is_loss in told if is_loss]
    return Preview(
        text if expected.certain else f"As far as you can see: {text}",
        tuple(_formations(state, expected.combat)) if expected.combat else (),
        " ".join([*warnings, *_warn(expected.dangers)]),
    )


def _outcome(state: State, expected: Expectation) -> Iterator[Told]:
    """What the move itself does."""
    combat, seat = expected.combat, owner(expected.route.code)
    if combat is None:
        yield "Moves without an attack.", False
        return
    strengths = (
        f"{_strength(combat.attack, 'support')} against {_strength(combat.defense, 'bracing')}"
    )
    yield f"Attacks {_call(combat.defender, seat)} with {strengths}.", False
    for event in expected.events:
        if isinstance(event, Blocked):
            yield "It holds.", False
        elif isinstance(event, Compressed):
            wall = _OBSTACLES[detect_chain(state, expected.route).terminator]
            yield f"Nothing moves: {wall} is behind {_call(event.chain[-1], seat)}.", False
    pushed = [_call(event.piece, seat) for event in expected.events if isinstance(event, Pushed)]
    if pushed:
        verb = "is" if len(pushed) == 1 else "are"
        yield start_sentence(f"{' and '.join(pushed)} {verb} pushed one hex."), False
    yield from _fall(expected.events, seat)


def _fall(events: Sequence[Event], seat: Seat) -> Iterator[Told]:
    """The piece that the push kills: the first that dies. Others may only follow their Jarl."""
    for event in events:
        if isinstance(event, Eliminated) and event.cause in _FALLS:
            said = f"{_call(event.piece, seat)} {_FALLS[event.cause]}."
            yield start_sentence(said), event.seat == seat
            return


def _aftermath(events: Sequence[Event], seat: Seat) -> Iterator[Told]:
    """What follows from the move: players who are out, falling rings, starvation, the end."""
    for event in events:
        match event:
            case PlayerEliminated(seat=loser) if loser == seat:
                yield "You lose your Jarl and are out of the match.", True
            case PlayerEliminated() | RingFell() | StarvationTriggered():
                yield sentence(event), False
            case Eliminated(cause="collapse" | "starvation", seat=loser) if loser == seat:
                yield sentence(event), True
            case GameEnded(winners=winners):
                is_loss = bool(winners) and seat not in winners
                yield ("You win! " if seat in winners else "") + sentence(event), is_loss
            case _:
                pass


def _warn(dangers: Sequence[Move]) -> Iterator[str]:
    """Who could kill the mover's Jarl next."""
    if dangers:
        yield start_sentence(f"{name_attackers(dangers)} could then push your Jarl to its death.")


def name_attackers(moves: Sequence[Move]) -> str:
    """The pieces of the moves, each once: `seat 2's Jarl or seat 3's Warrior 1`."""
    return " or ".join(dict.fromkeys(label(BY_NAME[move.piece]) for move in moves))


def _call(piece: str, seat: Seat) -> str:
    """The piece as the seat's player calls it."""
    code = BY_NAME[piece]
    return f"your {title(code)}" if owner(code) == seat else label(code)


def _strength(parts: Breakdown, help_: str) -> str:
    """`1`, or `3 (1 + 1 momentum + 1 support)`."""
    extras = ((parts.momentum, "momentum"), (parts.support, help_))
    added = "".join(f" + {number} {word}" for number, word in extras if number)
    return f"{parts.total} ({parts.base}{added})" if added else f"{parts.total}"


def _formations(state: State, combat: Combat) -> Iterator[Arrow]:
    """The rows behind both sides, where there are any."""
    table, ahead, back = grid(state.radius), combat.direction, opposite(combat.direction)
    start, target = (state.board.index(BY_NAME[n]) for n in (combat.attacker, combat.defender))
    # A row has no gaps, so its cells are the first ones of the ray.
    support = table.rays[start][back][: len(find_support(state, start, ahead))]
    bracing = table.rays[target][ahead][: len(find_bracing(state, target, ahead))]
    # Reversed: the arrow points from the end of the row to the piece that it helps.
    ranks = (
        ("support", (*reversed(support), start)),
        ("bracing", (*reversed(bracing), target)),
    )
    for word, rank in ranks:
        if len(rank) > 1:
            path = tuple(key(table.hexes[cell]) for cell in rank)
            yield Arrow(word, f"{word} of {label(state.board[rank[-1]])}", path, "preview")
