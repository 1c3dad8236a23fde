"""Limits on a clock that is passed in."""

import pytest

from meadhall.server.rate_limits import Bucket, GuessDelays, Limiter, OpenCounter


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(rate=2, burst=3, level=3, at=0)
    assert [bucket.take(0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0) == 0.5
    assert bucket.take(0.5) == 0
    assert [bucket.take(100) for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_limiter_drops_the_key_idle_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadhall.server.rate_limits.MANY", 2)
    limiter = Limiter(1, 1)
    assert [limiter.take(key, 0) for key in ("a", "b", "a")] == [0, 0, 1]
    limiter.take("c", 0)
    assert list(limiter.buckets) == ["a", "c"]


def test_a_counter_counts_up_to_its_limit() -> None:
    counter = OpenCounter(1)
    assert counter.enter("a")
    assert not counter.enter("a")
    counter.leave("a")
    assert counter.enter("a")
    assert counter.counts == {"a": 1}


def test_guesses_of_one_account_wait_longer_and_longer_but_never_for_ever() -> None:
    delays, now, waits = GuessDelays(), 0.0, []
    for number in range(16):
        address = f"10.0.0.{number}"  # each from another address
        wait = delays.take("ann", address, now)
        if wait:
            assert delays.take("ann", address, now) == wait, "a refused guess costs nothing more"
            now += wait
            assert delays.take("ann", address, now) == 0
        waits.append(wait)
    assert waits == [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert delays.take("bob", "10.0.0.1", now) == 0, "other accounts are not concerned"
    assert delays.take("ann", "10.0.0.1", now + 3700) == 0
    assert delays.take("ann", "10.0.0.1", now + 3700) == 0, "after an hour all is forgotten"


def test_a_stranger_cannot_delay_the_owner_where_the_owner_signed_in_before() -> None:
    delays = GuessDelays()
    assert delays.take("ann", "home", 0.0) == 0
    delays.note_success("ann", "home")
    while delays.take("ann", "elsewhere", 0.0) == 0:
        pass
    assert delays.take("ann", "home", 0.0) == 0
    delays.note_success("ann", "elsewhere")
    assert delays.take("ann", "elsewhere", 0.0) == 0
