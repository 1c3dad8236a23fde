"""The games that can be played here, as pages show them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from meadhall import registry
from meadhall.core.capabilities import Level
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame, default_traits, start
from meadhall.core.options import Preset, Value, option_specs, parse_options
from meadhall.core.rng import Rng
from meadhall.puzzles.puzzle_set import has_puzzles
from meadhall.server.bots.pool import BotPool
from meadhall.server.protocol.bodies import (
    FirstPosition,
    GameCard,
    GamePage,
    GuideCard,
    LevelCard,
    OptionValues,
    PresetCard,
)

NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


def game_card(game: AnyGame, bots: BotPool) -> GameCard:
    """What lists and set-up forms need to know of a game."""
    spec, present, traits = game.spec, game.present, default_traits(game)
    return GameCard(
        slug=spec.slug,
        title=spec.title,
        summary=spec.summary,
        players=spec.players,
        simultaneous=traits.simultaneous,
        chance=traits.chance,
        hidden=traits.hidden,
        options=option_specs(game.types.options),
        presets=tuple(_preset_card(game, preset) for preset in spec.presets),
        levels=tuple(_level_card(level) for level in bots.levels(game)),
        marks=present.marks if present else (),
        colours=present.colours if present else (),
        notation=game.notation.help,
        timed=_is_timed(game),
        time_up=spec.time_up,
        guided=game.guide is not None,
        previews=present is not None and present.preview is not None,
        dangers=present is not None and present.dangers is not None,
        puzzles=has_puzzles(game),
    )


def _level_card(level: Level) -> LevelCard:
    return LevelCard(level.name, level.text, level.rating)


def game_page(game: AnyGame, bots: BotPool) -> GamePage:
    """A game with its rules and its guide."""
    rules = registry.rules_text(game.spec.slug)
    return GamePage(game_card(game, bots), rules, _guide_card(game))


def first_position(
    game: AnyGame, seats: int | None = None, options: Mapping[str, Value] = NO_OPTIONS
) -> FirstPosition:
    """What the first seat sees at first with these options. Raises `Refused` for wrong ones."""
    if game.present is None:
        return FirstPosition(None)
    count = game.spec.players[0] if seats is None else seats
    state = start(game, parse_options(game.types.options, options), count, Rng("picture"))
    return FirstPosition(game.present.scene(game.view(state, 0)))


def _is_timed(game: AnyGame) -> bool:
    """Whether a match with default options has the time limits of the rules."""
    clocks = (spec for spec in option_specs(game.types.options) if spec.form.is_clock)
    return game.time_limit is not None and all(spec.default is not None for spec in clocks)


def _preset_card(game: AnyGame, preset: Preset) -> PresetCard:
    options = to_plain(parse_options(game.types.options, preset.options))
    return PresetCard(preset.name, preset.text, preset.seats, cast(OptionValues, options))


def _guide_card(game: AnyGame) -> GuideCard | None:
    guide = game.guide
    if guide is None:
        return None
    options = cast(OptionValues, to_plain(guide.options))
    return GuideCard(guide.seats, options, guide.seed, guide.steps, guide.tips)
