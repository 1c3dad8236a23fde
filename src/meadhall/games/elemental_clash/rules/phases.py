"""The thirteen phases of a turn. Each is a pure step that is refused when another phase is due.

Between two actions a battle rests in SELECTION. `play_on` takes it from there to the next SELECTION
in which a seat has a card to choose, or to the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Final, Literal, TypeAlias, TypedDict

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import PAYOUT, Attack, Card, Face, MinerType
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.rules.ending import battle_outcome, check_ending
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Decayed,
    Ended,
    Event,
    Judged,
    Paid,
    Placed,
    Repaired,
    Revealed,
    Struck,
    Ticked,
    TurnBegan,
    WallFell,
)
from meadhall.games.elemental_clash.rules.selection import choosers, faults
from meadhall.games.elemental_clash.rules.transitions import (
    TRIGGER_OF,
    Trigger,
    next_phase,
    next_stage,
    next_turn_state,
)
from meadhall.games.elemental_clash.types import (
    ENERGY_PER_TURN,
    MAX_ENERGY,
    NOTHING_SEALED,
    SEATS,
    Phase,
    Result,
    Shown,
    Side,
    Stage,
    State,
    TurnRecord,
    Verdict,
)
from meadhall.kit.sealed import Sealed

PhaseStep: TypeAlias = Callable[[State], Step[State, Event]]


class Changes(TypedDict, total=False):
    """The fields of a state that a phase changes, apart from `phase` and `turn_state`."""

    sides: tuple[Side, ...]
    history: tuple[TurnRecord, ...]
    sealed: Sealed[Card]
    turn: int
    siege: int
    stage: Stage
    outcome: Result
    rng: Rng


Work: TypeAlias = Callable[[State], tuple[Changes, tuple[Event, ...]]]
STEPS: Final[dict[Phase, PhaseStep]] = {}
"""The phases by name, in order; the decorator `phase` fills it."""


def phase(name: Phase) -> Callable[[Work], PhaseStep]:
    """Decorates the work of a phase: the result is a step that is refused at the wrong time."""
    trigger = TRIGGER_OF.get(name)

    def decorate(work: Work) -> PhaseStep:
        @wraps(work)
        def step(state: State) -> Step[State, Event]:
            current = next_phase(state.phase, name)
            turn_state = next_turn_state(state.turn_state, trigger) if trigger else state.turn_state
            changes, events = work(state)
            return Step(replace(state, phase=current, turn_state=turn_state, **changes), events)

        STEPS[name] = step
        return step

    return decorate


@phase("energy")
def energy(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """ENERGY: both sides gain energy, except in the first turn."""
    gain = 0 if state.turn == 1 else ENERGY_PER_TURN
    sides = tuple(replace(s, energy=min(MAX_ENERGY, s.energy + gain)) for s in state.sides)
    began = TurnBegan(state.turn, tuple(side.energy for side in sides), state.siege)
    return {"sides": sides}, (began,)


@phase("selection")
def selection(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """SELECTION: nobody has chosen yet."""
    return {"sealed": NOTHING_SEALED}, ()


def lock(state: State, trigger: Trigger) -> State:
    """The state after which no choice can be changed."""
    return replace(state, turn_state=next_turn_state(state.turn_state, trigger))


@phase("reveal")
def reveal(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """REVEAL: both cards are turned over at once."""
    shown = tuple(_turn_over(state, seat) for seat in SEATS)
    events = tuple(Revealed(seat, card.face) for seat, card in enumerate(shown) if card)
    return {"history": (*state.history, shown)}, events


def _turn_over(state: State, seat: Seat) -> Shown | None:
    card, side = state.sealed.choice(seat), state.sides[seat]
    if card is None:
        return None
    # `resample` needs all of this to find out which cards could have been chosen.
    return Shown(card.face, "shown", side.energy, side.wall is not None, side.miner is not None)


@phase("validation")
def validation(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """VALIDATION: an unaffordable card has no effect; a second shield or bot is wasted."""
    events: list[Event] = []
    record: list[Shown | None] = []
    for seat, shown in enumerate(state.history[-1]):
        card = state.sealed.choice(seat)
        if shown is None or card is None:
            record.append(None)
            continue
        verdict, reasons = _judge(state, seat, card)
        record.append(replace(shown, verdict=verdict))
        events += reasons
    return {"history": (*state.history[:-1], tuple(record))}, tuple(events)


def _judge(state: State, seat: Seat, card: Card) -> tuple[Verdict, tuple[Event, ...]]:
    codes = faults(state.sides[seat], card)
    if "NOT_ENOUGH_ENERGY" in codes:
        lost = state.options.strict
        return "unaffordable", (Judged(seat, card.face, "NOT_ENOUGH_ENERGY", lost),)
    if "WALL_STANDS" in codes:
        return "wasted", (Judged(seat, card.face, "WALL_STANDS", lost=True),)
    if "MINER_STANDS" in codes:
        return "wasted", (Judged(seat, card.face, "MINER_STANDS", lost=True),)
    return "played", ()


@phase("deduction")
def deduction(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """DEDUCTION: played and wasted cards are paid for and leave the hand."""
    sides, events = list(state.sides), list[Event]()
    for seat, shown in enumerate(state.history[-1]):
        card = state.sealed.choice(seat)
        if shown is None or card is None:
            continue
        paid = shown.verdict != "unaffordable"
        side = combat.spend(sides[seat], card, state.options, affordable=paid)
        if paid:
            side = replace(side, energy=side.energy - card.cost)
            events.append(Paid(seat, card.cost, side.energy))
        sides[seat] = side
    return {"sides": tuple(sides)}, tuple(events)


@phase("placement")
def placement(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """PLACEMENT: shields, bots and dodges take effect, before any attack lands."""
    sides, events = list(state.sides), list[Event]()
    for seat, face in _effective_cards(state):
        sides[seat] = combat.place(sides[seat], face, state.turn)
        if face.kind.type != "attack":
            events.append(Placed(seat, face))
    return {"sides": tuple(sides)}, tuple(events)


def _effective_cards(state: State) -> tuple[tuple[Seat, Face], ...]:
    shown = enumerate(state.history[-1])
    return tuple((seat, card.face) for seat, card in shown if card and card.verdict == "played")


@phase("resolution")
def resolution(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """RESOLUTION: both attacks land, and neither changes the other."""
    attacks: dict[Seat, Attack] = {
        seat: face.subtype
        for seat, face in _effective_cards(state)
        if face.subtype == "continuous" or face.subtype == "projectile"  # noqa: PLR1714 - `in` would not narrow the type
    }
    sides, events = _land(state.sides, attacks, "card")
    return {"sides": sides}, events


@phase("payouts")
def payouts(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """PAYOUTS: all bots count down, then shields are repaired, then attacks land together."""
    # All bots count down before any attack lands, so a bot that dies here has acted too (E6).
    ticked = tuple(combat.tick(side) for side in state.sides)
    events = [event for seat in SEATS for event in _tick_events(seat, *ticked[seat])]
    sides = tuple(
        combat.repair(side) if miner == "repair_miner" else side for side, miner in ticked
    )
    due = {seat: miner for seat, (_, miner) in enumerate(ticked) if miner is not None}
    attacks = {seat: PAYOUT[miner] for seat, miner in due.items() if miner in PAYOUT}
    after, landed = _land(sides, attacks, "miner")
    return {"sides": after}, (*events, *landed)


def _tick_events(seat: Seat, side: Side, due: MinerType | None) -> tuple[Event, ...]:
    if side.miner is None or side.miner.type == "deflection_miner":
        return ()
    tick = Ticked(seat, side.miner.type, side.miner.countdown, paid=due is not None)
    if due != "repair_miner":
        return (tick,)
    wall = combat.repair(side).wall
    return tick, Repaired(seat, wall.hp if wall else None)


def _land(
    before: tuple[Side, ...], attacks: Mapping[Seat, Attack], source: Literal["card", "miner"]
) -> tuple[tuple[Side, ...], tuple[Event, ...]]:
    sides, events = list(before), list[Event]()
    # An attack changes only the side it hits, so the order of the seats does not matter (E5).
    for attacker, attack in attacks.items():
        seat = 1 - attacker
        sides[seat], blow = combat.strike(sides[seat], attack)
        wall = sides[seat].wall
        events.append(
            Struck(
                seat=seat,
                attack=attack,
                source=source,
                reduced=blow.reduced,
                absorbed=blow.absorbed,
                damage=blow.damage,
                wall=wall.hp if wall else None,
                hp=sides[seat].hp,
                wall_destroyed=blow.wall_destroyed,
                miner_killed=blow.miner_killed,
                stopped_by=blow.stopped_by,
            )
        )
    return tuple(sides), tuple(events)


@phase("decay")
def decay(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """DECAY: every shield loses HP."""
    sides = tuple(map(combat.decay, state.sides))
    walls = [(seat, side.wall) for seat, side in enumerate(sides)]
    events = tuple(Decayed(seat, wall.hp) for seat, wall in walls if wall)
    return {"sides": sides}, events


@phase("death_check")
def death_check(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """DEATH_CHECK: shields without HP are removed."""
    sides = tuple(map(combat.remove_dead, state.sides))
    fallen = (seat for seat in SEATS if state.sides[seat].wall and not sides[seat].wall)
    return {"sides": sides}, tuple(map(WallFell, fallen))


@phase("victory_check")
def victory_check(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """VICTORY_CHECK: the match ends, goes on, or goes on as a siege."""
    finding = check_ending(state)
    if finding == "siege":
        return {"siege": state.siege + 1}, ()
    if finding == "open":
        return {}, ()
    outcome, rng = battle_outcome(state, finding)
    over = next_stage(state.stage, "game_over")
    changes: Changes = {"stage": over, "outcome": outcome, "sealed": NOTHING_SEALED, "rng": rng}
    return changes, (Ended(outcome),)


@phase("cleanup")
def cleanup(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """CLEANUP: dodges end and hands are refilled."""
    sides = tuple(combat.refill(combat.end_dodge(side)) for side in state.sides)
    drawn = [(seat, side.hand[len(state.sides[seat].hand) :]) for seat, side in enumerate(sides)]
    events = tuple(CardsDrawn(seat, len(cards), cards) for seat, cards in drawn if cards)
    return {"sides": sides}, events


@phase("advance")
def advance(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """ADVANCE: the turn counter goes up."""
    return {"turn": state.turn + 1}, ()


_OPENING = (energy, selection)
# The phases are defined above in their order, and a dict keeps it.
_RESOLVING = tuple(STEPS.values())[len(_OPENING) :]


def open_turn(state: State) -> Step[State, Event]:
    """From the start of a turn to a SELECTION in which a seat holds cards, or to the end.

    Turns of a siege, in which nobody holds cards, are played through.
    """
    step = _run(state, _OPENING)
    if choosers(step.state):
        return step
    # `play_on` calls back, but never deep: a siege has at most SIEGE_TURNS turns.
    rest = play_on(lock(step.state, "BOTH_PLAYERS_LOCKED"))
    return Step(rest.state, (*step.events, *rest.events))


def play_on(state: State) -> Step[State, Event]:
    """From locked choices to the next SELECTION in which a seat holds cards, or to the end."""
    step = _run(state, _RESOLVING)
    if step.state.outcome is not None:
        return step
    rest = open_turn(step.state)
    return Step(rest.state, (*step.events, *rest.events))


def _run(state: State, steps: tuple[PhaseStep, ...]) -> Step[State, Event]:
    events: list[Event] = []
    for phase in steps:
        step = phase(state)
        state = step.state
        events += step.events
        if state.outcome is not None:
            break
    return Step(state, tuple(events))
