"""A guided first match: what to read, and the moves that are played after it."""

from meadhall.cli.template.types import Options
from meadhall.core.game import Guide, GuideStep

GUIDE = Guide(
    options=Options(stones=7),
    seats=2,
    seed="guide",
    steps=(
        GuideStep(
            "The heap",
            "Seven stones lie on the table. You take one, two or three of them, then your opponent"
            " does. Whoever takes the last one wins.\n\nLeave **four**: whatever your opponent"
            " takes then, you can take the rest.",
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
