"""The laws of what is written down: JSON, notation, numbers and records."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from itertools import islice
from math import prod
from typing import Any

from meadhall.core.codec import encode
from meadhall.core.record import Ply, Record, read_record, replay, write_record
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.testing.bad_input import typing_errors
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough, all_legal
from meadhall.testing.samples import (
    POOL,
    assert_round_trip,
    default_actions,
    every_fourth,
    spread,
    viewers,
)


@law
def everything_survives_the_codec(play: Playthrough) -> None:
    """Options, states, actions, events and views are the same after a round trip through JSON."""
    types = play.game.types
    assert_round_trip(types.options, play.options)
    for position in play.positions():
        assert_round_trip(types.state, position.state)
        for viewer in viewers(play):
            assert_round_trip(types.view, play.game.view(position.state, viewer))
        if position.step is not None:
            assert_round_trip(types.action, position.action)
            for event in position.step.events:
                assert_round_trip(types.event, event)


@law
def notation_reads_back(play: Playthrough) -> None:
    """Every legal or default action is written as one line of text that parses back to it.

    Every view has a diagram.
    """
    for position in play.positions():
        pairs = list(all_legal(play.game, position.state, play.seats))
        for _, action in (*spread(pairs, POOL), *default_actions(play, position.state)):
            text = play.game.notation.write(action)
            assert text == text.strip() != ""
            assert "\n" not in text
            assert play.game.notation.parse(text) == action
        for viewer in viewers(play):
            assert play.game.notation.diagram(play.game.view(position.state, viewer))


@law
def nonsense_is_refused(play: Playthrough) -> None:
    """A person may type anything: text that is not an action raises `Refused`, nothing else."""
    for position in islice(every_fourth(play.positions()), 3):
        pairs = list(all_legal(play.game, position.state, play.seats))
        for _, action in spread(pairs, 4):
            for text in typing_errors(play.game.notation.write(action)):
                with suppress(Refused):
                    parsed = play.game.notation.parse(text)
                    assert_round_trip(play.game.types.action, parsed)


@law
def encoding_reads_back(play: Playthrough) -> None:
    """Each legal action has a number of its own; observations keep to their size and bounds."""
    code = play.game.learn
    if code is None:
        return
    for position in play.positions():
        for seat, action in all_legal(play.game, position.state, play.seats):
            for index, count, again in numbers_of(play, position.state, seat, action):
                assert 0 <= index < count
                assert again == action, (seat, action)
        for viewer in viewers(play):
            seen = code.observe(play.game.view(position.state, viewer), viewer)
            assert len(seen) == prod(code.shape(play.options, play.seats))
            if code.bounds is not None:
                low, high = code.bounds(play.options, play.seats)
                assert all(a <= b <= c for a, b, c in zip(low, seen, high, strict=True))


def numbers_of(
    play: Playthrough, state: Any, seat: Seat, action: Any
) -> Iterator[tuple[int, int, Any]]:
    """The plain and the compact number of an action: with their count, and what they stand for."""
    code, options, seats = play.game.learn, play.options, play.seats
    if code is None:
        return
    if code.action_count is not None and code.index is not None and code.action is not None:
        plain = code.index(options, seats, action)
        yield plain, code.action_count(options, seats), code.action(options, seats, plain)
    if code.compact is not None:
        view = play.game.view(state, seat)
        number = code.compact.index(view, seat, action)
        if number is not None:
            yield (
                number,
                code.compact.count(options, seats),
                code.compact.action(view, seat, number),
            )


@law
def the_log_folds_to_the_state(play: Playthrough) -> None:
    """A record of the match, written and read again, replays to the same state."""
    positions = list(play.whole())
    write = play.game.notation.write
    plies = tuple(Ply(p.seat, write(p.action)) for p in positions if p.seat is not None)
    options = {f.name: getattr(play.options, f.name) for f in fields(play.options)}
    players = tuple(f"Player {seat + 1}" for seat in range(play.seats))
    spec = play.game.spec
    record = Record(spec.slug, spec.rules_version, play.seed, players, options, plies)
    *_, last = replay(play.game, read_record(write_record(record)))
    assert encode(last.state) == encode(positions[-1].state)
