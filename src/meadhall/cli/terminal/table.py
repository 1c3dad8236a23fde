"""A match on one device, as an immutable value: the match and the step to each of its positions.

The rules of a match (clocks, undo, leaving, messages) are those of `meadhall.match`, which the
server uses too. Every command gives a new table, so that a loop around it never sees a table that
is half changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from meadhall.core.game import AnyGame, Step, action_preview, dangers_to
from meadhall.core.options import option_specs
from meadhall.core.record import Record
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished
from meadhall.core.visibility import visible_events
from meadhall.match import clock
from meadhall.match.clock import BY_RULES, Untimed
from meadhall.match.commands import (
    Act,
    Command,
    Propose,
    Ready,
    Reopen,
    Resign,
    Say,
    Sit,
    Start,
    Tick,
    Uncover,
)
from meadhall.match.decide.handle import create, handle
from meadhall.match.decide.play import due
from meadhall.match.evolve import evolve, new_match
from meadhall.match.facts import Created, Fact, Player, Ply, Seated, Setup
from meadhall.match.match import Match, Outcome
from meadhall.match.records import facts_of, record_of


@dataclass(frozen=True, slots=True)
class LocalTable:
    """The match, and the step that led to each position; the first step has no events."""

    match: Match
    steps: tuple[Step[object, object], ...]

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def record(self) -> Record:
        """The record of the match so far."""
        return record_of(self.match)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, seat by seat."""
        return tuple(player for player in self.match.players if player is not None)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people hold."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.bot)

    @property
    def result(self) -> Finished | None:
        """How the match ended; `None` while it goes on."""
        return self.match.result

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that the game waits for; none when the match is over."""
        return self.match.asked

    def view(self, viewer: Viewer) -> object:
        """What the viewer may know of the position."""
        return self.game.view(self.match.state, viewer)

    def legal(self, seat: Seat) -> tuple[object, ...]:
        """The actions that the seat can take now."""
        over = self.result is not None
        return () if over else tuple(self.game.legal_actions(self.match.state, seat))

    def refusal(self, seat: Seat, action: object) -> Refusal | None:
        """Why the seat cannot take the action now; `None` if it can."""
        return self.game.refusal(self.match.state, seat, action)

    def preview(self, seat: Seat, action: object) -> str:
        """What the seat can know in advance of a legal action; empty if nothing."""
        shown = action_preview(self.game, self.view(seat), action)
        return " ".join(filter(None, (shown.text, shown.warning)))

    def dangers(self, seat: Seat) -> tuple[str, ...]:
        """What the seat has to fear from the next moves of others."""
        return tuple(t.text for t in dangers_to(self.game, self.view(seat), seat))

    def ply(self, number: int) -> Ply:
        """The ply that led to that position."""
        return self.match.plies.after(number - 1)[0]

    def sentences(self, number: int, viewer: Viewer) -> tuple[str, ...]:
        """What happened in that step, in sentences, as far as the viewer may know."""
        sentence = self.game.present.sentence if self.game.present else str
        sentences = map(sentence, visible_events(self.game, self.steps[number].events, viewer))
        return tuple(filter(None, sentences))

    def play(self, seat: Seat, action: object, now: int) -> "LocalTable":
        """The table after the action; raises `Refused` where the rules refuse it."""
        return self.submit(Act(seat, action, self.match.turn), now)

    def leave(self, seat: Seat, now: int) -> "LocalTable":
        """The table after the seat gave up."""
        return self.submit(Resign(seat), now)

    def undo(self, seat: Seat, now: int) -> "LocalTable":
        """The table at the last decision of a person, unless undo is refused."""
        return self.submit(Propose(seat, "undo"), now)

    def say(self, seat: Seat, to: str, text: str, now: int) -> "LocalTable":
        """The table after the seat's message to an audience."""
        return self.submit(Say(seat, text, to), now)

    def time_left(self, seat: Seat, now: int) -> int | None:
        """Milliseconds until the seat's time is up; `None` without a clock."""
        return clock.time_left(self.match.clock_state, seat, now)

    def time_out(self, now: int) -> "LocalTable":
        """The table after the default actions of the seats whose time is up."""
        # The prompt has measured the time; rounding must not leave `now` just short of it.
        return self.submit(Tick(), max(now, due(self.match) or now))

    def start_clock(self, now: int) -> "LocalTable":
        """The table whose clocks begin now: it was made at time 0."""
        return self.submit(Reopen(0), now)

    def hand_over(self, seat: Seat, now: int) -> "LocalTable":
        """The table once the seat's player has the screen: from now on their time counts."""
        return self.submit(Uncover(seat), now)

    def submit(self, command: Command, now: int) -> "LocalTable":
        """The table after the command; raises `Refused` where the match refuses it."""
        return self.apply_facts(*_accept(handle(self.match, command, now)).facts)

    def apply_facts(self, *facts: Fact) -> "LocalTable":
        """The table after these facts."""
        table = self
        for fact in facts:
            match, events = evolve(table.match, fact)
            if isinstance(fact, Ply):
                steps = (*table.steps, Step(match.state, events))
            else:  # an undo removes steps; the start of the match adds the first one
                kept = table.steps[: len(match.plies) + 1]
                steps = kept if kept or match.status is None else (Step(match.state, ()),)
            table = LocalTable(match, steps)
        return table


def new_table(
    game: AnyGame, options: object, players: Sequence[Player], seed: str, *, timed: bool = False
) -> LocalTable:
    """A table at the start of a new match."""
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
    table = LocalTable(_accept(create(game, setup, 0)).match, ())
    for seat, player in enumerate(players):
        table = table.submit(Sit(seat, player), 0)
    for seat in table.humans:
        table = table.submit(Ready(seat), 0)
    return table.submit(Start(), 0)


def table_from_record(
    game: AnyGame, record: Record, players: Sequence[Player], *, timed: bool = False
) -> LocalTable:
    """A table at the end of the record, with these players; refused if it does not replay."""
    first, *facts = facts_of(game, record, "terminal", 0)
    assert isinstance(first, Created)  # noqa: S101 - always the first fact of a match
    setup = replace(first.setup, clock=BY_RULES if timed else Untimed())
    table = LocalTable(new_match(game, replace(first, setup=setup)), ())
    return table.apply_facts(*(_with_player(fact, players) for fact in facts))


def _with_player(fact: Fact, players: Sequence[Player]) -> Fact:
    return replace(fact, player=players[fact.seat]) if isinstance(fact, Seated) else fact


def _accept(outcome: Outcome | Refusal) -> Outcome:
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return outcome
