"""Takes in what other processes have stored: a match in memory is a copy of its log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from meadhall.match.evolve import evolve
from meadhall.match.facts import Fact
from meadhall.match.match import Outcome
from meadhall.server.broadcast.publish import publish
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.live.room import Room
from meadhall.server.metrics import log

StoredFact: TypeAlias = tuple[int, Fact]
"""A fact and its version."""


@dataclass(slots=True)
class Learned:
    """A room with the facts that are new to it; failed where memory could not follow."""

    room: Room
    facts: tuple[Fact, ...]
    failed: bool = False


def learn(news: Sequence[tuple[Room, Sequence[StoredFact]]], now: int) -> list[Learned]:
    """Bring the rooms up to date and tell their people, exactly as where the facts were stored.

    So it goes fact by fact: one command nearly always leads to one fact.
    """
    learned = [one for one in (_unknown(*item) for item in news) if one.facts]
    for number in range(max((len(one.facts) for one in learned), default=0)):
        changes = [change for one in learned if (change := _evolve(one, number))]
        failed = publish(changes, now)
        for one in learned:
            one.failed = one.failed or one.room.id in failed
    return learned


def _unknown(room: Room, facts: Sequence[StoredFact]) -> Learned:
    """The facts that the room does not have, which may have come in since they were read."""
    if not room.is_stored or room.dropped:
        return Learned(room, ())
    known = room.channel.match.version
    return Learned(room, tuple(fact for version, fact in facts if version > known))


def _evolve(learned: Learned, number: int) -> StoredChange | None:
    """The change that the fact of that number makes, if there is one."""
    room = learned.room
    if learned.failed or number >= len(learned.facts):
        return None
    before, fact = room.channel.match, learned.facts[number]
    try:
        room.match, events = evolve(before, fact)
    except Exception:  # noqa: BLE001 - of a newer release, say
        log.exception("cannot follow another process", match=room.id)
        learned.failed = True
        return None
    outcome = Outcome(room.match, (fact,), events, room.match.version)
    return StoredChange(room.channel, before, outcome)
