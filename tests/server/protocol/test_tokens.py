"""Tokens: how long they are valid, and for what."""

import pytest

from meadhall.core.refusal import Refused
from meadhall.server.protocol.tokens import EntryToken, SeatToken, SessionToken, Tokens, random_id

DAY = 24 * 3600
SEAT = SeatToken("match", 1, "ann", "session", "stamp", 0)


class Clock:
    """A clock that tests set, in seconds."""

    seconds = 1_000_000

    def __call__(self) -> int:
        return self.seconds * 1000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tokens(clock: Clock) -> Tokens:
    return Tokens("secret", clock)


def test_a_session_lasts_180_days(tokens: Tokens, clock: Clock) -> None:
    token = tokens.sign_session(SessionToken("ann", "Ann", id="1"))
    clock.seconds += 180 * DAY
    assert tokens.read_session(token) == SessionToken("ann", "Ann", id="1")
    clock.seconds += 1
    with pytest.raises(Refused, match="BAD_TOKEN"):
        tokens.read_session(token)


def test_a_device_stays_at_locked_tables_for_a_day(tokens: Tokens, clock: Clock) -> None:
    token = tokens.sign_entry(EntryToken(("m",)))
    clock.seconds += DAY
    assert tokens.read_entry(token).matches == ("m",)
    clock.seconds += 1
    assert tokens.read_entry(token).matches == ()


def test_a_link_can_be_followed_for_as_long_as_it_is_asked_for(
    tokens: Tokens, clock: Clock
) -> None:
    token = tokens.sign_link(SEAT)
    clock.seconds += 60
    assert tokens.read_link(token, 60) == SEAT
    with pytest.raises(Refused, match="BAD_TOKEN"):
        tokens.read_link(token, 59)


def test_a_match_is_reserved_for_an_hour(tokens: Tokens, clock: Clock) -> None:
    token = tokens.sign_reservation("m")
    clock.seconds += 3600
    assert tokens.read_reservation(token).match == "m"
    clock.seconds += 1
    with pytest.raises(Refused, match="BAD_TOKEN"):
        tokens.read_reservation(token)


def test_a_seat_token_does_not_expire(tokens: Tokens, clock: Clock) -> None:
    token = tokens.sign_seat(SEAT)
    clock.seconds += 3650 * DAY
    assert tokens.read_seat(token) == SEAT


def test_a_token_of_the_future_counts_because_a_killed_server_may_be_behind(
    tokens: Tokens, clock: Clock
) -> None:
    token = tokens.sign_session(SessionToken("ann", "Ann", id="1"))
    clock.seconds -= 60
    assert tokens.read_session(token).person == "ann"


def test_a_token_is_for_one_purpose_and_one_server(tokens: Tokens, clock: Clock) -> None:
    token = tokens.sign_link(SEAT)
    for read in (tokens.read_seat, tokens.read_session):
        with pytest.raises(Refused, match="BAD_TOKEN"):
            read(token)
    with pytest.raises(Refused, match="BAD_TOKEN"):
        Tokens("another", clock).read_link(token, 60)


def test_the_last_twenty_locked_tables_are_known() -> None:
    entered = EntryToken()
    for number in range(21):
        entered = entered.add(str(number))
    assert entered.matches == tuple(str(number) for number in range(1, 21))


def test_ids_cannot_be_guessed() -> None:
    assert len(random_id()) == 16
    assert len({random_id() for _ in range(100)}) == 100
