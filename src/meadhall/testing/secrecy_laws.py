"""The laws of secrecy: nobody learns what is not theirs to know."""

from contextlib import suppress
from itertools import pairwise

from meadhall.core.codec import encode
from meadhall.core.game import to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import with_generator
from meadhall.testing.knowledge import (
    knowledge,
    knowledge_after,
    log_texts,
    resample,
    with_same_generator,
)
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough, all_legal
from meadhall.testing.samples import (
    POOL,
    every_fourth,
    foreign_actions,
    indistinguishable_choices,
    spread,
    state_after,
    viewers,
)


@law
def resampling_fits_the_view(play: Playthrough) -> None:
    """A resampled state is sound, and its viewer sees the same and has the same legal actions."""
    for number, position in enumerate(every_fourth(play.positions())):
        for viewer in viewers(play):
            other = resample(play, position, viewer, number)
            assert play.game.invariant(other) == []
            assert knowledge(play, other, viewer) == knowledge(play, position.state, viewer)


@law
def no_leak(play: Playthrough) -> None:
    """States that differ only in secrets look the same to the viewer, byte for byte.

    The legal actions are the same too, and so is every refusal.
    """
    for number, position in enumerate(every_fourth(play.positions())):
        for viewer in viewers(play):
            true, other = position.state, resample(play, position, viewer, number)
            # Dice to come are a secret too, from every viewer.
            other_luck = with_generator(true, Rng("another seed", 7))
            assert knowledge(play, other_luck, viewer) == knowledge(play, true, viewer)
            if viewer is not None:
                for seat, action in foreign_actions(play, position):
                    if seat == viewer:
                        assert play.game.refusal(other, seat, action) == play.game.refusal(
                            true, seat, action
                        )


@law
def events_tell_no_more_than_views(play: Playthrough) -> None:
    """If two states look alike before and after a step, the viewer sees the same events.

    Chance falls alike in both: an open roll may be shown in an event and in no later view.
    """
    for number, position in enumerate(every_fourth(play.positions())):
        if position.step is None or position.seat is None:
            continue
        for viewer in viewers(play):
            alike = with_same_generator(position.state, resample(play, position, viewer, number))
            # Another seat's action may be illegal in the resampled state.
            with suppress(Refused):
                step = play.game.apply(alike, position.seat, position.action)
                events, *known = knowledge_after(play, position.step, viewer)
                events_alike, *known_alike = knowledge_after(play, step, viewer)
                assert events == events_alike or known != known_alike


@law
def logs_tell_no_more_than_events(play: Playthrough) -> None:
    """After actions that a viewer cannot tell apart, the viewer reads the same text in the log."""
    game = play.game
    if not play.traits.hidden:
        return
    for position in every_fourth(play.positions()):
        for seat in to_act(game, position.state):
            actions = spread(list(game.legal_actions(position.state, seat)), POOL)
            for viewer in viewers(play):
                if viewer != seat:
                    logs = log_texts(play, position.state, seat, actions, viewer)
                    assert all(len(texts) == 1 for texts in logs.values())


@law
def nothing_is_hidden_in_an_open_game(play: Playthrough) -> None:
    """A match that claims to hide nothing shows every viewer the same and seals no choice."""
    game = play.game
    if play.traits.hidden:
        return
    for position in play.positions():
        assert len({encode(game.view(position.state, viewer)) for viewer in viewers(play)}) == 1
        legal = all_legal(game, position.state, play.seats)
        assert not any(isinstance(action, tuple(game.types.sealed)) for _, action in legal)
        for event in position.step.events if position.step else ():
            assert len({encode(game.view_event(event, viewer)) for viewer in viewers(play)}) == 1


@law
def sealed_choices_stay_sealed(play: Playthrough) -> None:
    """While others still choose, no other viewer can tell one sealed choice from another."""
    for position in every_fourth(play.positions()):
        state = position.state
        for seat in to_act(play.game, state):
            for pair in indistinguishable_choices(play, state, seat):
                one, two = (play.game.apply(state, seat, action) for action in pair)
                for viewer in viewers(play):
                    if viewer != seat:
                        known = knowledge_after(play, one, viewer)
                        assert known == knowledge_after(play, two, viewer)


@law
def sealed_choices_commute(play: Playthrough) -> None:
    """Sealed choices lead to the same state in whichever order they arrive."""
    sealed = tuple(play.game.types.sealed)
    for position in play.positions():
        seats = to_act(play.game, position.state)
        for a, b in pairwise(seats):
            one = [x for x in play.game.legal_actions(position.state, a) if isinstance(x, sealed)]
            two = [x for x in play.game.legal_actions(position.state, b) if isinstance(x, sealed)]
            for x, y in zip(spread(one, 5), spread(two, 5), strict=False):
                assert state_after(play.game, position.state, (a, x), (b, y)) == state_after(
                    play.game, position.state, (b, y), (a, x)
                )
