"""What a card would do, in words, as far as its player can know.

The rules play the turn out: with the other side doing nothing, and with each kind of card that it
could pay for. Nobody is told what the other side holds or has chosen, since no view has it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from meadhall.core.scene import Preview
from meadhall.core.seats import Seat, seat_name
from meadhall.games.elemental_clash.cards import KINDS, Card, Subtype
from meadhall.games.elemental_clash.look.words import capital
from meadhall.games.elemental_clash.rules.selection import explain, faults
from meadhall.games.elemental_clash.rules.turn_forecast import (
    forecast_turn,
    possible_answers,
    side_with,
)
from meadhall.games.elemental_clash.types import Action, Side, View
from meadhall.kit.sentences import listing, start_sentence


@dataclass(frozen=True)
class TurnOutcomes:
    """Both sides at the end of the turn, by the other side's answer; `None` is no answer."""

    view: View
    seat: Seat
    card: Card

    @cached_property
    def answers(self) -> list[Subtype]:
        """What the other side could play."""
        return possible_answers(self.view, 1 - self.seat)

    @cached_property
    def with_card(self) -> dict[Subtype | None, tuple[Side, ...]]:
        """With the card."""
        return self._play(self.card)

    @cached_property
    def without_card(self) -> dict[Subtype | None, tuple[Side, ...]]:
        """Without any card, for comparison."""
        return self._play(None)

    def _play(self, card: Card | None) -> dict[Subtype | None, tuple[Side, ...]]:
        face = card.face if card else None
        return {e: forecast_turn(self.view, self.seat, face, e) for e in (None, *self.answers)}

    def damage(self, answer: Subtype | None) -> int:
        """The HP that the card takes off the other base."""
        other = 1 - self.seat
        return self.without_card[answer][other].hp - self.with_card[answer][other].hp

    def protection(self, answer: Subtype | None) -> int:
        """The HP of the own base that the card saves."""
        return self.with_card[answer][self.seat].hp - self.without_card[answer][self.seat].hp


def preview(view: View, action: Action) -> Preview:
    """What picking or playing the card would do; empty for a spectator."""
    if view.own is None:
        return Preview()
    seat, card = view.own.seat, action.card
    if view.stage == "draft":
        told = [f"Costs {card.cost} energy.", *_effects(TurnOutcomes(view, seat, card))]
        return Preview(" ".join(told))
    return _preview_play(TurnOutcomes(view, seat, card))


def _preview_play(outcomes: TurnOutcomes) -> Preview:
    card, side = outcomes.card, side_with(outcomes.view.sides[outcomes.seat], outcomes.card)
    dangers = [*_dangers(outcomes)]
    if card.cost > side.energy:
        kept = "is lost" if outcomes.view.options.strict else "stays in your hand"
        wrong = f"{explain('NOT_ENOUGH_ENERGY', card, side.energy)} It has no effect and {kept}."
        return Preview(warning=" ".join([wrong, *dangers]))
    wasted = [explain(fault, card, side.energy) for fault in faults(side, card)]
    cost = f"Costs {card.cost} of your {side.energy} energy."
    effects = [] if wasted else [*_effects(outcomes), *_victory(outcomes)]
    return Preview(" ".join([cost, *effects]), warning=" ".join([*wasted, *dangers]))


def _effects(outcomes: TurnOutcomes) -> Iterator[str]:
    kind = KINDS[outcomes.card.subtype]
    if kind.type == "miner":
        yield f"{start_sentence(kind.effect)}."
    if kind.type == "attack":
        yield from _attack(outcomes)
    yield from _defence(outcomes)
    if kind.type == "miner":
        yield from _fate_of_bot(outcomes)


def _attack(outcomes: TurnOutcomes) -> Iterator[str]:
    """What the attack does if nothing is done against it, and what could be done."""
    other, full = 1 - outcomes.seat, outcomes.damage(None)
    owner = f"{seat_name(other)}'s"
    before, after = outcomes.without_card[None][other], outcomes.with_card[None][other]
    if full:
        left = "" if outcomes.view.stage == "draft" else f", which leaves {max(0, after.hp)}"
        yield f"Takes {full} HP off {owner} base{left}."
    else:
        yield f"Does not hurt {owner} base."
    if before.wall != after.wall:
        yield f"Wears down {owner} shield." if after.wall else f"Breaks {owner} shield."
    if before.miner and not after.miner:
        yield f"Destroys {owner} {KINDS[before.miner.type].noun}."
    foils: dict[int, list[Subtype]] = {}
    for answer in outcomes.answers:
        foils.setdefault(outcomes.damage(answer), []).append(answer)
    less = [f"{left} against {_any(kinds)}" for left, kinds in foils.items() if left < full]
    if less:
        yield f"Only {listing(less)}."


def _defence(outcomes: TurnOutcomes) -> Iterator[str]:
    """What the card saves the own base from, and against what it does not help."""
    wall = outcomes.with_card[None][outcomes.seat].wall
    if outcomes.card.subtype == "wall" and wall:
        yield f"Your shield will have {wall.hp} HP after this turn."
    if outcomes.protection(None):
        bot = f"{seat_name(1 - outcomes.seat)}'s bot"
        yield f"Saves your base {outcomes.protection(None)} HP from {bot}."
    saves = [(e, saved) for e in outcomes.answers if (saved := _protection_from(outcomes, e)) > 0]
    if saves:
        yield f"Saves your base {listing([f'{hp} HP from {_a(e)}' for e, hp in saves])}."
    if KINDS[outcomes.card.subtype].type == "defense":
        helpless = [e for e in _harmful(outcomes) if outcomes.protection(e) == 0]
        if helpless:
            yield f"Does not help against {_any(helpless)}."


def _protection_from(outcomes: TurnOutcomes, answer: Subtype) -> int:
    """The HP saved from the answer itself, without what is saved in any case."""
    return outcomes.protection(answer) - outcomes.protection(None)


def _harmful(outcomes: TurnOutcomes) -> list[Subtype]:
    """The answers that would cost the own base HP without the card."""
    without_card, seat = outcomes.without_card, outcomes.seat
    return [e for e in outcomes.answers if without_card[e][seat].hp < without_card[None][seat].hp]


def _fate_of_bot(outcomes: TurnOutcomes) -> Iterator[str]:
    """What would destroy the bot in the turn in which it goes up."""
    killers = [e for e in outcomes.answers if outcomes.with_card[e][outcomes.seat].miner is None]
    if outcomes.with_card[None][outcomes.seat].miner is None:
        yield f"{capital(1 - outcomes.seat)}'s bot destroys it at once."
    elif killers:
        yield start_sentence(f"{_any(killers)} would destroy it at once.")


def _victory(outcomes: TurnOutcomes) -> Iterator[str]:
    own, other = (
        outcomes.with_card[None][outcomes.seat],
        outcomes.with_card[None][1 - outcomes.seat],
    )
    if other.hp <= 0 < own.hp:
        yield f"You win if {seat_name(1 - outcomes.seat)} has no answer."


def _dangers(outcomes: TurnOutcomes) -> Iterator[str]:
    """What would bring down the own base in this turn."""
    seat, other = outcomes.seat, seat_name(1 - outcomes.seat)
    fatal = [e for e in outcomes.answers if outcomes.with_card[e][seat].hp <= 0]
    if outcomes.with_card[None][seat].hp <= 0:
        yield f"Your base falls in this turn, whatever {other} plays."
    elif fatal:
        yield start_sentence(f"{_any(fatal)} would bring down your base.")


def _a(subtype: Subtype) -> str:
    return f"a {KINDS[subtype].noun}"


def _any(subtypes: Sequence[Subtype]) -> str:
    """`a Blast or a Shot`."""
    return " or ".join(map(_a, subtypes))
