"""The ways to play a game that a balance report compares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from meadhall.arena.job import entrant
from meadhall.core.game import AnyGame, start
from meadhall.core.options import Value, option_specs, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

Choices: TypeAlias = Mapping[str, Sequence[Value]]
"""Options by name, each with the values that are tried."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How many sit down, with what options, and the bot that plays on all the seats."""

    seats: int
    options: tuple[tuple[str, Value], ...]
    bot: str

    @property
    def title(self) -> str:
        """The setting in words."""
        options = [f"{name} {str(value).lower()}" for name, value in self.options]
        return ", ".join([f"{self.seats} players", *options, self.bot])


def settings(
    game: AnyGame, seats: Sequence[int], choices: Choices, bots: Sequence[str]
) -> list[Setting]:
    """Every combination that the rules allow; refused where they allow none of them."""
    for bot in bots:
        entrant(game, bot)
    rows = [dict(zip(choices, row, strict=True)) for row in product(*choices.values())]
    allowed, refused = [], None
    for count, row in product(seats, rows):
        options = parse_options(game.types.options, row)
        try:
            start(game, options, count, Rng("trial"))
            allowed.append((count, tuple((name, getattr(options, name)) for name in row)))
        except Refused as error:
            refused = error
    if refused is not None and not allowed:
        raise refused
    found = (Setting(count, options, bot) for count, options in allowed for bot in bots)
    return list(dict.fromkeys(found))


def main_choice(game: AnyGame) -> Choices:
    """The first option that has choices, with all of them: what a game says first about itself."""
    for spec in option_specs(game.types.options):
        if spec.choices:
            return {spec.name: spec.choices}
    return {}
