"""The laws of play: who may act, which actions there are, and how a match ends."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from meadhall.core.codec import encode
from meadhall.core.game import speed, start, strategy, to_act
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished, ToAct
from meadhall.testing.bad_input import not_actions, odd_actions
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough, all_legal
from meadhall.testing.samples import (
    POOL,
    default_actions,
    every_fourth,
    foreign_actions,
    refusal_from_apply,
    spread,
)


@law
def initial_depends_on_its_arguments_alone(play: Playthrough) -> None:
    """The same options, seats and generator make the same first state."""
    first, second = (start(play.game, play.options, play.seats, Rng(play.seed)) for _ in range(2))
    assert encode(first) == encode(second)
    assert hash(first) == hash(second)


@law
def who_is_to_act_can_act(play: Playthrough) -> None:
    """Seats to act are listed in order and have a legal action; after the end no seat has one."""
    for position in play.positions():
        status = play.game.status(position.state)
        if isinstance(status, ToAct):
            assert status.seats
            assert list(status.seats) == sorted(set(status.seats))
            assert all(play.game.legal_actions(position.state, seat) for seat in status.seats)
        else:
            assert not list(all_legal(play.game, position.state, play.seats))


@law
def legal_actions_are_accepted(play: Playthrough) -> None:
    """Legal actions are unique, always in the same order, and `apply` accepts each of them."""
    for position in play.positions():
        pairs = list(all_legal(play.game, position.state, play.seats))
        assert pairs == list(all_legal(play.game, position.state, play.seats))
        assert len(pairs) == len(set(pairs))
        for seat, action in spread(pairs, POOL):
            assert not isinstance(action, play.game.types.clock_only)
            assert play.game.refusal(position.state, seat, action) is None
            play.game.apply(position.state, seat, action)


@law
def legal_actions_are_complete(play: Playthrough) -> None:
    """If the game numbers its actions, the legal ones are exactly those not refused."""
    for position in islice(every_fourth(play.positions()), 3):
        for seat in to_act(play.game, position.state):
            legal = set(play.game.legal_actions(position.state, seat))
            for actions, sayable in numbered_actions(play, position.state, seat, legal):
                taken = {a for a in actions if play.game.refusal(position.state, seat, a) is None}
                taken -= {a for a in taken if isinstance(a, play.game.types.clock_only)}
                assert taken == sayable


def numbered_actions(
    play: Playthrough, state: Any, seat: Seat, legal: set[Any]
) -> Iterator[tuple[list[Any], set[Any]]]:
    """All actions with a number, plain and then compact; and the legal ones that have one."""
    code, options, seats = play.game.learn, play.options, play.seats
    if code is None:
        return
    if code.action_count is not None and code.action is not None:
        count = code.action_count(options, seats)
        yield [code.action(options, seats, number) for number in range(count)], legal
    if code.compact is not None:
        view, compact = play.game.view(state, seat), code.compact
        found = (compact.action(view, seat, n) for n in range(compact.count(options, seats)))
        sayable = {action for action in legal if compact.index(view, seat, action) is not None}
        yield [action for action in found if action is not None], sayable


@law
def the_action_table_lists_what_is_legal(play: Playthrough) -> None:
    """The action table selects the same actions as `legal_actions`, in the same order."""
    game, table = play.game, speed(play.game).action_table
    if table is None:
        return
    for position in play.positions():
        for seat in range(play.seats):
            listed = game.legal_actions(position.state, seat)
            assert [*table.select(position.state, seat, table.rows)] == [*listed]


@law
def refused_means_raised(play: Playthrough) -> None:
    """`apply` raises exactly what `refusal` returns, and a refused action changes nothing."""
    for position in every_fourth(play.positions()):
        before = encode(position.state)
        for seat, action in foreign_actions(play, position):
            assert play.game.refusal(position.state, seat, action) == refusal_from_apply(
                play.game, position.state, seat, action
            )
        assert encode(position.state) == before


@law
def any_action_gets_an_answer(play: Playthrough) -> None:
    """A client may send any action of the right types: the game accepts or refuses it, no crash."""
    for position in islice(every_fourth(play.positions()), 3):
        pairs = list(all_legal(play.game, position.state, play.seats))
        tried = spread(pairs, 4)
        for seat, action in tried:
            for odd in odd_actions(play.game.types.action, action, [other for _, other in tried]):
                assert play.game.refusal(position.state, seat, odd) == refusal_from_apply(
                    play.game, position.state, seat, odd
                )


@law
def garbage_is_refused(play: Playthrough) -> None:
    """What is not an action is refused, and so is every action of a seat that does not exist.

    `refusal` returns a refusal, best `core.refusal.NOT_AN_ACTION`, and `apply` raises the same.
    """
    for position in islice(every_fourth(play.positions()), 3):
        actions = [action for _, action in spread(foreign_actions(play, position), 4)]
        tried = [
            *product(range(play.seats), not_actions(actions[0])),
            *product((-1, play.seats, 99), actions),
        ]
        for seat, action in tried:
            refusal = play.game.refusal(position.state, seat, action)
            assert refusal is not None, (seat, action)
            assert refusal == refusal_from_apply(play.game, position.state, seat, action)


@law
def default_actions_are_accepted(play: Playthrough) -> None:
    """What is played when time runs out is accepted: a legal action, or one only clocks play."""
    for position in play.positions():
        for seat, action in default_actions(play, position.state):
            play.game.apply(position.state, seat, action)
            legal = play.game.legal_actions(position.state, seat)
            assert isinstance(action, play.game.types.clock_only) or action in legal


@law
def leaving_is_sound(play: Playthrough) -> None:
    """After a seat leaves, the others play on in a sound state, or the match is over."""
    if play.game.leave is None:
        return
    *_, last = play.positions()
    if isinstance(play.game.status(last.state), Finished):
        return
    for seat in range(play.seats):
        step = play.game.leave(last.state, seat)
        assert play.game.invariant(step.state) == []
        assert seat not in to_act(play.game, step.state)
        if isinstance(play.game.status(step.state), ToAct):
            who_acts = to_act(play.game, step.state)
            assert all(play.game.legal_actions(step.state, other) for other in who_acts)


@law
def states_are_sound(play: Playthrough) -> None:
    """Every state keeps the game's own invariant and can be hashed."""
    for position in play.positions():
        assert play.game.invariant(position.state) == []
        hash(position.state)


@law
def evaluation_is_an_integer(play: Playthrough) -> None:
    """Scores are integers: floats may differ from machine to machine."""
    evaluate = strategy(play.game).evaluate
    if evaluate is None:
        return
    for position in every_fourth(play.positions()):
        for seat in range(play.seats):
            assert type(evaluate(position.state, seat)) is int


@law
def play_ends(play: Playthrough) -> None:
    """A match ends within `max_plies` actions, with a payoff within bounds for every seat."""
    state = start(play.game, play.options, play.seats, Rng(play.seed))
    rng = Rng(play.seed).fork("play on")
    for _ in range(play.game.spec.max_plies):
        status = play.game.status(state)
        if isinstance(status, Finished):
            break
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(play.game.legal_actions(state, seat))
        state = play.game.apply(state, seat, action).state
    status = play.game.status(state)
    assert isinstance(status, Finished), f"not over after {play.game.spec.max_plies} actions"
    low, high = play.game.spec.payoff_bounds
    assert len(status.payoffs) == play.seats
    assert all(low <= payoff <= high for payoff in status.payoffs)
