"""The games as the hall shows them."""

from typing import cast

from meadhall import registry
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame, start
from meadhall.core.options import option_specs
from meadhall.core.rng import Rng
from meadhall.server.bodies import GameCard, GamePage, GuideCard, LevelCard, OptionValues
from meadhall.server.botseats import BotSeats
from meadhall.server.frames import scene


def card(game: AnyGame, bots: BotSeats) -> GameCard:
    """All that a set-up form needs to know of a game."""
    spec, present = game.spec, game.present
    return GameCard(
        slug=spec.slug,
        title=spec.title,
        summary=spec.summary,
        players=spec.players,
        simultaneous=spec.simultaneous,
        chance=spec.chance,
        hidden=spec.hidden,
        options=option_specs(game.types.options),
        levels=tuple(LevelCard(level.name, level.text) for level in bots.levels(game)),
        marks=present.marks if present else (),
        colours=present.colours if present else (),
        notation=game.notation.help,
        timed=game.time_limit is not None,
        guided=game.guide is not None,
    )


def page(game: AnyGame, bots: BotSeats) -> GamePage:
    """The game with its rules, its guide and a picture."""
    options = game.types.options()
    seats = next(iter(game.spec.players))
    state = start(game, options, seats, Rng("picture"))
    return GamePage(
        game=card(game, bots),
        rules=registry.rules_text(game.spec.slug),
        guide=_guide(game),
        scene=scene(game, game.view(state, None)),
    )


def _guide(game: AnyGame) -> GuideCard | None:
    guide = game.guide
    if guide is None:
        return None
    options = cast(OptionValues, to_plain(guide.options))
    return GuideCard(guide.seats, options, guide.seed, guide.steps, guide.tips)
