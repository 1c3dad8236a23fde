"""Random matches as data: what Hypothesis draws, and the positions that it leads to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from meadhall.core.game import AnyGame, Step, Traits, start
from meadhall.core.options import OptionSpec, Value, option_specs, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

_ANY_SEAT = 8  # one choice in eight is made by a seat that the game may not be waiting for
_LATEST = 300  # random plies before the first position of a playthrough, at most


@dataclass(frozen=True, slots=True)
class Position:
    """A state, with the action taken there and its step; at the end there is no action."""

    state: Any
    seat: Seat | None = None
    action: Any = None
    step: Step[Any, Any] | None = None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match in which the k-th number of `choices` picks the k-th action.

    `skipped` random plies come before them, so that laws see middles and ends of matches too.
    """

    game: AnyGame
    options: Any
    seats: int
    seed: str
    choices: tuple[int, ...]
    skipped: int = 0

    @property
    def traits(self) -> Traits:
        """The traits of this match."""
        return self.game.traits(self.options, self.seats)

    def positions(self) -> Iterator[Position]:
        """The positions after the skipped plies; the last one has no action."""
        return self._play(self._state_after_skipping(), self.choices)

    def whole(self) -> Iterator[Position]:
        """All positions of the match, skipped plies included; the last one has no action."""
        first = start(self.game, self.options, self.seats, Rng(self.seed))
        return self._play(first, (*self._early_choices(), *self.choices))

    def _state_after_skipping(self) -> Any:
        """The state after the skipped plies, or the last state if the match ends earlier."""
        state = start(self.game, self.options, self.seats, Rng(self.seed))
        for position in self._play(state, self._early_choices()):
            state = position.state
        return state

    def _early_choices(self) -> Iterator[int]:
        rng = Rng(self.seed).fork("early")
        for _ in range(self.skipped):
            choice, rng = rng.below(10**6)
            yield choice

    def _play(self, state: Any, choices: Iterable[int]) -> Iterator[Position]:
        for choice in choices:
            picked = self._pick(state, choice)
            if picked is None:
                break
            seat, action = picked
            step = self.game.apply(state, seat, action)
            yield Position(state, seat, action, step)
            state = step.state
        yield Position(state)

    def _pick(self, state: object, choice: int) -> tuple[Seat, object] | None:
        status = self.game.status(state)
        if isinstance(status, Finished):
            return None
        if choice % _ANY_SEAT == 0:
            pairs = list(all_legal(self.game, state, self.seats))
            return pairs[choice // _ANY_SEAT % len(pairs)] if pairs else None
        # One number picks both: its remainder the seat, its quotient the action.
        seat = status.seats[choice % len(status.seats)]
        actions = self.game.legal_actions(state, seat)
        return (seat, actions[choice // len(status.seats) % len(actions)]) if actions else None


def all_legal(game: AnyGame, state: object, seats: int) -> Iterator[tuple[Seat, Any]]:
    """Every seat with each of its legal actions."""
    return ((seat, a) for seat in range(seats) for a in game.legal_actions(state, seat))


@st.composite
def playthroughs(draw: st.DrawFn, game: AnyGame, most_plies: int = 40) -> Playthrough:
    """Playthroughs with any options and seats, of up to `most_plies` actions, early or late."""
    given = {
        # The default is offered twice, so that it is drawn more often than other values.
        spec.name: draw(st.just(spec.default) | _values(spec))
        for spec in option_specs(game.types.options)
    }
    options = parse_options(game.types.options, given)
    seats = draw(st.sampled_from(game.spec.players))
    if game.check_setup is not None:
        assume(_can_start(game, options, seats))
    seed = draw(st.integers(0, 10**6))
    # The length is drawn first: Hypothesis makes mostly short lists when it may choose.
    count = draw(st.integers(0, most_plies))
    choices = draw(st.lists(st.integers(0, 10**6), min_size=count, max_size=count))
    skipped = draw(st.just(0) | st.integers(0, min(_LATEST, game.spec.max_plies)))
    return Playthrough(game, options, seats, str(seed), tuple(choices), skipped)


def _values(spec: OptionSpec) -> st.SearchStrategy[Value]:
    values: st.SearchStrategy[Value] = st.sampled_from(spec.choices)
    if spec.longest is not None:
        values = st.just(spec.form.example)
    elif not spec.choices:
        values = st.integers(spec.low, spec.high)
    return values | st.none() if spec.optional else values


def _can_start(game: AnyGame, options: object, seats: int) -> bool:
    try:
        start(game, options, seats, Rng("setup"))
    except Refused:
        return False
    return True
