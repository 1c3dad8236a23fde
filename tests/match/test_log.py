"""The log that plies and messages are kept in."""

from hypothesis import given
from hypothesis import strategies as st

from meadhall.match.log import Log


def log_of(count: int) -> Log[int]:
    log: Log[int] = Log()
    for number in range(count):
        log = log.append(number)
    return log


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_log_can_be_cut_anywhere(count: int, cut: int) -> None:
    log = log_of(count)
    assert list(log) == list(range(count))
    assert len(log) == count
    assert log.upto(cut) == log_of(min(cut, count))
    assert log.after(cut) == tuple(range(cut, count))


def test_appending_does_not_change_the_old_log() -> None:
    old = log_of(64)
    new = old.append(64)
    assert list(old) == list(range(64))
    assert old.append(7) != new


def test_appending_does_not_copy_full_blocks() -> None:
    long = log_of(10_000)
    longer = long.append(0)
    assert longer.blocks is long.blocks
    assert len(longer.tail) <= 64
