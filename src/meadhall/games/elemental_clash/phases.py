"""The thirteen phases of a turn, each a pure step from state to state that refuses to be misplaced.

Between two actions of the players a battle rests in SELECTION; `play_on` carries it from there to
the next SELECTION that has somebody to ask, or to the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Final, Literal, TypeAlias, TypedDict

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash import combat
from meadhall.games.elemental_clash.cards import PAYOUT, Attack, Card, Face, MinerType
from meadhall.games.elemental_clash.endings import outcome_of, verdict_of
from meadhall.games.elemental_clash.events import (
    Decayed,
    Drew,
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
from meadhall.games.elemental_clash.machines import (
    TRIGGER_OF,
    Phase,
    Stage,
    Trigger,
    next_phase,
    next_stage,
    next_turn_state,
)
from meadhall.games.elemental_clash.selection import faults
from meadhall.games.elemental_clash.types import (
    ENERGY_PER_TURN,
    MAX_ENERGY,
    NOTHING_SEALED,
    SEATS,
    Outcome,
    Shown,
    Side,
    State,
    TurnRecord,
    Verdict,
)
from meadhall.kit.sealed import Sealed

PhaseStep: TypeAlias = Callable[[State], Step[State, Event]]


class Changes(TypedDict, total=False):
    """What a phase makes of a state, besides being the phase that is on."""

    sides: tuple[Side, ...]
    history: tuple[TurnRecord, ...]
    sealed: Sealed[Card]
    turn: int
    siege: int
    stage: Stage
    outcome: Outcome
    rng: Rng


Work: TypeAlias = Callable[[State], tuple[Changes, tuple[Event, ...]]]
STEPS: Final[dict[Phase, PhaseStep]] = {}
"""The phases by name, in their order."""


def phase(name: Phase) -> Callable[[Work], PhaseStep]:
    """Makes work into a phase: a step that is refused when another phase is due."""
    trigger = TRIGGER_OF.get(name)

    def made(work: Work) -> PhaseStep:
        @wraps(work)
        def step(state: State) -> Step[State, Event]:
            on = next_phase(state.phase, name)
            turn_state = next_turn_state(state.turn_state, trigger) if trigger else state.turn_state
            changes, events = work(state)
            return Step(replace(state, phase=on, turn_state=turn_state, **changes), events)

        STEPS[name] = step
        return step

    return made


@phase("energy")
def energy(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """ENERGY: both gain energy, but not in the first turn."""
    gain = 0 if state.turn == 1 else ENERGY_PER_TURN
    sides = tuple(replace(s, energy=min(MAX_ENERGY, s.energy + gain)) for s in state.sides)
    began = TurnBegan(state.turn, tuple(side.energy for side in sides), state.siege)
    return {"sides": sides}, (began,)


@phase("selection")
def selection(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """SELECTION: the envelopes are empty and the seats that hold cards are asked."""
    return {"sealed": NOTHING_SEALED}, ()


def asked(state: State) -> tuple[Seat, ...]:
    """The seats that have a card to choose."""
    return tuple(seat for seat in SEATS if state.sides[seat].hand)


def lock(state: State, trigger: Trigger) -> State:
    """The state once no choice can be changed any more."""
    return replace(state, turn_state=next_turn_state(state.turn_state, trigger))


@phase("reveal")
def reveal(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """REVEAL: both cards are turned over at once."""
    shown = tuple(_shown(state, seat) for seat in SEATS)
    events = tuple(Revealed(seat, card.face) for seat, card in enumerate(shown) if card)
    return {"history": (*state.history, shown)}, events


def _shown(state: State, seat: Seat) -> Shown | None:
    card, side = state.sealed.choice(seat), state.sides[seat]
    if card is None:
        return None
    return Shown(card.face, "shown", side.energy, side.wall is not None, side.miner is not None)


@phase("validation")
def validation(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """VALIDATION: a card that cannot be paid does nothing; one whose place is taken is wasted."""
    events: list[Event] = []
    record: list[Shown | None] = []
    for seat, shown in enumerate(state.history[-1]):
        card = state.sealed.choice(seat)
        if shown is None or card is None:
            record.append(None)
            continue
        verdict, judged = _judge(state, seat, card)
        record.append(replace(shown, verdict=verdict))
        events += judged
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
    """DEDUCTION: what is played or wasted is paid for and leaves the hand."""
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
    """PLACEMENT: shields and bots stand, dodges are ready, before any attack lands."""
    sides, events = list(state.sides), list[Event]()
    for seat, face in _played(state):
        sides[seat] = combat.place(sides[seat], face, state.turn)
        if face.kind.type != "attack":
            events.append(Placed(seat, face))
    return {"sides": tuple(sides)}, tuple(events)


def _played(state: State) -> tuple[tuple[Seat, Face], ...]:
    shown = enumerate(state.history[-1])
    return tuple((seat, card.face) for seat, card in shown if card and card.verdict == "played")


@phase("resolution")
def resolution(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """RESOLUTION: both attacks land; neither changes the other."""
    attacks: dict[Seat, Attack] = {
        seat: face.subtype
        for seat, face in _played(state)
        if face.subtype == "continuous" or face.subtype == "projectile"  # noqa: PLR1714 - this way it narrows the type
    }
    sides, events = _land(state.sides, attacks, "card")
    return {"sides": sides}, events


@phase("payouts")
def payouts(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """PAYOUTS: all bots count down, repairs come first, then due attacks land together."""
    ticked = tuple(combat.tick(side) for side in state.sides)
    events = [event for seat in SEATS for event in _told(seat, ticked[seat])]
    sides = tuple(
        combat.repair(side) if miner == "repair_miner" else side for side, miner in ticked
    )
    due = {seat: miner for seat, (_, miner) in enumerate(ticked) if miner is not None}
    attacks = {seat: PAYOUT[miner] for seat, miner in due.items() if miner in PAYOUT}
    after, landed = _land(sides, attacks, "miner")
    return {"sides": after}, (*events, *landed)


def _told(seat: Seat, ticked: tuple[Side, MinerType | None]) -> tuple[Event, ...]:
    side, due = ticked
    if side.miner is None or side.miner.type == "deflection_miner":
        return ()
    told = Ticked(seat, side.miner.type, side.miner.countdown, paid=due is not None)
    if due != "repair_miner":
        return (told,)
    wall = combat.repair(side).wall
    return told, Repaired(seat, wall.hp if wall else None)


def _land(
    before: tuple[Side, ...], attacks: Mapping[Seat, Attack], source: Literal["card", "miner"]
) -> tuple[tuple[Side, ...], tuple[Event, ...]]:
    sides, events = list(before), list[Event]()
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
    """DECAY: standing shields wear down."""
    sides = tuple(map(combat.decay, state.sides))
    walls = [(seat, side.wall) for seat, side in enumerate(sides)]
    events = tuple(Decayed(seat, wall.hp) for seat, wall in walls if wall)
    return {"sides": sides}, events


@phase("death_check")
def death_check(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """DEATH_CHECK: shields with nothing left are taken away."""
    sides = tuple(map(combat.remove_dead, state.sides))
    fallen = (seat for seat in SEATS if state.sides[seat].wall and not sides[seat].wall)
    return {"sides": sides}, tuple(map(WallFell, fallen))


@phase("victory_check")
def victory_check(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """VICTORY_CHECK: has a base fallen, or are both out of cards, or is the time up?"""
    verdict = verdict_of(state)
    if verdict == "siege":
        return {"siege": state.siege + 1}, ()
    if verdict == "open":
        return {}, ()
    outcome, rng = outcome_of(state, verdict)
    over = next_stage(state.stage, "game_over")
    changes: Changes = {"stage": over, "outcome": outcome, "sealed": NOTHING_SEALED, "rng": rng}
    return changes, (Ended(outcome),)


@phase("cleanup")
def cleanup(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """CLEANUP: dodges end and hands are refilled."""
    sides = tuple(combat.refill(combat.stand(side)) for side in state.sides)
    drawn = [(seat, side.hand[len(state.sides[seat].hand) :]) for seat, side in enumerate(sides)]
    events = tuple(Drew(seat, len(cards), cards) for seat, cards in drawn if cards)
    return {"sides": sides}, events


@phase("advance")
def advance(state: State) -> tuple[Changes, tuple[Event, ...]]:
    """ADVANCE: the turn counter moves on."""
    return {"turn": state.turn + 1}, ()


_OPENING = (energy, selection)
_RESOLVING = tuple(STEPS.values())[2:]


def open_turn(state: State) -> Step[State, Event]:
    """Up to SELECTION, and through the turns in which there is nobody to ask."""
    step = _run(state, _OPENING)
    if asked(step.state):
        return step
    rest = play_on(lock(step.state, "BOTH_PLAYERS_LOCKED"))
    return Step(rest.state, (*step.events, *rest.events))


def play_on(state: State) -> Step[State, Event]:
    """From locked choices to the next question or the end."""
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
