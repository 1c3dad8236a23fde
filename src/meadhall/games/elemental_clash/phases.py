"""The thirteen phases of a turn, each a pure step from state to state that refuses to be misplaced.

Between two actions of the players a battle rests in SELECTION; `play_on` carries it from there to
the next SELECTION that has somebody to ask, or to the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash import combat
from meadhall.games.elemental_clash.cards import PAYOUT, Attack, Card, Face, MinerType
from meadhall.games.elemental_clash.endings import concluded, verdict_of
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
    Trigger,
    next_phase,
    next_turn_state,
)
from meadhall.games.elemental_clash.selection import faults
from meadhall.games.elemental_clash.types import (
    ENERGY_PER_TURN,
    MAX_ENERGY,
    NOTHING_SEALED,
    SEATS,
    Shown,
    Side,
    State,
    TurnRecord,
    Verdict,
)

PhaseStep: TypeAlias = Callable[[State], Step[State, Event]]


def enter(state: State, phase: Phase) -> State:
    """The state at the beginning of the phase; refused if another one is due."""
    trigger = TRIGGER_OF.get(phase)
    turn_state = next_turn_state(state.turn_state, trigger) if trigger else state.turn_state
    return replace(state, phase=next_phase(state.phase, phase), turn_state=turn_state)


def energy(state: State) -> Step[State, Event]:
    """ENERGY: both gain energy, but not in the first turn."""
    state = enter(state, "energy")
    gain = 0 if state.turn == 1 else ENERGY_PER_TURN
    sides = tuple(replace(s, energy=min(MAX_ENERGY, s.energy + gain)) for s in state.sides)
    began = TurnBegan(state.turn, tuple(side.energy for side in sides), state.siege)
    return Step(replace(state, sides=sides), (began,))


def selection(state: State) -> Step[State, Event]:
    """SELECTION: the envelopes are empty and the seats that hold cards are asked."""
    return Step(replace(enter(state, "selection"), sealed=NOTHING_SEALED), ())


def asked(state: State) -> tuple[Seat, ...]:
    """The seats that have a card to choose."""
    return tuple(seat for seat in SEATS if state.sides[seat].hand)


def lock(state: State, trigger: Trigger) -> State:
    """The state once no choice can be changed any more."""
    return replace(state, turn_state=next_turn_state(state.turn_state, trigger))


def reveal(state: State) -> Step[State, Event]:
    """REVEAL: both cards are turned over at once."""
    state = enter(state, "reveal")
    shown = tuple(_shown(state, seat) for seat in SEATS)
    events = tuple(Revealed(seat, card.face) for seat, card in enumerate(shown) if card)
    return Step(replace(state, history=(*state.history, shown)), events)


def _shown(state: State, seat: Seat) -> Shown | None:
    card, side = state.sealed.choice(seat), state.sides[seat]
    if card is None:
        return None
    return Shown(card.face, "shown", side.energy, side.wall is not None, side.miner is not None)


def validation(state: State) -> Step[State, Event]:
    """VALIDATION: a card that cannot be paid does nothing; one whose place is taken is wasted."""
    state = enter(state, "validation")
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
    return Step(_with_record(state, tuple(record)), tuple(events))


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


def _with_record(state: State, record: TurnRecord) -> State:
    return replace(state, history=(*state.history[:-1], record))


def deduction(state: State) -> Step[State, Event]:
    """DEDUCTION: what is played or wasted is paid for and leaves the hand."""
    state = enter(state, "deduction")
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
    return Step(replace(state, sides=tuple(sides)), tuple(events))


def placement(state: State) -> Step[State, Event]:
    """PLACEMENT: shields and bots stand, dodges are ready, before any attack lands."""
    state = enter(state, "placement")
    sides, events = list(state.sides), list[Event]()
    for seat, face in _played(state):
        sides[seat] = combat.place(sides[seat], face, state.turn)
        if face.kind.type != "attack":
            events.append(Placed(seat, face))
    return Step(replace(state, sides=tuple(sides)), tuple(events))


def _played(state: State) -> tuple[tuple[Seat, Face], ...]:
    shown = enumerate(state.history[-1])
    return tuple((seat, card.face) for seat, card in shown if card and card.verdict == "played")


def resolution(state: State) -> Step[State, Event]:
    """RESOLUTION: both attacks land; neither changes the other."""
    state = enter(state, "resolution")
    attacks: dict[Seat, Attack] = {
        seat: face.subtype
        for seat, face in _played(state)
        if face.subtype == "continuous" or face.subtype == "projectile"  # noqa: PLR1714 - this way it narrows the type
    }
    return _land(state, attacks, from_miners=False)


def payouts(state: State) -> Step[State, Event]:
    """PAYOUTS: all bots count down, repairs come first, then due attacks land together."""
    state = enter(state, "payouts")
    ticked = tuple(combat.tick(side) for side in state.sides)
    events = [event for seat in SEATS for event in _told(seat, ticked[seat])]
    sides = tuple(
        combat.repair(side) if miner == "repair_miner" else side for side, miner in ticked
    )
    due = {seat: miner for seat, (_, miner) in enumerate(ticked) if miner is not None}
    attacks = {seat: PAYOUT[miner] for seat, miner in due.items() if miner in PAYOUT}
    landed = _land(replace(state, sides=sides), attacks, from_miners=True)
    return Step(landed.state, (*events, *landed.events))


def _told(seat: Seat, ticked: tuple[Side, MinerType | None]) -> tuple[Event, ...]:
    side, due = ticked
    if side.miner is None or side.miner.type == "deflection_miner":
        return ()
    told = Ticked(seat, side.miner.type, side.miner.countdown, paid=due is not None)
    if due != "repair_miner":
        return (told,)
    wall = combat.repair(side).wall
    return told, Repaired(seat, wall.hp if wall else None)


def _land(state: State, attacks: Mapping[Seat, Attack], *, from_miners: bool) -> Step[State, Event]:
    sides, events = list(state.sides), list[Event]()
    for attacker, attack in attacks.items():
        seat = 1 - attacker
        sides[seat], blow = combat.strike(sides[seat], attack)
        wall = sides[seat].wall
        events.append(
            Struck(
                seat=seat,
                attack=attack,
                source="miner" if from_miners else "card",
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
    return Step(replace(state, sides=tuple(sides)), tuple(events))


def decay(state: State) -> Step[State, Event]:
    """DECAY: standing shields wear down."""
    state = enter(state, "decay")
    sides = tuple(map(combat.decay, state.sides))
    walls = [(seat, side.wall) for seat, side in enumerate(sides)]
    events = tuple(Decayed(seat, wall.hp) for seat, wall in walls if wall)
    return Step(replace(state, sides=sides), events)


def death_check(state: State) -> Step[State, Event]:
    """DEATH_CHECK: shields with nothing left are taken away."""
    state = enter(state, "death_check")
    sides = tuple(map(combat.remove_dead, state.sides))
    fallen = (seat for seat in SEATS if state.sides[seat].wall and not sides[seat].wall)
    return Step(replace(state, sides=sides), tuple(map(WallFell, fallen)))


def victory_check(state: State) -> Step[State, Event]:
    """VICTORY_CHECK: has a base fallen, or are both out of cards, or is the time up?"""
    state = enter(state, "victory_check")
    verdict = verdict_of(state)
    if verdict == "siege":
        return Step(replace(state, siege=state.siege + 1), ())
    if verdict == "open":
        return Step(state, ())
    state, outcome = concluded(state, verdict)
    return Step(state, (Ended(outcome),))


def cleanup(state: State) -> Step[State, Event]:
    """CLEANUP: dodges end and hands are refilled."""
    state = enter(state, "cleanup")
    sides = tuple(combat.refill(replace(side, dodging=False, dodged=False)) for side in state.sides)
    drawn = [(seat, side.hand[len(state.sides[seat].hand) :]) for seat, side in enumerate(sides)]
    events = tuple(Drew(seat, len(cards), cards) for seat, cards in drawn if cards)
    return Step(replace(state, sides=sides), events)


def advance(state: State) -> Step[State, Event]:
    """ADVANCE: the turn counter moves on."""
    state = enter(state, "advance")
    return Step(replace(state, turn=state.turn + 1), ())


STEPS: Final[Mapping[Phase, PhaseStep]] = {
    "energy": energy,
    "selection": selection,
    "reveal": reveal,
    "validation": validation,
    "deduction": deduction,
    "placement": placement,
    "resolution": resolution,
    "payouts": payouts,
    "decay": decay,
    "death_check": death_check,
    "victory_check": victory_check,
    "cleanup": cleanup,
    "advance": advance,
}
"""The phases by name, in their order."""

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
