"""A match on one device, as a value: the match itself and the step to every position so far.

The rules of a match, clocks, undo, leaving and press among them, are those of `meadhall.match`, the
same that a server goes by. Every order gives a new table, so that a loop around it can never leave
one half changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from meadhall.core.game import AnyGame, Step
from meadhall.core.options import option_specs
from meadhall.core.record import Record
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished
from meadhall.match import clock
from meadhall.match.clock import BY_RULES, Untimed
from meadhall.match.commands import Act, Command, Propose, Ready, Resign, Say, Sit, Start, Tick
from meadhall.match.evolve import evolve, found
from meadhall.match.facts import Created, Fact, Player, Ply, Reopened, Seated, Setup
from meadhall.match.judge import create, handle
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.play import due
from meadhall.match.records import facts_of, record_of

DEVICE = "this device"
"""Who holds the seats of all people here: one keyboard, whoever types."""


@dataclass(frozen=True, slots=True)
class Table:
    """The match, and the step that led to each position, the first without events."""

    match: Match
    steps: tuple[Step[object, object], ...]

    @property
    def game(self) -> AnyGame:
        """What is being played."""
        return self.match.game

    @property
    def record(self) -> Record:
        """The match on paper."""
        return record_of(self.match)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return tuple(player for player in self.match.players if player is not None)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people hold."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.bot)

    @property
    def result(self) -> Finished | None:
        """How it ended, once it has."""
        return self.match.result

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that are to act; nobody when the match is over."""
        return self.match.asked

    def view(self, viewer: Viewer) -> object:
        """What these eyes may know."""
        return self.game.view(self.match.state, viewer)

    def legal(self, seat: Seat) -> tuple[object, ...]:
        """What the seat can do now."""
        over = self.result is not None
        return () if over else tuple(self.game.legal_actions(self.match.state, seat))

    def refusal(self, seat: Seat, action: object) -> Refusal | None:
        """Why the seat cannot do that now."""
        return self.game.refusal(self.match.state, seat, action)

    def ply(self, number: int) -> Ply:
        """The ply that led to that position."""
        return self.match.plies.after(number - 1)[0]

    def told(self, number: int, viewer: Viewer) -> tuple[str, ...]:
        """What happened in that step, in sentences, as far as the viewer may know."""
        tell = self.game.present.tell if self.game.present else str
        seen = (self.game.view_event(event, viewer) for event in self.steps[number].events)
        sentences = (tell(event) for event in seen if event is not None)
        return tuple(sentence for sentence in sentences if sentence)

    def play(self, seat: Seat, action: object, now: int) -> "Table":
        """The table after the action; refused where the rules refuse it."""
        return self.order(Act(seat, action, self.match.turn), now)

    def leave(self, seat: Seat, now: int) -> "Table":
        """The seat gives up."""
        return self.order(Resign(seat), now)

    def undo(self, seat: Seat, now: int) -> "Table":
        """Back to the last decision of a person, where nothing forbids it."""
        return self.order(Propose(seat, "undo"), now)

    def say(self, seat: Seat, to: str, text: str, now: int) -> "Table":
        """The seat talks to an audience."""
        return self.order(Say(seat, text, to), now)

    def left(self, seat: Seat, now: int) -> int | None:
        """Milliseconds until the seat's time is up, where there is a clock."""
        return clock.left(self.match.face, seat, now)

    def run_out(self, now: int) -> "Table":
        """The table after what the clock plays for whoever was asked and did not answer."""
        return self.order(Tick(), max(now, due(self.match) or now))

    def handed_over(self, now: int) -> "Table":
        """The screen is somebody else's now, and so is the whole time for the question."""
        face = self.match.face
        if face.limit is None:
            return self
        return self.after(Reopened(now, face.asked + face.held))

    def order(self, command: Command, now: int) -> "Table":
        """The table after the command; raises `Refused` where the match rejects it."""
        return self.after(*_granted(handle(self.match, command, now)).facts)

    def after(self, *facts: Fact) -> "Table":
        """The table after these facts."""
        table = self
        for fact in facts:
            match, events = evolve(table.match, fact)
            if isinstance(fact, Ply):
                steps = (*table.steps, Step(match.state, events))
            else:  # what was undone is cut off; the first position comes with the start
                kept = table.steps[: len(match.plies) + 1]
                steps = kept if kept or match.status is None else (Step(match.state, ()),)
            table = Table(match, steps)
        return table


def laid(
    game: AnyGame, options: object, players: Sequence[Player], seed: str, *, timed: bool = False
) -> Table:
    """A table at the start of a match."""
    names = [spec.name for spec in option_specs(game.types.options)]
    setup = Setup(
        id="terminal",
        game=game.spec.slug,
        rules_version=game.spec.rules_version,
        seats=len(players),
        seed=seed,
        options=tuple((name, getattr(options, name)) for name in names),
        clock=BY_RULES if timed else Untimed(),
    )
    table = Table(_granted(create(game, setup, 0)).match, ())
    for seat, player in enumerate(players):
        table = table.order(Sit(seat, player), 0)
    for seat in table.humans:
        table = table.order(Ready(seat), 0)
    return table.order(Start(), 0)


def resumed(
    game: AnyGame, record: Record, players: Sequence[Player], *, timed: bool = False
) -> Table:
    """A table where the record left off, with these players; refused where it does not replay."""
    first, *facts = facts_of(game, record, "terminal", 0)
    assert isinstance(first, Created)  # noqa: S101 - every match begins so
    setup = replace(first.setup, clock=BY_RULES if timed else Untimed())
    table = Table(found(game, replace(first, setup=setup)), ())
    return table.after(*(_with_player(fact, players) for fact in facts))


def _with_player(fact: Fact, players: Sequence[Player]) -> Fact:
    return replace(fact, player=players[fact.seat]) if isinstance(fact, Seated) else fact


def _granted(outcome: Outcome | Rejected) -> Outcome:
    if isinstance(outcome, Rejected):
        raise Refused(Refusal(outcome.code, outcome.text, outcome.objects, outcome.clause))
    return outcome
