"""Games that break a law of presentation, or of what is written down, each in one way."""

import itertools
from dataclasses import replace

from breakages import PENNIES, STONES, breaks
from changed import with_present, with_speed

from meadhall.cli.new_game.template.types import State, Take, Taken
from meadhall.core.game import AnyGame, Traits
from meadhall.core.refusal import Refusal
from meadhall.core.rng import Rng
from meadhall.core.scene import Button, Card, Cell, Motion, Preview, Scene, SceneDiff, Token


@breaks("everything_survives_the_codec")
def a_state_with_a_list_in_it() -> AnyGame:
    return replace(STONES, types=replace(STONES.types, state=Taken))


@breaks("everything_survives_the_codec")
def an_event_of_another_type() -> AnyGame:
    return replace(STONES, types=replace(STONES.types, event=Take))


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


@breaks("encoding_reads_back")
def two_actions_with_one_number() -> AnyGame:
    assert PENNIES.learn is not None
    return replace(PENNIES, learn=replace(PENNIES.learn, index=lambda *_: 0))


@breaks("encoding_reads_back")
def an_observation_of_another_size() -> AnyGame:
    assert PENNIES.learn is not None
    return replace(PENNIES, learn=replace(PENNIES.learn, observe=lambda *_: (1,)))


@breaks("gestures_lead_to_one_action")
def one_click_for_every_action() -> AnyGame:
    return with_present(STONES, gesture=lambda _: ("take-1",))


@breaks("gestures_lead_to_one_action")
def a_click_on_what_is_not_there() -> AnyGame:
    return with_present(STONES, gesture=lambda a: (f"grab-{a.count}",))


@breaks("gestures_lead_to_one_action")
def a_gesture_that_begins_another() -> AnyGame:
    return with_present(STONES, gesture=lambda a: ("take-1",) * a.count)


@breaks("what_is_begun_can_be_finished")
def a_button_that_begins_what_cannot_be_read() -> AnyGame:
    return with_present(STONES, scene=lambda _: Scene("x", buttons=(Button("a", "a", writes="a"),)))


@breaks("clicks_mean_what_they_are_for")
def clicks_that_are_misread() -> AnyGame:
    return with_present(STONES, action_from_clicks=lambda *_: Take(1))


@breaks("clicks_mean_what_they_are_for")
def clicks_read_as_what_is_no_action() -> AnyGame:
    takes = {f"take-{count}": Take(count) for count in (1, 2, 3)}
    return with_present(STONES, action_from_clicks=lambda _, clicks: takes.get(clicks[0], 1))


@breaks("presentation_covers_everything")
def a_scene_with_an_id_twice() -> AnyGame:
    return with_present(STONES, scene=lambda _: Scene("x", buttons=(Button("a", "a"),) * 2))


@breaks("presentation_covers_everything")
def a_token_on_no_cell() -> AnyGame:
    return with_present(
        STONES, scene=lambda _: Scene("x", tokens=(Token("t", "t", "nowhere", "t"),))
    )


@breaks("presentation_covers_everything")
def an_event_without_a_sentence() -> AnyGame:
    return with_present(STONES, sentence=lambda _: None)


@breaks("presentation_covers_everything")
def a_preview_without_words() -> AnyGame:
    return with_present(STONES, preview=lambda *_: None)


@breaks("what_is_followed_arrives")
def parts_that_stay_as_they_were() -> AnyGame:
    return with_present(STONES, follow=lambda _, shown, moments: [replace(shown) for _ in moments])


@breaks("what_is_followed_arrives")
def an_event_that_is_followed_twice() -> AnyGame:
    return with_present(STONES, follow=lambda _, shown, moments: [shown] * (len(moments) + 1))


@breaks("what_is_followed_arrives")
def a_token_that_moves_and_does_not_come() -> AnyGame:
    """The match claims to hide something, but the token is in a motion that everybody sees."""

    def scene(view: State) -> Scene:
        tokens = () if view.turn == 0 else (Token("t", "t", "c", "t"),)
        return Scene("old", cells=(Cell("c", "c", 0, 0),), tokens=tokens)

    return replace(
        with_present(
            STONES,
            scene=scene,
            motions=lambda events: [(Motion("appear", "t"),) for _ in events],
            follow=lambda _, shown, moments: [replace(shown, headline="new") for _ in moments],
        ),
        traits=lambda *_: Traits(hidden=True),
    )


@breaks("scene_diffs_miss_nothing")
def a_scene_diff_that_leaves_out_what_changed() -> AnyGame:
    return with_speed(STONES, scene_diff=lambda before, after, _: (headlines(before, after),))


@breaks("scene_diffs_miss_nothing")
def a_scene_diff_that_changes_a_field_twice() -> AnyGame:
    return with_speed(STONES, scene_diff=lambda a, b, _: (whole(a, b), headlines(a, b)))


@breaks("scene_diffs_miss_nothing")
def a_scene_diff_from_another_scene() -> AnyGame:
    return with_speed(
        STONES, scene_diff=lambda _, b, __: (SceneDiff(Scene("!"), whole(b, b).after),)
    )


def whole(before: State, after: State) -> SceneDiff:
    assert STONES.present is not None
    return SceneDiff(STONES.present.scene(before), STONES.present.scene(after))


def headlines(before: State, after: State) -> SceneDiff:
    old, new = (Scene(whole(view, view).after.headline) for view in (before, after))
    return SceneDiff(old, new)


@breaks("the_log_folds_to_the_state")
def a_generator_that_the_record_does_not_know() -> AnyGame:
    counter = itertools.count()
    return replace(PENNIES, initial=lambda o, s, _: PENNIES.initial(o, s, Rng(str(next(counter)))))


@breaks("words_are_for_people")
def a_sentence_with_an_id() -> AnyGame:
    return with_present(STONES, sentence=lambda _: "stone-3 is taken.")


@breaks("words_are_for_people")
def a_label_that_is_the_name_of_a_kind() -> AnyGame:
    card = Card("c", "expansionist-right", "hand", "expansionist-right")
    return with_present(STONES, scene=lambda _: Scene("x", cards=(card,)))


@breaks("words_are_for_people")
def a_cell_named_by_its_coordinates() -> AnyGame:
    return with_present(
        STONES, scene=lambda _: Scene("x", cells=(Cell("c", "c", 0, 0, name="2,-1"),))
    )


@breaks("words_are_for_people")
def an_action_in_notation() -> AnyGame:
    return with_present(STONES, phrase=lambda action: f"take_{action.count}")


@breaks("words_are_for_people")
def a_preview_with_an_id() -> AnyGame:
    return with_present(STONES, preview=lambda *_: Preview("moves p1-w4"))


@breaks("words_are_for_people")
def an_end_with_a_bare_reason() -> AnyGame:
    return with_present(STONES, ending=lambda result: f"Seat 1 won ({result.reason}).")


@breaks("words_are_for_people")
def a_refusal_with_an_id() -> AnyGame:
    refused = Refusal("NO", "There is no stone-9.")
    return replace(STONES, refusal=lambda *_: refused)
