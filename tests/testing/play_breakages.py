"""Games that break a law of play, each in one way."""

import itertools
from dataclasses import dataclass, replace
from typing import Any

from breakages import PENNIES, STONES, breaks
from changed import with_play, with_speed

from meadhall.cli.new_game.template.types import State, Take, Taken
from meadhall.core.capabilities import ActionTable
from meadhall.core.game import AnyGame, Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.status import Finished, ToAct


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


@breaks("any_action_gets_an_answer")
def a_crash_on_an_odd_number() -> AnyGame:
    def refusal(state: State, seat: int, action: Take) -> Refusal | None:
        ("one", "two", "three")[action.count - 1]
        return STONES.refusal(state, seat, action)

    return replace(STONES, refusal=refusal)


@breaks("garbage_is_refused")
def a_game_that_takes_garbage_for_a_pass() -> AnyGame:
    def refusal(state: State, seat: int, action: object) -> Refusal | None:
        return STONES.refusal(state, seat, action) if isinstance(action, Take) else None

    def apply(state: State, seat: int, action: object) -> Step[State, Taken]:
        return STONES.apply(state, seat, action) if isinstance(action, Take) else Step(state, ())

    return replace(STONES, refusal=refusal, apply=apply)


@breaks("garbage_is_refused")
def a_game_that_crashes_on_garbage() -> AnyGame:
    def refusal(state: State, seat: int, action: Take) -> Refusal | None:
        three = Refusal("THREE", "Not three.") if action.count == 3 else None
        return STONES.refusal(state, seat, action) or three

    return replace(STONES, refusal=refusal)


@breaks("garbage_is_refused")
def seats_that_are_counted_from_the_end() -> AnyGame:
    """Python finds an item at index -1, and so a seat that does not exist acts for the last one."""
    return replace(
        STONES,
        refusal=lambda state, seat, action: STONES.refusal(state, seat % 2, action),
        apply=lambda state, seat, action: STONES.apply(state, seat % 2, action),
    )


@breaks("legal_actions_are_complete")
def a_possible_action_that_is_not_listed() -> AnyGame:
    return replace(PENNIES, legal_actions=lambda s, seat: PENNIES.legal_actions(s, seat)[:1])


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


@breaks("default_actions_are_accepted")
def a_default_that_is_refused() -> AnyGame:
    return replace(STONES, default_action=lambda *_: Take(9))


@breaks("default_actions_are_accepted")
def a_default_that_is_accepted_and_not_listed() -> AnyGame:
    return replace(PENNIES, types=replace(PENNIES.types, clock_only=()))


@breaks("the_action_table_lists_what_is_legal")
def an_action_table_that_leaves_actions_out() -> AnyGame:
    return with_speed(
        STONES, action_table=ActionTable(((Take(1), Take(2)),), lambda _, __, kept: kept[0][:1])
    )


@breaks("leaving_is_sound")
def a_seat_that_left_and_is_still_asked() -> AnyGame:
    return replace(PENNIES, leave=lambda state, _: Step(state, ()))


@breaks("evaluation_is_an_integer")
def a_score_with_a_fraction() -> AnyGame:
    return with_play(STONES, evaluate=lambda s, _: s.stones / 2)
