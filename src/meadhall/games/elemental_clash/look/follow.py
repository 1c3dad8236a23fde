"""A turn moment by moment: how the table looks after each, with a caption per phase."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import chain, groupby, islice
from typing import Final

from meadhall.core.scene import Moments, Scene
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Card
from meadhall.games.elemental_clash.look.motions import phase_of
from meadhall.games.elemental_clash.look.scene import draw
from meadhall.games.elemental_clash.look.words import sentence
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Changed,
    Chosen,
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
from meadhall.games.elemental_clash.types import (
    SEATS,
    Own,
    Phase,
    Result,
    Shown,
    Side,
    SideView,
    Stage,
    TurnRecord,
    Verdict,
    View,
    Wall,
)

_CAPTIONS: Final[dict[Phase, str]] = {
    "energy": "A new turn",
    "selection": "Cards are chosen",
    "reveal": "Cards are turned over",
    "validation": "Not every card counts",
    "deduction": "Energy is paid",
    "placement": "Shields and bots are put up",
    "resolution": "Attacks land",
    "payouts": "Bots act",
    "decay": "Shields wear down",
    "death_check": "Worn-out shields fall",
    "victory_check": "The end",
    "cleanup": "Hands are refilled",
}


def follow(view: View, shown: Scene, moments: Moments[Event]) -> list[Scene]:
    """The table after each moment. A draft has nothing to watch, and hides what comes next."""
    if view.stage == "draft":
        return [shown for _ in moments]
    scenes, table = list[Scene](), _Table.of(view)
    captions = iter(_captions(chain(*moments)))
    for moment in moments:
        for event in moment:
            _change(event, table)
        *_, caption = islice(captions, len(moment))
        scenes.append(draw(table.view(view), caption))
    return scenes


def _captions(events: Iterable[Event]) -> list[str]:
    """For each event, the sentences of its phase, or its own where each is watched alone."""
    captions: list[str] = []
    for phase, group in groupby(events, phase_of):
        texts = [*map(sentence, group)]
        if phase not in ("resolution", "payouts"):
            texts = [" ".join(texts)] * len(texts)
        captions += [f"{_CAPTIONS[phase]} · {text}" for text in texts]
    return captions


@dataclass(slots=True)
class _Table:
    """What events change of a view, as far as a scene shows it.

    It is changed in place: a new view for each part of each event took a twentieth of a move.
    """

    stage: Stage
    turn: int
    sides: list[SideView]
    history: tuple[TurnRecord, ...]
    siege: int
    outcome: Result | None
    own: Own | None
    endless: bool

    @classmethod
    def of(cls, view: View) -> "_Table":
        """The table of the view."""
        return cls(
            view.stage, view.turn, [*view.sides], view.history, view.siege, view.outcome, view.own,
            view.options.endless,
        )  # fmt: skip

    def view(self, before: View) -> View:
        """The view with what has changed since."""
        return replace(
            before,
            stage=self.stage,
            turn=self.turn,
            sides=tuple(self.sides),
            history=self.history,
            siege=self.siege,
            outcome=self.outcome,
            own=self.own,
        )

    def show(self, seat: Seat, shown: Shown | None) -> None:
        """Put what the seat shows into the record of this turn."""
        record = tuple(shown if s == seat else self.history[-1][s] for s in SEATS)
        self.history = (*self.history[:-1], record)

    def judge(self, seat: Seat, verdict: Verdict) -> None:
        """Say what has become of the card that the seat shows."""
        shown = self.history[-1][seat]
        self.show(seat, shown and replace(shown, verdict=verdict))

    def choose(self, seat: Seat, card: Card | None) -> None:
        """Note the seat's choice, which only the seat itself knows."""
        if self.own is not None and self.own.seat == seat:
            self.own = replace(self.own, choice=card)

    def drop_choice(self, seat: Seat) -> None:
        """Take the chosen card out of the hand."""
        side, own = self.sides[seat], self.own
        self.sides[seat] = replace(side, hand_size=side.hand_size - 1)
        if own is not None and own.seat == seat:
            hand = tuple(card for card in own.hand if card != own.choice)
            self.own = replace(own, hand=hand, choice=None)


@singledispatch
def _change(event: Event, table: _Table) -> None:
    """Change the table as the event does."""
    raise TypeError(f"{event!r} does not happen in a battle")


@_change.register
def _(event: Chosen, table: _Table) -> None:
    table.sides[event.seat] = replace(table.sides[event.seat], locked=True)
    table.choose(event.seat, event.card)


@_change.register
def _(event: Changed, table: _Table) -> None:
    table.choose(event.seat, event.card)


@_change.register
def _(event: Revealed, table: _Table) -> None:
    side = table.sides[event.seat]
    turned = Shown(event.face, "shown", side.energy, side.wall is not None, side.miner is not None)
    # The first card of a turn begins the turn's record. Until then both cards lie face down.
    if all(side.locked for side in table.sides if side.hand_size):
        table.history = (*table.history, (None, None))
    table.sides[event.seat] = replace(side, locked=False)
    table.show(event.seat, turned)


@_change.register
def _(event: Judged, table: _Table) -> None:
    if event.reason != "NOT_ENOUGH_ENERGY":
        table.judge(event.seat, "wasted")
        return
    table.judge(event.seat, "unaffordable")
    if event.lost:
        table.drop_choice(event.seat)
    else:
        table.choose(event.seat, None)


@_change.register
def _(event: Paid, table: _Table) -> None:
    seat, side = event.seat, table.sides[event.seat]
    shown = table.history[-1][seat]
    if shown is not None and shown.verdict == "shown":
        table.judge(seat, "played")
    # In an endless game the card goes under the deck.
    under = side.deck_size + table.endless
    table.sides[seat] = replace(side, energy=event.energy, deck_size=under)
    table.drop_choice(seat)


@_change.register
def _(event: Placed, table: _Table) -> None:
    side = table.sides[event.seat]
    placed = combat.place(Side(wall=side.wall, miner=side.miner), event.face, table.turn)
    table.sides[event.seat] = replace(side, wall=placed.wall, miner=placed.miner)


@_change.register
def _(event: Struck, table: _Table) -> None:
    side = table.sides[event.seat]
    miner = None if event.miner_killed else side.miner
    table.sides[event.seat] = replace(side, hp=event.hp, wall=_wall(side, event.wall), miner=miner)


@_change.register
def _(event: Ticked, table: _Table) -> None:
    side = table.sides[event.seat]
    miner = side.miner and replace(side.miner, countdown=event.countdown)
    table.sides[event.seat] = replace(side, miner=miner)


@_change.register(Repaired | Decayed)
def _(event: Repaired | Decayed, table: _Table) -> None:
    side = table.sides[event.seat]
    table.sides[event.seat] = replace(side, wall=_wall(side, event.hp))


@_change.register
def _(event: WallFell, table: _Table) -> None:
    table.sides[event.seat] = replace(table.sides[event.seat], wall=None)


@_change.register
def _(event: Ended, table: _Table) -> None:
    table.stage, table.outcome = "game_over", event.outcome
    table.sides = [replace(side, locked=False) for side in table.sides]
    if table.own is not None:
        table.choose(table.own.seat, None)


@_change.register
def _(event: CardsDrawn, table: _Table) -> None:
    side, count = table.sides[event.seat], event.count
    table.sides[event.seat] = replace(
        side, hand_size=side.hand_size + count, deck_size=side.deck_size - count
    )
    if table.own is not None and event.cards is not None:
        table.own = replace(table.own, hand=(*table.own.hand, *event.cards))


@_change.register
def _(event: TurnBegan, table: _Table) -> None:
    pairs = zip(table.sides, event.energy, strict=True)
    table.sides = [replace(side, energy=energy) for side, energy in pairs]
    table.turn, table.siege = event.turn, event.siege
    # In a siege nobody has a card to turn over.
    table.history += ((None, None),) if event.siege else ()


def _wall(side: SideView, hp: int | None) -> Wall | None:
    """The side's shield with this HP."""
    return None if side.wall is None or hp is None else replace(side.wall, hp=hp)
