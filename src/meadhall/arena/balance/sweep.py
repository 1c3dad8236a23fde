"""The settings of a game that a balance report compares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from meadhall.bots.roster import entrant
from meadhall.core.game import AnyGame, start
from meadhall.core.options import Value, option_specs, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

OptionChoices: TypeAlias = Mapping[str, Sequence[Value]]
"""Options by name, each with the values to try."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The number of seats, the options, and the bot that plays on all seats."""

    seats: int
    options: tuple[tuple[str, Value], ...]
    bot: str

    @property
    def title(self) -> str:
        """The setting in words."""
        options = [f"{name} {str(value).lower()}" for name, value in self.options]
        return ", ".join([f"{self.seats} players", *options, self.bot])


def settings(
    game: AnyGame, seats: Sequence[int], choices: OptionChoices, bots: Sequence[str]
) -> list[Setting]:
    """Every combination that the rules allow; raises `Refused` where they allow none."""
    for bot in bots:
        entrant(game, bot)
    rows = [dict(zip(choices, row, strict=True)) for row in product(*choices.values())]
    allowed, refused = [], None
    for count, row in product(seats, rows):
        options = parse_options(game.types.options, row)
        try:
            # Only the game knows which options fit which number of seats.
            start(game, options, count, Rng("trial"))
            allowed.append((count, tuple((name, getattr(options, name)) for name in row)))
        except Refused as error:
            refused = error
    if refused is not None and not allowed:
        raise refused
    each = (Setting(count, options, bot) for count, options in allowed for bot in bots)
    # Words that mean the same value, such as 4 and 04, make the same setting.
    return list(dict.fromkeys(each))


def main_choice(game: AnyGame) -> OptionChoices:
    """The first option that is a choice, with all of its values: a game's most telling option."""
    for spec in option_specs(game.types.options):
        if spec.choices:
            return {spec.name: spec.choices}
    return {}
