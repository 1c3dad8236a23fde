"""A check that cannot fail is no check: for every law a game that breaks it, and is caught."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pennies_game
import pytest

from meadhall.cli import template
from meadhall.cli.template.types import State, Take, Taken
from meadhall.core.game import AnyGame, Book, Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Button, Scene, Stroke, Token
from meadhall.core.status import Finished, ToAct
from meadhall.testing import LAWS, check, transcript

PENNIES: AnyGame = pennies_game.GAME
STONES: AnyGame = template.GAME  # broken on purpose below, types included
Breakage = Callable[[], AnyGame]
BROKEN: list[tuple[str, Breakage]] = []


def breaks(*laws: str) -> Callable[[Breakage], Breakage]:
    """The decorated function makes a game that the named laws must catch."""

    def enter(make: Breakage) -> Breakage:
        BROKEN.extend((law, make) for law in laws)
        return make

    return enter


def presented(game: AnyGame, **changes: Any) -> AnyGame:  # noqa: ANN401 - fields of Present
    assert game.present is not None
    return replace(game, present=replace(game.present, **changes))


@breaks("initial_depends_on_its_arguments_alone")
def a_start_that_remembers_earlier_ones() -> AnyGame:
    counter = itertools.count(4)
    return replace(STONES, initial=lambda *_: State(next(counter), 0))


@breaks("who_is_to_act_can_act")
def a_seat_that_is_asked_and_has_no_action() -> AnyGame:
    return replace(STONES, legal_actions=lambda s, seat: STONES.legal_actions(s, seat)[:0])


@breaks("who_is_to_act_can_act")
def actions_after_the_end() -> AnyGame:
    return replace(STONES, legal_actions=lambda s, seat: (Take(1),) if s.turn == seat else ())


@breaks("who_is_to_act_can_act")
def seats_waited_for_out_of_order() -> AnyGame:
    def status(state: Any) -> ToAct | Finished:  # noqa: ANN401 - any state
        true = PENNIES.status(state)
        return ToAct(true.seats[::-1]) if isinstance(true, ToAct) else true

    return replace(PENNIES, status=status)


@breaks("legal_actions_are_accepted")
def an_action_listed_twice() -> AnyGame:
    return replace(STONES, legal_actions=lambda s, seat: (*STONES.legal_actions(s, seat),) * 2)


@breaks("legal_actions_are_accepted")
def an_action_listed_and_refused() -> AnyGame:
    def refusal(state: State, seat: int, action: Take) -> Refusal | None:
        three = Refusal("THREE", "Not three.") if action.count == 3 else None
        return STONES.refusal(state, seat, action) or three

    return replace(STONES, refusal=refusal)


@breaks("legal_actions_are_accepted")
def a_clock_only_action_offered_to_players() -> AnyGame:
    return replace(STONES, types=replace(STONES.types, clock_only=(Take,)))


@breaks("refused_means_raised")
def a_refusal_that_apply_does_not_know() -> AnyGame:
    return replace(STONES, refusal=lambda *_: None)


@breaks("refused_means_raised")
def an_exception_with_another_code() -> AnyGame:
    def apply(state: State, seat: int, action: Take) -> Step[State, Taken]:
        if STONES.refusal(state, seat, action) is not None:
            raise Refused.because("NO", "No.")
        return STONES.apply(state, seat, action)

    return replace(STONES, apply=apply)


@breaks("any_action_is_judged")
def a_crash_on_an_odd_number() -> AnyGame:
    def refusal(state: State, seat: int, action: Take) -> Refusal | None:
        ("one", "two", "three")[action.count - 1]
        return STONES.refusal(state, seat, action)

    return replace(STONES, refusal=refusal)


@breaks("legal_actions_are_complete")
def a_possible_action_that_is_not_listed() -> AnyGame:
    return replace(PENNIES, legal_actions=lambda s, seat: PENNIES.legal_actions(s, seat)[:1])


@breaks("everything_survives_the_codec")
def a_state_with_a_list_in_it() -> AnyGame:
    return replace(STONES, types=replace(STONES.types, state=Taken))


@breaks("everything_survives_the_codec")
def an_event_of_another_type() -> AnyGame:
    return replace(STONES, types=replace(STONES.types, event=Take))


@breaks("play_ends")
def a_match_without_an_end() -> AnyGame:
    return replace(STONES, spec=replace(STONES.spec, max_plies=1))


@breaks("play_ends")
def a_payoff_out_of_bounds() -> AnyGame:
    return replace(STONES, spec=replace(STONES.spec, payoff_bounds=(0, 1)))


@breaks("play_ends")
def a_seat_without_a_payoff() -> AnyGame:
    def status(state: State) -> ToAct | Finished:
        return STONES.status(state) if state.stones else Finished((1,), "lastStone")

    return replace(STONES, status=status)


@breaks("states_are_sound")
def a_broken_promise() -> AnyGame:
    return replace(STONES, invariant=lambda s: ["odd"] if s.stones % 2 else [])


@breaks("states_are_sound")
def a_state_that_cannot_be_hashed() -> AnyGame:
    @dataclass
    class Soft:
        stones: int
        turn: int

    return replace(STONES, initial=lambda *_: Soft(4, 0), invariant=lambda _: [])


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
    return replace(PENNIES, spec=replace(PENNIES.spec, hidden=False))


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


@breaks("notation_reads_back")
def two_actions_written_alike() -> AnyGame:
    return replace(STONES, notation=replace(STONES.notation, write=lambda _: "take 1"))


@breaks("notation_reads_back")
def an_empty_diagram() -> AnyGame:
    return replace(STONES, notation=replace(STONES.notation, diagram=lambda _: ""))


@breaks("nonsense_is_refused")
def a_parser_that_crashes() -> AnyGame:
    def parse(text: str) -> Take:
        return Take(int(text.removeprefix("take ")))

    return replace(STONES, notation=replace(STONES.notation, parse=parse))


@breaks("default_actions_are_accepted")
def a_default_that_is_refused() -> AnyGame:
    return replace(STONES, default_action=lambda *_: Take(9))


@breaks("default_actions_are_accepted")
def a_default_that_is_accepted_and_not_listed() -> AnyGame:
    return replace(PENNIES, types=replace(PENNIES.types, clock_only=()))


@breaks("encoding_reads_back")
def two_actions_with_one_number() -> AnyGame:
    assert PENNIES.encode is not None
    return replace(PENNIES, encode=replace(PENNIES.encode, index=lambda *_: 0))


@breaks("encoding_reads_back")
def an_observation_of_another_size() -> AnyGame:
    assert PENNIES.encode is not None
    return replace(PENNIES, encode=replace(PENNIES.encode, observe=lambda _: (1,)))


@breaks("gestures_lead_to_one_action")
def one_click_for_every_action() -> AnyGame:
    return presented(STONES, gesture=lambda _: ("take-1",))


@breaks("gestures_lead_to_one_action")
def a_click_on_what_is_not_there() -> AnyGame:
    return presented(STONES, gesture=lambda a: (f"grab-{a.count}",))


@breaks("gestures_lead_to_one_action")
def a_gesture_that_begins_another() -> AnyGame:
    return presented(STONES, gesture=lambda a: ("take-1",) * a.count)


@breaks("what_is_begun_can_be_finished")
def a_button_that_begins_what_cannot_be_read() -> AnyGame:
    return presented(STONES, scene=lambda _: Scene("x", buttons=(Button("a", "a", writes="a"),)))


@breaks("clicks_mean_what_they_are_for")
def clicks_that_are_misread() -> AnyGame:
    return presented(STONES, reading=lambda *_: Take(1))


@breaks("clicks_mean_what_they_are_for")
def clicks_read_as_what_is_no_action() -> AnyGame:
    takes = {f"take-{count}": Take(count) for count in (1, 2, 3)}
    return presented(STONES, reading=lambda _, clicks: takes.get(clicks[0], 1))


@breaks("presentation_covers_everything")
def a_scene_with_an_id_twice() -> AnyGame:
    return presented(STONES, scene=lambda _: Scene("x", buttons=(Button("a", "a"),) * 2))


@breaks("presentation_covers_everything")
def a_token_on_no_cell() -> AnyGame:
    return presented(STONES, scene=lambda _: Scene("x", tokens=(Token("t", "t", "nowhere", "t"),)))


@breaks("presentation_covers_everything")
def an_event_without_a_sentence() -> AnyGame:
    return presented(STONES, tell=lambda _: None)


@breaks("presentation_covers_everything")
def an_action_foreseen_without_words() -> AnyGame:
    return presented(STONES, foresee=lambda *_: None)


@breaks("what_is_followed_arrives")
def cells_that_stay_as_they_were() -> AnyGame:
    return presented(STONES, follow=lambda _, events: [() for _ in events])


@breaks("the_book_lists_what_is_legal")
def a_book_that_leaves_actions_out() -> AnyGame:
    return replace(STONES, book=Book(((Take(1), Take(2)),), lambda _, __, kept: kept[0][:1]))


@breaks("contrasts_miss_nothing")
def a_contrast_that_leaves_out_what_changed() -> AnyGame:
    return presented(STONES, contrast=lambda before, after, _: (headlines(before, after),))


@breaks("contrasts_miss_nothing")
def a_contrast_that_paints_twice() -> AnyGame:
    return presented(STONES, contrast=lambda a, b, _: (whole(a, b), headlines(a, b)))


@breaks("contrasts_miss_nothing")
def a_contrast_with_another_scene() -> AnyGame:
    return presented(STONES, contrast=lambda _, b, __: (Stroke(Scene("!"), whole(b, b).after),))


def whole(before: State, after: State) -> Stroke:
    return Stroke(template.present.scene(before), template.present.scene(after))


def headlines(before: State, after: State) -> Stroke:
    old, new = (Scene(whole(view, view).after.headline) for view in (before, after))
    return Stroke(old, new)


@breaks("the_log_folds_to_the_state")
def a_generator_that_the_record_does_not_know() -> AnyGame:
    counter = itertools.count()
    return replace(PENNIES, initial=lambda o, s, _: PENNIES.initial(o, s, Rng(str(next(counter)))))


@breaks("leaving_is_sound")
def a_seat_that_left_and_is_still_asked() -> AnyGame:
    return replace(PENNIES, leave=lambda state, _: Step(state, ()))


@breaks("evaluation_is_an_integer")
def a_score_with_a_fraction() -> AnyGame:
    return replace(STONES, evaluate=lambda s, _: s.stones / 2)


@pytest.mark.parametrize(("law", "make"), BROKEN, ids=lambda x: getattr(x, "__name__", x))
def test_the_law_catches_the_broken_game(law: str, make: Breakage) -> None:
    with pytest.raises(
        (AssertionError, Refused, TypeError, AttributeError, IndexError, ValueError)
    ):
        check(law, make(), examples=40)


def test_every_law_is_shown_to_fail() -> None:
    assert {law for law, _ in BROKEN} == set(LAWS)


@pytest.mark.parametrize("law", LAWS)
def test_the_games_they_were_made_from_are_sound(law: str) -> None:
    check(law, PENNIES)


def test_a_transcript_tells_the_whole_match_and_repeats() -> None:
    options = STONES.types.options(stones=4)
    told = transcript(STONES, options, 2, "1", 10)
    assert told == transcript(STONES, options, 2, "1", 10)
    assert told.startswith("template, 2 seats, seed 1, 10 plies\n")
    assert "seat 1 may: take 1, take 2, take 3" in told
    assert "finished, lastStone" in told
    assert told != transcript(STONES, options, 2, "2", 10)
