"""Games that break a law of setting up, each in one way."""

from dataclasses import make_dataclass, replace
from typing import Any

from breakages import STONES, breaks

from meadhall.core.game import AnyGame
from meadhall.core.options import OptionForm, Preset, option


def with_presets(*presets: Preset) -> AnyGame:
    return replace(STONES, spec=replace(STONES.spec, presets=presets))


def with_form(form: OptionForm) -> AnyGame:
    stones: Any = option(12, "How many.", low=4, high=50, form=form)
    options = make_dataclass("Formed", [("stones", int, stones)], frozen=True)
    return replace(STONES, types=replace(STONES.types, options=options))


@breaks("presets_can_be_played")
def a_preset_with_an_option_that_is_not_allowed() -> AnyGame:
    return with_presets(Preset("Sandpit", "Many stones.", 2, {"stones": 1000}))


@breaks("presets_can_be_played")
def a_preset_for_too_many_players() -> AnyGame:
    return with_presets(Preset("Crowd", "Everybody.", 9))


@breaks("presets_can_be_played")
def a_preset_with_an_option_that_has_no_effect() -> AnyGame:
    game = with_form(OptionForm(seats=(3,)))
    presets = (Preset("Short", "Few stones.", 2, {"stones": 4}),)
    return replace(game, spec=replace(game.spec, presets=presets))


@breaks("presets_can_be_played")
def two_presets_of_one_name() -> AnyGame:
    return with_presets(Preset("Duel", "Two players.", 2), Preset("Duel", "A duel.", 2))


@breaks("option_forms_name_options")
def a_form_that_needs_an_option_that_is_not_there() -> AnyGame:
    return with_form(OptionForm(needs=("pebbles", 3)))


@breaks("option_forms_name_options")
def a_form_that_needs_itself() -> AnyGame:
    return with_form(OptionForm(needs=("stones", 12)))


@breaks("option_forms_name_options")
def a_form_for_a_number_of_seats_that_cannot_be() -> AnyGame:
    return with_form(OptionForm(seats=(5,)))
