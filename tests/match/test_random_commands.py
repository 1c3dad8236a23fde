"""Random commands at random times: nothing crashes, and a refused command changes nothing."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.match import duel
from tests.match.tables import START, setup

from meadhall.cli.new_game.template import GAME as STONES
from meadhall.core.codec import decode, encode
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal
from meadhall.core.status import Finished
from meadhall.match.clock import DAY, Clock, Daily, Fischer, PerTurn, Untimed, time_left
from meadhall.match.commands import (
    Abandon,
    Act,
    Answer,
    Close,
    ComeBack,
    Command,
    GoAway,
    Leave,
    Link,
    Propose,
    Ready,
    Reopen,
    Resign,
    Say,
    SetVacation,
    Sit,
    StandUp,
    Start,
    TakeOver,
    Tick,
    Uncover,
)
from meadhall.match.decide.handle import create, decide, handle
from meadhall.match.decide.play import due
from meadhall.match.evolve import fold
from meadhall.match.facts import Fact, Player
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import append_of

SEATS = st.integers(-1, 3)
NAMES = st.sampled_from(("a", "b", ""))
IDS = st.sampled_from(("", "", "one", "two", "x" * 65))
PLAYERS = st.builds(Player, NAMES, NAMES, st.sampled_from(("", "", "greedy")))
MATTERS = st.sampled_from(("draw", "undo", "rematch"))
AUDIENCES = st.sampled_from(("everyone", "seats", "side", "spectators", "nobody"))
CLOCKS = st.sampled_from((Untimed(), PerTurn(5000), Fischer(8000, 500), Daily(1)))
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, SEATS, PLAYERS),
    st.builds(StandUp, SEATS),
    st.builds(Ready, SEATS, st.booleans()),
    st.builds(Start),
    st.builds(Tick),
    st.builds(Resign, SEATS),
    st.builds(Leave, SEATS),
    st.builds(TakeOver, SEATS, PLAYERS),
    st.builds(Propose, SEATS, MATTERS),
    st.builds(Answer, SEATS, MATTERS, st.booleans()),
    st.builds(Say, st.none() | SEATS, st.text(max_size=3), AUDIENCES, st.tuples(SEATS), NAMES, IDS),
    st.builds(GoAway, SEATS),
    st.builds(ComeBack, SEATS),
    st.builds(Uncover, SEATS),
    st.builds(Reopen, st.integers(0, 2 * START)),
    st.builds(SetVacation, SEATS, st.integers(START - 5, START + 3 * DAY)),
    st.builds(Link, NAMES),
)


class AnyTable(RuleBasedStateMachine):
    """A table at which anything may be asked."""

    match: Match
    facts: list[Fact]
    now: int

    @initialize(
        game=st.sampled_from((STONES, duel.GAME, duel.OPEN_GAME)),
        clock=CLOCKS,
        takeover=st.sampled_from(("", "greedy")),
        seated=st.booleans(),
        shared=st.booleans(),
    )
    def open(
        self, game: AnyGame, clock: Clock, takeover: str, *, seated: bool, shared: bool
    ) -> None:
        made = create(game, setup(game, 2, clock=clock, takeover=takeover), START)
        assert isinstance(made, Outcome)
        self.match, self.now = made.match, START
        self.facts = list(made.facts)
        people = (Player("Anna", "a"), Player("Bert", "a" if shared else "b"))
        sitting = [Sit(seat, player) for seat, player in enumerate(people)]
        for command in (*sitting, Ready(0), Ready(1), Start()) if seated else ():
            self.ask(command, 0)

    @rule(command=COMMANDS, wait=st.sampled_from((0, 1, 900, 6000, 200_000)))
    def ask(self, command: Command, wait: int) -> None:
        before, self.now = self.match, self.now + wait
        printed = repr(before)
        answer = handle(before, command, self.now)
        assert repr(before) == printed
        assert decide(before, command, self.now) == (
            answer if isinstance(answer, Refusal) else answer.facts
        )
        if isinstance(answer, Outcome):
            self.keep(before, answer)

    @rule(pick=st.integers(0, 1000), seat=st.integers(0, 1), stale=st.integers(0, 8), name=IDS)
    def act(self, pick: int, seat: int, stale: int, name: str) -> None:
        legal = self.legal(seat)
        action = legal[pick % len(legal)] if legal else duel.Sleep()
        turn = self.match.turn - (stale == 0)
        self.ask(Act(seat, action, turn, name), pick % 50)

    @rule(seat=st.integers(0, 1))
    def undo_by_consent(self, seat: int) -> None:
        self.ask(Propose(seat, "undo"), 0)
        self.ask(Answer(1 - seat, "undo", agree=True), 0)

    @rule(rarely=st.integers(0, 20))
    def abandon(self, rarely: int) -> None:
        if rarely == 0:
            self.ask(Abandon(), 0)
            self.ask(Close(self.now), 0)

    def legal(self, seat: int) -> list[object]:
        playing = self.match.phase == "playing"
        return list(self.match.game.legal_actions(self.match.state, seat)) if playing else []

    def keep(self, before: Match, outcome: Outcome) -> None:
        after = outcome.match
        assert after.version == before.version + len(outcome.facts)
        assert after.turn >= before.turn
        assert append_of(before, after, outcome.facts).version == before.version
        self.match = after
        self.facts += outcome.facts

    @invariant()
    def facts_add_up(self) -> None:
        facts: list[Fact] = [decode(Fact, encode(fact)) for fact in self.facts]
        assert fold(self.match.game, facts) == self.match

    @invariant()
    def clocks_are_sound(self) -> None:
        shown = [time_left(self.match.clock_state, seat, self.now) for seat in range(2)]
        assert all(time is None or time >= 0 for time in shown)
        assert due(self.match) is None or self.match.phase == "playing"

    @invariant()
    def the_state_is_sound(self) -> None:
        match = self.match
        if match.phase == "playing":
            assert match.status == match.game.status(match.state)
            assert not match.game.invariant(match.state)
        assert (match.result is None) == (not isinstance(match.status, Finished))


AnyTable.TestCase.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, derandomize=True, database=None
)
TestAnyTable: Callable[..., object] = AnyTable.TestCase


def test_a_summary_is_stored_again_only_when_it_changes() -> None:
    made = create(STONES, setup(), START)
    assert isinstance(made, Outcome)
    first = append_of(None, made.match, made.facts)
    assert first.summary is not None
    assert (first.version, first.summary.phase, first.summary.players) == (0, "lobby", ("", ""))
    talk = replace(made.match, version=2)
    assert append_of(made.match, talk, ()).summary is None
