"""A guided first match: texts to read, and the moves that are played after each of them."""

from meadhall.cli.new_game.template.types import Options
from meadhall.core.capabilities import Guide, GuideStep

GUIDE = Guide(
    options=Options(stones=7),
    seats=2,
    seed="guide",
    steps=(
        GuideStep(
            "The heap",
            "Seven stones lie on the table. You take one, two or three of them, then your opponent"
            " does. The player who takes the last one wins.\n\nLeave **four**: whatever your"
            " opponent takes then, you can take the rest.",
            ((0, "take 3"), (1, "take 1")),
        ),
        GuideStep(
            "The last stone",
            "Three stones are left, and you may take three.",
            ((0, "take 3"),),
        ),
    ),
    tips=("Leave a multiple of four, and your opponent cannot win.",),
)
