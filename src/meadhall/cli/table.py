"""A match on one device: its record and every position so far, as a value.

It knows the rules through the game alone. Playing, leaving and going back each give a new table,
so that a loop around it can never leave one half changed.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from meadhall.core.game import AnyGame, Step, start
from meadhall.core.options import option_specs
from meadhall.core.record import Ply, Record, Result, appended, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished, ToAct


@dataclass(frozen=True, slots=True)
class Table:
    """The game, the record, and the step that led to each position, the first without events."""

    game: AnyGame
    record: Record
    steps: tuple[Step[object, object], ...]

    @property
    def state(self) -> object:
        """Where the match stands. A secret: show views of it."""
        return self.steps[-1].state

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.record.players)

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        return self.record.result

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that are to act; nobody when the match is over."""
        status = self.game.status(self.state)
        return status.seats if isinstance(status, ToAct) and self.result is None else ()

    def view(self, viewer: Viewer) -> object:
        """What these eyes may know."""
        return self.game.view(self.state, viewer)

    def legal(self, seat: Seat) -> tuple[object, ...]:
        """What the seat can do now."""
        return tuple(self.game.legal_actions(self.state, seat)) if self.result is None else ()

    def told(self, number: int, viewer: Viewer) -> tuple[str, ...]:
        """What happened in that step, in sentences, as far as the viewer may know."""
        tell = self.game.present.tell if self.game.present else str
        seen = (self.game.view_event(event, viewer) for event in self.steps[number].events)
        return tuple(tell(event) for event in seen if event is not None)

    def play(self, seat: Seat, action: object, clock: int | None = None) -> "Table":
        """The table after the action; raises `Refused` where the rules do."""
        if isinstance(action, self.game.types.clock_only):
            raise Refused.because("CLOCK_ONLY", "Only a run-out clock may do that.")
        return self._apply(seat, action, clock)

    def run_out(self, seat: Seat) -> "Table":
        """The table after what the rules do for a seat whose time is up."""
        rng = Rng(self.record.seed).fork(f"clock {len(self.record.plies)}")
        return self._apply(seat, self.game.default_action(self.state, seat, rng), 0)

    def leave(self, seat: Seat) -> "Table":
        """The seat gives up: the others play on where the game knows how, else it is over."""
        ply = Ply(seat, "", leave=True)
        if self.game.leave is not None:
            return self._after(self.game.leave(self.state, seat), ply)
        left = self._after(Step(self.state, ()), ply)
        low, high = self.game.spec.payoff_bounds
        payoffs = tuple(low if other == seat else high for other in range(self.seats))
        return replace(left, record=replace(left.record, result=Result(payoffs, "left")))

    def back_to(self, plies: int) -> "Table":
        """The table as it was after so many plies."""
        record = replace(self.record, plies=self.record.plies[:plies], result=None)
        return replace(self, record=record, steps=self.steps[: plies + 1])

    def undone(self, humans: Collection[Seat]) -> "Table":
        """The table before the last decision of a person; refused where there was none."""
        for number in range(len(self.record.plies) - 1, -1, -1):
            if self.record.plies[number].seat in humans:
                return self.back_to(number)
        raise Refused.because("NOTHING_TO_UNDO", "Nobody has decided anything yet.")

    def _apply(self, seat: Seat, action: object, clock: int | None) -> "Table":
        step = self.game.apply(self.state, seat, action)
        return self._after(step, Ply(seat, self.game.notation.write(action), clock=clock))

    def _after(self, step: Step[object, object], ply: Ply) -> "Table":
        status = self.game.status(step.state)
        ended = Result(status.payoffs, status.reason) if isinstance(status, Finished) else None
        record = replace(appended(self.record, ply), result=ended)
        return replace(self, record=record, steps=(*self.steps, step))


def laid(game: AnyGame, options: object, players: tuple[str, ...], seed: str) -> Table:
    """A table at the start of a match."""
    state = start(game, options, len(players), Rng(seed))
    names = (spec.name for spec in option_specs(game.types.options))
    chosen = {name: getattr(options, name) for name in names}
    record = Record(game.spec.slug, game.spec.rules_version, seed, players, chosen)
    return Table(game, record, (Step(state, ()),))


def resumed(game: AnyGame, record: Record) -> Table:
    """A table where the record left off; refused where it does not replay."""
    return Table(game, record, tuple(replay(game, record)))
