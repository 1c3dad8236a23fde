"""Games that break a law of secrecy, each in one way."""

from dataclasses import replace
from typing import Any

import pennies_game
from breakages import PENNIES, STONES, breaks

from meadhall.cli.new_game.template.types import State
from meadhall.core.game import AnyGame, Audience, Step, open_and_in_turn
from meadhall.core.refusal import Refusal
from meadhall.core.rng import Rng


@breaks("resampling_fits_the_view", "no_leak")
def a_resampled_state_that_offers_other_actions() -> AnyGame:
    def legal(state: Any, seat: int) -> tuple[object, ...]:  # noqa: ANN401 - any state
        known = PENNIES.legal_actions(state, seat)
        return tuple(known)[:1] if state.charms[1 - seat] == "heads" else tuple(known)

    def refusal(state: Any, seat: int, action: Any) -> Refusal | None:  # noqa: ANN401 - any
        lucky = Refusal("LUCK", "Bad luck.") if state.charms[1 - seat] == "heads" else None
        return PENNIES.refusal(state, seat, action) or lucky

    two = replace(PENNIES, spec=replace(PENNIES.spec, players=(2,)))
    return replace(two, legal_actions=legal, refusal=refusal)


@breaks("resampling_fits_the_view")
def a_resampled_state_that_is_unsound() -> AnyGame:
    def invariant(state: State) -> list[str]:
        return ["wrong turn"] if state.turn == 9 else []

    return replace(STONES, resample=lambda v, _: State(v.stones, 9), invariant=invariant)


@breaks("resampling_fits_the_view")
def a_time_limit_that_depends_on_a_secret() -> AnyGame:
    return replace(PENNIES, time_limit=lambda state: 300 + state.charms.count("heads"))


@breaks("resampling_fits_the_view")
def an_audience_that_names_a_secret() -> AnyGame:
    def audiences(state: Any, _: int) -> tuple[Audience, ...]:  # noqa: ANN401 - any state
        return tuple(Audience(charm, charm, ()) for charm in state.charms)

    return replace(PENNIES, audiences=audiences)


@breaks("no_leak")
def a_view_that_shows_the_generator() -> AnyGame:
    def view(state: Any, viewer: int | None) -> Any:  # noqa: ANN401 - any state
        return replace(PENNIES.view(state, viewer), rounds=len(state.rng.seed))

    return replace(PENNIES, view=view)


@breaks("nothing_is_hidden_in_an_open_game")
def an_open_game_whose_views_differ() -> AnyGame:
    return replace(STONES, view=lambda state, viewer: replace(state, turn=viewer or 0))


@breaks("nothing_is_hidden_in_an_open_game")
def an_open_game_whose_events_are_not_for_all() -> AnyGame:
    return replace(STONES, view_event=lambda event, viewer: event if viewer else None)


@breaks("nothing_is_hidden_in_an_open_game")
def an_open_game_with_sealed_choices() -> AnyGame:
    return replace(PENNIES, traits=open_and_in_turn)


@breaks("events_tell_no_more_than_views")
def an_event_that_shows_a_secret_charm() -> AnyGame:
    def apply(state: Any, seat: int, action: Any) -> Step[Any, Any]:  # noqa: ANN401 - any
        step = PENNIES.apply(state, seat, action)
        return replace(
            step, events=(*step.events, pennies_game.Flipped(state.charms[seat], state.scores))
        )

    return replace(PENNIES, apply=apply)


@breaks("sealed_choices_stay_sealed")
def an_event_that_shows_a_sealed_choice() -> AnyGame:
    return replace(PENNIES, view_event=lambda event, _: event)


@breaks("sealed_choices_stay_sealed")
def a_view_that_shows_a_sealed_choice() -> AnyGame:
    def view(state: Any, viewer: int | None) -> Any:  # noqa: ANN401 - any state
        return replace(PENNIES.view(state, viewer), own_guess=state.guesses.choice(0))

    return replace(PENNIES, view=view)


@breaks("sealed_choices_commute")
def a_coin_that_depends_on_who_guessed_first() -> AnyGame:
    def apply(state: Any, seat: int, action: Any) -> Step[Any, Any]:  # noqa: ANN401 - any
        step = PENNIES.apply(state, seat, action)
        return replace(step, state=replace(step.state, rng=Rng(f"{step.state.rng.seed}{seat}")))

    return replace(PENNIES, apply=apply)


@breaks("logs_tell_no_more_than_events")
def a_log_that_writes_down_what_events_hide() -> AnyGame:
    return replace(PENNIES, types=replace(PENNIES.types, sealed={}))


@breaks("logs_tell_no_more_than_events")
def a_move_in_the_fog_that_the_log_writes_down() -> AnyGame:
    """Nothing is sealed, and what came of the guess is shown to everybody without the side."""

    def apply(state: Any, seat: int, action: Any) -> Step[Any, Any]:  # noqa: ANN401 - any game
        step = PENNIES.apply(state, seat, action)
        return Step(step.state, tuple(replace(e, side="") for e in step.events[:1]))

    return replace(PENNIES, apply=apply, types=replace(PENNIES.types, sealed={}))
