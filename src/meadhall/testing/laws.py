"""The laws of play. Each takes one playthrough and fails where the game breaks it."""

from contextlib import suppress
from dataclasses import fields
from itertools import islice, pairwise
from math import prod

from meadhall.core.codec import encode
from meadhall.core.dice import with_dice
from meadhall.core.game import start, to_act
from meadhall.core.record import Ply, Record, read_record, replay, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.testing.book import law
from meadhall.testing.lens import (
    POOL,
    both,
    defaults,
    distorted,
    foreign_actions,
    garbled,
    indistinguishable,
    knowledge,
    learnt,
    raised,
    resampled,
    round_trip,
    seen,
    some,
    spread,
    viewers,
    with_dice_of,
)
from meadhall.testing.playthrough import Playthrough, all_legal


@law
def initial_depends_on_its_arguments_alone(play: Playthrough) -> None:
    """Options, seats and generator make the first state; nothing else does."""
    first, second = (start(play.game, play.options, play.seats, Rng(play.seed)) for _ in range(2))
    assert encode(first) == encode(second)
    assert hash(first) == hash(second)


@law
def who_is_to_act_can_act(play: Playthrough) -> None:
    """The seats waited for are in order and have a legal action; after the end nobody has."""
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
    """They are unique, come in the same order every time, and apply takes each of them."""
    for position in play.positions():
        pairs = list(all_legal(play.game, position.state, play.seats))
        assert pairs == list(all_legal(play.game, position.state, play.seats))
        assert len(pairs) == len(set(pairs))
        for seat, action in spread(pairs, POOL):
            assert not isinstance(action, play.game.types.clock_only)
            assert play.game.refusal(position.state, seat, action) is None
            play.game.apply(position.state, seat, action)


@law
def refused_means_raised(play: Playthrough) -> None:
    """`refusal` and `apply` agree on every action, and a refused one changes nothing."""
    for position in some(play.positions()):
        before = encode(position.state)
        for seat, action in foreign_actions(play, position):
            assert play.game.refusal(position.state, seat, action) == raised(
                play.game, position.state, seat, action
            )
        assert encode(position.state) == before


@law
def any_action_is_judged(play: Playthrough) -> None:
    """Strangers send anything of the right shape: it is accepted or refused, and never crashes."""
    for position in islice(some(play.positions()), 3):
        pairs = list(all_legal(play.game, position.state, play.seats))
        tried = spread(pairs, 4)
        for seat, action in tried:
            for odd in distorted(play.game.types.action, action, [other for _, other in tried]):
                assert play.game.refusal(position.state, seat, odd) == raised(
                    play.game, position.state, seat, odd
                )


@law
def legal_actions_are_complete(play: Playthrough) -> None:
    """Where all actions can be numbered, exactly the ones not refused are listed."""
    code = play.game.encode
    if code is None:
        return
    count = code.action_count(play.options, play.seats)
    actions = [code.action(play.options, play.seats, index) for index in range(count)]
    for position in islice(some(play.positions()), 3):
        for seat in to_act(play.game, position.state):
            open_to = {a for a in actions if play.game.refusal(position.state, seat, a) is None}
            open_to -= {a for a in open_to if isinstance(a, play.game.types.clock_only)}
            assert open_to == set(play.game.legal_actions(position.state, seat))


@law
def the_book_lists_what_is_legal(play: Playthrough) -> None:
    """Picked from its own rows, the legal actions are those that are listed, in their order."""
    game, book = play.game, play.game.book
    if book is None:
        return
    for position in play.positions():
        for seat in range(play.seats):
            listed = game.legal_actions(position.state, seat)
            assert [*book.pick(position.state, seat, book.rows)] == [*listed]


@law
def everything_survives_the_codec(play: Playthrough) -> None:
    """Options, states, actions, events and views come back from JSON as they were."""
    types = play.game.types
    round_trip(types.options, play.options)
    for position in play.positions():
        round_trip(types.state, position.state)
        for viewer in viewers(play):
            round_trip(types.view, play.game.view(position.state, viewer))
        if position.step is not None:
            round_trip(types.action, position.action)
            for event in position.step.events:
                round_trip(types.event, event)


@law
def play_ends(play: Playthrough) -> None:
    """Within the promised number of actions, with payoffs in bounds for every seat."""
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


@law
def states_are_sound(play: Playthrough) -> None:
    """The game's own invariant holds everywhere, and states can be hashed."""
    for position in play.positions():
        assert play.game.invariant(position.state) == []
        hash(position.state)


@law
def resampling_fits_the_view(play: Playthrough) -> None:
    """A resampled state looks the same to its viewer, offers the same actions and is sound."""
    for number, position in enumerate(some(play.positions())):
        for viewer in viewers(play):
            other = resampled(play, position, viewer, number)
            assert play.game.invariant(other) == []
            assert knowledge(play, other, viewer) == knowledge(play, position.state, viewer)


@law
def no_leak(play: Playthrough) -> None:
    """States that differ in secrets only look, offer and refuse alike, byte for byte."""
    for number, position in enumerate(some(play.positions())):
        for viewer in viewers(play):
            true, other = position.state, resampled(play, position, viewer, number)
            luckless = with_dice(true, Rng("another seed", 7))
            assert knowledge(play, luckless, viewer) == knowledge(play, true, viewer)
            if viewer is not None:
                for seat, action in foreign_actions(play, position):
                    if seat == viewer:
                        assert play.game.refusal(other, seat, action) == play.game.refusal(
                            true, seat, action
                        )


@law
def events_tell_no_more_than_views(play: Playthrough) -> None:
    """States that look alike before and after a step show the same events on the way.

    Dice fall alike in both, since what falls in the open may be told and then forgotten.
    """
    for number, position in enumerate(some(play.positions())):
        if position.step is None or position.seat is None:
            continue
        for viewer in viewers(play):
            alike = with_dice_of(position.state, resampled(play, position, viewer, number))
            with suppress(Refused):
                step = play.game.apply(alike, position.seat, position.action)
                told, *known = learnt(play, position.step, viewer)
                told_alike, *known_alike = learnt(play, step, viewer)
                assert told == told_alike or known != known_alike


@law
def nothing_is_hidden_in_an_open_game(play: Playthrough) -> None:
    """A game that says it hides nothing shows everybody the same and seals no choice."""
    game = play.game
    if game.spec.hidden:
        return
    assert not game.types.sealed
    for position in play.positions():
        assert len({encode(game.view(position.state, viewer)) for viewer in viewers(play)}) == 1
        for event in position.step.events if position.step else ():
            assert len({encode(game.view_event(event, viewer)) for viewer in viewers(play)}) == 1


@law
def sealed_choices_stay_sealed(play: Playthrough) -> None:
    """While others are still choosing, nobody can tell one sealed choice from another."""
    for position in some(play.positions()):
        for seat in to_act(play.game, position.state):
            for first, second in indistinguishable(play, position.state, seat):
                for viewer in viewers(play):
                    if viewer != seat:
                        assert seen(play, position.state, seat, first, viewer) == seen(
                            play, position.state, seat, second, viewer
                        )


@law
def sealed_choices_commute(play: Playthrough) -> None:
    """The order in which sealed choices arrive does not matter."""
    sealed = tuple(play.game.types.sealed)
    for position in play.positions():
        seats = to_act(play.game, position.state)
        for a, b in pairwise(seats):
            one = [x for x in play.game.legal_actions(position.state, a) if isinstance(x, sealed)]
            two = [x for x in play.game.legal_actions(position.state, b) if isinstance(x, sealed)]
            for x, y in zip(spread(one, 5), spread(two, 5), strict=False):
                assert both(play.game, position.state, (a, x), (b, y)) == both(
                    play.game, position.state, (b, y), (a, x)
                )


@law
def notation_reads_back(play: Playthrough) -> None:
    """Every action, default ones included, is one line of text that parses to itself."""
    for position in play.positions():
        pairs = list(all_legal(play.game, position.state, play.seats))
        for _, action in (*spread(pairs, POOL), *defaults(play, position.state)):
            text = play.game.notation.write(action)
            assert text == text.strip() != ""
            assert "\n" not in text
            assert play.game.notation.parse(text) == action
        for viewer in viewers(play):
            assert play.game.notation.diagram(play.game.view(position.state, viewer))


@law
def nonsense_is_refused(play: Playthrough) -> None:
    """People type anything: text that is no action raises `Refused` and nothing else."""
    for position in islice(some(play.positions()), 3):
        pairs = list(all_legal(play.game, position.state, play.seats))
        for _, action in spread(pairs, 4):
            for text in garbled(play.game.notation.write(action)):
                with suppress(Refused):
                    parsed = play.game.notation.parse(text)
                    round_trip(play.game.types.action, parsed)


@law
def default_actions_are_accepted(play: Playthrough) -> None:
    """What a run-out clock plays is legal, or of a kind that only clocks may play."""
    for position in play.positions():
        for seat, action in defaults(play, position.state):
            play.game.apply(position.state, seat, action)
            legal = play.game.legal_actions(position.state, seat)
            assert isinstance(action, play.game.types.clock_only) or action in legal


@law
def encoding_reads_back(play: Playthrough) -> None:
    """Numbers stand for actions one to one, and observations have the promised size."""
    code = play.game.encode
    if code is None:
        return
    count = code.action_count(play.options, play.seats)
    size = prod(code.shape(play.options, play.seats))
    for position in play.positions():
        for seat, action in all_legal(play.game, position.state, play.seats):
            index = code.index(play.options, play.seats, action)
            assert 0 <= index < count
            assert code.action(play.options, play.seats, index) == action, (seat, action)
        for viewer in viewers(play):
            assert len(code.observe(play.game.view(position.state, viewer))) == size


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


@law
def leaving_is_sound(play: Playthrough) -> None:
    """When a seat gives up, the others play on in a sound state, or the match is over."""
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
def evaluation_is_an_integer(play: Playthrough) -> None:
    """Scores are integers, so that they are the same everywhere."""
    if play.game.evaluate is None:
        return
    for position in some(play.positions()):
        for seat in range(play.seats):
            assert type(play.game.evaluate(position.state, seat)) is int
