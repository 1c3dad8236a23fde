"""The laws. Each takes one playthrough and fails where the game breaks it."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from itertools import chain, islice, pairwise, product
from math import prod
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings

from meadhall.core.codec import encode
from meadhall.core.dice import with_dice
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.record import Ply, Record, read_record, replay, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.testing.lens import (
    POOL,
    all_ids,
    both,
    defaults,
    distorted,
    foreign_actions,
    garbled,
    ids,
    indistinguishable,
    knowledge,
    raised,
    resampled,
    round_trip,
    seen,
    some,
    spread,
    tells_apart,
    viewers,
)
from meadhall.testing.playthrough import Playthrough, all_legal, playthroughs

Law: TypeAlias = Callable[[Playthrough], None]

LAWS: dict[str, Law] = {}
EXAMPLES = int(os.environ.get("MEADHALL_LAW_EXAMPLES", "12"))


def law(function: Law) -> Law:
    """Enter the function into the book under its own name."""
    LAWS[function.__name__] = function
    return function


def check(name: str, game: AnyGame, examples: int = EXAMPLES) -> None:
    """Hold the game to the law over many playthroughs, the same ones every time."""
    _over_playthroughs(game, examples, LAWS[name])


def check_secrets(game: AnyGame, examples: int = 4 * EXAMPLES) -> None:
    """A game that says it hides something does: no viewer could tell what another one sees.

    If a view gave a secret away, resampling from that view would have to reproduce it; so, in some
    position, a state resampled for one viewer must look different to another.
    """
    found: list[Playthrough] = []

    def look(play: Playthrough) -> None:
        if not found and tells_apart(play):
            found.append(play)

    _over_playthroughs(game, examples, look)
    assert bool(found) == game.spec.hidden


def _over_playthroughs(game: AnyGame, examples: int, look: Law) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(playthroughs(game))
    def holds(play: Playthrough) -> None:
        look(play)

    holds()


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
        for seat, action in spread(pairs, 4):
            for odd in distorted(play.game.types.action, action):
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
def gestures_lead_to_one_action(play: Playthrough) -> None:
    """Each legal action has its own clicks, on things that are there, and no click is ambiguous."""
    present = play.game.present
    if present is None:
        return
    for position in some(play.positions()):
        for seat in range(play.seats):
            clickable = ids(present.scene(play.game.view(position.state, seat)))
            gestures = [present.gesture(a) for a in play.game.legal_actions(position.state, seat)]
            assert len(set(gestures)) == len(gestures)
            assert all(gesture and set(gesture) <= clickable for gesture in gestures)
            prefixes = {g[:length] for g in gestures for length in range(1, len(g))}
            assert not prefixes & set(gestures)


@law
def what_is_begun_can_be_finished(play: Playthrough) -> None:
    """A button that begins a move and leaves its end to the player leads to one action a name."""
    present, parse = play.game.present, play.game.notation.parse
    if present is None:
        return
    for position in some(play.positions()):
        for viewer in viewers(play):
            for button in present.scene(play.game.view(position.state, viewer)).buttons:
                if button.writes:
                    assert parse(f"{button.writes} The Fellowship") != parse(f"{button.writes} Us")


@law
def clicks_mean_what_they_are_for(play: Playthrough) -> None:
    """Clicks are read as the action they are for, and any others as one that is judged."""
    game, present = play.game, play.game.present
    if present is None or present.reading is None:
        return
    for position in some(play.positions()):
        for seat in range(play.seats):
            view = game.view(position.state, seat)
            for action in game.legal_actions(position.state, seat):
                assert present.reading(view, present.gesture(action)) == action
            read = [present.reading(view, (id_,)) for id_ in ids(present.scene(view))]
            assert all(a is None or isinstance(a, game.types.action) for a in read)


@law
def presentation_covers_everything(play: Playthrough) -> None:
    """Scenes have unique ids; events that are seen and actions that are foreseen have words."""
    present = play.game.present
    if present is None:
        return
    for position in play.positions():
        for viewer in viewers(play):
            view = play.game.view(position.state, viewer)
            scene = present.scene(view)
            assert len(all_ids(scene)) == len(set(all_ids(scene)))
            assert {token.cell for token in scene.tokens} <= {cell.id for cell in scene.cells}
            for event in position.step.events if position.step else ():
                shown = play.game.view_event(event, viewer)
                if shown is not None:
                    encode(present.motions(shown))
                    assert isinstance(present.tell(shown), str)
            if present.foresee is not None and viewer is not None:
                legal = list(play.game.legal_actions(position.state, viewer))
                for action in spread(legal, POOL):
                    assert isinstance(present.foresee(view, action), str)


@law
def what_is_followed_arrives(play: Playthrough) -> None:
    """Who watches the cells change event by event sees in the end what there is to see."""
    game, present = play.game, play.game.present
    if present is None or present.follow is None:
        return
    steps = [(position.state, position.step) for position in play.positions() if position.step]
    for (state, step), viewer in product(steps, viewers(play)):
        before = game.view(state, viewer)
        events = [game.view_event(event, viewer) for event in step.events]
        looks = present.follow(before, [event for event in events if event is not None])
        cells = {cell.id: cell for cell in chain(present.scene(before).cells, *looks)}
        after = present.scene(game.view(step.state, viewer)).cells
        assert cells == {cell.id: cell for cell in after}


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
