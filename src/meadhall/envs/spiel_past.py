"""A state with its history, and each seat's memory of it, for OpenSpiel's algorithms."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from typing_extensions import override

from meadhall.core.codec import encode
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.visibility import visible_events
from meadhall.envs.numbered import NumberedGame

_DIGEST = 16


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A state, the action and the events that led to it, and the past before them.

    `memories` caches the results of `memory`.
    """

    numbered: NumberedGame
    state: Any
    actor: Seat | None = None
    number: int = 0
    events: tuple[Any, ...] = ()
    before: "Past | None" = None
    memories: dict[Seat, bytes] = field(default_factory=dict)

    def __deepcopy__(self, memo: object) -> "Past":
        """Return the same object: it is immutable, and OpenSpiel copies states very often."""
        return self

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the first state and the actions since, which are then replayed."""
        # Not the chain of pasts itself: pickle recurses, and matches can be too long for that.
        line, past = [], self
        while past.before is not None and past.actor is not None:
            line.append((past.actor, past.number))
            past = past.before
        # A resampled past begins with a memory that cannot be computed from its state.
        return _replay, (past.numbered, past.state, past.memories, line[::-1])

    def to_act(self) -> tuple[Seat, ...]:
        """The seats the game waits for; none when it is over."""
        return self.numbered.to_act(self.state)

    def payoffs(self) -> tuple[float, ...]:
        """The payoff of each seat; zeros before the match is over."""
        return self.numbered.payoffs(self.state)

    def then(self, seat: Seat, number: int) -> "Past":
        """The past after the seat's action."""
        numbered = self.numbered
        step = numbered.game.apply(self.state, seat, numbered.action(self.state, seat, number))
        return Past(numbered, step.state, seat, number, step.events, self)

    def encoded_view(self, seat: Seat) -> bytes:
        """What the seat sees now, as JSON."""
        return encode(self.numbered.game.view(self.state, seat))

    def memory(self, seat: Seat) -> bytes:
        """A digest of all that the seat has seen and done: equal ones are one information state."""
        # A loop, not a recursion: matches can be longer than Python's stack is deep.
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

    def resample(self, seat: Seat, rng: Rng) -> "Past":
        """A past that looks the same to the seat, with everything hidden drawn again."""
        game = self.numbered.game
        state = game.resample(game.view(self.state, seat), rng)
        # The seat's memory goes along: both pasts must be the same information state.
        return Past(self.numbered, state, memories={seat: self.memory(seat)})

    def news(self, seat: Seat) -> bytes:
        """What the seat learnt from the last step, its own action included."""
        shown = visible_events(self.numbered.game, self.events, seat)
        own = self.number if self.actor == seat else None
        return b"\n".join((encode(own), encode(shown), self.encoded_view(seat)))


def _replay(
    numbered: NumberedGame, state: Any, memories: dict[Seat, bytes], line: list[tuple[Seat, int]]
) -> Past:
    past = Past(numbered, state, memories=memories)
    for seat, number in line:
        past = past.then(seat, number)
    return past
