"""A seat's moves and their change give its next moves."""

from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from meadhall.server.broadcast.encoder import Offered, encode_moves, moves_change
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.moves_change import Move, MovesChange, patch_moves

MOVES = [to_json((("tile", text), text)) for text in "abcdefghij"]
lists = st.lists(st.sampled_from(MOVES), unique=True)


def decode(moves: Offered) -> tuple[Move, ...]:
    return msgspec.json.decode(to_json(encode_moves(moves)), type=tuple[Move, ...])


def sent(change: MovesChange | None) -> MovesChange | None:
    return msgspec.json.decode(to_json(change), type=MovesChange | None)


@given(lists, lists)
def test_moves_and_their_change_give_the_next_moves(old: Offered, new: Offered) -> None:
    change = sent(moves_change(old, new))
    assert sorted(patch_moves(decode(old), change)) == sorted(decode(new))


@given(lists, st.randoms())
def test_the_same_moves_in_any_order_are_no_change(moves: Offered, random: Random) -> None:
    assert moves_change(moves, random.sample(moves, len(moves))) is None


def test_one_new_move_is_sent_alone() -> None:
    change = sent(moves_change(MOVES[:8], MOVES[1:9]))
    assert change == MovesChange(((("tile", "i"), "i"),), ("a",))


def test_a_seat_that_is_not_asked_any_more_is_sent_no_list() -> None:
    assert sent(moves_change(MOVES, ())) == MovesChange(whole=True)
