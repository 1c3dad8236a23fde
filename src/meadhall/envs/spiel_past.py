"""What led to a state, and what each seat remembers of it, as OpenSpiel's algorithms want it."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from typing_extensions import override

from meadhall.core.codec import encode
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.envs.numbered import Numbered

_DIGEST = 16


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A state, the action and the events that led to it, and the past before them.

    `memories` only keeps what `memory` has worked out.
    """

    numbered: Numbered
    state: Any
    actor: Seat | None = None
    number: int = 0
    events: tuple[Any, ...] = ()
    before: "Past | None" = None
    memories: dict[Seat, bytes] = field(default_factory=dict)

    def __deepcopy__(self, memo: object) -> "Past":
        """Nothing here ever changes, and OpenSpiel copies states all the time."""
        return self

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """On paper: how it began, and what was done since."""
        line, past = [], self
        while past.before is not None and past.actor is not None:
            line.append((past.actor, past.number))
            past = past.before
        return _replayed, (past.numbered, past.state, past.memories, line[::-1])

    def asked(self) -> tuple[Seat, ...]:
        """The seats the game waits for; none when it is over."""
        return self.numbered.asked(self.state)

    def payoffs(self) -> tuple[float, ...]:
        """What the match has brought each seat: nothing before it is over."""
        return self.numbered.payoffs(self.state)

    def then(self, seat: Seat, number: int) -> "Past":
        """What comes of the seat's action."""
        numbered = self.numbered
        step = numbered.game.apply(self.state, seat, numbered.action(number))
        return Past(numbered, step.state, seat, number, step.events, self)

    def seen(self, seat: Seat) -> bytes:
        """What the seat sees now."""
        return encode(self.numbered.game.view(self.state, seat))

    def memory(self, seat: Seat) -> bytes:
        """A digest of all that the seat has seen and done: equal ones are one information state."""
        line: list[Past] = []
        past: Past | None = self
        while past is not None and seat not in past.memories:
            line.append(past)
            past = past.before
        memory = b"" if past is None else past.memories[seat]
        for each in reversed(line):
            news = memory + each.news(seat)
            memory = each.memories[seat] = blake2b(news, digest_size=_DIGEST).digest()
        return memory

    def imagined(self, seat: Seat, rng: Rng) -> "Past":
        """A past that the seat cannot tell from this one, with all that is hidden drawn anew."""
        game = self.numbered.game
        state = game.resample(game.view(self.state, seat), rng)
        return Past(self.numbered, state, memories={seat: self.memory(seat)})

    def news(self, seat: Seat) -> bytes:
        """What the last step told the seat, its own action included."""
        shown = [self.numbered.game.view_event(event, seat) for event in self.events]
        own = self.number if self.actor == seat else None
        return b"\n".join((encode(own), encode(shown), self.seen(seat)))


def _replayed(
    numbered: Numbered, state: Any, memories: dict[Seat, bytes], line: list[tuple[Seat, int]]
) -> Past:
    past = Past(numbered, state, memories=memories)
    for seat, number in line:
        past = past.then(seat, number)
    return past
