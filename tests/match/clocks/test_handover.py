"""Players who share a device: the time of the next one counts when they have uncovered it."""

from tests.match.duel import GAME as DUEL
from tests.match.duel import OPEN_GAME
from tests.match.tables import ANNA, BERT, ROBOT, START, Table

from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat
from meadhall.match.clock import Clock, Fischer, PerTurn, time_left
from meadhall.match.commands import Act, Propose, Tick, Uncover
from meadhall.match.decide.play import due
from meadhall.match.facts import Player, TimedOut, Uncovered

HANDOVER = 60_000

DORA, EMIL = Player("Dora", "device"), Player("Emil", "device")
LIMIT = PerTurn(10_000)


def table_of(*players: Player, clock: Clock = LIMIT, game: AnyGame = DUEL) -> Table:
    return Table(*players, game=game, clock=clock)


def covered(table: Table) -> tuple[Seat, ...]:
    return table.match.clock_state.covered


def time_shown(table: Table, seat: Seat) -> int | None:
    return time_left(table.match.clock_state, seat, table.now)


def test_the_first_player_has_the_full_time_from_uncovering_on() -> None:
    table = table_of(DORA, EMIL)
    assert covered(table) == (0,)
    assert due(table.match) == START + HANDOVER + 10_000
    assert time_shown(table, 0) == 10_000
    assert table.do(Uncover(0), after=7000).facts == (Uncovered(START + 7000, 0),)
    assert covered(table) == ()
    assert due(table.match) == START + 17_000


def test_the_next_player_of_a_sealed_phase_has_the_full_time_too() -> None:
    table = table_of(DORA, EMIL)
    table.do(Uncover(0))
    table.act(0, "bid 1", after=9000)
    assert (table.match.turn, covered(table)) == (1, (1,))
    table.do(Uncover(1), after=20_000)
    assert due(table.match) == table.now + 10_000
    assert time_shown(table, 1) == 10_000


def test_who_is_asked_again_still_has_the_device() -> None:
    table = table_of(DORA, EMIL)
    for seat in (0, 1):
        table.do(Uncover(seat))
        table.act(seat, "bid 1")
    assert (table.match.asked, covered(table)) == ((0,), (0,))
    table.act(0, "call 1", after=500)
    assert (table.match.asked, covered(table)) == ((0, 1), ())
    assert due(table.match) == table.now + 10_000


def test_a_device_that_is_not_handed_over_stops_the_clock_for_a_minute_only() -> None:
    table = table_of(DORA, EMIL)
    assert table.do(Tick(), after=HANDOVER + 9999).facts == ()
    for seat in (0, 1):
        timed_out = table.do(Tick(), after=1).facts
        assert [fact.seat for fact in timed_out if isinstance(fact, TimedOut)] == [seat]
        table.now += HANDOVER + 9999


def test_uncovering_late_or_twice_gives_no_more_time() -> None:
    table = table_of(DORA, EMIL)
    table.do(Uncover(0), after=HANDOVER + 4000)
    assert due(table.match) == START + HANDOVER + 10_000
    assert table.do(Uncover(0), after=1000).facts == ()
    assert table.do(Uncover(7)).facts == ()
    assert due(table.match) == START + HANDOVER + 10_000


def test_a_change_of_mind_stops_no_clock() -> None:
    table = table_of(DORA, EMIL)
    table.do(Uncover(0))
    table.act(0, "bid 1")
    table.do(Uncover(1), after=1000)
    end = due(table.match)
    table.act(0, "bid 2", after=1000)
    table.act(1, "wave", after=1000)
    assert (due(table.match), covered(table)) == (end, ())


def test_an_answer_from_behind_the_cover_uncovers() -> None:
    table = table_of(DORA, EMIL, ANNA)
    table.act(0, "bid 1", after=1000)
    assert covered(table) == (1,)
    table.act(1, "bid 1", after=1000)
    assert covered(table) == ()
    assert due(table.match) == table.now + 10_000


def test_another_persons_answer_covers_nobody_again() -> None:
    table = table_of(DORA, EMIL, ANNA)
    table.do(Uncover(0), after=3000)
    table.act(2, "bid 0", after=1000)
    assert covered(table) == ()
    assert due(table.match) == START + 13_000


def test_two_devices_are_handed_over_each_by_itself() -> None:
    table = table_of(DORA, EMIL, Player("Fay", "other"), Player("Gus", "other"))
    assert covered(table) == (0, 2)
    table.do(Uncover(2), after=1000)
    assert due(table.match) == START + HANDOVER + 10_000
    table.do(Uncover(0), after=1000)
    assert due(table.match) == START + 12_000


def test_only_the_bank_of_the_player_with_the_device_runs() -> None:
    table = table_of(DORA, EMIL, ANNA, clock=Fischer(90_000, 0))
    table.now += 5000
    assert [time_shown(table, seat) for seat in range(3)] == [90_000, 90_000, 85_000]
    table.do(Uncover(0))
    table.now += 3000
    assert [time_shown(table, seat) for seat in range(3)] == [87_000, 90_000, 82_000]
    table.act(0, "bid 1")
    table.do(Uncover(1), after=30_000)
    table.act(2, "wave", after=1000)
    assert [time_shown(table, seat) for seat in range(3)] == [87_000, 89_000, 51_000]
    table.do(Tick(), after=51_000)
    assert [time_shown(table, seat) for seat in range(3)] == [87_000, 38_000, 0]


def test_nobody_is_handed_anything_where_all_is_open_or_people_sit_apart() -> None:
    tables = [
        table_of(DORA, EMIL, game=OPEN_GAME),
        table_of(ANNA, BERT),
        table_of(DORA, ROBOT),
        table_of(Player("Two"), Player("Nobodies")),
    ]
    for table in tables:
        assert covered(table) == ()
        assert due(table.match) == START + 10_000


def test_after_an_undo_the_player_who_took_back_still_has_the_device() -> None:
    table = table_of(DORA, EMIL)
    table.do(Uncover(0))
    table.act(0, "bid 1")
    table.do(Propose(0, "undo"), after=2000)
    assert (table.match.asked, covered(table)) == ((0, 1), ())
    assert due(table.match) == table.now + 10_000


def test_without_a_clock_nothing_is_covered() -> None:
    table = Table(DORA, EMIL, game=DUEL)
    assert covered(table) == ()
    table.do(Act(0, DUEL.notation.parse("bid 1"), 1))
    assert covered(table) == ()
