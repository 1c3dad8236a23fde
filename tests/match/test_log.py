from hypothesis import given
from hypothesis import strategies as st

from meadhall.match.log import Log


def filled(count: int) -> Log[int]:
    log: Log[int] = Log()
    for number in range(count):
        log = log.append(number)
    return log


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_log_is_a_sequence_that_can_be_cut_anywhere(count: int, cut: int) -> None:
    log = filled(count)
    assert list(log) == list(range(count))
    assert len(log) == count
    assert log.upto(cut) == filled(min(cut, count))
    assert log.after(cut) == tuple(range(cut, count))


def test_appending_leaves_the_old_log_as_it_was() -> None:
    old = filled(64)
    new = old.append(64)
    assert list(old) == list(range(64))
    assert old.append(7) != new


def test_appending_copies_no_full_block() -> None:
    long = filled(10_000)
    longer = long.append(0)
    assert longer.blocks is long.blocks
    assert len(longer.tail) <= 64
