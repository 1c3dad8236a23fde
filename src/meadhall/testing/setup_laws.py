"""The laws of setting up: presets can be played, and forms make sense."""

from meadhall.core.game import start
from meadhall.core.options import option_specs, parse_options
from meadhall.core.rng import Rng
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough


@law
def presets_can_be_played(play: Playthrough) -> None:
    """A match can start from every preset, and no preset sets an option that has no effect."""
    game = play.game
    forms = {spec.name: spec.form for spec in option_specs(game.types.options)}
    for preset in game.spec.presets:
        options = parse_options(game.types.options, preset.options)
        start(game, options, preset.seats, Rng("preset"))
        for form in (forms[name] for name in preset.options):
            name, needed = form.needs or ("", None)
            assert not name or getattr(options, name) == needed
            assert not form.seats or preset.seats in form.seats
    names = [preset.name for preset in game.spec.presets]
    assert len(set(names)) == len(names)


@law
def option_forms_name_options(play: Playthrough) -> None:
    """What the form of an option needs is a value that another option can have."""
    specs = {spec.name: spec for spec in option_specs(play.game.types.options)}
    for spec in specs.values():
        if spec.form.needs:
            name, needed = spec.form.needs
            assert name in specs.keys() - {spec.name}
            assert specs[name].accepts(needed)
        assert set(spec.form.seats) <= set(play.game.spec.players)
